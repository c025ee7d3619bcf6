"""Judgement over documents: by rules without a model, or by a model.

Files without a test of their name are held by test_contradictions.py and the folders below;
tests/compiler runs a curator whole.
"""
