"""What may follow at the cursor: names of pages, headings, ids of blocks, files, tags."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final
from urllib.parse import unquote

from lsprotocol.types import CompletionItem, CompletionItemKind, CompletionList, TextEdit

from wikic import layout
from wikic.graph.resolve import fold_target
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import WikiView
from wikic.lsp.knowledge import Knowledge, PageIndex, best_matches
from wikic.lsp.open_documents import Positions
from wikic.lsp.protocol_values import shown
from wikic.model.link import Link
from wikic.wiki import link_form

# So many are sent; the client asks again at the next letter where there are more.
MOST: Final = 100
TRIGGERS: Final = ("[", "#", "^", "(", "/")

_WIKILINK: Final = re.compile(r"\[\[(?P<page>[^\[\]|#\n]*)(?:#(?P<mark>\^?)(?P<part>[^\[\]|\n]*))?\Z")
_MARKDOWN: Final = re.compile(r"\]\(<?(?P<page>[^()<>\s#]*)(?:#(?P<part>[^()<>\s]*))?\Z")
# The link is closed already, behind the rest of its name or of what it shows.
_CLOSED: Final = re.compile(r"[^\[\]\n]*\]\]")
_TAG: Final = re.compile(r"(?:^|(?<=[\s(]))#(?P<part>[\w/-]*)\Z")


@dataclass(frozen=True, slots=True)
class _Choice:
    """One thing to choose.

    label: what is shown and what typed letters are held against.
    kind: of thing.
    text: gives what is written.
    detail: what is shown beside the label.
    """

    label: str
    kind: CompletionItemKind
    text: Callable[[], str]
    detail: str = ""


class Completion:
    """Completes in one tree; the names of its pages are gathered once for each look at it."""

    def __init__(self, knowledge: Knowledge, index: PageIndex) -> None:
        self._knowledge = knowledge
        self._index = index
        self._names: tuple[WikiView | None, list[tuple[str, str, bool]]] = None, []

    def at(self, file: str, offset: int) -> CompletionList:
        """What may be written at an offset of a page."""
        knowledge = self._knowledge
        page, positions = knowledge.page(file), knowledge.positions(file)
        nothing = CompletionList(is_incomplete=False, items=[])
        if page is None or positions is None or page.in_code(max(offset - 1, 0)):
            return nothing
        before = positions.text[positions.line_start(offset) : offset]
        behind = positions.text[offset : positions.line_end(offset)]
        wiki, markdown, tag = _WIKILINK.search(before), _MARKDOWN.search(before), _TAG.search(before)
        if wiki is not None and wiki["part"] is None:
            close = "" if _CLOSED.match(behind) is not None else "]]"
            typed, choices = wiki["page"], self._pages(file, close)
        elif wiki is not None:
            close = "" if _CLOSED.match(behind) is not None else "]]"
            typed, choices = wiki["part"], self._places(page, _as_wikilink(wiki["page"]), wiki["mark"], close)
        elif markdown is not None and markdown["part"] is None:
            typed, choices = unquote(markdown["page"]), self._files(file)
            return self._list(positions, offset - len(markdown["page"]), offset, typed, choices)
        elif markdown is not None:
            link = Link("markdown", markdown["page"], None, None, None, False, 0, 0, 1, 1)
            typed, choices = markdown["part"], self._anchors(page, link)
        elif tag is not None and offset >= page.body:
            typed, choices = tag["part"], self._tags(tag["part"])
        else:
            return nothing
        return self._list(positions, offset - len(typed), offset, typed, choices)

    def _list(
        self, positions: Positions, start: int, end: int, typed: str, choices: Iterable[_Choice]
    ) -> CompletionList:
        found = best_matches(typed, choices, lambda each: each.label, MOST + 1)
        span = positions.range(start, end)
        items = [
            CompletionItem(
                label=shown(each.label),
                kind=each.kind,
                detail=shown(each.detail) or None,
                sort_text=f"{number:04}",
                filter_text=shown(each.label),
                text_edit=TextEdit(span, shown(each.text())),
            )
            for number, each in enumerate(found[:MOST])
        ]
        return CompletionList(is_incomplete=len(found) > MOST, items=items)

    # --- what there is to choose from -------------------------------------------------------------------

    def _pages(self, origin: str, close: str) -> Iterator[_Choice]:
        view = self._knowledge.view
        for label, file, is_alias in self._known(view):
            if file == origin:
                continue

            def text(label: str = label, file: str = file, is_alias: bool = is_alias) -> str:
                name = shortest(view, file, origin)
                return f"{name}|{label}{close}" if is_alias and "]" not in label else f"{name}{close}"

            kind = CompletionItemKind.Reference if is_alias else CompletionItemKind.File
            yield _Choice(label, kind, text, layout.page_path(file))

    def _known(self, view: WikiView) -> list[tuple[str, str, bool]]:
        """Name, file, and whether a link by it shows the name; sorted by file."""
        if self._names[0] is not view:
            found: list[tuple[str, str, bool]] = []
            profile = self._knowledge.profile
            for file in sorted(view.state.files):
                kind = view.state.kinds[file]
                path = layout.page_path(file)
                if kind == "page" or (kind == "index" and profile.is_vault):
                    names = view.state.names_of(file)
                    stem = layout.stem(path)
                    alone = len(view.state.names.stems.get(fold_target(stem), ())) < 2
                    found.append((stem if alone else path, file, False))
                    given = () if names is None else (names.title, *names.aliases)
                    found += ((each, file, True) for each in dict.fromkeys(given) if each and each != stem)
                elif profile.is_vault and not file.endswith(".md"):
                    found.append((layout.stem(file), file, False))
            self._names = view, found
        return self._names[1]

    def _places(self, page: ParsedPage, link: Link, mark: str, close: str) -> Iterator[_Choice]:
        there = self._leads(page, link)
        if there is None:
            return
        if mark:
            ids = dict.fromkeys([each.id for each in there.document.block_ids] + _fact_ids(there))
            for id in ids:
                yield _Choice(
                    id, CompletionItemKind.Constant, partial(str, f"{id}{close}"), _fact_line(there, id)
                )
            return
        for heading in there.document.headings:
            text = heading.text
            if text and not any(sign in text for sign in "[]|#^"):
                kind = CompletionItemKind.Text
                yield _Choice(text, kind, partial(str, f"{text}{close}"), "#" * heading.level)

    def _anchors(self, page: ParsedPage, link: Link) -> Iterator[_Choice]:
        there = self._leads(page, link)
        for heading in there.document.headings if there is not None else ():
            text = link_form.anchor(heading.text)
            yield _Choice(heading.text, CompletionItemKind.Text, partial(str, text), "#" * heading.level)

    def _leads(self, page: ParsedPage, link: Link) -> ParsedPage | None:
        found = self._knowledge.view.resolve(page.file, link)
        return self._knowledge.page(found.files[0]) if len(found.files) == 1 else None

    def _files(self, origin: str) -> Iterator[_Choice]:
        for file in self._knowledge.view.state.files:
            if file != origin and not file.startswith(f"{layout.SOURCES_DIR}/"):
                yield _Choice(file, CompletionItemKind.File, partial(link_form.relative, file, origin))

    def _tags(self, typed: str) -> Iterator[_Choice]:
        tags = {tag for entry in self._index.entries().values() for tag in entry.tags}
        for tag in sorted(tags - {typed}):  # what is being typed is a tag of the page already
            yield _Choice(tag, CompletionItemKind.Keyword, partial(str, tag))


def _as_wikilink(target: str) -> Link:
    return Link("wiki", target, None, None, None, False, 0, 0, 1, 1)


def _fact_ids(page: ParsedPage) -> list[str]:
    return [each.id for each in page.facts if each.id is not None]


def _fact_line(page: ParsedPage, id: str) -> str:
    at = page.text.find(f"^{id}")
    start = page.text.rfind("\n", 0, at) + 1
    return page.text[start:at].strip()[:80]


def shortest(view: WikiView, file: str, origin: str) -> str:
    """What stands between ``[[`` and ``]]`` for a file on the page ``origin``, both file paths.

    Its name where no other has it, else its whole path.
    """
    path = layout.page_path(file)
    names = view.state.names
    stem = layout.stem(path)
    alone = [each for each in names.stems.get(fold_target(stem), ()) if each != file] == []
    for name in (stem, path) if alone else (path,):
        if names.resolve(name, origin=layout.page_path(origin)).files == (file,):
            return name
    return path
