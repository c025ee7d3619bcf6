"""Extraction for encyclopaedias: the things that a document speaks of, and what it says of them."""
