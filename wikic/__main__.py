"""Lets ``python -m wikic`` start the command line."""

from wikic.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
