"""``attribute``: asks a model for the lesson of slips that have one cause.

A lesson goes into every later prompt, so nothing of a document may travel in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic.curator.model import bounds
from wikic.curator.model.document_evidence import supports
from wikic.curator.model.plain_line import foreign_path, plain_line
from wikic.curator.model.prompts import language_of, leaked
from wikic.curator.model.reply_shapes import AttributeReply
from wikic.curator.model.typed_call import ask, numbered
from wikic.curator.offline import OfflineCurator
from wikic.curator.protocol import Lesson
from wikic.errors import ReplyError
from wikic.llm.protocol import Model
from wikic.model.extraction import Slip
from wikic.text import cjk
from wikic.text.tokens import tokens

_EXAMPLES: Final = 8
_RUN: Final = 4  # words in a row that a lesson may not share with an example
_HAN_RUN: Final = 6  # the same in characters


def attribute(model: Model, slips: Sequence[Slip]) -> Lesson:
    """The model's lesson where it is general and plain; else what the check itself says."""
    offline = OfflineCurator().attribute(slips)
    examples = [each.example for each in slips[:_EXAMPLES] if each.example]
    shown = f"{slips[0].category.value}: {slips[0].message}\n{numbered(examples, bounds.LINE)}"
    try:
        said = ask(model, "attribute", language_of("und", "\n".join(examples)), shown, AttributeReply)
    except ReplyError:
        return offline
    every = [each.example for each in slips]
    constraint = _general(said.constraint, every)
    if not constraint:
        return offline
    return Lesson(
        root_cause=_general(said.root_cause, every) or offline.root_cause,
        constraint=constraint,
        verification=_general(said.verification, every),
    )


def _general(raw: str, examples: Sequence[str]) -> str:
    """A plain sentence without a name, a number, an address or a stretch of the examples; else ""."""
    made = plain_line(raw)
    text = made.text
    if made.fault or not 0 < len(text) <= bounds.CONSTRAINT or leaked(text, ()):
        return ""
    if not supports(text, ["JSON YAML Markdown URL ID"]) or foreign_path(text, ()):
        return ""
    length = _HAN_RUN if cjk.is_cjk(text) else _RUN
    runs = set(_runs(text, length))
    return "" if any(runs & set(_runs(each, length)) for each in examples) else text


def _runs(text: str, length: int) -> list[tuple[str, ...]]:
    said = tokens(text)
    return [tuple(said[at : at + length]) for at in range(len(said) - length + 1)]
