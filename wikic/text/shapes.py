"""What shape a run of lines has: title, heading, table, code, paragraph."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import Final

from wikic.text import marks, sentences
from wikic.text.piece import Piece
from wikic.text.script import mostly_cjk

# A first line up to this length, alone above the text, is its title.
MAX_HEADING: Final = 400  # characters of a line that may be a heading
MAX_TITLE: Final = 80
# A fence holds prose where one line in this many, or more, ends a sentence and few hold signs of code.
_PROSE_LINES: Final = 8

_CHAPTER: Final = re.compile(
    r"^(?:chapter|book|part|volume|canto|act|scene|letter|section|appendix|day|kapitel|chapitre"
    r"|capítulo|capitolo)\b"
    r"[^.!?]{0,60}\.?$",
    re.I,
)
_BOOK: Final = re.compile(r"^(?:book|part|volume)\b", re.I)
_FRONTMATTER: Final = re.compile(r"\A---[ \t]*\n(?:.*\n)*?---[ \t]*(?:\n|\Z)")
_SENTENCE_END: Final = re.compile(r"[.!?。！？][\"'”’」』)]*(?=\s|$)|[。！？]")
_CODE_SIGN: Final = re.compile(r"[{}<>;=$\\|]|\w\(|^[ \t]*(?:def|import|return|if|for|#|//|\$)[ \t]")
# Signs that prose with prices and brackets does not have.
_MACHINE: Final = re.compile(
    r"\S\s+\|\s+\S.*\s\|\s|[{};]\s*$|^\s*(?:[$#>%]\s+\S|</?\w|\[\w+\]\s|[-+]{1,2}\w+=|@\w+|\w+\s*=\s*\S)"
    r"|\w=[\w\"'/$]|\w\(\)|\w+::\w+|(?:/[\w.-]+){3,}|\w:\\\w|</\w+>|(?<=\s)--\w[\w-]+"
    r"|\b[\w.]+\(\w*\.(?:java|py|js|c):\d+\)|^\s*at [\w.$]+\("
    r"|^\s*(?:(?:async )?def|class) \w+[(:]|^\s*from [\w.]+ import |^\s*import [\w.]+$"
    r"|^\s*(?:if|for|while|elif|else|try|except|with)\b.*:$"
    r"|^\s*(?:sudo|cd|ls|pip|npm|git|apt|apt-get|docker|curl) [\w./-]"
)
# A line of a contents page.
_PAGE_AT_END: Final = re.compile(r"\S(?:\s{3,}|\s*\.{3,}\s*)[\divxlc]{1,5}\s*$")
_DRAWN_RULE: Final = re.compile(r"^\s*\+(?:[-=]+\+)+\s*$")
_DRAWN: Final = re.compile(r"^\s*[+|].*[+|]\s*$")
_MOST_DRAWN: Final = 200  # lines
_HAN_WIDTH: Final = 32  # characters
_LONGEST_TERM: Final = 60  # characters
_NO_TITLE: Final = re.compile(r"[。；]|[.!?;:,！？：，、…]['\"”’」』)]*$")
_ANCHOR: Final = re.compile(r"(?:〔\s*[0-9０-９]{1,3}\s*〕|[⑴-⒇①-⑳]|\[\d{1,3}\])+$")
_NUMBERED: Final = re.compile(r"^(?P<number>\d{1,2}(?:\.\d{1,2}){0,4})\.?[ \t]+(?=[^\W\d_])")


def body(text: str) -> list[str]:
    """The lines of a document without frontmatter, and without a fence around the whole of its prose."""
    front = _FRONTMATTER.match(text)
    return _unfenced(text[front.end() if front else 0 :].split("\n"))


def _unfenced(lines: list[str]) -> list[str]:
    """The lines inside a fence that holds a whole document of prose; other lines as they are.

    Corpora wrap texts so to keep their line breaks; read as code nothing in them could be cited.
    """
    filled = [at for at, line in enumerate(lines) if line.strip()]
    fence = marks.FENCE.match(lines[filled[0]]) if len(filled) > 2 else None
    if fence is None or fence.group(3).strip():
        return lines
    after, _ = code(lines, filled[0], fence.group(2))
    if after != filled[-1] + 1 or marks.FENCE.match(lines[filled[-1]]) is None:
        return lines
    inside = lines[filled[0] + 1 : filled[-1]]
    return inside if _is_prose([lines[at] for at in filled[1:-1]]) else lines


def _is_prose(lines: list[str]) -> bool:
    """Whether lines are sentences rather than code."""
    ends = sum(len(_SENTENCE_END.findall(line)) for line in lines)
    if mostly_cjk("\n".join(lines)):
        return ends > 0
    signs = sum(_CODE_SIGN.search(line) is not None for line in lines)
    return ends * _PROSE_LINES >= len(lines) and signs * 4 <= len(lines)


def title(lines: Sequence[str]) -> tuple[int, str]:
    """The line after a title above the text and the title; 0 and nothing where the text just begins.

    A title stands alone above something else, or is repeated by the words right under it.
    """
    filled = [at for at, line in enumerate(lines) if line.strip()]
    if len(filled) < 2:
        return 0, ""
    first, second = filled[:2]
    found = lines[first].strip()
    if len(found) > MAX_TITLE or _NO_TITLE.search(_ANCHOR.sub("", found)):
        return 0, ""
    if not any(char.isalnum() for char in found) or len(sentences.split(found)) > 1:
        return 0, ""
    patterns = (marks.ATX, marks.FENCE, marks.ITEM, marks.QUOTE, marks.RULE)
    if any(pattern.match(lines[first]) for pattern in patterns) or "|" in found:
        return 0, ""
    if second > first + 1 or lines[second].strip().startswith(found):
        return first + 1, found
    return 0, ""


# --- code -------------------------------------------------------------------------------------------


def code(lines: Sequence[str], at: int, mark: str, *, deep: bool = False) -> tuple[int, str]:
    """The code of the fence at ``at`` and the line after it; an unclosed fence runs to the end.

    deep: the fence stands in a list item and may be indented further.
    """
    closing = re.compile(rf"^{'[ ]*' if deep else ' {0,3}'}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$")
    end = at + 1
    while end < len(lines) and not closing.match(lines[end]):
        end += 1
    inside = lines[at + 1 : end]
    return end + 1, dedented(inside) if deep else "\n".join(inside)


def dedented(lines: Sequence[str]) -> str:
    """Lines without the indent that all of them have, and without empty ones at the ends."""
    indents = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    least = min(indents, default=0)
    return "\n".join(line[least:] if line.strip() else "" for line in lines).strip("\n")


def indented_end(lines: Sequence[str], at: int) -> int:
    """The line after an indented run that begins at ``at``; empty lines within belong to it."""
    least = marks.indent(lines[at])
    least = min(least, 4) if least >= 4 else least
    end = last = at + 1
    while end < len(lines) and (not lines[end].strip() or marks.indent(lines[end]) >= least):
        end += 1
        last = end if lines[end - 1].strip() else last
    return last


def announces_code(lines: Sequence[str], at: int) -> bool:
    """Whether the paragraph before line ``at`` ends in ``::``, as reStructuredText announces code."""
    before = at - 1
    while before >= 0 and not lines[before].strip():
        before -= 1
    return (
        before >= 0 and lines[before].rstrip().endswith("::") and not lines[before].lstrip().startswith("..")
    )


def is_code(lines: Sequence[str]) -> bool:
    """Whether lines without a fence were written for or by a machine."""
    filled = [line for line in lines if line.strip()]
    signs = sum(_MACHINE.search(line) is not None for line in filled)
    ends = sum(line.rstrip().endswith((".", "!", "?", "。")) for line in filled)
    return bool(filled) and signs * 2 >= len(filled) and ends * 4 <= len(filled)


# --- tables -----------------------------------------------------------------------------------------


def opens_table(lines: Sequence[str], at: int) -> bool:
    """Whether a table with bars has its header at line ``at``."""
    if "|" not in lines[at] or at + 1 >= len(lines) or "|" not in lines[at + 1]:
        return False
    return marks.TABLE_RULE.match(lines[at + 1]) is not None


def _cells(line: str) -> list[str]:
    bare = line.strip().removeprefix("|")
    bare = bare[:-1] if bare.endswith("|") and not bare.endswith("\\|") else bare
    return [cell.strip() for cell in marks.PIPE.split(bare)]


def table(lines: Sequence[str], at: int) -> tuple[int, list[Piece]]:
    """The line after the table whose header is at ``at``, and its rows: ``header: cell; header: cell``."""
    header = _cells(lines[at])
    rows: list[Piece] = []
    end = at + 2
    while end < len(lines) and "|" in lines[end] and lines[end].strip():
        cells = _cells(lines[end])
        named = [
            f"{name}: {cell}" if name else cell for name, cell in zip(header, cells, strict=False) if cell
        ]
        named += [cell for cell in cells[len(header) :] if cell]
        rows.append(Piece("row", "; ".join(named), "row", at, 0, "", tuple(header), tuple(cells)))
        end += 1
    return end, rows


# --- paragraphs and headings ------------------------------------------------------------------------


def paragraph_end(lines: Sequence[str], at: int, stops: Container[int] = ()) -> int:
    """The line after the paragraph, item or quotation at ``at``; ``stops`` are lines that end it."""
    end = at + 1
    while end < len(lines):
        line = lines[end]
        if not line.strip() or end in stops or marks.ITEM.match(line) or marks.ATX.match(line):
            break
        if end == at + 1 and underlined(lines, at):
            return end + 1
        if marks.FENCE.match(line) or marks.BARE.match(line):
            break
        if marks.RULE.match(line):  # a setext underline belongs to the paragraph above it
            return end + 1 if line.strip()[0] in marks.UNDERLINES and end == at + 1 else end
        if bool(marks.QUOTE.match(line)) != bool(marks.QUOTE.match(lines[at])):
            break
        if marks.ITEM.match(lines[at]) and not line[:1].isspace() and _is_short_han(lines[end - 1]):
            break
        if _capital_line(line) and _SENTENCE_END.search(lines[end - 1].rstrip()[-3:]):
            break
        end += 1
    return end


def _is_short_han(line: str) -> bool:
    """A line of Chinese that nothing broke: what follows it is no part of it."""
    return len(line.strip()) < _HAN_WIDTH and mostly_cjk(line)


def is_definition(lines: Sequence[str]) -> bool:
    """Whether a paragraph is a term with its meaning indented below, as manual pages have them."""
    if (
        len(lines) < 2
        or len(lines[0].strip()) > _LONGEST_TERM
        or _SENTENCE_END.search(lines[0].rstrip()[-2:])
    ):
        return False
    depth = marks.indent(lines[0])
    return all(marks.indent(line) >= depth + 2 for line in lines[1:]) and not is_code(lines[1:])


def underlined(lines: Sequence[str], at: int) -> bool:
    """Whether a rule of one character stands below a line and is as long: tildes so are no fence."""
    rule, words = lines[at + 1].strip(), lines[at].strip()
    if not marks.RULE.match(lines[at + 1]) or len(set(rule)) != 1 or rule[0] not in "~^+":
        return False
    return abs(len(rule) - len(words)) <= 2 and (at + 2 >= len(lines) or not lines[at + 2].strip())


def overlined(lines: Sequence[str], at: int) -> bool:
    """Whether a heading stands between two equal rules, as reStructuredText has its titles."""
    if at + 2 >= len(lines) or not marks.RULE.match(lines[at]) or not lines[at + 1].strip():
        return False
    rule = lines[at].strip()
    return len(set(rule)) == 1 and lines[at + 2].strip() == rule


def is_section(lines: Sequence[str], at: int) -> bool:
    """Whether line ``at`` is a heading like "2.1 Requests", which stands alone."""
    line = lines[at]
    found = _NUMBERED.match(line) if line[:1].isdigit() else None
    if found is None or "." not in found["number"] or len(line) > MAX_TITLE or _NO_TITLE.search(line.strip()):
        return False
    above, below = lines[at - 1] if at else "", lines[at + 1] if at + 1 < len(lines) else ""
    return not above.strip() and not below.strip() and not _PAGE_AT_END.search(line)


def drawn_end(lines: Sequence[str], at: int) -> int:
    """The line after what is drawn with bars and plus signs from line ``at`` on; 0 where nothing is."""
    end = at
    while end < len(lines) and lines[end].strip() and end - at < _MOST_DRAWN:
        end += 1
    drawn = sum(_DRAWN.match(line) is not None for line in lines[at:end])
    rules = sum(_DRAWN_RULE.match(line) is not None for line in lines[at:end])
    return end if rules >= 2 and drawn * 2 >= end - at else 0


def heading_level(lines: Sequence[str], *, alone: bool, sections: bool = False) -> int:
    """The level of a heading of plain text that is a paragraph of its own; 0 for other paragraphs.

    sections: the document numbers its headings, so "2. Messages" is one.
    """
    # No heading is longer than a paragraph's line, and runs of dots are searched from each of them.
    if not alone or len(lines) > 2 or len(lines[-1]) > MAX_HEADING or _PAGE_AT_END.search(lines[-1]):
        return 0
    if is_heading(lines):
        return 1 if _BOOK.match(lines[0].strip()) else 2
    bare = lines[0].strip()
    numbered = _NUMBERED.match(bare)
    if len(lines) == 1 and numbered is not None and len(bare) <= MAX_TITLE and not _NO_TITLE.search(bare):
        deep = "." in numbered["number"]
        first = sections and lines[0][:1].isdigit()
        return numbered["number"].count(".") + 1 if deep or first else 0
    return 0


def is_heading(lines: Sequence[str]) -> bool:
    """Headings of plain text: one or two lines alone, in capitals or "Chapter I"."""
    text = " ".join(line.strip() for line in lines)
    if len(lines) > 2 or len(text) > 80 or text[:1] in "\"“'‘[(_" or text[-1:] in ",;":
        return False
    return _capitals(text) or (len(lines) == 1 and _CHAPTER.match(text) is not None)


def _capitals(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    cased = [char for char in letters if char.lower() != char.upper()]
    # Two Latin capitals in a Chinese sentence make no heading of it.
    return len(letters) >= 3 and len(cased) * 2 > len(letters) and all(char.isupper() for char in cased)


def _capital_line(line: str) -> bool:
    """A line in capitals that can be nothing but a heading: two words or a long one."""
    bare = line.strip()
    if not bare[:1].isalpha() or len(bare) > MAX_TITLE or bare[-1] in ".,;" or _MACHINE.search(bare):
        return False
    return sum(map(str.isalpha, bare)) >= 5 and _capitals(bare) and "_" not in bare


def leads_with_heading(lines: Sequence[str]) -> bool:
    """Whether a line in capitals stands right above other text."""
    if len(lines) < 2 or _capitals(lines[1]):
        return False
    if _capital_line(lines[0]):
        return True
    below = marks.indent(lines[1]) >= marks.indent(lines[0]) + 2
    return below and lines[0].strip().isalpha() and _capitals(lines[0])
