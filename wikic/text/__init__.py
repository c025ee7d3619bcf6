"""Text as it was written, in any script: its blocks, sentences, headings, names and code.

Files without a test of their name are held by test_blocks.py and test_structured_blocks.py.
"""
