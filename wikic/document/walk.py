"""Going through the nodes of a document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from wikic.document.nodes import Document, Embed, Image, Link, LinkDefinition


def links_in(document: Document) -> Iterator[Link | Image | Embed | LinkDefinition]:
    """Everything that leads somewhere, in the order of the text; a picture within a link comes behind it."""
    stack: list[Any] = [document]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack += reversed(node)
            continue
        if not hasattr(node, "__dataclass_fields__"):
            continue
        if isinstance(node, Link | Image | Embed | LinkDefinition):
            yield node
        stack += reversed([getattr(node, each.name) for each in fields(node) if each.compare])
