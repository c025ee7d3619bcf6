"""The language server: what `wikic lint`, `fix` and `rename` know, while somebody types.

Only `wikic lsp` imports this package; pygls and lsprotocol are the extra `lsp`. Files without a test of their
name are held by test_stdio.py and test_editing.py.
"""
