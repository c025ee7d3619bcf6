"""Checks a wiki by rules: ``engine`` runs them over a ``view``, ``report`` prints what they find.

Files without a test of their name are held by test_engine.py, rules/test_fixtures.py and
tests/cli/test_lint.py.
"""
