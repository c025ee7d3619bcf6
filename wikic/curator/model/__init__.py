"""Judgement by a language model: each operation has a prompt, a shape of its reply, and checks by code.

Files without a test of their name are held by test_operations.py, test_any_reply.py, test_any_answer.py,
test_injection.py and test_whole_way.py.
"""
