"""The merge of a page's frontmatter: lists as sets, people's changes noted, the stamp of what comes out."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from wikic.markdown import frontmatter
from wikic.model.page import Head
from wikic.wiki import page_read, page_render, page_sections
from wikic.wiki.merging import three_way
from wikic.wiki.page_read import PageOnDisk

_LISTS: Final = ("aliases", "tags", "redirects")
_NOTES: Final = ("keep", "drop")
# Generated: two values are no conflict of people's, and the next fold writes the right one.
_GENERATED: Final = ("type", "title")


class NotByUnitError(Exception):
    """Two people gave one key two values: git's own merge shows them both."""


def is_stamped(page: PageOnDisk) -> bool:
    """Whether the head is as the fold wrote it, with what people changed noted in ``keep`` and ``drop``."""
    return page.text("fold") == page_render.stamp(page.head)


def merge(base: PageOnDisk, ours: PageOnDisk, theirs: PageOnDisk) -> dict[str, Any]:
    """The merged frontmatter, its stamp left out. Raises NotByUnitError."""
    merged: dict[str, Any] = {}
    for name in dict.fromkeys([*ours.fields, *theirs.fields, *_NOTES]):
        if name in _LISTS:
            merged[name] = list(three_way.union(base.texts(name), ours.texts(name), theirs.texts(name)))
        elif name in _NOTES:
            merged[name] = _noted(name, base, ours, theirs)
        elif name == "created":
            merged[name] = min(filter(None, (ours.text(name), theirs.text(name))), default="")
        elif name != "fold":
            old, left, right = (each.fields.get(name) for each in (base, ours, theirs))
            merged[name] = three_way.value(old, left, right, partial(_scalar, name))
    order = [*page_sections.KNOWN_KEYS, *(name for name in merged if name not in page_sections.KNOWN_KEYS)]
    return {name: merged[name] for name in order if merged.get(name)}


def stamp(base: PageOnDisk, ours: PageOnDisk, theirs: PageOnDisk, fields: dict[str, Any], body: str) -> str:
    """``fold:`` of the merged page, ``fields`` and ``body``.

    Without a base nothing tells people's changes on an unstamped side from what the fold wrote: its stamp
    stays, so that the next fold finds them.
    """
    for side in (ours, theirs):
        if not base.text("fold") and side.text("fold") and not is_stamped(side):
            return side.text("fold") or ""
    merged = page_read.parse((frontmatter.dump(fields) + body).encode("utf-8"), "merged")
    return page_render.stamp(merged.head)


def _scalar(name: str, base: Any, ours: Any, theirs: Any) -> Any:
    if name in _GENERATED:
        return ours
    raise NotByUnitError(name)


def _noted(name: str, base: PageOnDisk, ours: PageOnDisk, theirs: PageOnDisk) -> dict[str, Any]:
    """``keep`` or ``drop``: both sides' notes, and what a side changed that no fold has noted yet."""
    old = page_read.head_from(base.fields.get(name))
    left, right = _side(name, ours, base), _side(name, theirs, base)
    fields = {
        "aliases": list(three_way.union(old.aliases, left.aliases, right.aliases)),
        "tags": list(three_way.union(old.tags, left.tags, right.tags)),
        "summary": three_way.value(old.summary, left.summary, right.summary, lambda _, mine, other: mine),
        "related": list(three_way.union(old.related, left.related, right.related)),
    }
    return {key: each for key, each in fields.items() if each}


def _side(name: str, side: PageOnDisk, base: PageOnDisk) -> Head:
    noted = page_read.head_from(side.fields.get(name))
    if is_stamped(side) or not base.text("fold"):
        return noted
    new, old = (side.head, base.head) if name == "keep" else (base.head, side.head)
    changed = new.summary != old.summary and (name == "keep" or not old.summary)
    return Head(
        (*noted.aliases, *(each for each in new.aliases if each not in old.aliases)),
        (*noted.tags, *(each for each in new.tags if each not in old.tags)),
        new.summary if changed else noted.summary,
        (*noted.related, *(each for each in new.related if each not in old.related)),
    )
