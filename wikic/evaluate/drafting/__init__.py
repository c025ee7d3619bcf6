"""Questions for a wiki that has none: drafts by rules, with gold, for people to choose from and edit.

Files without a test of their name are held by test_draft_questions.py.
"""
