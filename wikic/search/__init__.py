"""Full text and names over the pages of a wiki, on tantivy.

Files without a test of their name are held by test_index.py, test_name_index.py and test_disk.py.
"""
