"""Findings, changes and fixes as the protocol has them: wikic writes nothing while an editor is open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import Final

from lsprotocol import types
from lsprotocol.types import (
    CodeAction,
    CodeActionKind,
    CreateFile,
    DeleteFile,
    DiagnosticSeverity,
    OptionalVersionedTextDocumentIdentifier,
    Position,
    Range,
    RenameFile,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from wikic import layout
from wikic.lint.fixes.apply import harmless, is_foreign, is_usable
from wikic.lint.fixes.settle import Contents, Inspection, settle_edits
from wikic.lint.view import text_lines
from wikic.lsp.knowledge import Knowledge
from wikic.lsp.open_documents import Positions
from wikic.lsp.under_cursor import citation_of, link_at
from wikic.markdown.source import decode
from wikic.model.change import Change, Delete, Move, Write
from wikic.model.finding import Edit, Finding, Severity

SOURCE: Final = "wikic"
_SEVERITY: Final = {
    Severity.ERROR: DiagnosticSeverity.Error,
    Severity.WARNING: DiagnosticSeverity.Warning,
    Severity.INFO: DiagnosticSeverity.Information,
}


def list_diagnostics(knowledge: Knowledge) -> dict[str, list[types.Diagnostic]]:
    """What stands in each file that has findings, in order."""
    found: dict[str, list[types.Diagnostic]] = {}
    positions: tuple[str, Positions | None] = "", None
    for finding in knowledge.look().findings:
        if positions[0] != finding.path:
            positions = finding.path, knowledge.positions(finding.path)
        found.setdefault(finding.path, []).append(make_diagnostic(finding, positions[1] or Positions("")))
    return found


def make_diagnostic(finding: Finding, positions: Positions) -> types.Diagnostic:
    """One finding in its file's text."""
    start, end = protocol_span(finding, positions)
    help = f"\n{finding.help}" if finding.help else ""
    return types.Diagnostic(
        range=positions.range(start, end),
        message=shown(finding.message + help),
        severity=_SEVERITY[finding.severity],
        code=finding.code,
        source=SOURCE,
    )


def protocol_span(finding: Finding, positions: Positions) -> tuple[int, int]:
    """What a finding is about: what an edit of it replaces, the link it stands at, or its line from there."""
    start = positions.place(finding.line, finding.column)
    for each in finding.edits:
        if each.path == finding.path and each.start <= start < each.end:
            return start, each.end
    end = positions.line_end(start)
    link = text_lines.link_at(positions.text, start + 1, end)
    return start, start + len(link) if link else max(end, start)


def shown(text: str) -> str:
    """A text as a message may carry it: bytes that are no UTF-8 are shown as what they are not."""
    return text.encode("utf-8", "replace").decode("utf-8")


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
            found.append(_document_edits(knowledge, file, made))
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
            writes += _write_operations(knowledge, each, before.get(each.path))
        elif isinstance(each, Delete) and each.path not in renamed:
            deletes.append(DeleteFile(knowledge.uri(each.path)))
    return WorkspaceEdit(document_changes=[*writes, *moves, *deletes])


def _write_operations(knowledge: Knowledge, change: Write, was: str | None) -> list[Operation]:
    after = decode(change.content).text
    positions = knowledge.positions(was or change.path)
    if positions is None:
        uri = knowledge.place.path(change.path).as_uri()
        start = Position(0, 0)
        fill = TextEdit(Range(start, start), after)
        return [CreateFile(uri), TextDocumentEdit(OptionalVersionedTextDocumentIdentifier(uri, None), [fill])]
    made = differing(positions, after)
    if not made:
        return []
    return [_document_edits(knowledge, was or change.path, made)]


def _document_edits(knowledge: Knowledge, file: str, edits: list[TextEdit]) -> TextDocumentEdit:
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


FIX_ALL = "source.fixAll.wikic"
KINDS = (CodeActionKind.QuickFix, CodeActionKind.SourceFixAll, FIX_ALL)


def code_actions(
    knowledge: Knowledge, file: str, start: int, end: int, only: tuple[str, ...]
) -> list[CodeAction]:
    """What can be done between two offsets of a page.

    only: kinds that are wanted, a kind with all below it; () for any.
    """
    positions = knowledge.positions(file)
    if positions is None:
        return []
    found: list[CodeAction] = []
    if _is_wanted(CodeActionKind.QuickFix, only):
        for finding in knowledge.look().findings:
            if finding.path == file and _meets_range(finding, positions, start, end):
                found += _offer_fixes(knowledge, finding, positions)
        found += _new_page(knowledge, file, start)
    # It fixes the whole file over and over until nothing is left: only for who asks for it.
    if only and _is_wanted(FIX_ALL, only):
        found += _fix_all(knowledge, file)
    return found


def _is_wanted(kind: str, only: tuple[str, ...]) -> bool:
    return not only or any(kind == each or kind.startswith(f"{each}.") for each in only)


def _meets_range(finding: Finding, positions: Positions, start: int, end: int) -> bool:
    first, last = protocol_span(finding, positions)
    return first <= end and start <= max(last, first)


def _offer_fixes(knowledge: Knowledge, finding: Finding, positions: Positions) -> Iterator[CodeAction]:
    view = knowledge.look().view
    if not is_usable(finding, unsafe=True) or any(is_foreign(view, each.path) for each in finding.edits):
        return
    if any(not harmless([finding], each.path, _read_text(knowledge, each.path)) for each in finding.edits):
        return
    doubt = "" if finding.safe else " (likely, not certain)"
    yield CodeAction(
        title=shown(f"Fix {finding.code}{doubt}: {finding.message}"),
        kind=CodeActionKind.QuickFix,
        diagnostics=[make_diagnostic(finding, positions)],
        is_preferred=True if finding.safe else None,
        edit=of_edits(knowledge, finding.edits),
    )


def _read_text(knowledge: Knowledge, file: str) -> str:
    positions = knowledge.positions(file)
    return positions.text if positions is not None else ""


def _fix_all(knowledge: Knowledge, file: str) -> Iterator[CodeAction]:
    """Every certain fix of one page, as often as fixes uncover more."""

    def inspect(contents: Contents) -> Inspection:
        laid: Mapping[str, bytes | None] = {
            **{name: each.data for name, each in knowledge.open.items()},
            **contents,
        }
        view, found = knowledge.found_in(knowledge.tree_with(laid))
        return Inspection(view, knowledge.policy.judge(found, knowledge.profile.prefix))

    def here(finding: Finding) -> bool:
        return finding.path == file and all(each.path == file for each in finding.edits)

    if not knowledge.judged:
        return
    fixed = settle_edits(inspect, wanted=here)
    writes = [each for each in fixed.changes.changes if isinstance(each, Write) and each.path == file]
    if writes:
        yield CodeAction(
            title="Fix all that is certain on this page", kind=FIX_ALL, edit=of_changes(knowledge, writes)
        )


def _new_page(knowledge: Knowledge, file: str, offset: int) -> Iterator[CodeAction]:
    """In a vault, for a link to a page that nobody wrote: write it, beside the page that links to it."""
    page = knowledge.page(file)
    link = link_at(page, offset) if page is not None else None
    if link is None or link.kind != "wiki" or not knowledge.profile.is_vault or citation_of(link):
        return
    if knowledge.view.resolve(file, link).rung != "none":
        return
    name = link.target.strip()
    directory = "" if "/" in name else layout.directory(file)
    target = layout.join(directory, f"{name.removesuffix('.md')}.md")
    if target is None or knowledge.place.file(knowledge.place.path(target)) is None:
        return
    yield CodeAction(
        title=shown(f"Write the page {target}"),
        kind=CodeActionKind.QuickFix,
        edit=types.WorkspaceEdit(document_changes=[types.CreateFile(knowledge.place.path(target).as_uri())]),
    )
