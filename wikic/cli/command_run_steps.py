"""``wikic run-steps``: what a fleet starts for each of its knowledge bases."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import Final

import typer

_LOOKED_AT: Final = ("compile", "lint")  # their exit code 1 says that something wants a look


def run_steps(run: Callable[[Sequence[str]], int]) -> None:
    """Run commands, each a JSON list on a line of standard input, until one fails.

    What each printed and its exit code go to standard output, a JSON object a line.
    """
    for line in sys.stdin:
        arguments = json.loads(line)
        out, err = StringIO(), StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = run(arguments)
        print(json.dumps({"code": code, "out": out.getvalue(), "err": err.getvalue()}), flush=True)
        if code not in ((0, 1) if arguments[0] in _LOOKED_AT else (0,)):
            raise typer.Exit(1)
