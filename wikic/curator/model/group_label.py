"""``summarize`` and ``label``: asks for a summary of a group of documents, and for a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic.curator.model import bounds
from wikic.curator.model.document_evidence import supports
from wikic.curator.model.foreign_language import foreign_script
from wikic.curator.model.plain_line import foreign_path, is_path, plain_line
from wikic.curator.model.prompts import language_of, leaked
from wikic.curator.model.reply_shapes import LineReply
from wikic.curator.model.typed_call import ask
from wikic.errors import ReplyError
from wikic.llm.protocol import Model

_SHOWN: Final = 60  # children: more change no summary
_CHILD: Final = 600  # characters of each (Corpus2Skill, appendix A)
_SUMMARY: Final = 600  # characters of two or three sentences
_LABEL: Final = 60


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
