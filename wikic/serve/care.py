"""How a served wiki is tended, as a value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic import layout
from wikic.config import LintConfig
from wikic.errors import WikicError
from wikic.serve import commits
from wikic.text.printable import printable_text

if TYPE_CHECKING:
    from wikic.compiler.options import Options

# Addresses below the root that tend pages; what answers there is imported when the first is asked for.
FINDINGS: Final = "-/findings/"
FACT: Final = "-/fact/"
EDIT: Final = "-/edit/"
ADDRESSES: Final = (FINDINGS, FACT, EDIT)


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
        """Raise UsageError where commits are wanted and none can be made."""
        if self.commit:
            commits.require(self.root)

    def committed(
        self, files: Iterable[str], subject: str, body: str = "", *, beside: Iterable[str] = ()
    ) -> str:
        """Commit files of the wiki, where commits are wanted; returns why there is none, or "".

        beside: further files, by path in the knowledge base.
        """
        if not self.commit:
            return ""
        paths = (*(f"{layout.WIKI_DIR}/{file}" for file in files), *beside)
        return commits.commit(self.root, paths, commits.subject(subject), printable_text(body).strip())


def said(error: WikicError) -> str:
    """An error with what can be done about it."""
    return f"{sentence(str(error))} {sentence(error.hint)}" if error.hint else sentence(str(error))


def sentence(text: str) -> str:
    """A line of a command as a sentence; one that begins with a path or a key keeps it as it is."""
    word = text.partition(" ")[0]
    return f"{text[:1].upper() if word.isalpha() else text[:1]}{text[1:]}."
