"""What is new, what a baseline knows, what was there at a commit, and whether a run fails.

Files without a test of their name are held by test_baseline.py, test_since.py and tests/cli/test_lint.py.
"""
