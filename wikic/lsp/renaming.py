"""What a rename at the cursor means, and who carries it out."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol.types import RenameFile, WorkspaceEdit

from wikic import layout
from wikic.errors import UsageError
from wikic.graph.resolve import fold_target
from wikic.lint.view.page import ParsedPage
from wikic.lsp import rename_file, rename_heading, text_edits
from wikic.lsp.knowledge import Knowledge
from wikic.lsp.page_index import PageIndex
from wikic.lsp.references import Target, target_of
from wikic.lsp.under_cursor import citation_of, heading_at, link_at
from wikic.markdown.link_spans import spans


@dataclass(frozen=True, slots=True)
class Subject:
    """What would be renamed.

    target: a page, or a heading of one.
    start, end: of its name where the cursor is.
    name: what it is called.
    """

    target: Target
    start: int
    end: int
    name: str


def subject_at(knowledge: Knowledge, file: str, offset: int) -> Subject | None:
    """What the cursor names: by a link, by a heading, by the title in the frontmatter."""
    page = knowledge.page(file)
    if page is None:
        return None
    link = link_at(page, offset)
    if link is not None:
        found = target_of(knowledge, file, link)
        where = spans(page.text, link)
        if citation_of(link) or found is None or where is None or knowledge.page(found.file) is None:
            return None
        if where.part is not None and offset >= where.part[0] and found.heading is not None:
            return Subject(Target(found.file, found.heading), *where.part, found.heading)
        return Subject(Target(found.file), *where.target, _name(knowledge, found.file))
    heading = heading_at(page, offset)
    if heading is not None and heading.text:
        start = page.text.find(heading.text, heading.start, heading.end)
        whole = heading.level == 1 and (
            page.generated or fold_target(heading.text) == fold_target(layout.stem(page.path))
        )
        target = Target(file, None if whole else heading.text)
        return Subject(target, start, start + len(heading.text), heading.text)
    return _titled(knowledge, page, offset)


def _titled(knowledge: Knowledge, page: ParsedPage, offset: int) -> Subject | None:
    start = page.text.rfind("\n", 0, offset) + 1
    end = page.text.find("\n", offset)
    line = page.text[start : end if end >= 0 else len(page.text)].rstrip()
    if offset >= page.body or not line.startswith("title:"):
        return None
    return Subject(Target(page.file), start, start + len(line), _name(knowledge, page.file))


def _name(knowledge: Knowledge, file: str) -> str:
    """What a page is called: by its title where wikic wrote it, else by its file."""
    page = knowledge.page(file)
    names = knowledge.view.state.names_of(file) if page is not None and page.generated else None
    return names.title if names is not None and names.title else layout.stem(layout.page_path(file))


def rename(knowledge: Knowledge, index: PageIndex, subject: Subject, name: str) -> WorkspaceEdit | None:
    """What the editor has to change; None for nothing. Raises UsageError and RefusedError."""
    target = subject.target
    page = knowledge.page(target.file)
    if page is None or knowledge.view.state.kinds.get(target.file) not in ("page", "index"):
        raise UsageError(f"{target.file} is no page that can be renamed; nothing was changed")
    if target.heading is not None:
        return text_edits.of_edits(knowledge, rename_heading.edits(knowledge, index, target, name))
    if page.generated:
        from wikic.lsp import rename_plan  # the fold, which nothing else here needs

        return rename_plan.edit(knowledge, page.path, name)
    new = rename_file.new_file(knowledge, target.file, name)
    return None if new == target.file else moved(knowledge, index, target.file, new)


def moved(knowledge: Knowledge, index: PageIndex, file: str, target: str) -> WorkspaceEdit:
    """What the editor has to change when a page gets another path, its file included."""
    edit = text_edits.of_edits(knowledge, rename_file.edits(knowledge, index, file, target))
    move = RenameFile(knowledge.uri(file), knowledge.place.path(target).as_uri())
    return WorkspaceEdit(document_changes=[*(edit.document_changes or ()), move])
