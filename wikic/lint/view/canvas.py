"""A canvas of Obsidian: JSON whose cards show pages, pictures and Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote

import msgspec

from wikic.lint.view.text_lines import place
from wikic.markdown.read import read
from wikic.markdown.source import decode
from wikic.markdown.wikilink import split_target
from wikic.model.link import Link

_FILE: Final = re.compile(r'"file"\s*:\s*("(?:[^"\\]|\\.)*")')


def canvas_links(data: bytes) -> tuple[Link, ...]:
    """The links of a canvas; none where it is no JSON that a canvas may hold.

    A card's page or picture is a link by path, its words hold wikilinks. Lines and columns are the file's.
    """
    try:
        told = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return ()
    nodes = told.get("nodes") if isinstance(told, dict) else None
    if not isinstance(nodes, list):
        return ()
    text = decode(data).text
    return tuple(link for node in nodes if isinstance(node, dict) for link in _of_node(node, text))


def _of_node(node: dict[str, Any], text: str) -> Iterator[Link]:
    file, words, part = node.get("file"), node.get("text"), node.get("subpath")
    if node.get("type") == "file" and isinstance(file, str) and file:
        at = _place(text, file)
        _, heading, block = split_target(part if isinstance(part, str) else "")
        yield Link("markdown", quote(file), None, heading, block, True, at, at, *place(text, at))
    if node.get("type") == "text" and isinstance(words, str) and "[[" in words:
        for link in read(words).links:
            if link.kind == "wiki":
                at = max(text.find(f"[[{link.target}"), 0)
                yield Link(
                    "wiki",
                    link.target,
                    link.text,
                    link.heading,
                    link.block,
                    link.embed,
                    at,
                    at,
                    *place(text, at),
                )


def _place(text: str, file: str) -> int:
    for match in _FILE.finditer(text):
        try:
            if msgspec.json.decode(match[1]) == file:
                return match.start()
        except msgspec.DecodeError:
            continue
    return 0
