"""The compile loop: documents become digests in batches, and each batch lands as one transaction.

Files without a test of their name are held by test_fold_properties.py, test_with_a_model.py,
test_compile_crash.py, test_pictures.py, test_saved_meanwhile.py and tests/cli/test_dry_run.py,
of agents tests/cli/test_work.py.
"""
