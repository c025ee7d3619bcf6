"""Extraction for libraries: what a document says, in its order, under its headings.

Files without a test of their name are held by test_fixtures.py, test_notes.py,
test_properties.py and test_stories.py, which read whole documents.
"""
