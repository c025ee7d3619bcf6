"""``wikic serve``: the reader over HTTP, for people and programs.

Requests and replies are values. ``app.py`` is the one file that speaks ASGI; what it serves is found in the
wiki by the other files, on threads, through ``Library`` alone.
"""
