"""A wiki as a forest of skills that an agent walks.

Files without a test of their name are held by test_export_skills.py.
"""
