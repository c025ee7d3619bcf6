"""The ways to answer a question that a run compares. ``registry.py`` opens them by name.

Files without a test of their name are held by tests/evaluate/test_run.py.
"""
