"""Article text → numbered blocks: sentences, list items, table rows, code, headings.

Reads plain text, Markdown and hard-wrapped text (Project Gutenberg), in any script, without being told
which. A fence around a whole document of prose is seen through. A block is a quote: normalised, it stands in
the normalised article, save for table rows (prefixed with their header cells) and quotations whose line
markers are left out; ``contains`` knows both and is what the linter and the writer ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wikic import layout
from wikic.model.statement import Block, BlockKind
from wikic.text import sentences
from wikic.text.normalise import CJK, normalise

# A list item beyond this is a paragraph with a bullet: cite its sentences.
MAX_ITEM: Final = 400
# Lines longer than this are paragraphs of their own, not parts of a hard-wrapped one.
WRAP_WIDTH: Final = 120
# A first line up to this length, alone above the text, is its title.
MAX_TITLE: Final = 80
# Longer headings are titles of papers, which are one sentence, or paragraphs.
LONGEST_HEADING: Final = 160
# A fence holds prose where one line in this many, or more, ends a sentence and few hold signs of code.
_PROSE_LINES: Final = 8

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
_ATX = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$")
_ITEM = re.compile(r"^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?=\S)")
_QUOTE = re.compile(r"^[ \t]{0,3}(?:>[ \t]?)+")
_RULE = re.compile(r"^[ \t]*(?:[-*_=~+][ \t]*){3,}$")
_TABLE_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_PIPE = re.compile(r"(?<!\\)\|")
_CHAPTER = re.compile(
    r"^(?:chapter|book|part|volume|canto|act|scene|letter|section|appendix|day|kapitel|chapitre"
    r"|capítulo|capitolo)\b"
    r"[^.!?]{0,60}\.?$",
    re.I,
)
_FRONTMATTER = re.compile(r"\A---[ \t]*\n(?:.*\n)*?---[ \t]*(?:\n|\Z)")
_HAN_OR_KANA = re.compile(f"[{CJK}]")
_SPACED = re.compile(r"[^\W\d_]{2,}")

_SENTENCE_END = re.compile(r"[.!?。！？][\"'”’」』)]*(?=\s|$)|[。！？]")
_CODE_SIGN = re.compile(r"[{}<>;=$\\|]|\w\(|^[ \t]*(?:def|import|return|if|for|#|//|\$)[ \t]")
_NO_TITLE = re.compile(r"[。；]|[.!?;:,！？：，、…]['\"”’」』)]*$")
_ANCHOR = re.compile(r"(?:〔\s*[0-9０-９]{1,3}\s*〕|[⑴-⒇①-⑳]|\[\d{1,3}\])+$")

_Piece = tuple[BlockKind, str]


def segment(text: str, language: str = "und") -> tuple[Block, ...]:
    """The blocks of an article in order, numbered from 1.

    ``language`` is a BCP 47 primary tag; ``zh`` and ``ja`` read every paragraph by CJK rules, other texts
    only the paragraphs that are mostly in CJK script. Never raises; a text without any letter has no block.
    """
    blocks: list[Block] = []
    section = ""
    for kind, raw in _with_words(list(_pieces(text, language)), language):
        quote = normalise(raw)
        if not quote:
            continue
        if kind == "heading":
            section = quote
        blocks.append(Block(layout.block_id(quote), quote, len(blocks) + 1, kind, section))
    return tuple(blocks)


def contains(article: str, quote: str) -> bool:
    """Whether ``quote`` stands in ``article``, up to normalisation, quotation markers and table headers."""
    wanted = normalise(quote)
    if not wanted:
        return False
    if wanted in normalise(article):
        return True
    if ">" in article and wanted in normalise(
        "\n".join(_QUOTE.sub("", line) for line in article.split("\n"))
    ):
        return True
    if "|" not in article:
        return False
    return any(kind == "row" and normalise(raw) == wanted for kind, raw in _pieces(article, "und"))


def _with_words(pieces: list[_Piece], language: str) -> Iterator[_Piece]:
    """The pieces, sentences behind a heading's sign read as sentences where they are no heading.

    Corpora have records of one line that begins with ``# ``: all of the text would be a heading, and a
    document of headings says nothing.
    """
    bare = all(kind == "heading" for kind, _ in pieces)
    for kind, raw in pieces:
        if kind != "heading" or not (is_paragraph(raw) or (bare and _SENTENCE_END.search(raw))):
            yield kind, raw
            continue
        for sentence in _sentences(raw, language):
            yield "sentence", sentence


def is_paragraph(heading: str) -> bool:
    """Whether what stands as a heading is a paragraph: long, and of several sentences."""
    return len(heading) > LONGEST_HEADING and len(sentences.split(heading)) > 1


def _pieces(text: str, language: str) -> Iterator[_Piece]:
    """Kind and raw text of every block."""
    front = _FRONTMATTER.match(text)
    lines = _unfenced(text[front.end() if front else 0 :].split("\n"))
    at, title = _title(lines)
    if title:
        yield "heading", title
    while at < len(lines):
        line = lines[at]
        fence = _FENCE.match(line)
        if not line.strip():
            at += 1
        elif fence and "`" not in fence.group(2):
            at, code = _code(lines, at, fence.group(1))
            yield "code", code
        elif (atx := _ATX.match(line)) is not None:
            at += 1
            yield "heading", atx.group(2) or ""
        elif _RULE.match(line):
            at += 1
        elif (
            "|" in line and at + 1 < len(lines) and "|" in lines[at + 1] and _TABLE_RULE.match(lines[at + 1])
        ):
            at, rows = _table(lines, at)
            yield from rows
        else:
            end = _paragraph_end(lines, at)
            yield from _paragraph(lines, at, end, language)
            at = end


def _unfenced(lines: list[str]) -> list[str]:
    """The lines inside a fence that holds a whole document of prose; other lines as they are.

    Corpora wrap texts so to keep their line breaks; read as code nothing in them could be cited.
    """
    filled = [at for at, line in enumerate(lines) if line.strip()]
    fence = _FENCE.match(lines[filled[0]]) if len(filled) > 2 else None
    if fence is None or fence.group(2).strip():
        return lines
    after, _ = _code(lines, filled[0], fence.group(1))
    if after != filled[-1] + 1 or _FENCE.match(lines[filled[-1]]) is None:
        return lines
    inside = lines[filled[0] + 1 : filled[-1]]
    return inside if _is_prose([lines[at] for at in filled[1:-1]]) else lines


def _is_prose(lines: list[str]) -> bool:
    """Whether lines are sentences rather than code."""
    ends = sum(len(_SENTENCE_END.findall(line)) for line in lines)
    if _mostly_cjk("\n".join(lines)):
        return ends > 0
    code = sum(_CODE_SIGN.search(line) is not None for line in lines)
    return ends * _PROSE_LINES >= len(lines) and code * 4 <= len(lines)


def _title(lines: list[str]) -> tuple[int, str]:
    """The line after a title above the text and the title; 0 and nothing where the text just begins.

    A title stands alone above something else, or is repeated by the words right under it.
    """
    filled = [at for at, line in enumerate(lines) if line.strip()]
    if len(filled) < 2:
        return 0, ""
    first, second = filled[:2]
    title = lines[first].strip()
    if len(title) > MAX_TITLE or _NO_TITLE.search(_ANCHOR.sub("", title)):
        return 0, ""
    if not any(char.isalnum() for char in title) or len(sentences.split(title)) > 1:
        return 0, ""
    if any(pattern.match(lines[first]) for pattern in (_ATX, _FENCE, _ITEM, _QUOTE, _RULE)) or "|" in title:
        return 0, ""
    if second > first + 1 or lines[second].strip().startswith(title):
        return first + 1, title
    return 0, ""


def _code(lines: list[str], at: int, mark: str) -> tuple[int, str]:
    """The code of the fence at ``at`` and the line after it; an unclosed fence runs to the end."""
    closing = re.compile(rf"^ {{0,3}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$")
    end = at + 1
    while end < len(lines) and not closing.match(lines[end]):
        end += 1
    return end + 1, "\n".join(lines[at + 1 : end])


def _cells(line: str) -> list[str]:
    body = line.strip().removeprefix("|")
    body = body[:-1] if body.endswith("|") and not body.endswith("\\|") else body
    return [cell.strip() for cell in _PIPE.split(body)]


def _table(lines: list[str], at: int) -> tuple[int, list[_Piece]]:
    """The rows of the table whose header is at ``at``: ``header: cell; header: cell``."""
    header = _cells(lines[at])
    rows: list[_Piece] = []
    end = at + 2
    while end < len(lines) and "|" in lines[end] and lines[end].strip():
        cells = _cells(lines[end])
        named = [
            f"{name}: {cell}" if name else cell for name, cell in zip(header, cells, strict=False) if cell
        ]
        named += [cell for cell in cells[len(header) :] if cell]
        rows.append(("row", "; ".join(named)))
        end += 1
    return end, rows


def _paragraph_end(lines: list[str], at: int) -> int:
    """The line after the paragraph, item or quotation that starts at ``at``."""
    end = at + 1
    while end < len(lines):
        line = lines[end]
        if not line.strip() or _ITEM.match(line) or _ATX.match(line) or _FENCE.match(line):
            break
        if _RULE.match(line):  # a setext underline belongs to the paragraph above it
            return end + 1 if line.strip()[0] in "=-" and end == at + 1 else end
        if bool(_QUOTE.match(line)) != bool(_QUOTE.match(lines[at])):
            break
        end += 1
    return end


def _paragraph(lines: list[str], at: int, end: int, language: str) -> Iterator[_Piece]:
    """One paragraph, item or heading in other notations than ``#``."""
    body = lines[at:end]
    if len(body) == 2 and _RULE.match(body[1]) and body[1].strip()[0] in "=-":
        yield "heading", body[0]
        return
    if _QUOTE.match(body[0]):
        body = [_QUOTE.sub("", line) for line in body]
    alone = (at == 0 or not lines[at - 1].strip()) and (end >= len(lines) or not lines[end].strip())
    if alone and _is_heading(body):
        yield "heading", " ".join(body)
        return
    item = _ITEM.match(body[0])
    if item is None and _is_cjk(body, language):
        yield from _cjk_paragraphs(body)
        return
    if item is not None:
        text = "\n".join([body[0][item.end() :], *body[1:]])
        if len(text) <= MAX_ITEM:
            yield "item", text
            return
        body = text.split("\n")
    for part in _unwrapped(body):
        for sentence in _sentences(part, language):
            yield "sentence", sentence


def _is_heading(body: list[str]) -> bool:
    """Headings of plain text: one or two lines alone, in capitals or "Chapter I"."""
    text = " ".join(line.strip() for line in body)
    if len(body) > 2 or len(text) > 80 or text[:1] in "\"“'‘[(_" or text[-1:] in ",;":
        return False
    letters = [char for char in text if char.isalpha()]
    if len(letters) >= 3 and all(char.isupper() for char in letters if char.lower() != char.upper()):
        return any(char.lower() != char.upper() for char in letters)
    return len(body) == 1 and _CHAPTER.match(text) is not None


def _unwrapped(body: list[str]) -> list[str]:
    """Hard-wrapped lines belong together; where lines are long, each is a paragraph."""
    if any(len(line) > WRAP_WIDTH for line in body):
        return body
    return ["\n".join(body)]


def _is_cjk(body: list[str], language: str) -> bool:
    return language in ("zh", "ja") or _mostly_cjk("\n".join(body))


def _cjk_paragraphs(body: list[str]) -> Iterator[_Piece]:
    """Paragraphs that indents open, as Chinese print does, in lines without a blank one between them."""
    from wikic.text import cjk  # loaded only where the text needs it

    for paragraph in cjk.paragraphs("\n".join(body)):
        if cjk.is_heading(paragraph):
            yield "heading", paragraph
            continue
        for sentence in cjk.sentences(paragraph):
            yield "sentence", sentence


def _sentences(text: str, language: str) -> list[str]:
    if language in ("zh", "ja") or _mostly_cjk(text):
        from wikic.text import cjk  # loaded only where the text needs it

        return list(cjk.sentences(text))
    return sentences.split(text)


def _mostly_cjk(text: str) -> bool:
    count = len(_HAN_OR_KANA.findall(text))
    return count > 0 and count * 2 > len(_SPACED.findall(text)) and count * 5 > len(text.strip())
