"""Repair by a model: needs are found, a model proposes changes to digests, code checks and lands them.

Files without a test of their name are held by test_model_repair.py, test_with_a_model.py and
tests/cli/test_lint_model.py.
"""
