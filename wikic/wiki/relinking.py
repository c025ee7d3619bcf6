"""People's words once pages lie elsewhere: their relative links follow, as wikilinks do by themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import unquote

from wikic import layout
from wikic.markdown.read import read
from wikic.markdown.source import apply_edits
from wikic.markdown.wikilink import spans
from wikic.model.finding import Edit
from wikic.model.page import Overlay
from wikic.wiki import link_form

_ELSEWHERE: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|/|#")


def relinked(text: str, origin: str, now: str, moves: Mapping[str, str]) -> str:
    """Markdown with its relative links to files as they are written on a page that lies at ``now``.

    origin: page path on which the links were written. moves: page paths that are others now.
    """
    if "](" not in text:
        return text
    edits: list[Edit] = []
    for link in read(text).links:
        if link.kind != "markdown" or not link.target or _ELSEWHERE.match(link.target):
            continue
        where = spans(text, link)
        file = layout.join(layout.directory(origin), unquote(link.target))
        if where is None or not file:
            continue
        moved = layout.page_file(moves.get(layout.page_path(file), "")) if file.endswith(".md") else ".md"
        target = moved if moved != ".md" else file
        if target != file or layout.directory(origin) != layout.directory(now):
            edits.append(Edit("", *where.target, link_form.relative(target, now)))
    return apply_edits(text, edits) if edits else text


def relinked_overlay(overlay: Overlay, origin: str, now: str, moves: Mapping[str, str]) -> Overlay:
    """What people changed on a page, ``relinked``."""

    def again(text: str) -> str:
        return relinked(text, origin, now, moves)

    return replace(
        overlay,
        keep=replace(overlay.keep, related=tuple(map(again, overlay.keep.related))),
        rewordings=tuple((id, again(text)) for id, text in overlay.rewordings),
        notes=tuple((id, again(text)) for id, text in overlay.notes),
        bullets=tuple(replace(each, text=again(each.text)) for each in overlay.bullets),
        sections=tuple(replace(each, body=again(each.body)) for each in overlay.sections),
    )
