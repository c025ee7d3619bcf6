"""How a served wiki is tended, as a value, and the git commits made of it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic import layout
from wikic.config import LintConfig
from wikic.errors import UsageError
from wikic.lint.gate import git

if TYPE_CHECKING:
    from wikic.compiler.options import Options

# Addresses below the root that tend pages; what answers there is imported when the first is asked for.
FINDINGS: Final = "-/findings/"
FACT: Final = "-/fact/"
EDIT: Final = "-/edit/"
ADDRESSES: Final = (FINDINGS, FACT, EDIT)

Commit = Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class Care:
    """How a wiki is tended.

    root: the knowledge base.
    lint: ``[lint]``. title: of the wiki. today: ``YYYY-MM-DD``.
    edit: whether what is shown may be changed. commit: whether git commits of that are made.
    """

    root: Path
    lint: LintConfig
    title: str
    today: str
    edit: bool = False
    commit: bool = False

    def options(self, *, dry_run: bool = False) -> Options:
        """For the commands that write."""
        from wikic.compiler.options import Options

        return Options(self.today, self.title, dry_run=dry_run)

    def require_git(self) -> None:
        """Raise UsageError where commits are wanted and there is no git repository."""
        if self.commit and git.run(self.root, "rev-parse", "--show-toplevel").code:
            raise UsageError(f"--commit needs a git work tree, and {self.root} is in none", hint="git init")

    def before(self) -> Commit:
        """Look at what git does not hold yet; what is returned commits all that changes from now on.

        It takes a subject and a body, and returns why there is no commit, or "".
        """
        if not self.commit:
            return lambda subject, body: ""
        known = self._uncommitted()

        def commit(subject: str, body: str) -> str:
            now = self._uncommitted()
            files = sorted(file for file in now.keys() | known.keys() if now.get(file) != known.get(file))
            return self._commit(files, subject, body)

        return commit

    def _uncommitted(self) -> dict[str, str]:
        """Files of the wiki, from the work tree's root, that are not as git holds them; with hashes."""
        shown = ("status", "--porcelain", "-z", "--no-renames", "--untracked-files=all")
        done = git.run(self.root, *shown, "--", layout.WIKI_DIR)
        top = Path(os.fsdecode(git.run(self.root, "rev-parse", "--show-toplevel").out).rstrip("\n"))
        files = [os.fsdecode(each[3:]) for each in done.out.split(b"\0") if len(each) > 3]
        return {file: _hash(top / file) for file in files}

    def _commit(self, files: list[str], subject: str, body: str) -> str:
        if not files:
            return ""
        top = Path(os.fsdecode(git.run(self.root, "rev-parse", "--show-toplevel").out).rstrip("\n"))
        literal = {"GIT_LITERAL_PATHSPECS": "1"}  # a page may be called *
        added = git.run(top, "add", "--all", "--", *files, environment=literal)
        message = f"{subject}\n\n{body}" if body else subject
        wanted = ("commit", "--quiet", "--only", "--cleanup=whitespace", f"--message={message}")
        done = git.run(top, *wanted, "--", *files, environment=literal) if not added.code else added
        return "" if not done.code else done.error or f"git gave the exit code {done.code}"


def _hash(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""
