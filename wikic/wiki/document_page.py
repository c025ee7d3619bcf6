"""Whose words are whose on the page of a document (``document_body``): its note, people's changes. Pure.

What the fold wrote is noted at the page's end, four characters of each leaf's words and two of its marks
(decision 0189). It tells whose words are whose without digest, article or memory.
"""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Final

from wikic.document import nodes
from wikic.document.leaves import Leaf
from wikic.document.parse import parse_document
from wikic.document.quotes import quote
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.page import Overlay, Own
from wikic.wiki.document_body import Parted, address, parts
from wikic.wiki.merging import list_lines

_NOTE: Final = re.compile(r"^<!-- wikic wrote\n(?P<noted>(?:[\w-]+\n)*)-->[ \t]*$", re.M)


def without_leaves(digest: Digest, article: Article, removed: Collection[str]) -> Digest:
    """``digest`` when people deleted leaves from its document's page: what only they say is retired."""
    quoted = quote(article.text, article.language)
    gone = {*digest.removed, *removed}
    said: set[str] = set()
    kept: set[str] = set()
    for leaf, blocks in zip(quoted.leaves, quoted.of_leaf, strict=True):
        (said if address(leaf) in gone else kept).update(block.id for block in blocks)
    statements = tuple(
        replace(each, retired=True) if {*each.blocks} <= said - kept else each for each in digest.statements
    )
    return replace(digest, statements=statements, removed=tuple(sorted(gone)))


def settled(overlay: Overlay, article: Parted) -> Overlay:
    """``overlay`` for a document as it is now: words on a leaf that is gone become a block of their own."""
    if not overlay.rewordings and not overlay.bullets:
        return overlay
    known = [address(leaf) for leaf in article.parts]
    there = set(known)
    lost = [text for called, text in overlay.rewordings if called not in there]
    astray = any(each.after and each.after not in there for each in overlay.bullets)
    if not lost and not astray:
        return overlay
    last = known[-1] if known else ""
    own = [
        each if each.after in there or not each.after else Own(each.text, last) for each in overlay.bullets
    ]
    own += [Own(f"\n{text}", last) for text in lost]
    kept = tuple(pair for pair in overlay.rewordings if pair[0] in there)
    return replace(overlay, rewordings=kept, bullets=tuple(dict.fromkeys(own)))


@dataclass(frozen=True, slots=True)
class Followed:
    """What became of people's words where their document says something else.

    overlay: with the addresses of the leaves as they are now.
    hidden: pairs of what a leaf says now, "" where it is gone, and the words of a person that stay.
    """

    overlay: Overlay
    hidden: tuple[tuple[str, str], ...] = ()


def followed(
    overlay: Overlay, before: Article, after: Article, is_rewording: Callable[[str, str], bool]
) -> Followed:
    """``overlay`` for the next text of its document: words go with the leaf that was changed under them.

    What people and the document changed at different places of a leaf is merged; elsewhere people's words
    stay. is_rewording: whether the second text says the first in other words.
    """
    said_before, said_after = Parted.of(before.text), Parted.of(after.text)
    old, new = said_before.parts, said_after.parts
    heirs: dict[str, Leaf] = {}
    then, now = list(map(address, old)), list(map(address, new))
    for kind, first, last, start, end in SequenceMatcher(None, then, now, autojunk=False).get_opcodes():
        rest = new[start:end] if kind == "replace" else ()
        for leaf in old[first:last]:
            heir = next((each for each in rest if is_rewording(leaf.text, each.text)), None)
            if heir is not None and address(leaf) not in now and address(heir) not in then:
                heirs[address(leaf)] = heir
                rest = rest[rest.index(heir) + 1 :]
    said = {address(leaf): said_before.text[leaf.span.start : leaf.span.end] for leaf in old}
    rewordings: dict[str, str] = {}
    hidden: list[tuple[str, str]] = []
    there = {*now}
    for called, words in overlay.rewordings:
        if called not in heirs:
            rewordings.setdefault(called, words)
            if called in said and called not in there:
                hidden.append(("", words))
            continue
        heir = heirs[called]
        theirs = said_after.text[heir.span.start : heir.span.end]
        merged = list_lines.merge(*(each.split("\n") for each in (said[called], words, theirs)))
        if merged is None:
            hidden.append((heir.text, words))
        words = words if merged is None else "\n".join(merged)
        if words != theirs:
            rewordings[address(heir)] = words
    own = tuple(
        replace(each, after=address(heirs[each.after])) if each.after in heirs else each
        for each in overlay.bullets
    )
    return Followed(
        replace(overlay, rewordings=tuple(sorted(rewordings.items())), bullets=own), tuple(hidden)
    )


# --- the note ---------------------------------------------------------------------------------------


def noted(body: str, own: Sequence[Own] = (), article: Parted | None = None) -> tuple[str, ...]:
    """The note of a body that the fold wrote: a line for each of its leaves, in order.

    own: what people wrote; what the document says as well stays theirs and is not noted.
    article: what the body is of; where it is that without its title, it is not read again.
    """
    marks = [_mark(leaf) for leaf in _parts_below_title(body, article)]
    for each in own:
        said = {_mark(leaf) for leaf in parts(parse_document(each.text.strip()))}
        theirs = next(
            (at for at, mark in enumerate(marks) if mark in said and _is_of(mark, each.after)), None
        )
        if theirs is not None:
            del marks[theirs]
    return tuple(marks)


def _parts_below_title(body: str, article: Parted | None) -> Sequence[Leaf]:
    """The parts of a body: those of its article, where it takes nothing but the title from it."""
    if article is not None:
        text = article.text.strip("\n")
        first = next(iter(article.document.blocks), None)
        if body == text:
            return article.parts
        if isinstance(first, nodes.Header) and body == article.text[first.span.end :].strip("\n"):
            return article.parts[1:]
    return parts(parse_document(body))


def _is_of(mark: str, called: str) -> bool:
    return bool(called) and _words_mark(mark) == _address_mark(called)


def _address_mark(called: str) -> str:
    """The mark of the words of the leaf that an address names."""
    return base64.urlsafe_b64encode(bytes.fromhex(called[1:7])).decode()


def note_comment(marks: Iterable[str]) -> str:
    """The hidden comment that holds the note, one line each, so that git merges it line by line."""
    return "\n".join(("<!-- wikic wrote", *marks, "-->"))


def read_note(text: str) -> tuple[str, ...] | None:
    """The note at a page's end; None where it is missing or a merge left it in conflict."""
    found = list(_NOTE.finditer(text))
    return tuple(found[-1]["noted"].split()) if found else None


def without_note(text: str) -> str:
    """A page's text without the note."""
    return _NOTE.sub("", text) if "<!-- wikic wrote" in text else text


def _mark(leaf: Leaf) -> str:
    return _address_mark(leaf.id) + leaf.tree[:2]


def _words_mark(mark: str) -> str:
    return mark[:4]


def written_by_people(body: str, note: Sequence[str] | None) -> frozenset[nodes.Span]:
    """Where the parts of a page's body stand that the fold did not write."""
    if note is None:
        return frozenset()
    found = parts(parse_document(body))
    marks = [_words_mark(_mark(leaf)) for leaf in found]
    noted = list(map(_words_mark, note))
    if marks == noted:
        return frozenset()
    matcher = SequenceMatcher(None, noted, marks, autojunk=False)
    kept = {block.b + step for block in matcher.get_matching_blocks() for step in range(block.size)}
    return frozenset(leaf.span for at, leaf in enumerate(found) if at not in kept)


def is_as_noted(body: str, note: Sequence[str] | None) -> bool:
    """Whether a page's body is as the fold wrote it."""
    return note is not None and [_mark(leaf) for leaf in parts(parse_document(body))] == list(note)


def missing(text: str) -> tuple[int, int]:
    """How many leaves that the fold noted on a document's page are not on it, and how many it noted."""
    note = read_note(text) or ()
    there = Counter(_words_mark(_mark(leaf)) for leaf in parts(parse_document(text)))
    return (Counter(map(_words_mark, note)) - there).total(), len(note)


# --- reading ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """A leaf as it stands on a page.

    leaf: of the page's body. markdown: the lines of it, as they stand there.
    gap: whether an empty line stands above it.
    """

    leaf: Leaf
    markdown: str
    gap: bool


def standing(body: str) -> list[Standing]:
    """The leaves of a body in order."""
    found: list[Standing] = []
    end = 0
    for leaf in parts(parse_document(body)):
        start = body.rfind("\n", 0, leaf.span.start) + 1
        gap = "\n\n" in body[end:start] or not found
        # What people type stands on lines of its own, with their indent.
        first = start if not body[start : leaf.span.start].strip() else leaf.span.start
        found.append(Standing(leaf, body[first : leaf.span.end], gap))
        end = leaf.span.end
    return found


@dataclass(frozen=True, slots=True)
class Changed:
    """What people did to a document's page.

    rewordings: pairs of address and Markdown. removed: addresses of what they deleted.
    own: what they added. lost: how many leaves are missing where that is more than half of what was noted,
        too many to be taken for deletions; 0 otherwise.
    """

    rewordings: tuple[tuple[str, str], ...]
    removed: tuple[str, ...]
    own: tuple[Own, ...]
    lost: int = 0


def changes(
    body: str,
    note: Sequence[str] | None,
    expected: Sequence[tuple[str, str]],
    is_rewording: Callable[[str, str], bool],
) -> Changed:
    """Tell what people changed from what the fold wrote.

    note: as ``read_note`` gives it. expected: address and words of the leaves that the fold gives, in order.
    is_rewording: whether the second text says the first in other words.
    """
    there = standing(body)
    marks = [_mark(each.leaf) for each in there]
    if note is None:
        note = _as_if_noted(marks, expected)
        deletable = False
    else:
        deletable = True
    addresses = _addresses(note, expected)
    rewordings: dict[str, str] = {}
    removed: list[str] = []
    own: list[Own] = []
    after = ""
    matcher = SequenceMatcher(
        None, list(map(_words_mark, note)), list(map(_words_mark, marks)), autojunk=False
    )
    texts = dict(expected)
    new: dict[str, str] = {}  # address of what the document says since, by the mark of its words
    for called, _ in reversed(expected):
        if called not in addresses:
            new[_address_mark(called)] = called
    for kind, first, last, start, end in matcher.get_opcodes():
        if kind == "equal":
            for at, here in zip(range(first, last), range(start, end), strict=True):
                kept = addresses[at]
                if kept is not None:
                    after = kept
                    if note[at] != marks[here]:  # the same words with other marks
                        rewordings[kept] = there[here].markdown.lstrip(" ")
            continue
        gone = [called for called in addresses[first:last] if called is not None]
        for here in range(start, end):
            said = there[here].leaf.text
            old = next((each for each in gone if is_rewording(texts[each], said)), None)
            if old is not None:
                if deletable:
                    removed += gone[: gone.index(old)]
                gone = gone[gone.index(old) + 1 :]
                rewordings[old] = there[here].markdown.lstrip(" ")
                after = old
            else:
                behind = new.pop(_words_mark(marks[here]), after)
                own.append(Own(("\n" if there[here].gap else "") + there[here].markdown, behind))
        if deletable:
            removed += gone
    if len(removed) * 2 > len(note) and len(note) > 1:
        return Changed(tuple(sorted(rewordings.items())), (), tuple(own), len(removed))
    return Changed(tuple(sorted(rewordings.items())), tuple(removed), tuple(own))


def _addresses(note: Sequence[str], expected: Sequence[tuple[str, str]]) -> list[str | None]:
    """The address of each noted leaf in the document as it is now; None for what it does not say any more."""
    now = [_address_mark(called) for called, _ in expected]
    found: list[str | None] = [None] * len(note)
    then = list(map(_words_mark, note))
    for block in SequenceMatcher(None, then, now, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            found[block.a + step] = expected[block.b + step][0]
    missing = {called for called, _ in expected} - set(found)
    by_mark: dict[str, list[str]] = {}
    for called, mark in zip((each for each, _ in expected), now, strict=True):
        if called in missing:
            by_mark.setdefault(mark, []).append(called)
    for at, mark in enumerate(then):  # moved within the document
        if found[at] is None and by_mark.get(mark):
            found[at] = by_mark[mark].pop(0)
    return found


def _as_if_noted(marks: Sequence[str], expected: Sequence[tuple[str, str]]) -> list[str]:
    """The note of a page that has none: what stands there of what the fold gives."""
    now = {_address_mark(called) for called, _ in expected}
    return [mark for mark in marks if _words_mark(mark) in now]
