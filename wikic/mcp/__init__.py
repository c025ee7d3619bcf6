"""Serves a wiki to agents over the Model Context Protocol.

Files without a test of their name are held by test_service.py, test_stdio.py, test_http.py and
test_model.py.
"""
