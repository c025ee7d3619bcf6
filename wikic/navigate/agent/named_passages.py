"""Passages that a model names: facts by handle, pages, documents or parts of them, as it was shown them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.model.answer import Evidence
from wikic.model.page import Citation
from wikic.navigate.agent.fact_handles import Handles
from wikic.navigate.answer.model_evidence import evidence_of
from wikic.navigate.found_parts import parts_of
from wikic.navigate.library import Library
from wikic.navigate.read_so_far import Reading
from wikic.navigate.token_estimate import tokens

# A document by its number and, behind a stroke, one of its parts: 2, 2/3.
_PART: Final = re.compile(r"(\d{1,6})(?:\s*[/.:]\s*(\d{1,6}))?")


@dataclass(frozen=True, slots=True)
class Passages:
    """What a list of names means.

    evidence: in order, each once, as much as fits. left: how many more there were.
    unknown: names that mean nothing that was shown, and no page.
    """

    evidence: tuple[Evidence, ...]
    left: int
    unknown: tuple[str, ...]


class NamedPassages:
    """Looks up what a model names, in one wiki and by the numbers of one run."""

    def __init__(self, library: Library, handles: Handles, reading: Reading) -> None:
        self._library = library
        self._handles = handles
        self._reading = reading

    def find(self, names: Sequence[str], limit: int) -> Passages:
        """limit: tokens of all of them; the first is there, however long it is."""
        found: dict[tuple[str, str], Evidence] = {}
        unknown: dict[str, None] = {}
        for name in names:
            held = list(self._of(name.strip().strip("[]^ ")))
            if not held:
                unknown[name[:60]] = None
            for each in held:
                found.setdefault((each.page, each.fact or each.text), each)
        kept: list[Evidence] = []
        for each in found.values():
            limit -= tokens(each.text)
            if limit < 0 and kept:
                break
            kept.append(each)
        return Passages(tuple(kept), len(found) - len(kept), tuple(unknown))

    def _of(self, name: str) -> Iterator[Evidence]:
        handle = name.upper()
        part = _PART.fullmatch(name)
        if not name:
            return
        if handle in self._handles:
            yield self._fact(handle)
        elif part is not None:
            yield from self._part(self._reading.digest(int(part[1])), int(part[2] or 0))
        else:
            path = self._library.resolve(name).path
            if path is not None and path.startswith(f"{layout.DIGESTS_DIR}/"):
                yield from self._part(path, 0)
            elif path is not None:
                yield from self._page(path)

    def _fact(self, handle: str) -> Evidence:
        shown = self._handles[handle]
        title, _, rest = shown.about.partition("\n")
        return Evidence(
            shown.page,
            title,
            shown.fact,
            shown.text,
            shown.citations,
            rest,
            "",
            0.0,
            kind=shown.kind,
            holder=shown.holder,
        )

    def _page(self, path: str) -> Iterator[Evidence]:
        view = self._library.view(path)
        for fact in view.facts if view is not None else ():
            if view is not None:
                yield evidence_of(view, fact, self._library)

    def _part(self, digest: str | None, number: int) -> Iterator[Evidence]:
        """The sentences of a document, or of the one part that is wanted; 0 for all."""
        source = self._library.source(digest) if digest is not None else None
        article = self._library.article(source.article) if source is not None else None
        if source is None or article is None:
            return
        for place, blocks in enumerate(parts_of(article), start=1):
            for block in blocks if number in (0, place) else ():
                if block.kind != "heading":
                    about = "\n".join((article.date or "", block.section))
                    cites = (Citation(source.digest, block.id),)
                    yield Evidence(source.digest, article.title, "", block.text, cites, about, "", 0.0)
