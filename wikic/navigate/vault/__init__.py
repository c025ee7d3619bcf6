"""Where the pages of a wiki lie and how they are read, those of a vault by the rules of its program.

Files without a test of their name are held by test_page_tree.py, test_links.py and test_page.py.
"""
