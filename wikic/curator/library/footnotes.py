"""Footnotes of Markdown: their text behind the sentence that has their mark, which says nothing alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from wikic.text.structure_marks import FOOTNOTE
from wikic.text.structured_blocks import Part

# In code it is none.
_MARK: Final = re.compile(r"(`+)[^`\n]+\1|[ \t]?\[\^([^\]\s]{1,60})\](?!\()")
_END_MARKS: Final = (".", "!", "?", "…", "。", "！", "？", ")")
_SAID: Final = ("prose", "line", "item", "quote")  # shapes that take a sentence behind them


def placed(parts: Sequence[Part]) -> list[Part]:
    """Parts without the marks of footnotes; each stands in brackets behind the first part that names it.

    One that nothing names, or that only a table or a heading names, stays where it is.
    """
    owners = _owners(parts)
    if not any(owners):
        return list(parts)
    told: dict[str, list[Part]] = {}
    for part, name in zip(parts, owners, strict=True):
        if name:
            text = FOOTNOTE.sub("", part.piece.text.lstrip())
            told.setdefault(name, []).append(replace(part, piece=replace(part.piece, text=text)))
    said = [part for part, name in zip(parts, owners, strict=True) if not name and part.piece.shape in _SAID]
    named = {name for part in said for name in _marks(part)}
    found: list[Part] = []
    for part, name in zip(parts, owners, strict=True):
        if name and name not in named:
            found += told.pop(name, [])
        elif not name:
            found += _with_notes(part, told, owners)
    return found


def _owners(parts: Sequence[Part]) -> list[str]:
    """The footnote that each part is of, "" for none."""
    owners: list[str] = []
    group = -1
    for part in parts:
        opened = FOOTNOTE.match(part.piece.text.lstrip()) if part.piece.shape in _SAID else None
        if opened is not None:
            owners.append(opened[1])
            group = part.piece.group
        else:
            owners.append(owners[-1] if owners and part.piece.group == group else "")
    return owners


def _marks(part: Part) -> list[str]:
    """The footnotes that a part names, each as often as it does."""
    found = () if part.piece.kind == "code" or "[^" not in part.piece.text else _MARK.findall(part.piece.text)
    return [name for _, name in found if name]


def _with_notes(part: Part, told: dict[str, list[Part]], known: Sequence[str]) -> Iterator[Part]:
    """A part without its marks, and what they lead to as sentences of its paragraph or item."""
    names = _marks(part)
    if not names:
        yield part
        return

    def shown(mark: re.Match[str]) -> str:
        return "" if mark[2] in known else mark.group()

    piece = part.piece
    notes = [told.pop(name, []) for name in names] if piece.shape in _SAID else []
    shape = "prose" if piece.shape == "line" and any(notes) else piece.shape
    cells = tuple(_MARK.sub(shown, cell) for cell in piece.cells)
    yield replace(part, piece=replace(piece, text=_MARK.sub(shown, piece.text), cells=cells, shape=shape))
    for note in notes:
        for at, each in enumerate(note):
            text = each.piece.text.strip()
            last = at + 1 == len(note)
            stop = (
                "." if last and shape == "prose" and not (text.endswith(_END_MARKS) or "://" in text) else ""
            )
            text = f"{'' if at else '('}{text}{stop}{')' if last else ''}"
            mark = "" if piece.shape == "item" else piece.mark
            yield replace(each, piece=replace(piece, text=text, shape=shape, mark=mark))
