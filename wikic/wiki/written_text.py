"""A written article as Markdown: plain words and, behind each sentence, the link by its id. Pure.

The id is a hash of the words, so a page tells by itself which sentences are still as they were written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from wikic import layout
from wikic.markdown.escape import escape, unescape
from wikic.model.written import Part, Sentence
from wikic.text import cjk
from wikic.wiki.page_blocks import GENERATED_SECTIONS, MARK, SENTENCE_CITATION

# A sentence with its id, "" for one that says so itself.
Said = tuple[Sentence, str]
_ROW: Final = "|"
_ENTRY: Final = re.compile(r"[-*+] \*\*(?P<day>.+?)\*\*: (?P<event>.*)")
_CELLS: Final = re.compile(r"(?<!\\)\|")


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


# --- reading ----------------------------------------------------------------------------------------


def linked_sentences(markdown: str) -> tuple[str, ...]:
    """The ids of the sentences that a text links, in order."""
    return tuple(SENTENCE_CITATION.findall(markdown))


def is_sentence(text: str) -> bool:
    """Whether a text is the id of a sentence of an article."""
    return text.startswith("w")


def completed(markdown: str, paragraph: str, ids: Collection[str]) -> str:
    """A person's paragraph with the sentences of the article's own behind it that are not among ``ids``."""
    end = 0
    for link in SENTENCE_CITATION.finditer(paragraph):
        said, end = paragraph[end : link.end()].strip(), link.end()
        if link[1] not in ids:
            markdown += ("" if cjk.is_cjk(said) else " ") + said
    return markdown


def without_fallen(markdown: str, ids: Collection[str]) -> str:
    """A person's text without the sentences of an article that are not among ``ids`` any more.

    Only those go that stand word for word as they were written. What people made of others is theirs and
    loses the link, which would lead nowhere.
    """
    if all(each in ids for each in SENTENCE_CITATION.findall(markdown)):
        return markdown
    gap = "\n" if markdown.startswith("\n") else ""
    kept: list[str] = []
    prose: list[str] = []
    for line in [*markdown.strip("\n").split("\n"), None]:
        cells = _cells(line) if line is not None else None
        if line is not None and cells is None:
            prose.append(line)
            continue
        if prose:
            kept.append(_prose_without("\n".join(prose), ids))
            prose = []
        if line is not None and cells is not None:
            gone = [each for each in SENTENCE_CITATION.findall(line) if each not in ids]
            if layout.sentence_id(cells) not in gone:
                kept.append(SENTENCE_CITATION.sub(lambda link: link[0] if link[1] in ids else "", line))
    said = "\n".join(each for each in kept if each)
    return gap + said if said else ""


def _cells(line: str) -> tuple[str, ...] | None:
    """The words of an entry of a timeline or a row of a table that links its sentence; None for others."""
    if not SENTENCE_CITATION.search(line):
        return None
    bare = SENTENCE_CITATION.sub("", line).strip()
    entry = _ENTRY.fullmatch(bare)
    if entry is not None:
        return unescape(entry["day"]), unescape(entry["event"])
    if bare.startswith(_ROW) and bare.endswith(_ROW):
        return tuple(unescape(each.strip()) for each in _CELLS.split(bare)[1:-1])
    return None


def _prose_without(text: str, ids: Collection[str]) -> str:
    said, end = "", 0
    for link in SENTENCE_CITATION.finditer(text):
        words = text[end : link.start()]
        end = link.end()
        if link[1] in ids:
            said += words + link[0]
        else:
            begins = _begins(words, link[1])
            said += words if begins is None else words[:begins].rstrip()
    return (said + text[end:]).strip()


def _begins(words: str, id: str) -> int | None:
    """Where in what stands before a link its sentence begins, None where that is not as it was written."""
    starts = range(len(words))
    return next((at for at in starts if layout.sentence_id([unescape(words[at:].strip())]) == id), None)
