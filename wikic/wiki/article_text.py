"""A written article as Markdown: plain words and, behind each sentence, the link by its id. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from wikic.markdown.escape import escape
from wikic.model.written import Part, Sentence
from wikic.text import cjk
from wikic.wiki.page_blocks import GENERATED_SECTIONS, MARK

# A sentence with its id, "" for one that says so itself.
Said = tuple[Sentence, str]
_ROW: Final = "|"


def write_article(parts: Sequence[tuple[Part, Sequence[Said]]]) -> str:
    """The text of an article, without outer blank lines; parts of which nothing is left are left out."""
    return "\n\n".join("\n\n".join(_blocks(part, said)) for part, said in parts if said)


def _blocks(part: Part, said: Sequence[Said]) -> Iterator[str]:
    if part.heading and part.heading not in GENERATED_SECTIONS:  # by those a page's own sections are known
        yield f"## {escape(part.heading)}"
    if part.form == "table":
        yield "\n".join(_rows(part, said))
    elif part.form == "timeline":
        yield "\n".join(f"- **{escape(each.cells[0])}**: {_stated(each, id)}" for each, id in said)
    else:
        chinese = all(cjk.is_cjk(each.cells[-1]) for each, _ in said)
        yield ("" if chinese else " ").join(_stated(each, id) for each, id in said)


def _stated(sentence: Sentence, id: str) -> str:
    return f"{escape(sentence.cells[-1])}[{MARK}][{id}]"


def _rows(part: Part, said: Sequence[Said]) -> Iterator[str]:
    yield _row(map(escape, part.head))
    yield _ROW + "---|" * len(part.head)
    for each, id in said:
        *cells, _ = map(escape, each.cells)
        yield _row([*cells, _stated(each, id)])


def _row(cells: Iterable[str]) -> str:
    return f"{_ROW} " + f" {_ROW} ".join(each.replace(_ROW, f"\\{_ROW}") for each in cells) + f" {_ROW}"
