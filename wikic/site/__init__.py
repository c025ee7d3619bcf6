"""The reader's pages as HTML: templates, styles and what turns texts into markup.

The same templates make the static site and what a server sends; who calls says what addresses look like.

Files without a test of their name are held by test_vault_text.py.
"""
