"""``wikic doctor``: what this machine and this knowledge base lack, what that costs, how it is mended.

Files without a test of their name are held by test_doctor.py.
"""
