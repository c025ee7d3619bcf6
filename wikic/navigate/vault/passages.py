"""A page that people wrote, cut by its tree into passages of plain words: paragraphs, items, rows, code.

A line that leads in to a short list ("A worker stops when:") says nothing without it: they are one passage,
the items on lines of their own as a statement of several lines has them (``markdown/bullet_lines.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.document.leaves import Leaf, leaves
from wikic.document.nodes import Callout, Document, Header, ListItem
from wikic.document.parse import parse_document
from wikic.document.plain import plain_text
from wikic.document.quotes import row_text
from wikic.markdown import note_lines
from wikic.model.page import Fact
from wikic.text.normalise import letters_of

# A program of hundreds of lines says hundreds of things; one passage is what fits a screen's corner.
CODE_LINES: Final = 12
_MOST_ITEMS: Final = 12
_LONGEST_LIST: Final = 800  # characters; of a longer list each item is looked for by itself
_LEADS_IN: Final = (":", "：")
# What is linked to by its name stands by itself.
_NAMED: Final = re.compile(r"(?:^|\s)\^[A-Za-z0-9-]+\s*$", re.M)
CALLOUT: Final = re.compile(r"\[!(?P<kind>[\w-]+)\][+-]?[ \t]*")
_MARKS: Final = re.compile(r"[\\`*_\[<&~=$^%]")
# A link to a place in a page without words of its own.
_PLACE: Final = re.compile(r"\[\[([^\[\]|\n]*#[^\[\]|\n]*)\]\]")
_SIZE: Final = re.compile(r"\s*\d{1,5}(?:x\d{1,5})?\s*")


@dataclass(frozen=True, slots=True)
class Cut:
    """A passage.

    start, end: offsets of its Markdown.
    text: what it says, without marks; of code its lines.
    """

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class WrittenPassage:
    """A passage of a page that wikic did not write.

    line: of its section's Markdown on which it begins, from 0.
    fact: it as a fact without citations.
    markdown: the lines from it up to the next one, as people wrote them.
    links: those in it, as ``vault.links.stored_link`` gives them.
    """

    line: int
    fact: Fact
    markdown: str
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenSection:
    """What stands under one heading of a page that wikic did not write.

    heading: plain text, "" for what stands above all headings or under the page's title.
    level: 2 for the outermost.
    anchor: place of the heading as addresses name it, "" where there is none.
    markdown: as people wrote it.
    passages: in order. links: all of them, those of the heading included.
    """

    heading: str
    level: int
    anchor: str
    markdown: str
    passages: tuple[WrittenPassage, ...] = ()
    links: tuple[str, ...] = ()


def anchor_of(heading: str) -> str:
    """The place of a heading in its page, as addresses name it: the first of that text has it."""
    # Programs make anchors in several ways; letters and digits are what they have in common.
    key = letters_of(plain_line(heading))
    return f"h-{key or layout.title_hash(heading)}"


def plain_line(markdown: str) -> str:
    """One line of Markdown as a reader sees it."""
    line = " ".join(markdown.split())
    if _MARKS.search(line) is None:
        return line
    # Of a heading all is words, also what would begin a list.
    head = next(iter(parse_document(f"# {line}").blocks), None)
    return " ".join(plain_text(head.inlines).split()) if isinstance(head, Header) else line


def cut_passages(text: str, document: Document) -> Iterator[Cut]:
    """The passages of a page, in order, without its headings. document: ``text`` as a tree."""
    found = leaves(document)
    # A box without a title is called by its kind.
    kinds = {
        each.blocks[0].span.start: f"{each.kind.capitalize()}: "
        for each in document.blocks
        if isinstance(each, Callout) and each.blocks and not each.title
    }
    at = 0
    while at < len(found):
        end = at + 1
        leaf = found[at]
        listed = _led_in(text, found, at)
        if listed is not None:
            end += listed.count("\n")
            yield Cut(leaf.span.start, found[end - 1].span.end, listed)
        elif leaf.kind == "code":
            yield from _cut_code(text, leaf)
        elif leaf.kind != "head" and not (leaf.kind == "heading" and leaf.depth == 0):
            parts = [kinds.get(leaf.span.start, ""), _passage_words(text, found, at)]
            while end < len(found) and (joint := _join_leaves(text, found[end - 1], found[end])):
                parts += [joint, _passage_words(text, found, end)]
                end += 1
            if said := "".join(parts).strip():
                yield Cut(leaf.span.start, found[end - 1].span.end, said)
        at = end


def _passage_words(text: str, found: Sequence[Leaf], at: int) -> str:
    leaf = found[at]
    if leaf.kind == "row":
        return row_text(found[leaf.head] if leaf.head is not None else None, leaf)
    said = " ".join(leaf.text.split())
    for place in _PLACE.finditer(text, leaf.span.start, leaf.span.end):
        said = said.replace(place[1].strip(), wikilink_text(place[1], None))
    task = leaf.node.task if isinstance(leaf.node, ListItem) else None
    return said if task is None else f"[{'x' if task else ' '}] {said}"


def _join_leaves(text: str, leaf: Leaf, following: Leaf) -> str:
    """What joins two leaves that say one thing: fields with what they are of, titles and terms likewise."""
    if leaf.kind in ("title", "term"):
        return ": " if following.kind in ("paragraph", "definition") else ""
    near = text.count("\n", leaf.span.end, following.span.start) < 2
    fits = leaf.kind in ("paragraph", "item", "field") and leaf.depth == following.depth
    return "; " if following.kind == "field" and fits and near else ""


def _led_in(text: str, found: Sequence[Leaf], at: int) -> str | None:
    """A paragraph with the short list that it leads in to, a line each; None where it leads in to none."""
    leaf = found[at]
    if leaf.kind != "paragraph" or not leaf.text.rstrip().endswith(_LEADS_IN):
        return None
    lines = [" ".join(leaf.text.split())]
    inside = {at}
    for number, item in enumerate(found[at + 1 :], start=at + 1):
        if item.lead not in inside:
            if item.depth > leaf.depth:
                return None  # paragraphs, tables, quotes: more than a list of words
            break
        if not isinstance(item.node, ListItem):
            return None
        written = text[item.span.start : item.span.end]
        if _NAMED.search(written) or note_lines.block_ids(written):
            return None
        inside.add(number)
        mark = f"{item.node.marker} " if item.node.marker else "- "
        lines.append(f"{'  ' * (item.depth - leaf.depth - 1)}{mark}{_passage_words(text, found, number)}")
        if len(lines) > _MOST_ITEMS + 1 or sum(map(len, lines)) > _LONGEST_LIST:
            return None
    return "\n".join(lines) if lines[1:] else None


def _cut_code(text: str, leaf: Leaf) -> Iterator[Cut]:
    lines = leaf.text.strip("\n").split("\n")
    first = text.find(lines[0], leaf.span.start)
    begin = leaf.span.start
    for at in range(0, len(lines), CODE_LINES):
        said = "\n".join(lines[at : at + CODE_LINES]).strip("\n")
        if at:
            begin = first
            for _ in range(at):
                begin = text.find("\n", begin) + 1
        if said.strip():
            yield Cut(begin, leaf.span.end, said)


def wikilink_text(target: str, text: str | None, *, embed: bool = False) -> str:
    """What a wikilink shows: its text, else its target with headings as a path through the page.

    embed: whether it is one; a text that only says how large a picture is shown is none.
    """
    target = target.removesuffix("\\")
    if text is not None and text.strip() and not (embed and _SIZE.fullmatch(text)):
        return text.strip()
    page, _, place = target.partition("#")
    if place.startswith("^"):
        place = ""
    return " > ".join(part.strip() for part in (page, *place.split("#")) if part.strip()) or target.strip()
