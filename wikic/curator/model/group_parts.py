"""``separable``: asks into which parts a page or directory that has grown large can be split."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic import layout
from wikic.curator.model import bounds
from wikic.curator.model.group_label import line
from wikic.curator.model.prompts import language_of
from wikic.curator.model.reply_shapes import PartReply, SeparableReply
from wikic.curator.model.typed_call import ask, numbered
from wikic.curator.protocol import Part
from wikic.llm.protocol import Model
from wikic.text.normalise import fold_name

_PARTS: Final = 8
_SMALLEST: Final = 2  # members; a part of one is an entry, not a part
_NAME: Final = 60  # characters
_MEMBER: Final = 160  # characters of each that are shown


def separable(model: Model, name: str, members: Sequence[tuple[str, str]]) -> tuple[Part, ...]:
    """2 to 8 parts with members of their own, or none; members beyond the first 300 are not looked at."""
    shown = members[: bounds.MEMBERS]
    if len(shown) < 2 * _SMALLEST:
        return ()
    texts = [f"{text}" for _, text in shown]
    asked = f"{bounds.one_line(name, bounds.NAME)}\n{numbered(texts, _MEMBER)}"
    said = ask(model, "separable", language_of("und", "\n".join(texts)), asked, SeparableReply)
    return _taken(said.parts, name, shown)


def _taken(replies: Sequence[PartReply], name: str, members: Sequence[tuple[str, str]]) -> tuple[Part, ...]:
    texts = [name, *(text for _, text in members)]
    used: set[int] = set()
    called = {layout.slug(fold_name(name))}
    parts: list[Part] = []
    for reply in replies:
        title = line(reply.name, texts, _NAME)
        numbers = [each for each in dict.fromkeys(reply.members) if 0 < each <= len(members)]
        own = [each for each in numbers if each not in used]
        if not title or layout.slug(fold_name(title)) in called or len(own) < _SMALLEST:
            continue
        called.add(layout.slug(fold_name(title)))
        used.update(own)
        description = line(reply.description, texts, bounds.LINE)
        parts.append(Part(title, description, tuple(members[each - 1][0] for each in own)))
    return tuple(parts) if 2 <= len(parts) <= _PARTS else ()
