"""The wiki as a graph: which page a link means, and how near pages are.

Files without a test of their name are held by test_wiki_graph.py.
"""
