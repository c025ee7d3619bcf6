"""Rules walk the wiki from a question's names and words; no model is asked.

Files without a test of their name are held by test_reranking.py and tests/navigate/ask/answer/test_ask.py.
"""
