"""A page of the wiki as a document of its skills: what an agent reads, and what brings it to its like."""

from __future__ import annotations

from dataclasses import dataclass

from wikic.document.document_words import document_words
from wikic.navigate.library import Library
from wikic.navigate.tools.reading_form import Item, PageRead, items_of
from wikic.navigate.tools.result import Reading
from wikic.progress import Progress
from wikic.schema.library.document_features import DocumentFeatures
from wikic.text.language import guess

_OPENING = 800  # characters in which phrases are looked up, as in ``schema.library``


@dataclass(frozen=True, slots=True)
class Entry:
    """One page.

    path: page path. title, summary: of the page.
    text: Markdown an agent reads: statements with numbers of their sources, and these below them.
    leaf: title and words, as topics are found by.
    """

    path: str
    title: str
    summary: str
    text: str
    leaf: DocumentFeatures


def entries(library: Library, progress: Progress) -> list[Entry]:
    """Every knowledge page of the wiki, in order of path; one that goes meanwhile is left out."""
    paths = sorted(library.catalogue.pages)
    progress.phase("read", len(paths))
    found: list[Entry] = []
    for path in paths:
        progress.advance()
        entry = _entry(library, path)
        if entry is not None:
            found.append(entry)
    return found


def _entry(library: Library, path: str) -> Entry | None:
    view = library.view(path)
    if view is None:
        return None
    reading = Reading()
    items = tuple(each for each in items_of(library, view, reading) if each.kind != "backlinks")
    said = "\n".join(each.text for each in items if each.kind != "relation")
    code = guess(f"{view.title}\n{view.summary}\n{said}")
    page = PageRead(path, view.title, view.type, view.aliases, view.tags, view.summary, items, 0, len(items))
    return Entry(
        path,
        view.title,
        view.summary or _first(items),
        f"{page.text()}\n{_sources(library, reading)}",
        DocumentFeatures(path, view.title, code, (), document_words(view.title, said, code), said[:_OPENING]),
    )


def _first(items: tuple[Item, ...]) -> str:
    """The first thing a page without summary says, on one line."""
    return next((" ".join(each.text.split()) for each in items if each.kind != "relation"), "")


def _sources(library: Library, reading: Reading) -> str:
    """The documents behind the numbers, with titles and keys; nothing where the page cites none."""
    lines: list[str] = []
    for digest, number in reading.numbers.items():
        source = library.source(digest)
        named = f"{source.title} ({source.key})" if source is not None else digest
        lines.append(f"[{number}] {named}\n")
    return "".join(["\n## Sources\n", *lines]) if lines else ""
