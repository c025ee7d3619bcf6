"""What rules see: pages and sources as parsed, links as resolved, and a record of what was asked for.

Files without a test of their name are held by tests/lint/test_engine.py, tests/lint/rules/test_fixtures.py
and tests/lint/cache/test_run.py.
"""
