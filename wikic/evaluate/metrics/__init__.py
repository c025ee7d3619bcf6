"""Scores of one reply to one question: pure functions. ``registry.py`` lists them by name.

Files without a test of their name are held by test_retrieval.py, test_wording.py and
tests/evaluate/test_run.py.
"""
