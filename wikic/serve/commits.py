"""Git commits of what a person changed by a form, and those that touched a fact."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final

from wikic import layout
from wikic.errors import ConfigError, UsageError, WikicError
from wikic.lint.gate import git
from wikic.text.normalise import normalise
from wikic.text.printable import printable_text

_SECONDS: Final = 120.0  # for hooks; somebody waits in a browser
_SUBJECT: Final = 72  # characters
_TOLD: Final = 2_000  # characters of what git or a hook says
_NUL: Final = ("--pathspec-from-file=-", "--pathspec-file-nul")
_HEAD: Final = ("rev-parse", "--verify", "--quiet", "HEAD")
_NEW, _STAGED_AND_GONE = "??", "AD"
# A commit made in their midst would become one of theirs.
_UNDER_WAY: Final = (("rebase-merge", "rebase"), ("rebase-apply", "rebase"))
_COMMITTING: Final[dict[Path, Lock]] = {}  # by knowledge base


def require(root: Path) -> None:
    """Raise UsageError where commits of the wiki in ``root`` cannot be made."""
    if git.run(root, "rev-parse", "--show-toplevel").code:
        raise UsageError(f"--commit needs a git work tree, and {root} is in none", hint="git init")
    if git.run(root, "var", "GIT_AUTHOR_IDENT").code:
        raise UsageError(
            "--commit needs a name to commit in, and git knows none here",
            hint='git config user.name "Ann"; git config user.email ann@example.org',
        )
    if not git.run(root, "check-ignore", "--quiet", f"{layout.WIKI_DIR}/{layout.IDENTITY_FILE}").code:
        raise UsageError(
            f"--commit needs {layout.WIKI_DIR}/ in git, and .gitignore leaves it out",
            hint="take it out of .gitignore, or serve with --edit",
        )


def commit(root: Path, files: Iterable[str], subject: str, body: str) -> str:
    """Commit files of ``wiki/`` and ``review/``; returns why there is no commit, or "".

    files: paths from ``root``.
    subject, body: of the message, without control characters.
    """
    # Git makes one at a time; whoever writes to the wiki meanwhile waits for none of them.
    committing = _COMMITTING.setdefault(root, Lock())
    if not committing.acquire(timeout=_SECONDS):
        return "git is still making another commit"
    try:
        return printable_text(_commit(root, set(files), f"{subject}\n\n{body}".rstrip()))[:_TOLD]
    except (WikicError, TimeoutError) as error:
        return str(error)
    finally:
        committing.release()


def subject(text: str) -> str:
    """A text as the first line of a message."""
    text = normalise(printable_text(text))
    return text if len(text) <= _SUBJECT else f"{text[: _SUBJECT - 1]}…"


def _commit(root: Path, files: set[str], message: str) -> str:
    if not files:
        return ""
    for name, what in _UNDER_WAY:
        found = git.run(root, "rev-parse", "--git-path", name)
        if not found.code and (root / _line(found.out)).exists():
            return f"a {what} is under way; finish it, then commit {layout.WIKI_DIR}/"
    prefix = git.run(root, "rev-parse", "--show-prefix")
    wanted = ("status", "--porcelain", "-z", "--no-renames", "--untracked-files=all")
    status = git.run(root, *wanted, "--", layout.WIKI_DIR, layout.REVIEW_DIR)
    if prefix.code or status.code:
        return _why(prefix if prefix.code else status)
    inside = _line(prefix.out)
    lines = (os.fsdecode(each) for each in status.out.split(b"\0") if len(each) > 3)
    states = {line[3:].removeprefix(inside): line[:2] for line in lines if line[3:].startswith(inside)}
    ours = sorted(file for file in files if states.get(file, _STAGED_AND_GONE) != _STAGED_AND_GONE)
    if not ours:
        return ""
    new = _paths(file for file in ours if states[file] == _NEW)
    if new:
        added = git.run(root, "add", "--intent-to-add", *_NUL, given=new)
        if added.code:
            return _why(added)
    before = git.run(root, *_HEAD).out
    done = False
    try:
        made = git.run(
            root,
            *("commit", "--quiet", "--only", "--cleanup=whitespace", f"--message={message}", *_NUL),
            given=_paths(ours),
            seconds=_SECONDS,
            environment={"GIT_OPTIONAL_LOCKS": "1"},  # as hooks know it
        )
        done = not made.code
        return "" if done else _why(made)
    except TimeoutError:
        # A hook that runs after the commit holds git up, and the commit is there.
        done = git.run(root, *_HEAD).out != before and not _differ(root, ours)
        if not done:
            raise
        return ""
    finally:
        if new and not done:
            git.run(root, "reset", "--quiet", *_NUL, given=new)


def _differ(root: Path, files: Iterable[str]) -> bool:
    """Whether files are not as the last commit has them."""
    wanted = ("--literal-pathspecs", "diff", "--quiet", "HEAD", "--")
    return any(git.run(root, *wanted, file).code for file in files)


def _paths(files: Iterable[str]) -> bytes:
    """Files as git reads them from a file of paths: none is a pattern, and hooks are told nothing of it."""
    return b"".join(os.fsencode(f":(literal){file}\0") for file in files)


def _line(out: bytes) -> str:
    return os.fsdecode(out).removesuffix("\n")


def _why(ran: git.Ran) -> str:
    return ran.error or f"git gave the exit code {ran.code}"


_MOST: Final = 20  # commits
_PATIENCE: Final = 5.0  # git may look so long; a page with ten thousand commits takes longer
_FORM: Final = "--format=%h%x00%ad%x00%an%x00%s"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit that touched a fact. date: ``YYYY-MM-DD``."""

    hash: str
    date: str
    author: str
    subject: str


@dataclass(frozen=True, slots=True)
class History:
    """What git knows of a fact.

    commits: latest first. kept: whether the knowledge base is in git at all. late: whether git took too long.
    """

    commits: tuple[Commit, ...] = ()
    kept: bool = True
    late: bool = False


def history(root: Path, id: str, paths: Iterable[str]) -> History:
    """The commits that changed a line with the statement's id on one of these pages, by page path."""
    if not any((above / ".git").exists() for above in (root.resolve(), *root.resolve().parents)):
        return History(kept=False)
    files = [f"{layout.WIKI_DIR}/{layout.page_file(each)}" for each in dict.fromkeys(paths)]
    look = ("log", f"-G{id}", f"-n{_MOST}", _FORM, "--date=short", "--no-ext-diff", "--no-textconv")
    plain = ("-c", "log.showSignature=false", *look, "--no-color")
    try:
        done = git.run(
            root, *plain, "--", *files, environment={"GIT_LITERAL_PATHSPECS": "1"}, seconds=_PATIENCE
        )
    except (ConfigError, TimeoutError) as error:
        return History(late=isinstance(error, TimeoutError))
    if done.code:
        return History()
    rows = (line.split("\0") for line in os.fsdecode(done.out).splitlines())
    return History(tuple(Commit(*row) for row in rows if len(row) == 4))
