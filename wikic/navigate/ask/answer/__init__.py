"""From passages that were found to an answer with its citations.

Files without a test of their name are held by test_ask.py, test_bad_questions.py, test_dates_places.py
and test_documents.py.
"""
