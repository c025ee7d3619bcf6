"""Text that has no format, or has lost it, as Markdown: the one place where structure is guessed.

What stands in a text by its lines alone (a heading, an item, a row, who speaks) is told by ``segment_pieces``
and written as the Markdown that says so. Markdown stays as it came; reStructuredText has its own reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from wikic.document import nodes
from wikic.document.write import write_document
from wikic.model.article import Article
from wikic.text.full_dates import day_of, stamped_day
from wikic.text.normalise import CJK, normalise
from wikic.text.segment_pieces import pieces
from wikic.text.sentences import mostly_cjk
from wikic.text.structure_marks import Piece
from wikic.wiki.documents.rst import is_restructured, read_tree
from wikic.wiki.documents.subtitles import has_subtitles, read_subtitles

# What nobody types by chance: a heading with its sign, the rule of a table, a callout, a footnote, a box that
# folds, a formula; a fence, a container, a box or tab of a site generator; a link, a wikilink, a shortcode.
_MARKDOWN: Final = re.compile(
    r"^ {0,3}(?:#{1,6} \S|\|?(?: *:?-{3,}:? *\|)+ *:?-{0,}:? *$|> ?\[!|\[\^[^\]\s]+\]:|<(?:details|summary)\b"
    r"|\$\$(?:.*\$\$)?[ \t]*$)|^[ \t]*(?:```|~~~(?!~)|:{3,} ?\{?[a-z]|(?:!!!|\?\?\?\+?) [a-z]|===[!+]? \")"
    r"|\]\([^)\s]+\)|\[\[[^\W\d][^\[\]\n]*\]\]|\{\{[<%] .* [>%]\}\}|\{% [\w ].* %\}",
    re.M,
)
_WHOLE_FENCE: Final = re.compile(
    r"\s*?^ {0,3}(?P<mark>`{3,}|~{3,})[ \t]*\n(?P<inside>(?:(?! {0,3}(?P=mark)).*\n)+) {0,3}(?P=mark)\s*",
    re.M,
)
# A fence holds prose where one line in this many, or more, ends a sentence and few hold signs of code.
_PROSE_LINES: Final = 8
_SENTENCE_END: Final = re.compile(r"[.!?。！？][\"'”’」』)]*(?=\s|$)|[。！？]")
_CODE_SIGN: Final = re.compile(r"[{}<>;=$\\|]|\w\(|^[ \t]*(?:def|import|return|if|for|#|//|\$)[ \t]")
_HAN: Final = re.compile(f"[{CJK}]")
_SET_OFF: Final = re.compile(r"(?<![\w/\\])_([^\W_](?:[^_\n]{0,200}[^\s_])?)_(?![\w/\\])")
_ORDERED: Final = re.compile(r"(\d{1,9})([.)])")
_DEEPEST: Final = 6
_LINE: Final = re.compile(r"\[([^\]\n]{1,40})\] ([^:\[\]\n]{1,38}): (.*)")  # "[2024-03-04 08:02] Anna: …"
_DAY: Final = 2  # level of the heading that names a day of a conversation


def as_markdown(article: Article) -> Article:
    """``article``, its text with the structure that its lines tell, written as Markdown."""
    text = without_fence(article.text)
    if has_subtitles(text):
        said = read_subtitles(text)
        article, text = replace(article, author=article.author or said.author or None), said.text
    if is_restructured(text):
        return replace(article, text=write_document(read_tree(text)))
    if _MARKDOWN.search(text):
        return article
    first, _, rest = text.lstrip().partition("\n")
    titled = bool(rest.strip()) and normalise(first) == article.title and first.rstrip()[-1] not in ".。"
    blocks = read_plain(rest if titled else text, article.language).blocks
    if titled:
        blocks = (nodes.Header(1, _words(article.title)), *blocks)
    return replace(article, text=write_document(nodes.Document(blocks)))


def without_fence(text: str) -> str:
    """What stands in a fence around a whole document of prose; other texts as they are.

    Corpora wrap texts so to keep their line breaks; read as code nothing in them could be cited.
    """
    fence = _WHOLE_FENCE.fullmatch(text)
    return fence["inside"] if fence is not None and _is_prose(fence["inside"].split("\n")) else text


def _is_prose(lines: Sequence[str]) -> bool:
    """Whether lines are sentences rather than code."""
    filled = [line for line in lines if line.strip()]
    ends = sum(len(_SENTENCE_END.findall(line)) for line in filled)
    if mostly_cjk("\n".join(filled)):
        return ends > 0
    signs = sum(_CODE_SIGN.search(line) is not None for line in filled)
    return ends * _PROSE_LINES >= len(filled) and signs * 4 <= len(filled)


def read_plain(text: str, language: str) -> nodes.Document:
    """The tree of a text without marks; never raises."""
    if said := _transcript(text):
        return nodes.Document(tuple(_talk(said)))
    found = [piece for piece in pieces(text, language) if piece.text.strip()]
    return nodes.Document(tuple(_blocks(found, language)))


def _blocks(found: Sequence[Piece], language: str) -> Iterator[nodes.Block]:
    for shape, run in groupby(found, key=_family):
        parts = list(run)
        if shape == "heading":
            for piece in parts:
                yield nodes.Header(min(max(piece.level, 1), _DEEPEST), _words(piece.text))
        elif shape == "item":
            yield from _lists(_entries(parts))
        elif shape == "pair":
            yield nodes.BulletList(tuple(_pair(piece) for piece in parts))
        elif shape == "figure":
            for _, rows in groupby(parts, key=lambda piece: piece.group):
                yield from _table(list(rows))
        elif shape == "code":
            for piece in parts:
                yield nodes.CodeBlock("", piece.text.strip("\n"))
        elif shape == "turn":
            yield from _turns(parts)
        elif shape == "quote":
            for piece in parts:
                yield nodes.BlockQuote(read_plain(piece.text, language).blocks)
        else:
            for _, lines in groupby(parts, key=lambda piece: piece.group):
                yield _paragraph(list(lines))


def _family(piece: Piece) -> str:
    """Pieces of one family that follow each other are one block, or several of a kind."""
    return "prose" if piece.shape in ("prose", "line", "label") else piece.shape


# --- paragraphs -------------------------------------------------------------------------------------


def _words(text: str) -> nodes.Inlines:
    """Words on one line; those between underscores are set off, as books in plain text have them."""
    parts = _SET_OFF.split(" ".join(text.split()))
    marked = (
        nodes.Emph((nodes.Text(each),)) if at % 2 else nodes.Text(each) for at, each in enumerate(parts)
    )
    return tuple(each for each in marked if not isinstance(each, nodes.Text) or each.text) or (
        nodes.Text(""),
    )


def _paragraph(parts: Sequence[Piece]) -> nodes.Para:
    """Sentences in a row; what stood on a line of its own stays on one."""
    inlines: list[nodes.Inline] = []
    before: Piece | None = None
    for piece in parts:
        if before is not None:
            alone = "prose" not in (piece.shape, before.shape)
            inlines.append(nodes.LineBreak() if alone else nodes.Text(_between(before.text, piece.text)))
        inlines += _words(piece.text)
        before = piece
    return nodes.Para(_joined(inlines))


def _between(before: str, after: str) -> str:
    """What parts two sentences: nothing in scripts without spaces."""
    dense = _HAN.match(after[:1]) or (_HAN.match(before.rstrip()[-1:]) and not after[:1].isascii())
    return "" if dense else " "


def _joined(inlines: Sequence[nodes.Inline]) -> nodes.Inlines:
    """Texts that follow each other as one."""
    found: list[nodes.Inline] = []
    for each in inlines:
        if isinstance(each, nodes.Text) and found and isinstance(found[-1], nodes.Text):
            found[-1] = nodes.Text(found[-1].text + each.text)
        elif not isinstance(each, nodes.Text) or each.text:
            found.append(each)
    return tuple(found)


def _pair(piece: Piece) -> nodes.ListItem:
    """``Key: value``, or a term and what it means, as an item whose key stands out."""
    if piece.cells:
        key, value = piece.cells
        key = key if key.endswith((":", "：")) else f"{key}:"
    else:
        bare = " ".join(piece.text.split())
        sign = "：" if "：" in bare and ":" not in bare.partition("：")[0] else ":"
        head, _, value = bare.partition(sign)
        key = head + sign
    said = (nodes.Text(f" {value.strip()}"),) if value.strip() else ()
    return nodes.ListItem((nodes.Para((nodes.Strong(_words(key)), *said)),))


# --- lists ------------------------------------------------------------------------------------------


def _entries(parts: Sequence[Piece]) -> list[tuple[int, str, nodes.Blocks]]:
    """Items in order: indent, mark, what stands in each."""
    found: list[tuple[int, str, nodes.Blocks]] = []
    for _, run in groupby(parts, key=lambda piece: piece.group):
        own = list(run)
        found.append((own[0].level, own[0].mark, (_paragraph(own),)))
    return found


def _lists(entries: Sequence[tuple[int, str, nodes.Blocks]]) -> Iterator[nodes.Block]:
    """The lists of a run of items, nested by their indents; another kind of mark begins another list."""
    at = 0
    while at < len(entries):
        indent, mark, _ = entries[at]
        kind = _kind(mark)
        items: list[nodes.ListItem] = []
        while at < len(entries):
            depth, own, blocks = entries[at]
            if depth > indent and items:
                end = at
                while end < len(entries) and entries[end][0] > indent:
                    end += 1
                last = items[-1]
                items[-1] = replace(last, blocks=(*last.blocks, *_lists(entries[at:end])))
                at = end
                continue
            if items and (depth < indent or _kind(own) != kind):
                break
            items.append(nodes.ListItem(blocks, None, own if kind else ""))
            at += 1
        yield _list(items, kind)


def _kind(mark: str) -> str:
    """The delimiter of a number that Markdown knows, "" for every other mark."""
    found = _ORDERED.fullmatch(mark)
    return found[2] if found is not None else ""


def _list(items: Sequence[nodes.ListItem], kind: str) -> nodes.Block:
    if not kind:
        return nodes.BulletList(tuple(items))
    start = int(items[0].marker.rstrip(".)") or 1)
    return nodes.OrderedList(start, tuple(items), "." if kind == "." else ")")


# --- tables -----------------------------------------------------------------------------------------


def _table(rows: Sequence[Piece]) -> Iterator[nodes.Block]:
    """A table whose columns are known; where they are in doubt each row is a line as it stands."""
    head = rows[0].head
    body = [piece for piece in rows if piece.level > 0]
    if not head or not body:
        yield nodes.CodeBlock("", "\n".join("  ".join(filter(None, piece.cells)) for piece in rows))
        return
    width = max(len(head) + 1, *(len(piece.cells) for piece in body))
    above = [_beside(piece, head) for piece in rows if piece.level < 0]
    if any(above):
        broken = (each for text in above if text for each in (nodes.LineBreak(), *_words(text)))
        yield nodes.Para(tuple(broken)[1:])
    lines = [("", *head)]
    lines += [piece.cells if piece in body else (piece.text,) for piece in rows if piece.level >= 0]
    made = [nodes.Row(tuple(_words(each) for each in (*line, *[""] * width)[:width])) for line in lines]
    plain: nodes.Alignment = ""
    yield nodes.Table(made[0], (plain,) * width, tuple(made[1:]))


def _beside(piece: Piece, head: Sequence[str]) -> str:
    """What a row above the first numbers says beside the heads of the columns."""
    said = [cell for cell in piece.cells if cell and cell not in head]
    return "" if " ".join(piece.cells) in head else " ".join(said)


# --- conversations ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Said:
    """What is said at a time; "" for a day, stamp or speaker that nobody gives."""

    day: str
    stamp: str
    speaker: str
    text: str


def _transcript(text: str) -> list[_Said]:
    """What the readers of exports give (``chat.transcript``); nothing for any other text."""
    lines = [line for line in text.split("\n") if line.strip()]
    found = [_LINE.fullmatch(line) for line in lines]
    if not all(found):
        return []
    told = (each.groups() for each in found if each is not None)
    return [_Said(stamped_day(stamp), stamp, speaker, said) for stamp, speaker, said in told]


def _turns(parts: Sequence[Piece]) -> Iterator[nodes.Block]:
    said: list[_Said] = []
    for _, run in groupby(parts, key=lambda piece: piece.group):
        own = list(run)
        text = " ".join(" ".join(piece.cells[0].split()) for piece in own)
        day = own[0].head[0] if own[0].head else ""
        said.append(_Said(day, own[0].cells[-1] if len(own[0].cells) > 1 else "", own[0].mark, text))
    return _talk(said)


def _talk(said: Iterable[_Said]) -> Iterator[nodes.Block]:
    """Who says what, a paragraph each; a day is a heading."""
    day = ""
    for each in said:
        if each.day and each.day != day:
            day = each.day
            yield nodes.Header(_DAY, _words(day))
        if each.speaker:
            time = _time(each.stamp, day)
            label = nodes.Strong(_words(f"{each.speaker}:"))
            before = (nodes.Text(f"{time} "),) if time else ()
            yield nodes.Para((*before, label, nodes.Text(f" {each.text}")))
        elif not day_of(each.text):  # what names the day is its heading
            yield nodes.Para(_words(each.text))


def _time(stamp: str, day: str) -> str:
    """When something was said, without the day above it and the marks around it."""
    return " ".join(stamp.replace(day, " ").split()).strip(" []()-–—,") if stamp else ""
