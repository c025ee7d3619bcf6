"""The wiki as a graph for other programs: RDF and GraphML.

Files without a test of their name are held by test_run.py.
"""
