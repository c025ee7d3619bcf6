"""The merge of a page's head: lists as sets, people's changes noted, the stamp of what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from wikic import layout
from wikic.markdown import frontmatter
from wikic.wiki import page_read, page_render, page_sections
from wikic.wiki.merging import three_way
from wikic.wiki.page_read import PageOnDisk

_LISTS: Final = ("aliases", "tags", "redirects")
_NOTES: Final = ("keep", "drop")
_ABSENT: Final = object()


@dataclass(frozen=True, slots=True)
class Both:
    """Two values that two people gave one thing: a conflict."""

    ours: Any
    theirs: Any


def settled(value: Any) -> Any:
    """A merged value, ours where it is a conflict."""
    return value.ours if isinstance(value, Both) else value


def is_stamped(page: PageOnDisk) -> bool:
    """Whether the head is as the fold wrote it, with what people changed noted in ``keep`` and ``drop``."""
    return page.text("fold") == page_render.stamp(page.head)


def merge(base: PageOnDisk, ours: PageOnDisk, theirs: PageOnDisk) -> dict[str, Any]:
    """The merged frontmatter, its stamp left out; a ``Both`` where a value is a conflict."""
    merged: dict[str, Any] = {}
    names = dict.fromkeys([*page_sections.KNOWN_KEYS, *ours.fields, *theirs.fields])
    for name in names:
        old, left, right = (side.fields.get(name, _ABSENT) for side in (base, ours, theirs))
        if name in _NOTES:
            merged[name] = _noted(name, base, ours, theirs)
        elif name == "title":
            # Both say how the page is called, title and heading: which, the heading shows.
            merged[name] = (titled(base, ours, theirs) or base).fields.get(name, left)
        elif name in _LISTS and all(map(_is_list, (old, left, right))):
            merged[name] = list(three_way.union(base.texts(name), ours.texts(name), theirs.texts(name)))
        elif name != "fold":
            merged[name] = three_way.value(old, left, right, partial(_scalar, name))
    empty: tuple[Any, ...] = ([], {}, _ABSENT)
    return {name: value for name, value in merged.items() if value not in empty}


def titled(base: PageOnDisk, ours: PageOnDisk, theirs: PageOnDisk) -> PageOnDisk | None:
    """The side that says how the page is called, by title and heading; None where people gave two names."""
    old, left, right = ((side.fields.get("title"), side.heading) for side in (base, ours, theirs))
    if left == right or right == old:
        return ours
    if left == old:
        return theirs
    stems = {layout.page_stem(title_given(side, base)).casefold() for side in (ours, theirs)}
    return ours if len(stems) == 1 else None  # one name that two folds spell


def title_given(side: PageOnDisk, base: PageOnDisk) -> str:
    """What a side calls the page: in its heading, where that is not as it was."""
    given = side.heading if side.heading != base.heading else side.text("title")
    return given or ""


def summary(base: PageOnDisk, ours: PageOnDisk, theirs: PageOnDisk) -> Any:
    """The summary that people gave the page, "" where they gave none; a ``Both`` where they gave two."""
    old, left, right = (_summary_given(side, base) for side in (base, ours, theirs))
    return three_way.value(old, left, right, partial(_scalar, "summary"))


def _summary_given(side: PageOnDisk, base: PageOnDisk) -> str:
    if not is_stamped(side) and side.summary != base.summary:
        return side.summary
    return page_read.head_from(side.fields.get("keep")).summary


def stamp(base: PageOnDisk, ours: PageOnDisk, theirs: PageOnDisk, fields: dict[str, Any], body: str) -> str:
    """``fold:`` of the merged page, ``fields`` and ``body``.

    Without a stamped base nothing tells people's changes on an unstamped side from what the fold wrote: its
    stamp stays, so that the next fold finds them.
    """
    for side in (ours, theirs):
        if not is_stamped(base) and side.text("fold") and not is_stamped(side):
            return side.text("fold") or ""
    merged = page_read.parse((frontmatter.dump(fields) + body).encode("utf-8"), "merged")
    return page_render.stamp(merged.head)


def _is_list(value: Any) -> bool:
    texts = value if isinstance(value, list) else [value]
    return value is _ABSENT or all(isinstance(each, str) for each in texts)


def _listed(value: Any) -> list[str]:
    return [] if value is _ABSENT else value if isinstance(value, list) else [value]


def _scalar(name: str, base: Any, ours: Any, theirs: Any) -> Any:
    """A value that both sides changed; one that says nothing gives way."""
    if ours in (_ABSENT, "") or theirs in (_ABSENT, ""):
        return theirs if ours in (_ABSENT, "") else ours
    if name == "created" and base is _ABSENT:
        return min(ours, theirs)
    # No person writes the stamp of what is borrowed.
    return ours if name == "borrows" else Both(ours, theirs)


def _noted(name: str, base: PageOnDisk, ours: PageOnDisk, theirs: PageOnDisk) -> Any:
    """``keep`` or ``drop``: both sides' notes, and what a side changed that no fold has noted yet."""
    old, left, right = ({**_notes(name, side)} for side in (base, ours, theirs))
    for side, notes in ((ours, left), (theirs, right)):
        if is_stamped(side) or not base.text("fold"):
            continue
        new, was = (side.head, base.head) if name == "keep" else (base.head, side.head)
        for each in ("aliases", "tags", "related"):
            more = [text for text in getattr(new, each) if text not in getattr(was, each)]
            if _is_list(notes.get(each, _ABSENT)):
                notes[each] = [*_listed(notes.get(each, _ABSENT)), *more]
        if name == "drop" and new.summary and not was.summary:
            notes["summary"] = new.summary
    merged: dict[str, Any] = {}
    for each in dict.fromkeys([*left, *right]):
        was, mine, yours = (notes.get(each, _ABSENT) for notes in (old, left, right))
        if all(map(_is_list, (was, mine, yours))) and each != "summary":
            merged[each] = list(three_way.union(*map(_listed, (was, mine, yours))))
        else:
            merged[each] = three_way.value(was, mine, yours, partial(_scalar, each))
    if name == "keep":
        merged["summary"] = summary(base, ours, theirs)
    if ours.summary != theirs.summary:  # they stand below the heading, and there for people to choose
        merged["summary"] = settled(merged.get("summary", ""))
    merged = {each: value for each, value in merged.items() if value not in ("", [], _ABSENT)}
    if not any(isinstance(value, Both) for value in merged.values()):
        return merged
    other = {each: value.theirs if isinstance(value, Both) else value for each, value in merged.items()}
    return Both({each: settled(value) for each, value in merged.items()}, other)


def _notes(name: str, side: PageOnDisk) -> dict[str, Any]:
    notes = side.fields.get(name)
    return notes if isinstance(notes, dict) else {}
