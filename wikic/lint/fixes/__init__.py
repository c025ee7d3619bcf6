"""Edits of findings: one pass, passes until nothing is left, and which edits do no harm.

Files without a test of their name are held by tests/lint/test_engine.py and tests/lint/test_any_wiki.py.
"""
