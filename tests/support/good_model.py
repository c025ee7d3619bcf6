"""A model that answers ``extract`` well: what the offline curator found, in the form the prompt asks for.

It reads the document out of the real prompt, so whatever a prompt does not show, it does not know.
"""

from __future__ import annotations

import json
import re
from typing import Any

from wikic.curator.offline import OfflineCurator
from wikic.llm.protocol import Request
from wikic.model.article import Article
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Block
from wikic.text import relation_labels

_DOCUMENT = re.compile(r"<document (\w+)>\n(.*?)\n</document \1>", re.S)
_NUMBERED = re.compile(r"^\[(\d+)\] (.*)$", re.M)
_SCHEMA = re.compile(r"^<|^## (?:The documents?|各?文档)$", re.M)
_DIMENSION = re.compile(r"^- ([\w-]+): (.*)$", re.M)


def extract(request: Request) -> str:
    """The reply to an ``extract`` request: entities and statements of what the request shows."""
    shown = request.messages[1].text
    names = '"statements"' not in json.dumps(dict(request.schema or {"statements": 0}))
    return json.dumps(reply_of(shown, names=names), ensure_ascii=False)


def answer(request: Request) -> str:
    """The reply to any request of a compile: a good extraction; nothing to object to."""
    return _nothing_to_say(json.dumps(dict(request.schema or {}))) or extract(request)


def reply_of(shown: str, *, names: bool = False) -> dict[str, Any]:
    """What the document in a prompt holds, or each of several, as a reply says it: without empty fields.

    names: whether only what it names is asked for, as of a document of a library.
    """
    found = list(_DOCUMENT.finditer(shown))
    assert found, shown
    said = [_reply_to(each, shown) for each in found]
    said = [_names_of(each) for each in said] if names else said
    if re.search(r"^## (?:The documents|各文档)$", shown, re.M):
        return {"documents": [{"document": at[1], **each} for at, each in zip(found, said, strict=True)]}
    return said[0]


def _names_of(reply: dict[str, Any]) -> dict[str, Any]:
    """A reply as one names it that repeats no sentence."""
    told = reply["statements"]
    entities = [
        {name: value for name, value in each.items() if name != "tags"}
        | {"blocks": [number for one in told if one["of"] == each["id"] for number in one["blocks"][:1]][:5]}
        for each in reply["entities"]
    ]
    relations = [
        [one["of"], *relation, str(one["blocks"][0])] for one in told for relation in one.get("relations", ())
    ]
    return {"entities": entities, "relations": relations}


def _reply_to(found: re.Match[str], shown: str) -> dict[str, Any]:
    lines = _NUMBERED.findall(found[2])
    title = re.search(r"^(?:title|标题): (.*)$", found[2], re.M)
    language = re.search(r"^(?:language|语言): (.*)$", found[2], re.M)
    article = Article(
        "k",
        title[1] if title else "",
        "\n".join(text for _, text in lines),
        language=language[1] if language else "und",
    )
    blocks = [Block(f"p{at}", text, int(number)) for at, (number, text) in enumerate(lines)]
    dimensions = tuple(Dimension(*pair) for pair in _DIMENSION.findall(_SCHEMA.split(shown)[0]))
    schema = Schema(Positioning(), dimensions, fallback=dimensions[0].name)
    extraction = OfflineCurator().extract(article, blocks, schema)
    principal = next((entity for entity in extraction.entities if entity.principal), None)
    return {
        "summary": extraction.summary,
        "subject": principal.id if principal else "",
        "itself": bool(principal and principal.self_),
        "entities": [
            _full(
                {
                    "id": entity.id,
                    "title": entity.title,
                    "disambiguator": entity.disambiguator or "",
                    "dimension": entity.dimension,
                    "aliases": list(entity.aliases),
                    "tags": list(entity.tags),
                    "line": entity.summary,
                }
            )
            for entity in extraction.entities
        ],
        "statements": [
            _full(
                {
                    "of": each.of,
                    "kind": each.kind,
                    "holder": each.holder or "",
                    "text": each.text,
                    "blocks": list(each.blocks),
                    "relations": [
                        [relation.label, relation.entity]
                        for relation in each.relations
                        if relation.label != relation_labels.MENTIONS
                    ],
                }
            )
            for each in extraction.statements
        ],
    }


# What each operation answers when there is nothing to say, by a field of the schema that is asked for.
_NOTHING_TO_SAY: dict[str, dict[str, Any]] = {
    "unsupported": {"unsupported": []},
    "contradictions": {"contradictions": []},
    "same": {"same": []},
    "pairs": {"pairs": []},
    "amendments": {"amendments": []},
    "parts": {"parts": []},
    "root_cause": {
        "root_cause": "The model wrote what the document does not say.",
        "constraint": "Cite only blocks that are shown.",
        "verification": "Every block named is one of the document's.",
    },
    "focus": {"focus": "A small town", "audience": "Its people", "bias": "What happens there"},
    "line": {"line": "Things of the town"},
}


def serve(body: dict[str, Any]) -> str:
    """The reply to any request of a compile as it comes over HTTP."""
    asked = json.dumps(body.get("response_format", {}))
    shown, names = body["messages"][1]["content"], '"statements"' not in asked
    return _nothing_to_say(asked) or json.dumps(reply_of(shown, names=names), ensure_ascii=False)


def _nothing_to_say(asked: str) -> str:
    """The reply to any request but for an extraction, by the schema that is asked for; "" for that."""
    if '"entities"' in asked:
        return ""
    return next((json.dumps(said) for field, said in _NOTHING_TO_SAY.items() if f'"{field}"' in asked), "")


def _full(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields that are not empty."""
    return {name: value for name, value in fields.items() if value}
