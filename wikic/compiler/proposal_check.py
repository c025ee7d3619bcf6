"""What the rules say of a proposal before it lands."""

from __future__ import annotations

import re
from typing import Final

from wikic import layout
from wikic.lint.engine import lint
from wikic.lint.view.part import Part
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import Change, ChangeSet, Write, files_of
from wikic.model.finding import Finding, Severity
from wikic.wiki.tree import Tree

# The structural rules that need no more than the files touched and the digests they cite; the whole table is
# `wikic lint`'s, which reads the whole wiki.
STRUCTURAL: Final = ("F001", "F002", "F003", "F005", "P001", "P002", "P003", "C001", "C003")
_CITED: Final = re.compile(
    rf"[\[(</](?:{layout.DIGESTS_DIR}|{layout.ARTICLES_DIR})/([^\[\]()<>|#/\n]+)".encode()
)
_AT_ONCE: Final = 500  # pages: parsed, those of a batch take more room than the batch itself


def check_proposal(tree: Tree, changes: ChangeSet) -> tuple[Finding, ...]:
    """Errors that the structural rules report on the pages and indexes a proposal writes.

    Digests and articles have been read back where they were rendered (``article_digest``).
    """
    by_file = {file: change for change in changes.changes for file in files_of((change,))}
    pages = sorted(file for file in by_file if not file.startswith(f"{layout.SOURCES_DIR}/"))
    found: list[Finding] = []
    for start in range(0, len(pages), _AT_ONCE):
        found += _check(tree, by_file, pages[start : start + _AT_ONCE])
    return tuple(found)


def _check(tree: Tree, by_file: dict[str, Change], pages: list[str]) -> list[Finding]:
    files = set(pages).union(*(_cited(by_file[file]) for file in pages))
    changes = dict.fromkeys(by_file[file] for file in files if file in by_file)
    view = WikiView.over(Part(tree, files), changes)
    found = lint(view, select=STRUCTURAL, paths=pages)
    return [finding for finding in found if finding.severity is Severity.ERROR]


def _cited(change: Change) -> set[str]:
    """File paths of the digests that what is written links to, there or not, and of their articles."""
    if not isinstance(change, Write):
        return set()
    names = (name.decode("utf-8", "surrogateescape") for name in _CITED.findall(change.content))
    digests = {layout.page_file(f"{layout.DIGESTS_DIR}/{layout.page_path(name)}") for name in names}
    return digests | set(map(layout.article_of, digests))
