"""The rules, by family; each with its documentation.

Files without a test of their name are held by test_fixtures.py, test_seeded.py and test_clean_wiki.py.
"""
