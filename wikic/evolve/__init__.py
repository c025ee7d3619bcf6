"""Changes of the tree's shape: what they would cost, and landing them safely.

Files without a test of their name are held by test_theorem.py, test_apply.py and test_by_hand.py.
"""
