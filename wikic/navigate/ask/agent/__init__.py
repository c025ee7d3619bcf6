"""A model walks the wiki with tools and answers from what it has read.

Files without a test of their name are held by test_any_agent.py, test_astray.py, test_gateway.py,
test_orders.py and test_paths.py.
"""
