"""The command line: one file per command, each thin; the one place where an exception becomes an exit code.

Exit codes: 0 done or clean, 1 findings or failed units, 2 usage, configuration or environment, 3 a bug in
wikic (its log is named), 130 interrupted.
"""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from inspect import cleandoc
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, Final

import typer

from wikic import __version__, build_dir, layout
from wikic.cli import (
    command_adopt,
    command_ask,
    command_chat,
    command_compile,
    command_doctor,
    command_embed,
    command_errors,
    command_eval,
    command_evolve,
    command_export,
    command_fix,
    command_fleet,
    command_init,
    command_lint,
    command_mirror,
    command_programs,
    command_read,
    command_recover,
    command_reshape,
    command_review,
    command_search,
    command_serve,
    command_status,
    command_work,
    command_write,
)
from wikic.cli.overview import PANELS, overview
from wikic.errors import WikicError
from wikic.text.printable import printable_text

BUG: Final = 3
INTERRUPTED: Final = 130
USAGE: Final = 2
_COMPLETING: Final = "_WIKIC_COMPLETE"  # what a shell sets that asks how a word goes on
# Of the disk behind standard output; what wikic writes itself is told by DiskError.
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def _paragraphs(run: Callable[..., None]) -> str:
    """A command's docstring as help: its lines joined, so that the terminal breaks them, not the source."""
    text = cleandoc(run.__doc__ or "")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


app = typer.Typer(
    name="wikic",
    help="Compile documents into a linked, cited Markdown wiki, and keep it correct.",
    epilog="Start with: wikic init DOCUMENTS -C my-kb && wikic compile DOCUMENTS -C my-kb",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _add(to: typer.Typer, *runs: Callable[..., None]) -> None:
    """Make commands of functions, each called as its function is."""
    for run in runs:
        name = run.__name__.rstrip("_")
        to.command(name=name, help=_paragraphs(run), rich_help_panel=PANELS.get(name))(run)


# In the order in which a wiki's life meets them.
_add(
    app,
    command_init.init,
    command_compile.compile_,
    command_write.write,
    command_ask.ask,
    command_chat.chat,
    command_search.search,
    command_read.read,
    command_serve.serve,
    command_serve.mcp,
    command_status.status,
    command_mirror.mirror,
    command_embed.embed,
    command_lint.lint,
    command_fix.fix,
    command_programs.lsp,
    command_adopt.adopt,
    command_errors.errors,
    command_reshape.forget,
    command_evolve.evolve,
    command_reshape.merge,
    command_reshape.split,
    command_reshape.move,
    command_reshape.rename,
    command_recover.recover,
    command_fleet.fleet,
    command_doctor.doctor,
    command_programs.schema,
)
exports = typer.Typer(no_args_is_help=True, help=cleandoc(command_export.__doc__ or ""))
_add(exports, command_export.skill, command_export.skills, command_export.site, command_export.graph)
app.add_typer(exports, name="export", rich_help_panel=PANELS["export"])
evaluation = typer.Typer(no_args_is_help=True, help=cleandoc(command_eval.__doc__ or ""))
_add(
    evaluation,
    command_eval.run,
    command_eval.check,
    command_eval.make,
    command_eval.diagnose,
    command_eval.gaps,
)
app.add_typer(evaluation, name="eval", rich_help_panel=PANELS["eval"])
reviews = typer.Typer(
    invoke_without_command=True, callback=command_review.review, help=_paragraphs(command_review.review)
)
_add(reviews, command_review.show, command_review.accept, command_review.reject)
app.add_typer(reviews, name="review", rich_help_panel=PANELS["review"])
works = typer.Typer(
    invoke_without_command=True, callback=command_work.work, help=_paragraphs(command_work.work)
)
_add(works, command_work.next_, command_work.answer)
app.add_typer(works, name="work", rich_help_panel=PANELS["work"])
# Git calls it, people do not.
app.command(name="merge-driver", help=_paragraphs(command_programs.merge_driver), hidden=True)(
    command_programs.merge_driver
)


@app.command(name="run-steps", hidden=True)
def _run_steps(base: Path, alive: int) -> None:
    """Run the commands that standard input lists, for `wikic fleet`."""
    command_programs.run_steps(main, base, alive)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"wikic {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    pass


# Typer keeps click to itself since 0.25; its public BadParameter leads to click's base of usage errors.
_ClickError: Final[Any] = typer.BadParameter.__mro__[2]


def _interrupt(number: int, frame: FrameType | None) -> None:
    """A polite request to end is treated as Ctrl-C: what was begun is finished or undone first.

    Whoever hears Ctrl-C in a way of its own, as an event loop does, hears of this too.
    """
    if callable(signal.getsignal(signal.SIGINT)):
        signal.raise_signal(signal.SIGINT)
    else:  # a shell that started this in the background has Ctrl-C ignored
        raise KeyboardInterrupt


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code.

    argv: without the program's name; None for the process's own, which may end here then.
    """
    code = _run(list(sys.argv[1:] if argv is None else argv))
    if argv is None and code == INTERRUPTED:
        for number in (signal.SIGINT, signal.SIGTERM):  # once more would be a traceback as Python ends
            signal.signal(number, signal.SIG_IGN)
    if argv is None and threading.active_count() > 1:
        _leave(code)
    return code


def _leave(code: int) -> None:
    """End at once where threads still wait for a model.

    Python stops them wherever they are as it ends, in the middle of an import too, whose lock a finalizer
    of the model library then waits for: the process would stay for ever.
    """
    from wikic.compiler.daemon_threads import still_waiting

    if still_waiting():
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # closed, or nobody reads it any more
                stream.flush()
        os._exit(code)


def _run(arguments: list[str]) -> int:
    # A command builds hundreds of thousands of values that hold no cycles; at the default threshold of 700
    # the collector walks them over and over, half of the time of a second compile.
    gc.set_threshold(200_000, 10, 100)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a name no terminal here can show must not end the run
            stream.reconfigure(errors="backslashreplace")
    if not arguments and not os.environ.get(_COMPLETING):
        print("\n".join(overview()))
        return 0
    with suppress(ValueError):  # raised outside the main thread, where no handler can be set
        signal.signal(signal.SIGTERM, _interrupt)
    try:
        outcome = typer.main.get_command(_only_what_is_named(arguments)).main(
            arguments, prog_name="wikic", standalone_mode=False
        )
    except WikicError as error:
        _complain(f"wikic: {error}", *([f"  {error.hint}"] if error.hint else []))
        return error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted()
    except BrokenPipeError:
        # The reader (head, a pager) has what it wanted. Python would complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except _ClickError as error:
        error.message = printable_text(
            error.message
        )  # arguments may be names of files, out of the shell's glob
        error.show()
        return USAGE
    except Exception as error:  # noqa: BLE001 - the last handler: what arrives here is a bug
        if isinstance(error, OSError) and error.errno in _FULL and error.filename is None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python would fail again at exit
            _complain(f"wikic: cannot write: {error.strerror}")
            return USAGE
        _report_bug(arguments, error)
        return BUG
    if outcome == INTERRUPTED:  # typer makes the exception into this code, and says nothing
        return _interrupted()
    return outcome if isinstance(outcome, int) else 0


def _only_what_is_named(arguments: list[str]) -> typer.Typer:
    """The command that comes first, alone: typer looks into the options of every one it is given."""
    named = [each for each in app.registered_commands if each.name in arguments[:1]]
    if not named:
        return app
    alone = copy(app)
    alone.registered_commands, alone.registered_groups = named, []
    return alone


def _interrupted() -> int:
    print("wikic: interrupted; nothing is half done, run it again", file=sys.stderr)
    return INTERRUPTED


def _report_bug(arguments: list[str], error: Exception) -> None:
    """Tell where the traceback is; it is for us, not for the person at the terminal."""
    trace = "".join(traceback.format_exception(error))
    text = f"wikic {__version__}, Python {sys.version}\n{arguments}\n\n{trace}"
    try:
        where = _log_directory(arguments) / "bug.txt"
        build_dir.replace(where, text.encode("utf-8", "replace"))
    except OSError:
        _complain(text)
        return
    _complain(f"wikic: a bug in wikic ({type(error).__name__}: {error}); its log is {where}")


def _complain(*lines: str) -> None:
    """Say on standard error what may name files, without what a terminal obeys."""
    for line in lines:
        print(printable_text(line), file=sys.stderr)


def _log_directory(arguments: list[str]) -> Path:
    named = (arguments[at + 1] for at, each in enumerate(arguments[:-1]) if each in ("-C", "--directory"))
    root = Path(next(named, ""))
    try:
        build = build_dir.at(root)
    except WikicError:
        build = Path()
    if not build.name or not build.is_dir():
        from tempfile import mkdtemp

        return Path(mkdtemp(prefix="wikic-"))
    return build / layout.LOG_DIR
