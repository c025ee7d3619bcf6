"""The fixes of `wikic fix` as code actions, certain and likely ones told apart; pages still to be written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lsprotocol import types
from lsprotocol.types import CodeAction, CodeActionKind

from wikic import layout
from wikic.lint.fixes.apply import harmless, is_foreign, is_usable
from wikic.lint.fixes.settle import Contents, Inspection, settle
from wikic.lsp import protocol_values
from wikic.lsp.knowledge import Knowledge
from wikic.lsp.open_documents import Positions
from wikic.lsp.protocol_values import diagnostic, shown, span
from wikic.lsp.under_cursor import citation_of, link_at
from wikic.model.change import Write
from wikic.model.finding import Finding

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
    if _wanted(CodeActionKind.QuickFix, only):
        for finding in knowledge.look().findings:
            if finding.path == file and _meets(finding, positions, start, end):
                found += _fix(knowledge, finding, positions)
        found += _new_page(knowledge, file, start)
    # It fixes the whole file over and over until nothing is left: only for who asks for it.
    if only and _wanted(FIX_ALL, only):
        found += _fix_all(knowledge, file)
    return found


def _wanted(kind: str, only: tuple[str, ...]) -> bool:
    return not only or any(kind == each or kind.startswith(f"{each}.") for each in only)


def _meets(finding: Finding, positions: Positions, start: int, end: int) -> bool:
    first, last = span(finding, positions)
    return first <= end and start <= max(last, first)


def _fix(knowledge: Knowledge, finding: Finding, positions: Positions) -> Iterator[CodeAction]:
    view = knowledge.look().view
    if not is_usable(finding, unsafe=True) or any(is_foreign(view, each.path) for each in finding.edits):
        return
    if any(not harmless([finding], each.path, _text(knowledge, each.path)) for each in finding.edits):
        return
    doubt = "" if finding.safe else " (likely, not certain)"
    yield CodeAction(
        title=shown(f"Fix {finding.code}{doubt}: {finding.message}"),
        kind=CodeActionKind.QuickFix,
        diagnostics=[diagnostic(finding, positions)],
        is_preferred=True if finding.safe else None,
        edit=protocol_values.of_edits(knowledge, finding.edits),
    )


def _text(knowledge: Knowledge, file: str) -> str:
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
    fixed = settle(inspect, wanted=here)
    writes = [each for each in fixed.changes.changes if isinstance(each, Write) and each.path == file]
    if writes:
        yield CodeAction(
            title="Fix all that is certain on this page",
            kind=FIX_ALL,
            edit=protocol_values.of_changes(knowledge, writes),
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
        edit=types.WorkspaceEdit(
            document_changes=[types.CreateFile(knowledge.place.path(target).as_uri())],
        ),
    )
