"""What a person who reads a wiki is shown, as values that pages, JSON, static files and servers render.

Files without a test of their name are held by test_reader.py and test_page_view.py.
"""
