"""What a rename at the cursor means: people's page, one that wikic wrote, a heading; all links follow."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from lsprotocol.types import RenameFile, WorkspaceEdit

from wikic import layout
from wikic.errors import UsageError
from wikic.graph.resolve import fold_target
from wikic.lint.view.link_targets import Resolution
from wikic.lint.view.page import ParsedPage
from wikic.lsp import protocol_values, under_cursor
from wikic.lsp.knowledge import Knowledge, PageIndex
from wikic.lsp.references import Target, links_to, target_of
from wikic.lsp.under_cursor import citation_of, heading_at, link_at
from wikic.markdown.document import Heading
from wikic.markdown.wikilink import LinkSpans, definition_spans, spans
from wikic.model.change import Delete, Write
from wikic.model.finding import Edit
from wikic.model.link import Link
from wikic.wiki import link_form


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
        return Subject(Target(found.file), *where.target, _page_name(knowledge, found.file))
    heading = heading_at(page, offset)
    if heading is not None and heading.text:
        start = page.text.find(heading.text, heading.start, heading.end)
        whole = heading.level == 1 and (
            page.generated or fold_target(heading.text) == fold_target(layout.stem(page.path))
        )
        target = Target(file, None if whole else heading.text)
        return Subject(target, start, start + len(heading.text), heading.text)
    return _titled_subject(knowledge, page, offset)


def _titled_subject(knowledge: Knowledge, page: ParsedPage, offset: int) -> Subject | None:
    start = page.text.rfind("\n", 0, offset) + 1
    end = page.text.find("\n", offset)
    line = page.text[start : end if end >= 0 else len(page.text)].rstrip()
    if offset >= page.body or not line.startswith("title:"):
        return None
    return Subject(Target(page.file), start, start + len(line), _page_name(knowledge, page.file))


def _page_name(knowledge: Knowledge, file: str) -> str:
    """What a page is called: by its title where wikic wrote it, else by its file."""
    page = knowledge.page(file)
    names = knowledge.view.state.names_of(file) if page is not None and page.generated else None
    return names.title if names is not None and names.title else layout.stem(layout.page_path(file))


def rename_target(
    knowledge: Knowledge, index: PageIndex, subject: Subject, name: str
) -> WorkspaceEdit | None:
    """What the editor has to change; None for nothing. Raises UsageError and RefusedError."""
    target = subject.target
    page = knowledge.page(target.file)
    if page is None or knowledge.view.state.kinds.get(target.file) not in ("page", "index"):
        raise UsageError(f"{target.file} is no page that can be renamed; nothing was changed")
    if target.heading is not None:
        return protocol_values.of_edits(knowledge, heading_edits(knowledge, index, target, name))
    if page.generated:
        return planned_edit(knowledge, page.path, name)
    new = new_file(knowledge, target.file, name)
    return None if new == target.file else moved(knowledge, index, target.file, new)


def moved(knowledge: Knowledge, index: PageIndex, file: str, target: str) -> WorkspaceEdit:
    """What the editor has to change when a page gets another path, its file included."""
    edit = protocol_values.of_edits(knowledge, file_edits(knowledge, index, file, target))
    move = RenameFile(knowledge.uri(file), knowledge.place.path(target).as_uri())
    return WorkspaceEdit(document_changes=[*(edit.document_changes or ()), move])


# What Obsidian, Windows or a link cannot have in a name.
_FORBIDDEN = re.compile(r'[\[\]|#^\\/:*?"<>\x00-\x1f]')
# A link by one of these finds the page by what it says of itself, whatever its file is called.
_BY_PAGE = frozenset({"alias", "redirect"})


def new_file(knowledge: Knowledge, file: str, name: str) -> str:
    """The file a page gets that is to be called so. Raises UsageError where it cannot be."""
    name = name.strip().removesuffix(".md")
    if not name or name.startswith("."):
        raise UsageError("a page needs a name; nothing was changed")
    sign = _FORBIDDEN.search(name)
    if sign is not None:
        raise UsageError(f"a page's name cannot hold {sign[0]!r}; nothing was changed")
    stem = name if knowledge.profile.is_vault else layout.slug(name)
    target = "/".join(filter(None, (layout.directory(file), f"{stem}.md")))
    check_free(knowledge, file, target)
    return target


def check_free(knowledge: Knowledge, file: str, target: str) -> None:
    """Raise UsageError where a page cannot have this path: it, or its name, is another page's."""
    others = {each.casefold() for each in knowledge.view.state.files if each != file}
    if target.casefold() in others:
        raise UsageError(f"{target} is there already; nothing was changed")
    stem = layout.stem(layout.page_path(target))
    namesakes = set(knowledge.view.state.names.resolve(stem).files) - {file}
    if namesakes:
        also = f"{min(namesakes)} is called so, too: links by the name would mean both; nothing was changed"
        raise UsageError(also)


def file_edits(knowledge: Knowledge, index: PageIndex, file: str, target: str) -> Iterator[Edit]:
    """What changes in texts when a file gets another path: links to it, and its heading and title where they
    are its name."""
    renames = layout.stem(layout.page_path(file)) != layout.stem(layout.page_path(target))
    page = knowledge.page(file)
    retitled = list(_title_edits(page, target)) if renames and page is not None else []
    yield from retitled
    done: set[tuple[str, tuple[int, int]]] = set()
    for source, link, found in links_to(knowledge, index, Target(file)):
        if len(found.files) != 1 or found.rung in _BY_PAGE or (found.rung == "title" and not retitled):
            continue
        there = knowledge.page(source)
        where = _target_spans(there.text, link) if there is not None else None
        if there is None or where is None or where.target[0] == where.target[1]:
            continue
        if (source, where.target) in done:
            continue  # several links have one definition
        done.add((source, where.target))
        raw = there.text[slice(*where.target)]
        new = _write_target(knowledge, raw, link, (file, target, source))
        if new != raw:
            yield Edit(source, *where.target, new)
    if page is not None and layout.directory(file) != layout.directory(target):
        yield from _own_link_edits(knowledge, page, target)


def _target_spans(text: str, link: Link) -> LinkSpans | None:
    """Where a link says what it leads to: within it, or in the definition that it names."""
    return spans(text, link) or definition_spans(text, link)


def _write_target(knowledge: Knowledge, raw: str, link: Link, files: tuple[str, str, str]) -> str:
    """How a link's target is written once the file has its new path; in the manner of the old one.

    files: the page's old path, its new one, and that of the page with the link.
    """
    file, target, source = files
    suffix = ".md" if unquote(raw).endswith(".md") else ""
    path = layout.page_path(target)
    if link.kind == "wiki":
        if (
            "/" in raw
            and raw.strip("/").removesuffix(".md") != layout.page_path(file)
            and _target_stays(file, target)
        ):
            return f"{raw.rpartition('/')[0]}/{layout.stem(path)}{suffix}"
        if "/" in raw:
            return f"{'/' if raw.startswith('/') else ''}{path}{suffix}"
        stem = layout.stem(path)
        return (stem if _is_alone(knowledge.view.state.files, file, fold_target(stem)) else path) + suffix
    root = raw.startswith("/") or _is_from_root(knowledge, unquote(raw), file, source)
    written = target if root else link_form.relative(target, target if source == file else source)
    written = link_form.destination(written) if root else written
    if raw.startswith("./") and not written.startswith("."):
        written = f"./{written}"
    return ("/" if raw.startswith("/") else "") + written.removesuffix(".md") + suffix


def _is_alone(files: frozenset[str], file: str, stem: str) -> bool:
    """Whether no page but ``file`` has this name, folded, an index or a source included."""
    paths = (layout.page_path(each) for each in files if each.endswith(".md") and each != file)
    return not any(fold_target(layout.stem(path)) == stem for path in paths)


def _target_stays(file: str, target: str) -> bool:
    return layout.directory(file) == layout.directory(target)


def _is_from_root(knowledge: Knowledge, raw: str, file: str, source: str) -> bool:
    """Whether a Markdown link's path counts from the root, not from the page it stands on."""
    here = layout.join(layout.directory(source), raw)
    return here is not None and file not in (here, f"{here}.md")


def _own_link_edits(knowledge: Knowledge, page: ParsedPage, target: str) -> Iterator[Edit]:
    """Links by steps from the page's old directory, once it lies in another."""
    for link in page.document.links:
        where = spans(page.text, link)
        if where is None or link.kind != "markdown":
            continue
        raw = page.text[slice(*where.target)]
        found: Resolution = knowledge.view.resolve(page.file, link)
        here = layout.join(layout.directory(page.file), unquote(raw))
        if raw and not raw.startswith("/") and here in found.files and here != page.file:
            yield Edit(page.file, *where.target, link_form.relative(here, target))


def _title_edits(page: ParsedPage, target: str) -> Iterator[Edit]:
    """The page's heading and title, where they are its file's name, as the new name has it."""
    stem, name = layout.stem(page.path), layout.stem(layout.page_path(target))
    first = next((each for each in page.document.headings if each.level == 1), None)
    if first is not None and fold_target(first.text) == fold_target(stem):
        yield retitled(page, first, name)
    title = page.fields.get("title")
    if isinstance(title, str) and fold_target(title) == fold_target(stem):
        found = re.compile(r"^title:[ \t]*(?P<value>[^\r\n]*)", re.M).search(page.text, 0, page.body)
        if found is not None:
            plain = re.fullmatch(r"[^\W\d_][\w .,()-]*", name) is not None and name.strip() == name
            yield Edit(
                page.file, *found.span("value"), name if plain else json.dumps(name, ensure_ascii=False)
            )


def retitled(page: ParsedPage, heading: Heading, text: str) -> Edit:
    """The edit that gives a heading another text, its marks left alone."""
    at = page.text.find(heading.text, heading.start, heading.end) if heading.text else heading.end
    at = heading.end if at < 0 else at
    return Edit(page.file, at, at + len(heading.text), text)


def heading_edits(knowledge: Knowledge, index: PageIndex, target: Target, text: str) -> Iterator[Edit]:
    """What changes in texts; ``target`` has a heading. Raises UsageError where it cannot be."""
    page = knowledge.page(target.file)
    heading = None if page is None else under_cursor.heading_named(page, target.heading or "")
    if page is None or heading is None:
        raise UsageError(f"there is no heading {target.heading!r}; nothing was changed")
    if page.generated:
        raise UsageError("wikic writes the headings of this page; nothing was changed")
    text = " ".join(text.split())
    if not text or any(sign in text for sign in ("[[", "]]", "|", "#", "^")):
        raise UsageError(
            "links cannot name a heading that is empty or holds [[ ]] | # ^; nothing was changed"
        )
    yield retitled(page, heading, text)
    done: set[tuple[str, tuple[int, int]]] = set()
    for source, link, _ in links_to(knowledge, index, target):
        there = knowledge.page(source)
        where = _target_spans(there.text, link) if there is not None else None
        if there is None or where is None or where.part is None or (source, where.part) in done:
            continue
        done.add((source, where.part))
        start, end = where.part
        last = there.text.rfind("#", start, end) + 1 or start
        yield Edit(source, last, end, text if link.kind == "wiki" else link_form.anchor(text))


def planned_edit(knowledge: Knowledge, path: str, title: str) -> WorkspaceEdit | None:
    """What the editor has to change; None when the page is called so.

    Raises UsageError for a title that cannot be, RefusedError for one that would lose something or bring a
    finding.
    """
    from wikic.evolve import by_hand, carry_out
    from wikic.wiki.workspace import Workspace

    name = knowledge.config.wiki.title
    space = Workspace.open(knowledge.place.root, name, tree=knowledge.tree())
    decisions = by_hand.rename(space, path, title)
    if decisions is None:
        return None
    _, changes = carry_out.plan_workspace(space, name, decisions)
    written = {each.path for each in changes.changes if isinstance(each, Write)}
    gone = {each.path for each in changes.changes if isinstance(each, Delete)}
    old = layout.page_file(path)
    new = layout.page_file("/".join(filter(None, (layout.directory(path), layout.page_stem(title)))))
    renamed = {old: new} if old in gone and new in written else {}
    return protocol_values.of_changes(knowledge, changes.changes, renamed)
