"""Extraction for libraries: what a document says, in its order, under its headings."""
