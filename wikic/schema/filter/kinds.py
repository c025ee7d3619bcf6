"""The seven kinds of low-information documents that a sample is drawn without (WikiKV, section III-C).

They would bend the abstractions that a schema is made of. The filter holds for the sample alone: ``compile``
takes every document, because a rule that is right 95 times in 100 may bias no sample but must lose no fact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from wikic.schema.filter.boilerplate import is_boilerplate
from wikic.schema.filter.document_view import DocumentView
from wikic.schema.filter.events import is_event
from wikic.schema.filter.greetings import is_greeting
from wikic.schema.filter.near_empty import is_near_empty
from wikic.schema.filter.promotion import is_promotion
from wikic.schema.filter.reposts import is_repost


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of low-information document.

    name: as ``--json`` has it.
    said: what people read: "12 greetings".
    test: whether a document is one; None for what is told by comparing documents.
    """

    name: str
    said: str
    test: Callable[[DocumentView], bool] | None


# The first that fits names a document.
KINDS: Final = (
    Kind("greeting", "greetings", is_greeting),
    Kind("near-empty", "nearly empty", is_near_empty),
    Kind("boilerplate", "navigation or legal boilerplate", is_boilerplate),
    Kind("repost", "copies of what others published", is_repost),
    Kind("event", "event announcements", is_event),
    Kind("promotion", "promotion", is_promotion),
    Kind("near-duplicate", "near-duplicates of others", None),
)
NEAR_DUPLICATE: Final = KINDS[-1].name


def kind_of(view: DocumentView) -> str:
    """Name of the first kind a document is of; "" for a document that says something."""
    return next((kind.name for kind in KINDS if kind.test is not None and kind.test(view)), "")
