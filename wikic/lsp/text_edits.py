"""Changes of files as edits that the editor makes: wikic writes nothing itself while one is open."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

from lsprotocol.types import (
    CreateFile,
    DeleteFile,
    OptionalVersionedTextDocumentIdentifier,
    Position,
    Range,
    RenameFile,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from wikic.lsp.knowledge import Knowledge
from wikic.lsp.positions import Positions
from wikic.markdown.source import decode
from wikic.model.change import Change, Delete, Move, Write
from wikic.model.finding import Edit

Operation = TextDocumentEdit | CreateFile | RenameFile | DeleteFile


def differing(positions: Positions, after: str) -> list[TextEdit]:
    """The edits that make a text another one: of the lines that differ, so that cursors stay."""
    mine, theirs = positions.text.splitlines(keepends=True), after.splitlines(keepends=True)
    first = next(
        (at for at, (one, other) in enumerate(zip(mine, theirs, strict=False)) if one != other), None
    )
    if first is None:
        first = min(len(mine), len(theirs))
    last = 0  # equal lines at the end, which need no comparing
    while last < min(len(mine), len(theirs)) - first and mine[-1 - last] == theirs[-1 - last]:
        last += 1
    start = sum(map(len, mine[:first]))
    mine, theirs = mine[first : len(mine) - last], theirs[first : len(theirs) - last]
    starts = [start]
    for line in mine:
        starts.append(starts[-1] + len(line))
    return [
        TextEdit(positions.range(starts[a], starts[b]), "".join(theirs[c:d]))
        for kind, a, b, c, d in SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
        if kind != "equal"
    ]


def of_edits(knowledge: Knowledge, edits: Iterable[Edit]) -> WorkspaceEdit:
    """Edits of findings."""
    by_file: dict[str, list[Edit]] = {}
    for each in edits:
        by_file.setdefault(each.path, []).append(each)
    found: list[Operation] = []
    for file, some in sorted(by_file.items()):
        positions = knowledge.positions(file)
        if positions is not None:
            made = [TextEdit(positions.range(each.start, each.end), each.replacement) for each in some]
            found.append(_document(knowledge, file, made))
    return WorkspaceEdit(document_changes=found)


def of_changes(
    knowledge: Knowledge, changes: Iterable[Change], renamed: dict[str, str] | None = None
) -> WorkspaceEdit:
    """A ChangeSet; the same bytes stand there once the editor has made the edits and saved.

    renamed: files that get another name, by the name they have: what is written under the new one is an
        edit of them. They are edited first, under the name that the editor knows, and renamed then.
    """
    renamed = dict(renamed or {})
    renamed |= {each.path: each.target for each in changes if isinstance(each, Move)}
    before = {target: file for file, target in renamed.items()}
    moves: list[Operation] = [
        RenameFile(knowledge.uri(file), knowledge.place.path(target).as_uri())
        for file, target in sorted(renamed.items())
    ]
    writes: list[Operation] = []
    deletes: list[Operation] = []
    for each in sorted(changes, key=lambda each: each.path):
        if isinstance(each, Write):
            writes += _written(knowledge, each, before.get(each.path))
        elif isinstance(each, Delete) and each.path not in renamed:
            deletes.append(DeleteFile(knowledge.uri(each.path)))
    return WorkspaceEdit(document_changes=[*writes, *moves, *deletes])


def _written(knowledge: Knowledge, change: Write, was: str | None) -> list[Operation]:
    after = decode(change.content).text
    positions = knowledge.positions(was or change.path)
    if positions is None:
        uri = knowledge.place.path(change.path).as_uri()
        start = Position(0, 0)
        fill = TextEdit(Range(start, start), after)
        return [
            CreateFile(uri),
            TextDocumentEdit(OptionalVersionedTextDocumentIdentifier(uri, None), [fill]),
        ]
    made = differing(positions, after)
    if not made:
        return []
    return [_document(knowledge, was or change.path, made)]


def _document(knowledge: Knowledge, file: str, edits: list[TextEdit]) -> TextDocumentEdit:
    """Edits of one file; the client refuses them where its text is another by now."""
    document = knowledge.open.get(file)
    version = None if document is None else document.version
    return TextDocumentEdit(
        OptionalVersionedTextDocumentIdentifier(knowledge.uri(file), version), list(edits)
    )


def plain(edit: WorkspaceEdit) -> WorkspaceEdit | None:
    """The same for a client that knows only edits of documents by address; None where a file is renamed."""
    found: dict[str, list[TextEdit]] = {}
    for each in edit.document_changes or ():
        if not isinstance(each, TextDocumentEdit):
            return None
        made = [one for one in each.edits if isinstance(one, TextEdit)]
        found.setdefault(each.text_document.uri, []).extend(made)
    return WorkspaceEdit(changes=found)
