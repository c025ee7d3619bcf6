"""Two made-up documents, and extractions of them out of replies that a test writes."""

from __future__ import annotations

import json
from typing import Any

from wikic.curator.model import section_extraction
from wikic.curator.protocol import NOTHING_OFFERED, Offer
from wikic.document import quotes as segmentation
from wikic.llm.scripted import ScriptedModel
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Dimension, Positioning, Schema

SCHEMA = Schema(
    Positioning("Life on the coast of Vell"),
    (
        Dimension("concepts", "terms and ideas"),
        Dimension("people", "persons"),
        Dimension("places", "towns, islands, rivers", "Places", ("geography",)),
        Dimension("works", "books and pictures"),
    ),
)
ENGLISH = Article(
    "coast/marta-ohm",
    "Marta Ohm",
    "Marta Ohm (1871 – 1940) was a harbour pilot, daughter of the sailmaker Jens Ohm.\n"
    "She was born in Tarnvik, a town on the island of Vell.\n"
    'In 1902 she wrote "The Slack Tide", a book for young pilots.\n'
    "The critic Otto Lind called it a slow book.\n"
    "I have seldom read a finer one.\n"
    "Otto Lind claimed that pilots rowed by night.\n",
    language="en",
    author="Ada Brook",
)
CHINESE = Article(
    "coast/lin",
    "白水的灯塔",
    "林若溪（1871—1940），玻璃匠林松年之女，灯塔看守人。"
    "她生于白水，一九〇二年写成《潮汐之间》。"
    "批评家陈默说它是一本很慢的书。"
    "我很少读到比它更好的。\n",
    language="zh",
)


def entity(id: str, title: str, dimension: str = "people", **more: Any) -> dict[str, Any]:
    """An entity of a reply."""
    return {"id": id, "title": title, "dimension": dimension, **more}


def statement(of: str, text: str, *blocks: int, **more: Any) -> dict[str, Any]:
    """A statement of a reply."""
    return {"of": of, "kind": "fact", "text": text, "blocks": list(blocks), **more}


MARTA = entity("e1", "Marta Ohm")
PILOT = statement("e1", "Marta Ohm was a harbour pilot.", 1)
LIN = entity("e1", "林若溪")
KEEPER = statement("e1", "林若溪是灯塔看守人。", 1)


def reply(*parts: dict[str, Any], **more: Any) -> str:
    """A reply that holds the entities and statements given, in whatever order."""
    entities = [part for part in parts if "title" in part]
    statements = [part for part in parts if "title" not in part]
    return json.dumps({"entities": entities, "statements": statements, **more}, ensure_ascii=False)


def extraction(*replies: str, article: Article = ENGLISH, offer: Offer = NOTHING_OFFERED) -> Extraction:
    """What is left of the replies, one for each call."""
    return read(ScriptedModel(replies), article, offer)


def read(model: ScriptedModel, article: Article = ENGLISH, offer: Offer = NOTHING_OFFERED) -> Extraction:
    """What is left of what ``model`` says of an article."""
    blocks = segmentation.segment(article.text, article.language)
    return section_extraction.extract(model, article, blocks, SCHEMA, offer)


def rules(found: Extraction) -> list[str]:
    """The checks that caught something, in order."""
    return [slip.rule for slip in found.slips]
