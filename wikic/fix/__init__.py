"""Repair of a whole wiki: by code (``by_code.py``), by a model (``model/``), or both by turns (``deep.py``).

What a person changes on a page without an editor: ``by_hand.py``.
"""
