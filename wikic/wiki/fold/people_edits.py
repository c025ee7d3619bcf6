"""Telling what people changed from what the fold wrote: by hashes, not by memory.

A bullet whose text does not hash to its id was reworded. A missing bullet was deleted only if the id of its
source line still covers it; else it is new and will be folded in. Where the head no longer matches its
stamp, the differences to what the digests give are people's. Nothing here reads or writes files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic import layout
from wikic.markdown.bullet_lines import from_markdown
from wikic.model.page import Head, Overlay, Own
from wikic.text.compare import same_fact
from wikic.text.normalise import CJK
from wikic.wiki import link_form
from wikic.wiki.document_body import is_address
from wikic.wiki.document_page import Changed, changes, is_as_noted
from wikic.wiki.fold.written_on_page import without_fallen
from wikic.wiki.page_blocks import BORROWED, DIFFERING, KNOWN_KEYS, BulletOnDisk, heading_text
from wikic.wiki.page_read import PageOnDisk, head_from
from wikic.wiki.page_render import borrows_stamp, stamp

_MARK: Final = re.compile(r"^ *(?:- |\d{1,3}\. )")  # of an item or a step in a statement of several lines
_WORD: Final = re.compile(rf"[{CJK}]|[^\W_]+")
_UNCHANGED: Final = Changed((), (), ())


@dataclass(frozen=True, slots=True)
class Expected:
    """What the fold gives for a page before people's changes.

    title: as resolved.
    stem: as its title gives it.
    directory: as its entities give it.
    generated: the head.
    statements: ids of the statements it takes from each digest, by the digest's page path.
    redirects: stems that ``identity.yaml`` leads to it.
    names: what its digests call it, before ``identity.yaml``.
    headings: of the document whose page it is, in no order.
    borrowed: ids of the statements it borrows, and of what tells where sources differ.
    document: page path of the digest of the document whose page it is, "" for the page of a thing or a term.
    leaves: gives address and words of the leaves of that document, or of a written article, that the page
        shows, in order. It is read for them: few pages are changed.
    said: gives, of that document, the text of each statement by its id: what a bullet of disk format 2 said.
    """

    title: str
    stem: str
    directory: str
    generated: Head
    statements: Mapping[str, tuple[str, ...]]
    redirects: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    headings: frozenset[str] = frozenset()
    borrowed: frozenset[str] = frozenset()
    document: str = ""
    leaves: Callable[[], Sequence[tuple[str, str]]] = tuple
    said: Callable[[], Mapping[str, str]] = dict


@dataclass(frozen=True, slots=True)
class Observed:
    """What people changed on one page.

    overlay: what stays on the page.
    retired: pairs of digest page path and what people deleted: a statement's id whose bullet it was, of a
        document's page the address of a leaf.
    lost: how many covered bullets are missing where that is more than half of them: too many to be taken
        for deletions; 0 otherwise.
    """

    overlay: Overlay
    retired: tuple[tuple[str, str], ...] = ()
    lost: int = 0


def observe(page: PageOnDisk, expected: Expected, dimensions: frozenset[str]) -> Observed:
    """Compare a page as it stands with what the fold expects of it.

    dimensions: directories the schema names.
    """
    if expected.document:
        return _observe_document(page, expected, dimensions)
    keep, drop = _head_changes(page, expected.generated)
    title, redirects = _renaming(page, expected)
    retired, lost = _deletions(page, expected)
    said, twice = _sayings(page)
    shown = page.body or page.note
    article = changes(page.body, page.note, expected.leaves(), is_rewording) if shown else _UNCHANGED
    reworded = [(each.id, each.markdown) for each in said if not each.generated]
    overlay = Overlay(
        keep=keep,
        drop=drop,
        rewordings=tuple(sorted((*reworded, *article.rewordings))),
        notes=tuple(sorted((each.id, each.below) for each in said if each.below)),
        bullets=own_words(page, expected.headings) + twice + article.own,
        sections=page.sections,
        title=title,
        redirects=redirects,
        home=_home(page, expected, dimensions),
        extra=tuple((name, value) for name, value in page.fields.items() if name not in KNOWN_KEYS),
        refused=_refused(page, expected, article.removed),
    )
    return Observed(overlay, retired, lost + article.lost)


def _observe_document(page: PageOnDisk, expected: Expected, dimensions: frozenset[str]) -> Observed:
    """The same of the page of a document, whose body is the document."""
    keep, drop = _head_changes(page, replace(expected.generated, summary=page.head.summary))
    title, redirects = _renaming(page, expected)
    if page.document and is_as_noted(page.body, page.note):
        found = Changed((), (), ())
    elif page.document:
        found = changes(page.body, page.note, expected.leaves(), is_rewording)
    else:
        found = _of_bullets(page, expected)
    overlay = Overlay(
        keep=keep,
        drop=drop,
        rewordings=found.rewordings,
        bullets=found.own,
        title=title,
        redirects=redirects,
        home=_home(page, expected, dimensions),
        extra=tuple((name, value) for name, value in page.fields.items() if name not in KNOWN_KEYS),
        refused=_refused(page, expected, ()),
    )
    return Observed(overlay, tuple((expected.document, each) for each in found.removed), found.lost)


def _of_bullets(page: PageOnDisk, expected: Expected) -> Changed:
    """What people changed on a document's page of disk format 2, which had a bullet for each statement.

    A sentence that was deleted or reworded becomes a rewording of its paragraph; what has no paragraph any
    more becomes a block of its own.
    """
    leaves, told = expected.leaves(), expected.said()
    words = dict(leaves)

    def behind(statement: str) -> str:
        return _leaf_of(told.get(statement, "").rpartition("\n")[2], leaves)

    own = [Own(f"\n{each.text}", behind(each.after)) for each in own_words(page, expected.headings)]
    changed: dict[str, str] = {}
    removed: list[str] = []
    retired, lost = _deletions(page, expected)
    said, twice = _sayings(page)
    pairs = [
        pair
        for each in said
        if not each.generated
        for pair in _line_by_line(told.get(each.id, ""), each.markdown)
    ]
    pairs += [(told.get(id, ""), "") for _, id in retired]
    for text, replacement in pairs:
        called = _leaf_of(text, leaves)
        whole = changed.get(called, words.get(called, ""))
        if called and text == whole and not replacement:
            removed.append(called)
        elif called and text and text in whole:
            changed[called] = " ".join(whole.replace(text, replacement, 1).split())
        elif replacement:
            own.append(Own(f"\n{replacement}", called))
    own += [Own(f"\n{each.below}", behind(each.id)) for each in said if each.below]
    own += [Own(f"\n{each.text}", behind(each.after)) for each in twice]
    last = leaves[-1][0] if leaves else ""
    own += [Own(f"\n{each.heading}\n\n{each.body}".rstrip(), last) for each in page.sections]
    kept = {called: text for called, text in changed.items() if text}
    removed += [called for called, text in changed.items() if not text]
    return Changed(tuple(sorted(kept.items())), tuple(removed), tuple(own), lost)


def _line_by_line(text: str, markdown: str) -> list[tuple[str, str]]:
    """A statement and what a person made of it; of one of as many lines those that differ, without marks."""
    then, now = text.split("\n"), from_markdown(markdown.split("\n")).split("\n")
    if len(then) == 1 or len(then) != len(now):
        return [(text, markdown)]
    bare = ((_MARK.sub("", old), _MARK.sub("", new)) for old, new in zip(then, now, strict=True))
    return [(old, new) for old, new in bare if old != new]


def _leaf_of(text: str, leaves: Sequence[tuple[str, str]]) -> str:
    """The address of the leaf in which the first line of a statement stands, "" where none holds it."""
    first = _MARK.sub("", text.partition("\n")[0])
    return next((called for called, words in leaves if first and first in words), "")


def is_rewording(before: str, after: str) -> bool:
    """Whether the second text says the first in other words: half of its words stand there, or its names and
    numbers do.
    """
    then, now = _WORD.findall(before.casefold()), set(_WORD.findall(after.casefold()))
    if not then or not now:
        return False
    held = sum(word in now for word in then)
    return held * 2 >= len(then) or same_fact(before, after)


def own_words(page: PageOnDisk, headings: frozenset[str]) -> tuple[Own, ...]:
    """What people wrote among the facts: everything without an id but the document's own headings."""
    return tuple(each for each in page.own if heading_text(each) not in headings)


def _refused(page: PageOnDisk, expected: Expected, removed: Sequence[str]) -> tuple[str, ...]:
    """Borrowed statements that people do not want on this page: noted before, or deleted by now.

    A missing bullet was deleted only if the page's stamp still covers what would be borrowed.
    removed: addresses of what people deleted of a written article; those of an older one are forgotten.
    """
    noted = page.fields.get("drop")
    before = noted.get("facts") if isinstance(noted, dict) else None
    refused = {each for each in before if isinstance(each, str)} if isinstance(before, list) else set()
    refused |= set(removed)
    if any(map(is_address, refused)):
        known = {called for called, _ in expected.leaves()}
        refused = {each for each in refused if not is_address(each) or each in known}
    wanted = expected.borrowed - refused
    if wanted and page.text("borrows") == borrows_stamp(wanted):
        refused |= wanted - {bullet.id for bullet in page.bullets if bullet.section in (BORROWED, DIFFERING)}
    return tuple(sorted(refused))


def _sayings(page: PageOnDisk) -> tuple[list[BulletOnDisk], tuple[Own, ...]]:
    """The bullets as they stand, one for each statement, and people's further ones under the same id."""
    first: dict[str, BulletOnDisk] = {}
    twice: list[Own] = []
    for each in page.bullets:
        known = first.setdefault(each.id, each)
        if known is each:
            continue
        if known.generated and not known.below:
            first[each.id] = each
        elif not each.generated or each.below:
            words = each.markdown.replace("\n", "\n  ")
            twice.append(Own(f"- {words}" + (f"\n{each.below}" if each.below else ""), each.id))
    return list(first.values()), tuple(twice)


def people_only(overlay: Overlay) -> bool:
    """Whether an overlay holds words of people that must outlive the page's facts.

    What they only chose (to leave an alias out, another name or place for the page) goes with the facts.
    """
    overlay = without_fallen(overlay, ())
    said = overlay.bullets or overlay.sections or overlay.rewordings or overlay.notes or overlay.extra
    return bool(said or overlay.keep != Head())


def _head_changes(page: PageOnDisk, generated: Head) -> tuple[Head, Head]:
    """``keep`` and ``drop``: as noted while the stamp matches, else what differs from the generated head."""
    found = page.head
    if page.text("fold") == stamp(found):
        return head_from(page.fields.get("keep")), head_from(page.fields.get("drop"))
    keep = Head(
        aliases=_without(found.aliases, generated.aliases),
        tags=_without(found.tags, generated.tags),
        summary=found.summary if found.summary != generated.summary else "",
        related=_own_lines(page, generated),
    )
    if page.text("fold") is None:
        # A page of people alone: nothing of the fold's is there to drop, but what was dropped from it before.
        return keep, head_from(page.fields.get("drop"))
    drop = Head(
        aliases=_without(generated.aliases, found.aliases),
        tags=_without(generated.tags, found.tags),
        summary=generated.summary if not found.summary else "",
        related=_without(generated.related, found.related),
    )
    return keep, drop


def _own_lines(page: PageOnDisk, generated: Head) -> tuple[str, ...]:
    """The lines of Related Pages that people wrote, as they wrote them."""
    return tuple(line for line in page.related if link_form.by_stem(line) not in generated.related)


def _without(texts: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(text for text in texts if text not in others)


def _renaming(page: PageOnDisk, expected: Expected) -> tuple[str | None, tuple[str, ...]]:
    """The title people gave the page, and the stems it had before."""
    redirects = tuple(each for each in page.texts("redirects") if each not in expected.redirects)
    stem = layout.stem(page.path)
    noted = page.text("title") or page.heading or expected.title
    title: str | None = noted if _was_renamed(page, noted, redirects, expected) else None
    if page.heading is not None and page.heading != noted:
        title = noted if page.heading == expected.title else page.heading
    elif not _fits(stem, noted):
        # Where the file is called as ever, title and heading were edited; else the file's name was.
        edited = stem.casefold() == expected.stem.casefold() and page.heading is not None
        title = noted if edited else stem if " " in stem else stem.replace("-", " ")
    elif not redirects and page.text("fold") is None and noted != expected.title:
        title = noted
    if title is None or title == expected.title:
        return None, tuple(each for each in redirects if each not in (stem, expected.stem))
    before = [*redirects, expected.stem, *([] if _fits(stem, title) else [stem])]
    # Stems are one by case folding, and which case the digests prefer may change from run to run.
    once = {each.casefold(): each for each in reversed(before)}
    return title, tuple(each for each in reversed(once.values()) if each != stem or not _fits(stem, title))


def _was_renamed(page: PageOnDisk, noted: str, redirects: tuple[str, ...], expected: Expected) -> bool:
    """Whether people gave the page its title before: then the stem it had without them leads to it.

    A title that digests give, with redirects that people wrote for themselves, is the fold's of a run before.
    """
    if page.text("fold") is None or noted not in expected.names:
        return bool(redirects)
    names = {*expected.names, expected.title} - {noted}
    stems = {layout.page_stem(each).casefold() for each in names}
    return not stems.isdisjoint(each.casefold() for each in redirects)


def _fits(stem: str, title: str) -> bool:
    """Whether a stem is one that ``title`` may have: itself, its slug, or the slug and what parts it."""
    bare = layout.page_stem(title).casefold()
    return stem == title or stem.casefold() == bare or stem.casefold().startswith(bare + "-")


def _home(page: PageOnDisk, expected: Expected, dimensions: frozenset[str]) -> str | None:
    """The directory people moved the page to, or None."""
    noted = page.text("type")
    where = layout.directory(page.path)
    if noted is not None and where != noted and where != expected.directory:
        return where
    if noted is not None and noted != where and noted in dimensions and page.text("home") is None:
        return noted  # the type was edited, which asks for the move
    return where if page.text("home") == where and where != expected.directory else None


def _deletions(page: PageOnDisk, expected: Expected) -> tuple[tuple[tuple[str, str], ...], int]:
    """Statements whose bullets people deleted, and how many are missing when they are too many."""
    there = {bullet.id for bullet in page.bullets}
    covered: list[tuple[str, str]] = []
    for line in page.sources:
        ids = expected.statements.get(line.digest, ())
        if ids and line.id == layout.source_line_id(ids):
            covered += [(line.digest, each) for each in ids]
    missing = [pair for pair in covered if pair[1] not in there]
    # Of a single fact nothing tells a deletion from a loss but that the rest of the page is there.
    if len(missing) * 2 > len(covered) and len(covered) > 1:
        return (), len(missing)
    return tuple(missing), 0
