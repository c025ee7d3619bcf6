"""From the digests of all documents to pages and indexes; the order in which they came never enters.

Files without a test of their name are held by test_resolve.py, test_titles.py, test_fact_order.py,
tests/evolve and tests/compiler.
"""
