"""Documents that say little, by kind: a schema's sample is drawn without them.

Files without a test of their name are held by test_kinds.py.
"""
