"""The wiki for other programs: as one skill, and as a forest of skills.

Files without a test of their name are held by test_skill.py.
"""
