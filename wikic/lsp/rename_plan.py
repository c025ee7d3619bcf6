"""Renaming a page that wikic wrote: the plan of `wikic rename`, made from the texts in the editor."""

from __future__ import annotations

from lsprotocol.types import WorkspaceEdit

from wikic import layout
from wikic.evolve.by_hand import rename
from wikic.evolve.carry_out import planned
from wikic.lsp import text_edits
from wikic.lsp.knowledge import Knowledge
from wikic.model.change import Delete, Write
from wikic.wiki.workspace import Workspace


def edit(knowledge: Knowledge, path: str, title: str) -> WorkspaceEdit | None:
    """What the editor has to change; None when the page is called so.

    Raises UsageError for a title that cannot be, RefusedError for one that would lose something or bring a
    finding.
    """
    name = knowledge.config.wiki.title
    space = Workspace.open(knowledge.place.root, name, tree=knowledge.tree())
    decisions = rename(space, path, title)
    if decisions is None:
        return None
    _, changes = planned(space, name, decisions)
    written = {each.path for each in changes.changes if isinstance(each, Write)}
    gone = {each.path for each in changes.changes if isinstance(each, Delete)}
    old = layout.page_file(path)
    new = layout.page_file("/".join(filter(None, (layout.directory(path), layout.page_stem(title)))))
    renamed = {old: new} if old in gone and new in written else {}
    return text_edits.of_changes(knowledge, changes.changes, renamed)
