"""A run as one HTML file: no script, nothing from elsewhere, every value escaped.

``page.py`` puts the parts together; ``tables.py`` is the only place where markup is made.
"""
