"""Repair of a whole wiki: by code (``code/``), by a model (``model/``), or both by turns (``deep.py``)."""
