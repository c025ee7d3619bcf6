"""What was found in each file, kept from one run to the next, and files shared out among processes.

Files without a test of their name are held by test_run.py, test_what_is_read_again.py and
test_processes.py.
"""
