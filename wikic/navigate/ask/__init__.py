"""Who looks for an answer, and the answer: by rules, by a model, within a time; how it was found.

Files without a test of their name are held by test_trace.py, tests/navigate/ask/answer and
tests/navigate/ask/agent.
"""
