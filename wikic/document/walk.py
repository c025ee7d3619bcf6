"""Going through the nodes of a document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from wikic.document.nodes import Document, Embed, Image, Link, LinkDefinition


def nodes_in(node: Any) -> Iterator[Any]:
    """A node, or document, and all that stands in it, in the order of the text."""
    stack: list[Any] = [node]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack += reversed(node)
        elif hasattr(node, "__dataclass_fields__"):
            yield node
            stack += reversed([getattr(node, each.name) for each in fields(node) if each.compare])


def links_in(document: Document) -> Iterator[Link | Image | Embed | LinkDefinition]:
    """Everything that leads somewhere, in the order of the text; a picture within a link comes behind it."""
    return (each for each in nodes_in(document) if isinstance(each, Link | Image | Embed | LinkDefinition))
