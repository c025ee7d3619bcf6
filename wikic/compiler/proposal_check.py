"""What the rules say of a proposal before it lands."""

from __future__ import annotations

from typing import Final

from wikic import layout
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import Reader, WikiView
from wikic.model.change import ChangeSet
from wikic.model.finding import Finding, Severity

# The structural rules that need no more than the files touched and the listing of the others; the whole
# table is `wikic lint`'s, which reads the whole wiki.
STRUCTURAL: Final = ("F001", "F002", "F003", "F005", "P001", "P002", "P003", "C001", "C003")


def check_proposal(tree: Reader, changes: ChangeSet) -> tuple[Finding, ...]:
    """Errors that the structural rules report on the pages and indexes a proposal writes.

    Digests and articles have been read back where they were rendered (``article_digest``).
    """
    if not changes:
        return ()
    view = WikiView.over(tree, changes.changes)
    pages = {file for file in view.touched if not file.startswith(f"{layout.SOURCES_DIR}/")}
    found = lint(view, select=STRUCTURAL, paths=pages)
    return tuple(finding for finding in found if finding.severity is Severity.ERROR)
