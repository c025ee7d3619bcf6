"""Scores of one reply to one question: pure functions. ``registry.py`` lists them by name."""
