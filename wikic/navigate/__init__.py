"""The wiki opened for reading: indexes, tools, who looks for an answer, and the answer.

Files without a test of their name are held by test_toolbox.py, test_reader.py, test_indexing.py,
test_mirror.py, tests/navigate/agent, tests/navigate/answer and tests/mcp.
"""
