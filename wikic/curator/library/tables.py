"""Tables, runs of pairs and code as passages; a number never stands with a label it did not stand with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from wikic.curator.library.line_kinds import Words
from wikic.curator.library.passage import NO_LEAD, LeadIn, Passage
from wikic.curator.library.plain_words import plain
from wikic.markdown.bullet_lines import fenced, table
from wikic.text.structured_blocks import Part

_YEAR: Final = re.compile(r"\b(?:19|20)\d{2}\b")
_UNIT: Final = re.compile(r"^[(（][^()（）]{2,80}[)）]$")
_PAGE: Final = re.compile(r"\d{1,3}")
_MOST_CAPTIONS: Final = 6  # lines above a table, the nearest ones
MOST_ROWS: Final = 40
_NEAR_SECTION: Final = 10  # rows
_MOST_HEADS: Final = 16  # rows above a table that stays as it is
_MOST_LINES: Final = 40  # rows of a table that stays as it is
_MOST_CODE: Final = 80  # lines of code in one bullet
_LONGEST_PAIR: Final = 1500  # characters of one record


def rows(parts: Sequence[Part], lead: LeadIn, place: tuple[str, ...]) -> Iterator[Passage]:
    """A table with bars; a long one in groups, each with its caption and header."""
    head = parts[0].piece.head
    width = max(len(head), *(len(part.piece.cells) for part in parts))
    header = [_cell(cell) for cell in (*head, *[""] * (width - len(head)))]
    caption = [lead.text] if lead.text else []
    for group in _evenly(parts, MOST_ROWS):
        body = [[_cell(cell) for cell in (*part.piece.cells, *[""] * width)][:width] for part in group]
        text = "\n".join([*caption, table([header, *body])])
        yield Passage("table", text, (*lead.blocks, *(part.number for part in group)), place)


def _evenly(parts: Sequence[Part], most: int) -> Iterator[Sequence[Part]]:
    """Stretches of nearly one length, none longer than ``most``."""
    count = -(-len(parts) // most)
    for at in range(count):
        yield parts[at * len(parts) // count : (at + 1) * len(parts) // count]


def _cell(text: str) -> str:
    return plain(text.replace("\\|", "|"))


def figures(
    parts: Sequence[Part], lead: LeadIn, place: tuple[str, ...], words: Words, above: Sequence[Part] = ()
) -> Iterator[Passage]:
    """A table that lost its bars: rebuilt where its columns leave no doubt, else as its lines stand.

    above: the heading rows of a table that ends where this one begins.
    """
    if parts[0].piece.head:
        yield from _rebuilt(parts, heading_rows(parts), lead, place, words)
    else:
        yield from _as_it_stands(parts, lead, place, words, above)


def heading_rows(parts: Sequence[Part]) -> list[Part]:
    """The captions and heads of a table: the rows above its first row of numbers."""
    if parts[0].piece.head:
        return [part for part in parts if part.piece.level < 0]
    opening = next((at for at, part in enumerate(parts) if _is_row(part)), len(parts))
    # Behind the last year come the labels of sections, which hold for their own rows alone.
    years = [at for at in range(opening) if _YEAR.search(" ".join(parts[at].piece.cells))]
    end = years[-1] + 1 if years else max(opening - 1, 0)
    below = parts[end].piece.cells if end < len(parts) else ()
    return list(parts[: end + (len(below) == 1 and _UNIT.match(below[0]) is not None)])


def _captions(parts: Sequence[Part], words: Words) -> list[Part]:
    return [part for part in parts if part.piece.cells[0] and not _leads_nowhere(part, words)]


def _rebuilt(
    parts: Sequence[Part], above: Sequence[Part], lead: LeadIn, place: tuple[str, ...], words: Words
) -> Iterator[Passage]:
    """The caption, a header with unit and columns, the rows; one with other numbers stays in one cell."""
    heads = parts[0].piece.head
    with_years = next((part for part in above if len(part.piece.cells) > 1), None)
    unit = with_years.piece.cells[0] if with_years is not None else ""
    unit = "" if any(head.startswith(unit) for head in heads) else unit
    captions = [part for part in _captions(above, words) if len(part.piece.cells) == 1]
    captions = [part for part in captions if part.piece.cells[0] not in heads]
    caption = " ".join(
        filter(None, [lead.text, _one_line([part.piece.cells[0] for part in captions[-_MOST_CAPTIONS:]])])
    )
    fixed = [*lead.blocks, *(part.number for part in above if not _leads_nowhere(part, words))]
    body = [part for part in parts if part.piece.level >= 0 and not _leads_nowhere(part, words)]
    if not unit and _is_section(body[0]) and body[0].piece.cells[0].startswith(("(", "（")):
        unit = body[0].piece.cells[0]
        fixed.append(body.pop(0).number)
    header = [unit, *heads]
    # No label of a section is repeated: where its rows end is not told.
    for group in _stretches(body):
        text = table([header, *(_row(part, len(heads)) for part in group)])
        text = f"{caption}\n{text}" if caption else text
        numbers = tuple(sorted({*fixed, *(part.number for part in group)}))
        yield Passage("table", text, numbers, place)


def _stretches(body: Sequence[Part]) -> Iterator[Sequence[Part]]:
    """The rows in stretches of nearly one length that begin with a section's label where one is near."""
    start = even = 0
    for group in _evenly(body, MOST_ROWS):
        even += len(group)
        near = range(even, max(start, even - _NEAR_SECTION), -1) if even < len(body) else ()
        end = next((at for at in near if _is_section(body[at])), even)
        yield body[start:end]
        start = end


def _is_section(part: Part) -> bool:
    return len(part.piece.cells) == 1 and not any(map(str.isdigit, part.piece.cells[0]))


def _row(part: Part, width: int) -> list[str]:
    label, *values = part.piece.cells
    if part.piece.level > 0:
        return [label, *values]
    return [" ".join([label, *values]), *[""] * width]


def _one_line(lines: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(line.strip(" ,") for line in lines))


def _as_it_stands(
    parts: Sequence[Part], lead: LeadIn, place: tuple[str, ...], words: Words, above: Sequence[Part]
) -> Iterator[Passage]:
    """Its lines, a row each, with what stands above the first row over every stretch.

    A row with fewer numbers than a full one stays on the lines it had: which cell is blank is not told.
    """
    kept = [part for part in parts if not _leads_nowhere(part, words)]
    if not any(map(str.isalpha, "".join(cell for part in kept for cell in part.piece.cells))):
        return  # numbers of pages and notes
    head = [part for part in heading_rows(kept) if not _leads_nowhere(part, words)] if kept else []
    body = kept[len(head) :]
    head = [*(part for part in above if not _leads_nowhere(part, words)), *head][:_MOST_HEADS]
    caption = [lead.text] if lead.text else []
    width = _width(body)
    for stretch in _evenly(body, _MOST_LINES) if body else [[]]:
        group = [*head, *stretch]
        text = "\n".join([*caption, fenced("\n".join(_lines(part, width) for part in group))])
        numbers = tuple(sorted({*lead.blocks, *(part.number for part in group)}))
        if group:
            yield Passage("code", text, numbers, place)


def _width(rows: Sequence[Part]) -> int:
    """How many numbers a full row has: the most that two rows have."""
    counts = Counter(len(part.piece.cells) - 1 for part in rows if _is_row(part))
    return max((width for width, count in counts.items() if count > 1), default=0)


def _lines(part: Part, width: int) -> str:
    label, *values = part.piece.cells
    if _is_row(part) and len(values) < width:
        return "\n".join(line.strip() for line in part.piece.text.split("\n") if line.strip())
    if _is_row(part) and width and len(values) == width + 1 and _PAGE.fullmatch(values[-1]):
        values.pop()  # the number of the page, below the last row
    if not _is_row(part) or len(values) <= width:
        return "  ".join([label, *values]).strip()
    lines = [label]
    for value in values:  # a year among numbers opens the rows of that year
        if _YEAR.fullmatch(value):
            lines.append(value)
        else:
            lines[-1] += f"  {value}"
    return "\n".join(lines).strip()


def _leads_nowhere(part: Part, words: Words) -> bool:
    label = part.piece.cells[0]
    return words.is_navigation(label) or words.is_boilerplate(label)


def _is_row(part: Part) -> bool:
    label, *values = part.piece.cells
    return bool(label and values) and not all(len(value) == 4 and value.isdigit() for value in values)


def definitions(parts: Sequence[Part], place: tuple[str, ...]) -> Iterator[Passage]:
    """Terms with what stands indented below each: "latest: Print the last reading."."""
    for part in parts:
        term, meaning = (plain(cell) for cell in part.piece.cells)
        colon = "" if term.endswith((":", "：")) else ":"
        yield Passage("sentence", f"{term}{colon} {meaning}", (part.number,), place)


def record(parts: Sequence[Part], lead: LeadIn, place: tuple[str, ...]) -> Iterator[Passage]:
    """A run of pairs as one bullet; a very long one in several."""
    group: list[Part] = []
    for part in parts:
        if group and sum(len(each.piece.text) for each in group) + len(part.piece.text) > _LONGEST_PAIR:
            yield _record(group, lead, place)
            group = []
        group.append(part)
    yield _record(group, lead, place)


def continued(before: Passage, following: Passage, keys: Sequence[str]) -> Passage | None:
    """A record with the pairs behind it; None where they are another record, of the same keys."""
    size = len(before.text) + len(following.text)
    told = {line.removeprefix("- ").partition(":")[0] for line in before.text.split("\n")}
    apart = before.place != following.place or before.form != "record" or not told.isdisjoint(keys)
    if apart or size > _LONGEST_PAIR:
        return None
    more = "\n".join(f"- {line.removeprefix('- ')}" for line in following.text.split("\n"))
    return Passage("record", f"{before.text}\n{more}", (*before.blocks, *following.blocks), before.place)


def tell_themselves(found: list[Passage], run: Sequence[Part], lead: LeadIn, place: tuple[str, ...]) -> bool:
    """Whether a record of the same first key stands below the same heading: "CVE: …" tells which is which.

    The heading is taken from the one in ``found`` then.
    """
    opening = f"{lead.text}\n- {plain(run[0].piece.text).partition(':')[0]}:"
    led = [at for at, each in enumerate(found) if each.place == place and each.form == "record"]
    for at in led:
        if found[at].text.startswith(opening):
            found[at] = replace(
                found[at],
                text=found[at].text.removeprefix(f"{lead.text}\n- "),
                blocks=tuple(each for each in found[at].blocks if each not in lead.blocks),
            )
            return True
    first = opening.removeprefix(f"{lead.text}\n- ")
    return any(found[at].text.startswith(first) for at in led)


def _record(parts: Sequence[Part], lead: LeadIn, place: tuple[str, ...]) -> Passage:
    lines = [plain(part.piece.text) for part in parts]
    first = lead.text or (lines.pop(0) if len(lines) > 1 else "")
    text = (
        "\n".join(filter(None, [first, *(f"- {line}" for line in lines)]))
        if lines and first
        else "".join(lines)
    )
    numbers = tuple(sorted({*lead.blocks, *(part.number for part in parts)}))
    return Passage("record" if "\n" in text else "sentence", text, numbers, place)


def code(parts: Sequence[Part], lead: LeadIn, place: tuple[str, ...], gap: str = "\n\n") -> Iterator[Passage]:
    """Code as it stands, below what announces it; a very long one in stretches.

    Paragraphs of output that follow each other are one piece of it, with ``gap`` between them.
    """
    if len(parts) > 1 and not any(part.piece.mark for part in parts):
        runs = [list(parts)]
    else:
        runs = [[part] for part in parts]
    for run in runs:
        lines = gap.join(part.piece.text.strip("\n") for part in run).split("\n")
        # Whose lines they are: the blank ones between two paragraphs belong to the first.
        tall = (part.piece.text.strip("\n").count("\n") + gap.count("\n") for part in run)
        owners = [part for part, height in zip(run, tall, strict=True) for _ in range(height)]
        rows = [*zip(lines, owners, strict=False)]
        for at in range(0, len(rows), _MOST_CODE):
            shown = rows[at : at + _MOST_CODE]
            stretch = "\n".join(line for line, _ in shown)
            if stretch.strip():
                text = "\n".join(filter(None, [lead.text, fenced(stretch, run[0].piece.mark)]))
                numbers = dict.fromkeys(part.number for line, part in shown if line.strip())
                yield Passage("code", text, (*lead.blocks, *numbers), place)
        lead = NO_LEAD
