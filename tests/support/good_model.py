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
from wikic.text import relations

_DOCUMENT = re.compile(r"<document (\w+)>\n(.*)\n</document \1>", re.S)
_NUMBERED = re.compile(r"^\[(\d+)\] (.*)$", re.M)
_DIMENSION = re.compile(r"^- ([\w-]+): (.*)$", re.M)


def extract(request: Request) -> str:
    """The reply to an ``extract`` request: entities and statements of what the request shows."""
    shown = request.messages[1].text
    return json.dumps(reply_of(shown), ensure_ascii=False)


def answer(request: Request) -> str:
    """The reply to any request of a compile: a good extraction; nothing to object to."""
    if request.purpose == "verify":
        return '{"unsupported": []}'
    return extract(request)


def reply_of(shown: str) -> dict[str, Any]:
    """Entities and statements of the document in a prompt, as a reply says them: without empty fields."""
    found = _DOCUMENT.search(shown)
    assert found is not None, shown
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
    dimensions = tuple(Dimension(*pair) for pair in _DIMENSION.findall(shown[: found.start()]))
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
                        if relation.label != relations.MENTIONS
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
    for field, value in _NOTHING_TO_SAY.items():
        if f'"{field}"' in asked and '"entities"' not in asked:
            return json.dumps(value)
    return json.dumps(reply_of(body["messages"][1]["content"]), ensure_ascii=False)


def _full(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields that are not empty."""
    return {name: value for name, value in fields.items() if value}
