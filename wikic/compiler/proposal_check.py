"""What the rules say of a proposal before it lands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wikic import layout
from wikic.lint.engine import lint
from wikic.lint.view.part import Part
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import ChangeSet, Write, files_of
from wikic.model.finding import Finding, Severity
from wikic.wiki.tree import Tree

# The structural rules that need no more than the files touched and the digests they cite; the whole table is
# `wikic lint`'s, which reads the whole wiki.
STRUCTURAL: Final = ("F001", "F002", "F003", "F005", "P001", "P002", "P003", "C001", "C003")
_CITED: Final = re.compile(rb"\[\[(" + layout.DIGESTS_DIR.encode() + rb"/[^\[\]|#\n]+)")


def check_proposal(tree: Tree, changes: ChangeSet) -> tuple[Finding, ...]:
    """Errors that the structural rules report on the pages and indexes a proposal writes.

    Digests and articles have been read back where they were rendered (``article_digest``).
    """
    if not changes:
        return ()
    touched = files_of(changes.changes)
    view = WikiView.over(Part(tree, touched.union(_cited(changes))), changes.changes)
    pages = {file for file in touched if not file.startswith(f"{layout.SOURCES_DIR}/")}
    found = lint(view, select=STRUCTURAL, paths=pages)
    return tuple(finding for finding in found if finding.severity is Severity.ERROR)


def _cited(changes: ChangeSet) -> Iterator[str]:
    """File paths of the digests that what is written links to, there or not."""
    for change in changes.changes:
        if isinstance(change, Write) and not change.path.startswith(f"{layout.SOURCES_DIR}/"):
            for path in _CITED.findall(change.content):
                yield layout.page_file(layout.page_path(path.decode("utf-8", "surrogateescape")))
