"""The wiki as a static site: pages, sources and search as files that need no server.

Files without a test of their name are held by test_run.py.
"""
