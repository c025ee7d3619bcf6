"""Facts of one page that exclude each other: attributes a thing has one value of."""

from __future__ import annotations

from collections.abc import Sequence

from wikic import layout
from wikic.curator.protocol import Contradiction
from wikic.model.page import Fact, Page
from wikic.text import attributes
from wikic.text.attributes import Value


def find(pages: Sequence[Page]) -> tuple[Contradiction, ...]:
    """Pairs of facts on one page that give an attribute two values, in order of page, attribute, fact."""
    found: list[Contradiction] = []
    for page in pages:
        called = attributes.called(page.title, page.head.aliases)
        values: dict[str, list[tuple[Fact, Value]]] = {}
        for fact in page.facts:
            if fact.kind != "fact" or fact.superseded:
                continue
            for value in attributes.values(fact.text, called):
                values.setdefault(value.attribute, []).append((fact, value))
        for attribute in sorted(values):
            found.extend(_pairs(page, values[attribute]))
    return tuple(found)


def _pairs(page: Page, values: list[tuple[Fact, Value]]) -> list[Contradiction]:
    result: list[Contradiction] = []
    for at, (one, left) in enumerate(values):
        for other, right in values[at + 1 :]:
            if one.id != other.id and left.excludes(right):
                stem = layout.stem(page.path)
                result.append(
                    Contradiction(
                        left.attribute, (f"{stem}#^{one.id}", f"{stem}#^{other.id}"), (left.text, right.text)
                    )
                )
    return result
