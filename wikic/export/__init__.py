"""The wiki for other programs: as one skill, as a forest of skills, as a website, as a graph.

Files without a test of their name are held by test_skill.py.
"""
