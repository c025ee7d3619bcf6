"""A wiki's directories: what a corpus is looked at for, what is proposed, and the first files.

Files without a test of their name are held by test_survey.py, test_scaffold.py, test_init_crash.py,
tests/cli/test_init.py and tests/cli/test_init_library.py.
"""
