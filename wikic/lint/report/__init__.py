"""Findings as text, JSON and the formats of CI systems.

Files without a test of their name are held by test_text.py and test_machines.py.
"""
