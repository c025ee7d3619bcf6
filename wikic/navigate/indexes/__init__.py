"""What lies in ``.wikic/`` and is kept in step with the wiki: catalogue, search, graph, vectors, mirror.

Files without a test of their name are held by test_indexing.py, test_mirror.py and
tests/navigate/tools/test_toolbox.py.
"""
