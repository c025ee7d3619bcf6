"""The wiki as paths and records: in LevelDB, in memory, or in the files themselves.

Files without a test of their name are held by test_conformance.py, test_leveldb.py, test_writing.py,
test_counters.py and test_concurrent.py.
"""
