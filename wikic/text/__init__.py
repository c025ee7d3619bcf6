"""Text as it was written, in any script: its blocks, sentences, headings, names and code.

Files without a test of their name are held by test_segment_pieces.py and tests/wiki/documents, which read
whole texts.
"""
