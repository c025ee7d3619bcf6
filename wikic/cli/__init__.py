"""One thin file per command, ``command_NAME``; what several share stands beside them.

Files without a test of their name are held by test_terminal.py, test_output.py, test_runs.py,
test_dry_run.py, test_init.py, test_fix.py, test_lint.py, tests/compiler, tests/evolve, tests/export,
tests/mcp and tests/wiki/merging.
"""
