"""Documents in: files and folders of many formats become articles, one by one.

Files without a test of their name are held by test_formats.py, test_chats.py, test_read.py and
test_html.py.
"""
