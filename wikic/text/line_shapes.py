"""What shape a run of lines has: title, term with its meaning, paragraph."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import Final

from wikic.text import letter_heads, listings, sentences, structure_marks
from wikic.text.headings import MAX_TITLE, NO_TITLE, capital_line
from wikic.text.script import mostly_cjk

# "- Search these sites:  * The harbour's"
_ITEM_INSIDE: Final = re.compile(
    r"^([ \t]*)([*•▪-][ \t]+)?((?![*•▪-][ \t])\S[^\n|`]*[:：])[ \t]{1,3}([*•▪])[ \t]+(?=\w)", re.M
)
_SENTENCE_END: Final = re.compile(r"[.!?。！？][\"'”’」』)]*(?=\s|$)|[。！？]")
_HAN_WIDTH: Final = 32  # characters
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
    head = letter_heads.opening(lines)
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
        if structure_marks.ITEM.match(lines[at]) and not line[:1].isspace() and _is_short_han(lines[end - 1]):
            break
        above = lines[end - 1].rstrip()
        if capital_line(line) and (above.endswith(":") or _SENTENCE_END.search(above[-3:])):
            break
        end += 1
    return end


def _is_short_han(line: str) -> bool:
    """A line of Chinese that nothing broke: what follows it is no part of it."""
    return len(line.strip()) < _HAN_WIDTH and mostly_cjk(line)


def is_definition(lines: Sequence[str]) -> bool:
    """Whether a paragraph is a term with its meaning indented below, as manual pages have them."""
    term = lines[0].strip()
    said = any(map(str.isalnum, term)) and not _SENTENCE_END.search(term[-2:]) and not {":", "："} & {*term}
    if len(lines) < 2 or len(term) > _LONGEST_TERM or not said:
        return False
    depth = structure_marks.indent(lines[0])
    return all(structure_marks.indent(line) >= depth + 2 for line in lines[1:]) and not listings.is_code(
        lines[1:]
    )


def overlined(lines: Sequence[str], at: int) -> bool:
    """Whether a heading stands between two equal rules, as reStructuredText has its titles."""
    if at + 2 >= len(lines) or not structure_marks.RULE.match(lines[at]) or not lines[at + 1].strip():
        return False
    rule = lines[at].strip()
    return len(set(rule)) == 1 and lines[at + 2].strip() == rule


def is_signature(lines: Sequence[str], at: int, end: int) -> bool:
    """Whether one line is the last above a rule, as a name is at the end of a letter."""
    below = [line for line in lines[end : end + 2] if line.strip()]
    return end == at + 1 and len(below) == 1 and structure_marks.RULE.match(below[0]) is not None
