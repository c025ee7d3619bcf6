"""``summarize``, ``label``, ``separable``: asks for a summary of a group, for a name, and for its parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic import layout
from wikic.curator.model import bounds
from wikic.curator.model.document_evidence import supports
from wikic.curator.model.foreign_language import foreign_script
from wikic.curator.model.plain_line import foreign_path, is_path, plain_line
from wikic.curator.model.prompts import language_of, leaked
from wikic.curator.model.reply_shapes import LineReply, PartReply, SeparableReply
from wikic.curator.model.typed_call import ask, numbered
from wikic.curator.protocol import Part
from wikic.errors import ReplyError
from wikic.llm.protocol import Model
from wikic.text.normalise import fold_name

_SHOWN: Final = 60  # children: more change no summary
_CHILD: Final = 600  # characters of each (Corpus2Skill, appendix A)
_SUMMARY: Final = 600  # characters of two or three sentences
_LABEL: Final = 60
_PARTS: Final = 8
_SMALLEST: Final = 2  # members; a part of one is an entry, not a part
_NAME: Final = 60  # characters
_MEMBER: Final = 160  # characters of each that are shown


def summarize(model: Model, children: Sequence[str]) -> str:
    """Two or three sentences over what a group's children say; "" where the model gives none that hold."""
    return _said(model, "summarize", children, _SUMMARY)


def label(model: Model, children: Sequence[str]) -> str:
    """A short name for a group; "" where the model gives none that holds."""
    return _said(model, "label", children, _LABEL)


def _said(model: Model, operation: str, children: Sequence[str], limit: int) -> str:
    if not children:
        return ""
    step = max(1, len(children) // _SHOWN)
    shown = [bounds.one_line(each, _CHILD) for each in children[::step]][:_SHOWN]
    asked = "\n".join(f"- {each}" for each in shown)
    try:
        reply = ask(model, operation, language_of("und", asked), asked, LineReply)
    except ReplyError:
        return ""
    return line(reply.line, shown, limit)


def line(raw: str, evidence: Sequence[str], limit: int) -> str:
    """``raw`` as a plain line, where ``evidence`` holds all its names and it is no path; else ""."""
    text = plain_line(raw).text
    if not any(char.isalnum() for char in text) or len(text) > limit or is_path(text):
        return ""
    if leaked(text, evidence) or foreign_path(text, evidence) or foreign_script(text, " ".join(evidence)):
        return ""
    return text if supports(text, evidence) else ""


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
