"""What went wrong in earlier extractions, why, and what to do instead (LLM-Wiki, section 3.3).

Files without a test of their name are held by test_book_session.py, test_error_rate.py and
test_git_merges.py.
"""
