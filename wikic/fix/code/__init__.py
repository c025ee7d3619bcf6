"""``wikic fix`` without a model: lint, edit and fold until nothing is left.

Files without a test of their name are held by test_seeded.py, test_any_wiki.py, test_saved_meanwhile.py and
tests/cli/test_fix.py.
"""
