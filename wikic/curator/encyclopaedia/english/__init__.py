"""English documents: ``extract.extract(article, blocks, schema)``.

Files without a test of their name are held by test_extract.py.
"""
