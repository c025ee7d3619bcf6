"""Commands for programs: git's merge driver, steps of a fleet, an editor's server, schemas of JSON."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Annotated, Final

import typer

from wikic.cli import console


def merge_driver(
    base: Annotated[Path, typer.Argument(metavar="%O", help="The common ancestor's version.")],
    ours: Annotated[Path, typer.Argument(metavar="%A", help="Our version; the result is written here.")],
    theirs: Annotated[Path, typer.Argument(metavar="%B", help="Their version.")],
    path: Annotated[str, typer.Argument(metavar="%P", help="Where the file stands in the repository.")],
    marker_size: Annotated[int, typer.Argument(metavar="%L", help="Length of conflict markers.")] = 7,
) -> None:
    """Merge one file of a wiki by unit, for git: facts by id, index entries by page, lists as sets.

    wikic init names it in .gitattributes. Register it once in each clone:

    git config merge.wikic.driver "wikic merge-driver %O %A %B %P %L"

    Exit code 1 when people changed the same words in two ways; both stand in the file, between git's markers.
    After the merge, wikic compile folds what came together.
    """
    from wikic.wiki.merging.driver import merge_files

    raise typer.Exit(1 if merge_files(base, ours, theirs, path, marker_size) else 0)


_TRIES: Final = 3  # where another fleet is quicker
_PATIENCE: Final = 24 * 3600.0  # seconds for another writer; `--timeout` ends a base sooner
_LOOKED_AT: Final = ("compile", "lint")  # their exit code 1 says that something wants a look


def run_steps(run: Callable[[Sequence[str]], int], base: Path, alive: int) -> None:
    """Run commands, each a JSON list on a line of standard input, until one fails.

    What each printed and its exit code go to standard output, a JSON object a line.

    base: the knowledge base; a writer that is at it, because its fleet died or another fleet runs, is waited
        for. What another one has initialised meanwhile is gone on with.
    alive: descriptor of a pipe that whoever waits for this process holds open.
    """
    from wikic.wiki.lock import WRITING

    asked = [json.loads(line) for line in sys.stdin]
    threading.Thread(target=_end_with, args=(alive,), daemon=True).start()
    for arguments in asked:
        for _ in range(_TRIES):
            _wait_for_writer(base)
            out, err = StringIO(), StringIO()
            with redirect_stdout(out), redirect_stderr(err):
                code = 0 if _is_done(arguments[0], base) else run(arguments)
            if not code or not (WRITING in err.getvalue() or _is_done(arguments[0], base)):
                break
        print(json.dumps({"code": code, "out": out.getvalue(), "err": err.getvalue()}), flush=True)
        if code not in ((0, 1) if arguments[0] in _LOOKED_AT else (0,)):
            raise typer.Exit(1)


def _end_with(alive: int) -> None:
    """End this process in order when the pipe is closed; kill it, with all it started, where it does not."""
    from wikic.fleet.child import GRACE

    with suppress(OSError):
        os.read(alive, 1)
    main = threading.main_thread().ident
    if main is not None:
        # To that thread, so that what it waits in is interrupted. Treated as Ctrl-C: see ``_interrupt``.
        signal.pthread_kill(main, signal.SIGTERM)
    time.sleep(GRACE)
    if os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _is_done(command: str, base: Path) -> bool:
    """Whether the wiki that is to be begun is there."""
    from wikic import layout

    return command == "init" and (base / layout.WIKI_DIR / layout.SCHEMA_FILE).exists()


def _wait_for_writer(base: Path) -> None:
    from wikic import build_dir, layout
    from wikic.errors import WikicError
    from wikic.wiki import lock

    with suppress(WikicError):  # said again, and better, by the first command
        if (build_dir.at(base) / layout.LOCK_FILE).exists():
            with lock.writer(base, wait=_PATIENCE):
                pass


def lsp(
    whole: Annotated[
        bool,
        typer.Option("--all", help="Tell findings in every file of a wiki, not only in those that are open."),
    ] = False,
    stdio: Annotated[
        bool, typer.Option("--stdio", hidden=True, help="What editors add; it is the only way.")
    ] = False,
) -> None:
    """Check, complete and rename in an editor: the language server of wikis.

    Editors start it themselves: the command is `wikic`, the argument is `lsp`, the language is Markdown. It
    speaks the Language Server Protocol over standard input and output, and ends with its client. How VS Code,
    Neovim, Helix and Zed are set up: docs/editor.md.

    It finds the knowledge base by the file that is open: one that wikic compiled, or a directory that
    `wikic adopt` took. There it shows while you type what `wikic lint` finds, and offers what `wikic fix`
    repairs. Everywhere it completes names of pages and headings, goes to where links lead, lists what links
    to a page, and renames pages and headings with every link to them. It writes no file: the editor makes the
    changes.
    """
    from wikic.lsp.run import run

    run(whole=whole)


def schema(
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="[COMMAND]...", help="Such as status, or eval run.", show_default=False),
    ] = None,
) -> None:
    """Print what `--json` of a command prints, as JSON Schema; without COMMAND, which commands have one.

    What is printed has a `version`. It is raised when a key goes or means something else; keys are added
    without that.
    """
    from wikic.cli.json_shapes import COMMANDS, schema_of

    if not command:
        console.say_text("\n".join(COMMANDS))
        return
    console.say_document(schema_of(" ".join(command)))
