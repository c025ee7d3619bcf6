"""Directories of Markdown that wikic did not make: reading one, and adopting it.

Files without a test of their name are held by test_survey.py and test_fixtures.py.
"""
