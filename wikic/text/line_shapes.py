"""What shape a run of lines has: title, heading, term with its meaning, paragraph, code, drawing."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import Final

from wikic.text import conversation_turns, sentences, structure_marks
from wikic.text.normalise import CJK

# Signs that prose with prices and brackets does not have.
MACHINE: Final = re.compile(
    r"\S\s+\|\s+\S.*\s\|\s|[{};]\s*$|^\s*(?:[$#>%]\s+\S|</?\w|\[\w+\]\s|[-+]{1,2}\w+=|@\w+|\w+\s*=\s*\S)"
    r"|\w=[\w\"'/$]|\w\(\)|\w::\w|(?:/[\w.-]+){3}|\w:\\\w|</\w+>|(?<=\s)--\w[\w-]+"
    r"|\b[\w.]{1,200}\(\w{0,200}\.(?:java|py|js|c):\d+\)|^\s*at [\w.$]+\("
    r"|^\s*(?:(?:async )?def|class) \w+[(:]|^\s*from [\w.]+ import |^\s*import [\w.]+$"
    r"|^\s*(?:if|for|while|elif|else|try|except|with)\b.*:$"
    r"|^\s*(?:sudo|cd|ls|pip|npm|git|apt|apt-get|docker|curl) [\w./-]"
)
# A line typed at a prompt or printed by a machine: "1> quit", "chmod +x gauge", "Unit :- 4", "alias = NORTH".
_TYPED: Final = re.compile(
    r"^(?:[|#\\]|\d+> |\$ |(?:\.{0,2}/)?[a-z][\w./-]* [+-]{1,2}\w)"
    r"|^[a-z][\w.-]*(?: -\S+)* ~?/\S+\s*$|\s:-\s|[{}<>|\\]|^\S+(?: \S+){0,3} = \S+$"
    r"|\w\(\S{0,200}\)\s+\w+\(|\$[A-Z_]{2}"
)
_HAN: Final = re.compile(f"[{CJK}]{{2}}")
_ADDRESS: Final = re.compile(r"\[?(?<!\w)\w+://\S+|\[/\S+\]")
_QUOTED_CODE: Final = re.compile(r"`[^`]+`")
_PLAIN_WORD: Final = re.compile(r"(?<!\S)[(\"“]?[^\W\d_]{2,}[,.;:)\"”]?(?!\S)")
_WORDY: Final = 8  # plain words in a line


def dedented(lines: Sequence[str]) -> str:
    """Lines without the indent that all of them have, and without empty ones at the ends."""
    indents = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    least = min(indents, default=0)
    return "\n".join(line[least:] if line.strip() else "" for line in lines).strip("\n")


def indented_end(lines: Sequence[str], at: int, most: int = 0) -> int:
    """The line after an indented run that begins at ``at``; empty lines within belong to it.

    most: how many lines to look at, 0 for all.
    """
    stop = min(at + most, len(lines)) if most else len(lines)
    least = structure_marks.indent(lines[at])
    least = min(least, 4) if least >= 4 else least
    end = last = at + 1
    while end < stop and (not lines[end].strip() or structure_marks.indent(lines[end]) >= least):
        end += 1
        last = end if lines[end - 1].strip() else last
    return last


def is_printed(line: str) -> bool:
    """Whether a line is written for or by a machine, and is no sentence; addresses tell nothing of it."""
    line = _ADDRESS.sub("", line)
    signs = _TYPED.search(line) is not None or MACHINE.search(line) is not None
    return signs and not (line.startswith("% ") or _is_wordy(line))  # "% of total" heads a column


def _is_wordy(line: str) -> bool:
    """Whether a line has so many words that it is told to people; Han script is."""
    return _HAN.search(line) is not None or len(_PLAIN_WORD.findall(line)) >= _WORDY


def is_session(lines: Sequence[str]) -> bool:
    """Whether most of the lines that stand in a step were typed or printed."""
    filled = [line.strip() for line in lines if line.strip()]
    return sum(map(is_printed, filled)) * 2 > len(filled)


def is_code(lines: Sequence[str]) -> bool:
    """Whether lines without a fence were written for or by a machine."""
    filled = [_ADDRESS.sub("x", _QUOTED_CODE.sub("x", line)) for line in lines if line.strip()]
    if sum(len(_PLAIN_WORD.findall(line)) >= _WORDY for line in filled) * 2 > len(filled):
        return False  # sentences that speak of code
    signs = sum(MACHINE.search(line) is not None for line in filled)
    ends = sum(line.rstrip().endswith((".", "!", "?", "。")) for line in filled)
    return bool(filled) and signs * 2 >= len(filled) and ends * 4 <= len(filled)


# A first line up to this length, alone above the text, is its title.
MAX_HEADING: Final = 400  # characters of a line that may be a heading
# A first line up to this length, alone above the text, is its title.
MAX_TITLE: Final = 80
NO_TITLE: Final = re.compile(r"[。；]|[.!?;:,！？：，、…]['\"”’」』)]*$")
_CHAPTER: Final = re.compile(
    r"^(?:chapter|book|part|volume|canto|act|scene|letter|section|appendix|day|kapitel|chapitre"
    r"|capítulo|capitolo)\b"
    r"[^.!?]{0,60}\.?$",
    re.I,
)
_FEWEST_SAID: Final = 4  # words of a note, below the word that it stands under
_BOOK: Final = re.compile(r"^(?:book|part|volume)\b", re.I)
# A line of a contents page.
_PAGE_AT_END: Final = re.compile(r"\S(?:\s{3,}|\s*\.{3,}\s*)[\divxlc]{1,5}\s*$")
_NUMBERED_HEADING: Final = re.compile(r"^(?P<number>\d{1,2}(?:\.\d{1,2}){0,4})\.?[ \t]+(?=[^\W\d_])")


def heading_level(lines: Sequence[str], *, alone: bool) -> int:
    """The level of a heading of plain text that is a paragraph of its own; 0 for other paragraphs."""
    # No heading is longer than a paragraph's line, and runs of dots are searched from each of them.
    if not alone or len(lines) > 2 or len(lines[-1]) > MAX_HEADING or _PAGE_AT_END.search(lines[-1]):
        return 0
    if is_heading(lines):
        return 1 if _BOOK.match(lines[0].strip()) else 2
    bare = lines[0].strip()
    numbered = _NUMBERED_HEADING.match(bare)
    if len(lines) > 1 or numbered is None or len(bare) > MAX_TITLE or NO_TITLE.search(bare):
        return 0
    deep = numbered["number"].count(".")
    return deep + 1 if deep else 0


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


def capital_line(line: str) -> bool:
    """A line in capitals that can be nothing but a heading: two words or a long one."""
    bare = line.strip()
    if not bare[:1].isalpha() or len(bare) > MAX_TITLE or bare[-1] in ".,;" or MACHINE.search(bare):
        return False
    return sum(map(str.isalpha, bare)) >= 5 and _capitals(bare) and "_" not in bare


def leads_with_heading(lines: Sequence[str]) -> bool:
    """Whether a line in capitals stands right above other text."""
    if len(lines) < 2 or _capitals(lines[1]):
        return False
    if capital_line(lines[0]):
        return True
    below = structure_marks.indent(lines[1]) >= structure_marks.indent(lines[0]) + 2
    if below and lines[0].strip().isalpha() and _capitals(lines[0]):
        return True
    return lines[0].strip().istitle() and lines[0].strip().isalpha() and all(map(_says, lines[1:]))


def _says(line: str) -> bool:
    return len(line.split()) >= _FEWEST_SAID and line.lstrip()[0] != ":"


# "- Search these sites:  * The harbour's"
_ITEM_INSIDE: Final = re.compile(
    r"^([ \t]*)([*•▪-][ \t]+)?((?![*•▪-][ \t])\S[^\n|`]*[:：])[ \t]{1,3}([*•▪])[ \t]+(?=\w)", re.M
)
_SENTENCE_END: Final = re.compile(r"[.!?。！？][\"'”’」』)]*(?=\s|$)|[。！？]")
_LONGEST_TERM: Final = 60  # characters
_ANCHOR: Final = re.compile(r"(?:〔\s*[0-9０-９]{1,3}\s*〕|[⑴-⒇①-⑳]|\[\d{1,3}\])+$")


def body(text: str) -> list[str]:
    """The lines of a document."""
    return _ITEM_INSIDE.sub(_parted, text).split("\n")


def _parted(found: re.Match[str]) -> str:
    """A line that announces a list, apart from the first item, which lost its line break."""
    depth = len(found.group(1)) + 4  # the items below it stand as deep, or less
    return f"{found.group(1)}{found.group(2) or ''}{found.group(3)}\n{' ' * depth}{found.group(4)} "


def title(lines: Sequence[str]) -> tuple[int, str]:
    """The line after a title above the text and the title; 0 and nothing where the text just begins.

    A title stands alone above something else, or right above the head of a letter or ticket, or is repeated
    by the words right under it.
    """
    filled = [at for at, line in enumerate(lines) if line.strip()]
    if len(filled) < 2:
        return 0, ""
    first, second = filled[:2]
    found = lines[first].strip()
    if len(found) > MAX_TITLE or NO_TITLE.search(_ANCHOR.sub("", found)):
        return 0, ""
    if not any(char.isalnum() for char in found) or len(sentences.split(found)) > 1:
        return 0, ""
    patterns = (structure_marks.ITEM, structure_marks.QUOTE, structure_marks.RULE)
    if any(pattern.match(lines[first]) for pattern in patterns) or "|" in found:
        return 0, ""
    head = conversation_turns.opening(lines)
    above = head is not None and head.label and second < head.end
    if second > first + 1 or lines[second].strip().startswith(found) or above:
        return first + 1, found
    return 0, ""


# --- paragraphs ------------------------------------------------------------------------


def quotation_end(lines: Sequence[str], at: int) -> int:
    """The line after the lines behind ``>`` that begin at ``at``; ``at`` where none do."""
    while at < len(lines) and structure_marks.QUOTE.match(lines[at]):
        at += 1
    return at


def unquoted(lines: Sequence[str]) -> str:
    """The text of quoted lines."""
    return "\n".join(structure_marks.QUOTE.sub("", line) for line in lines)


def paragraph_end(lines: Sequence[str], at: int, stops: Container[int] = ()) -> int:
    """The line after the paragraph, item or quotation at ``at``; ``stops`` are lines that end it."""
    end = at + 1
    while end < len(lines):
        line = lines[end]
        if (
            not line.strip()
            or end in stops
            or structure_marks.ITEM.match(line)
            or structure_marks.BARE.match(line)
        ):
            break
        if structure_marks.RULE.match(line):  # a setext underline belongs to the paragraph above it
            return end + 1 if line.strip()[0] in structure_marks.UNDERLINES and end == at + 1 else end
        if bool(structure_marks.QUOTE.match(line)) != bool(structure_marks.QUOTE.match(lines[at])):
            break
        above = lines[end - 1].rstrip()
        if capital_line(line) and (above.endswith(":") or _SENTENCE_END.search(above[-3:])):
            break
        end += 1
    return end


def is_definition(lines: Sequence[str]) -> bool:
    """Whether a paragraph is a term with its meaning indented below, as manual pages have them."""
    term = lines[0].strip()
    said = any(map(str.isalnum, term)) and not _SENTENCE_END.search(term[-2:]) and not {":", "："} & {*term}
    if len(lines) < 2 or len(term) > _LONGEST_TERM or not said:
        return False
    depth = structure_marks.indent(lines[0])
    return all(structure_marks.indent(line) >= depth + 2 for line in lines[1:]) and not is_code(lines[1:])


def is_signature(lines: Sequence[str], at: int, end: int) -> bool:
    """Whether one line is the last above a rule, as a name is at the end of a letter."""
    below = [line for line in lines[end : end + 2] if line.strip()]
    return end == at + 1 and len(below) == 1 and structure_marks.RULE.match(below[0]) is not None
