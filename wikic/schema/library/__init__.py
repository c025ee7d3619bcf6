"""Topics of a library: what its documents are grouped by and what the groups are called.

Files without a test of their name are held by test_topics.py and test_directories.py.
"""
