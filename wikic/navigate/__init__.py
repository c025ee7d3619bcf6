"""The wiki opened for reading: indexes, tools, who looks for an answer, and the answer.

Files without a test of their name are held by tests/navigate/tools, tests/navigate/reader and
tests/navigate/indexes.
"""
