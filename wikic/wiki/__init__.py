"""The wiki on disk: its formats, the transaction that writes it, and the workspace that folds it.

Files without a test of their name are held by test_page_render.py, test_transaction.py,
test_transaction_crash.py, tests/compiler and tests/wiki/fold.
"""
