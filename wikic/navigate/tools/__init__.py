"""The tools that models, MCP and the command line share, one a file.

Files without a test of their name are held by test_toolbox.py.
"""
