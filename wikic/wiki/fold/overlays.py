"""People's changes when pages join, part, or lose what the changes were about: values in, values out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import dedent
from typing import Any, Final

from wikic.model.page import Head, Overlay, Own
from wikic.wiki.document_body import is_address
from wikic.wiki.fold.tables import Kind, Overflow, Table

Words = Mapping[tuple[str, str], str]  # statement id and a rewording to the words it is now
NO_WORDS: Final[Words] = {}
Said = tuple[tuple[str, str], ...]  # pairs of statement id and people's words


def renamed(overlay: Overlay, ids: Mapping[str, str], words: Words = NO_WORDS) -> Overlay:
    """Statements got new ids: rewordings and notes follow, old id to new, and what stands behind them.

    Two statements may have become one, which holds one rewording and one note: what else was said of them
    stays as bullets of their own.

    words: old id and rewording to what that is now, "" where it is what the statement says.
    """
    said = about(overlay)
    if not ids:
        return overlay
    taken: dict[str, str] = {}
    for each in sorted(said, key=lambda each: (each in ids, each)):  # what kept its id keeps its place
        taken.setdefault(ids.get(each, each), each)
    first = set(taken.values())
    return replace(
        overlay,
        rewordings=_renamed(_again(overlay.rewordings, ids, words), first, ids),
        notes=_renamed(overlay.notes, first, ids),
        bullets=tuple(replace(each, after=ids.get(each.after, each.after)) for each in overlay.bullets)
        + _own_bullets(overlay, said - first),
    )


def _again(said: Said, ids: Mapping[str, str], words: Words) -> Said:
    """The rewordings as they are once their statements got new ids; without those that reword nothing."""
    again = ((each, words.get((each, text), text) if each in ids else text) for each, text in said)
    return tuple(pair for pair in again if pair[1])


def _renamed(said: Said, kept: set[str], ids: Mapping[str, str]) -> Said:
    return tuple(sorted((ids.get(each, each), text) for each, text in said if each in kept))


def orphans_kept(overlay: Overlay, ids: set[str]) -> Overlay:
    """What people said of statements outside ``ids`` stays on the page, as bullets of their own.

    What they said of a written article is settled by ``written_on_page``, where the page has facts.
    """
    ids = ids | {called for called, _ in overlay.rewordings if ids and is_address(called)}
    lost = _own_bullets(overlay, about(overlay) - ids)
    if not lost:
        return overlay
    return replace(
        overlay,
        rewordings=tuple(pair for pair in overlay.rewordings if pair[0] in ids),
        notes=tuple(pair for pair in overlay.notes if pair[0] in ids),
        bullets=overlay.bullets + lost,
    )


def settled(overlay: Overlay, ids: Sequence[str]) -> Overlay:
    """``overlay`` for a page of these facts: words behind a bullet that is gone stand behind the last."""
    known = {*ids, *(each.after for each in overlay.bullets if ids and is_address(each.after))}
    last = ids[-1] if ids else ""
    if all(not each.after or each.after in known for each in overlay.bullets):
        return overlay
    bullets = (
        each if each.after in known or not each.after else Own(each.text, last) for each in overlay.bullets
    )
    return replace(overlay, bullets=tuple(bullets))


def led(overlay: Overlay, bare: str, own: Sequence[str]) -> Overlay:
    """``overlay`` with the redirects its page needs.

    bare: the stem it had without people; where they gave it a title, that stem leads to it, as often as it
        changes.
    own: stems that lead to it anyway, its own last.
    """
    wanted = overlay.redirects
    if overlay.title is not None and bare.casefold() not in {each.casefold() for each in (*wanted, own[-1])}:
        wanted = (*wanted, bare)
    wanted = tuple(each for each in wanted if each not in own)
    return overlay if wanted == overlay.redirects else replace(overlay, redirects=wanted)


def about(overlay: Overlay) -> set[str]:
    """Ids of the statements people said something of."""
    return {each for each, _ in overlay.rewordings + overlay.notes}


def parted(overlay: Overlay, statement: str) -> tuple[Overlay, Overlay]:
    """What people said apart from one statement, and what they said of it."""
    rest = replace(
        overlay,
        rewordings=tuple(pair for pair in overlay.rewordings if pair[0] != statement),
        notes=tuple(pair for pair in overlay.notes if pair[0] != statement),
    )
    of_it = Overlay(
        rewordings=tuple(pair for pair in overlay.rewordings if pair[0] == statement),
        notes=tuple(pair for pair in overlay.notes if pair[0] == statement),
    )
    return rest, of_it


def alone(overlay: Overlay) -> Overlay:
    """What people wrote, on a page that has no facts any more.

    What they added to the head is the head then; what they removed from it, and where they wanted the page,
    is noted for the day it has facts again.
    """
    return replace(settled(orphans_kept(overlay, set()), ()), keep=Head(), title=None)


def _own_bullets(overlay: Overlay, ids: set[str]) -> tuple[Own, ...]:
    """People's words on these statements as bullets: a rewording with its note, a note without its fact."""
    words, notes = dict(overlay.rewordings), dict(overlay.notes)
    bullets: list[Own] = []
    for each in sorted(ids):
        if each in words:
            text = words[each].replace("\n", "\n  ") + (f"\n{notes[each]}" if each in notes else "")
            bullets.append(Own(f"- {text}"))
        elif each in notes:
            bullets.append(Own(dedent(notes[each])))
    return tuple(bullets)


def continued(one: Overlay, other: Overlay) -> Overlay:
    """What a page to come takes over from the one it was: the title and the place people chose, too."""
    both = joined(one, replace(other, title=None))
    return replace(both, title=one.title or other.title, home=one.home or other.home)


def joined(one: Overlay, other: Overlay) -> Overlay:
    """People's changes on two pages that became one; the choices made on ``one`` win.

    Where a page holds one of a kind (a wording, a summary, a title, a key), the other's words stay beside it:
    a title as an alias, lists as one, anything else as a bullet of its own.
    """
    aliases = (other.title,) if other.title not in (None, one.title) else ()
    second = [*_second_wordings(one, other), *_second_summary(one.keep, other.keep)]
    extra, not_taken = _joined_extra(dict(one.extra), dict(other.extra))
    return Overlay(
        keep=_joined_head(one.keep, replace(other.keep, aliases=other.keep.aliases + aliases)),
        drop=_joined_head(one.drop, other.drop),
        rewordings=tuple(sorted({**dict(other.rewordings), **dict(one.rewordings)}.items())),
        notes=_joined_notes(dict(one.notes), dict(other.notes)),
        bullets=tuple(dict.fromkeys((*one.bullets, *other.bullets, *map(Own, (*second, *not_taken))))),
        sections=one.sections + tuple(each for each in other.sections if each not in one.sections),
        title=one.title,
        redirects=tuple(dict.fromkeys(one.redirects + other.redirects)),
        home=one.home,
        extra=extra,
        refused=tuple(sorted({*one.refused, *other.refused})),
    )


def _second_wordings(one: Overlay, other: Overlay) -> list[str]:
    words = dict(one.rewordings)
    return [f"- {text}" for each, text in other.rewordings if words.get(each, text) != text]


def _second_summary(one: Head, other: Head) -> list[str]:
    return [f"- {other.summary}"] if one.summary and other.summary not in ("", one.summary) else []


def _joined_notes(one: dict[str, str], other: dict[str, str]) -> Said:
    notes = {**other, **one}
    for each in one.keys() & other.keys():
        if other[each] not in one[each]:
            notes[each] = f"{one[each]}\n{other[each]}"
    return tuple(sorted(notes.items()))


def _joined_extra(
    one: dict[str, Any], other: dict[str, Any]
) -> tuple[tuple[tuple[str, Any], ...], list[str]]:
    """Frontmatter keys of both, and as bullets the values that have no room."""
    both, bullets = {**other, **one}, list[str]()
    for key in (key for key in other if key in one and one[key] != other[key]):
        if isinstance(one[key], list) and isinstance(other[key], list):
            both[key] = one[key] + [each for each in other[key] if each not in one[key]]
        else:
            plain = isinstance(other[key], str) and "\n" not in other[key]
            value = other[key] if plain else json.dumps(other[key], ensure_ascii=False)
            bullets.append(f"- {key}: {value}")
    names = (*one, *(key for key in other if key not in one))
    return tuple((key, both[key]) for key in names), bullets


def _joined_head(one: Head, other: Head) -> Head:
    return Head(
        aliases=tuple(dict.fromkeys(one.aliases + other.aliases)),
        tags=tuple(dict.fromkeys(one.tags + other.tags)),
        summary=one.summary or other.summary,
        related=tuple(dict.fromkeys(one.related + other.related)),
    )


@dataclass(frozen=True, slots=True)
class KnownPage:
    """The page of a group of entities, on disk or still to come.

    path: where it is on disk; "" when it is still to come.
    overlay: what people changed on it.
    title: the title it had, where it has no facts any more.
    """

    path: str
    overlay: Overlay
    title: str = ""


class KnownPages(Table[KnownPage]):
    """Pages by group; those on which people changed anything are known apart."""

    def __init__(self, overflow: Overflow) -> None:
        """``overflow``: shared by all tables of the fold."""
        super().__init__(overflow, _KNOWN)
        self.overflow = overflow
        self._edited: dict[str, None] = {}

    def __setitem__(self, key: str, page: KnownPage) -> None:
        super().__setitem__(key, page)
        self._edited.pop(key, None)
        if page.overlay:
            self._edited[key] = None

    def __delitem__(self, key: str) -> None:
        super().__delitem__(key)
        self._edited.pop(key, None)

    def changed(self) -> Iterator[tuple[str, KnownPage]]:
        """Group and page where people changed anything."""
        return ((group, self[group]) for group in list(self._edited))


_KNOWN: Final[Kind[KnownPage]] = Kind.of(KnownPage, weight=400)
