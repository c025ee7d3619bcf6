"""Tells where a document changed what a person had reworded; their words stay on the page, and hide it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from wikic import layout
from wikic.model.digest import Digest
from wikic.model.page import Overlay
from wikic.text.normalise import normalise
from wikic.wiki.changes_on_disk import Notice

_Pages = Iterable[tuple[str, str, Overlay]]  # group, page path and overlay
_SHOWN = 200  # characters of a sentence in a notice


@dataclass(frozen=True, slots=True)
class Reworded:
    """A fact of a document that is extracted anew, in a person's words.

    path: of the page it stands on.
    id: of the statement.
    words: the person's.
    """

    path: str
    id: str
    words: str


def reworded(pages: _Pages, digests: Iterable[Digest]) -> list[Reworded]:
    """The reworded facts that rest on these digests, in the order of pages."""
    ids = {each.id for digest in digests for each in digest.statements}
    if not ids:
        return []
    return [
        Reworded(path, each, words)
        for _, path, overlay in sorted(pages, key=lambda page: page[1])
        for each, words in overlay.rewordings
        if each in ids
    ]


def moved_on(
    before: Iterable[Reworded], renamed: Mapping[str, str], digests: Iterable[Digest], pages: _Pages
) -> Iterator[Notice]:
    """A notice for each of them that says something else now, or that nothing says any more.

    renamed: old statement id to new. digests, pages: as they are now.
    """
    before = list(before)
    if not before:
        return
    texts = {each.id: each.text for digest in digests for each in digest.statements}
    cited = {each for _, _, overlay in pages for each, _ in overlay.rewordings}
    for each in before:
        file, new = layout.page_file(each.path), renamed.get(each.id)
        if new in texts:
            if each.id not in texts and normalise(texts[new]) != normalise(each.words):
                yield Notice(
                    file,
                    f"the document now says {_quoted(texts[new])}; your words stay: {_quoted(each.words)}",
                )
        elif each.id not in cited:
            yield Notice(
                file,
                "the document no longer says what you reworded; your words stay, uncited: "
                f"{_quoted(each.words)}",
            )


def _quoted(text: str) -> str:
    text = normalise(text)
    return f'"{text}"' if len(text) <= _SHOWN else f'"{text[:_SHOWN]}…"'
