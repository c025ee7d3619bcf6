"""The ways to answer a question that a run compares. ``registry.py`` opens them by name."""
