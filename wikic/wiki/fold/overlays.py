"""People's changes when pages join, part, or lose what the changes were about: values in, values out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from textwrap import dedent

from wikic.model.page import Head, Overlay, Own

Said = tuple[tuple[str, str], ...]  # pairs of statement id and people's words


def renamed(overlay: Overlay, ids: Mapping[str, str]) -> Overlay:
    """Statements got new ids: rewordings and notes follow, old id to new.

    Two statements may have become one, which holds one rewording and one note: what else was said of them
    stays as bullets of their own.
    """
    if not any(each in ids for each, _ in overlay.rewordings + overlay.notes):
        return overlay
    said = {each for each, _ in overlay.rewordings + overlay.notes}
    taken: dict[str, str] = {}
    for each in sorted(said, key=lambda each: (each in ids, each)):  # what kept its id keeps its place
        taken.setdefault(ids.get(each, each), each)
    first = set(taken.values())
    return replace(
        overlay,
        rewordings=_renamed(overlay.rewordings, first, ids),
        notes=_renamed(overlay.notes, first, ids),
        bullets=overlay.bullets + _own_bullets(overlay, said - first),
    )


def _renamed(said: Said, kept: set[str], ids: Mapping[str, str]) -> Said:
    return tuple(sorted((ids.get(each, each), text) for each, text in said if each in kept))


def orphans_kept(overlay: Overlay, ids: set[str]) -> Overlay:
    """What people said of statements outside ``ids`` stays on the page, as bullets of their own."""
    lost = _own_bullets(overlay, {each for each, _ in overlay.rewordings + overlay.notes} - ids)
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
    known = set(ids)
    last = ids[-1] if ids else ""
    if all(not each.after or each.after in known for each in overlay.bullets):
        return overlay
    bullets = (
        each if each.after in known or not each.after else Own(each.text, last) for each in overlay.bullets
    )
    return replace(overlay, bullets=tuple(bullets))


def alone(overlay: Overlay) -> Overlay:
    """What people wrote, on a page that has no facts any more."""
    kept = settled(orphans_kept(overlay, set()), ())
    return Overlay(bullets=kept.bullets, sections=kept.sections, extra=kept.extra, redirects=kept.redirects)


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


def joined(one: Overlay, other: Overlay) -> Overlay:
    """People's changes on two pages that became one; the choices made on ``one`` win."""
    return Overlay(
        keep=_joined_head(one.keep, other.keep),
        drop=_joined_head(one.drop, other.drop),
        rewordings=tuple(sorted({**dict(other.rewordings), **dict(one.rewordings)}.items())),
        notes=tuple(sorted({**dict(other.notes), **dict(one.notes)}.items())),
        bullets=tuple(dict.fromkeys(one.bullets + other.bullets)),
        sections=one.sections + tuple(each for each in other.sections if each not in one.sections),
        title=one.title,
        redirects=tuple(dict.fromkeys(one.redirects + other.redirects)),
        home=one.home,
        extra=one.extra + tuple(pair for pair in other.extra if pair[0] not in dict(one.extra)),
    )


def _joined_head(one: Head, other: Head) -> Head:
    return Head(
        aliases=tuple(dict.fromkeys(one.aliases + other.aliases)),
        tags=tuple(dict.fromkeys(one.tags + other.tags)),
        summary=one.summary or other.summary,
        related=tuple(dict.fromkeys(one.related + other.related)),
    )
