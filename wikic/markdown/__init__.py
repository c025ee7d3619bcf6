"""Reading and writing Markdown: the scan, the full parse, frontmatter, edits.

Files without a test of their name are held by test_scan.py, test_parse.py and test_rendered.py.
"""
