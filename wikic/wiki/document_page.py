"""The page of a document: the article's own Markdown, with what people changed on it. Pure.

The page is the article as it was written. What differs is spliced in: links between documents lead to pages,
a heading that repeats the title goes, headings stand below it, and what people reworded, added and deleted
is as they left it. A leaf's address is its block id, ``p3f9a1c02``, and ``~2`` for the second equal one below
the same headings (``document.leaves``).

What the fold wrote is noted at the page's end, four characters of each leaf's words and two of its marks
(decision 0189). It tells whose words are whose without digest, article or memory.
"""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from textwrap import shorten
from typing import Final

from wikic.document import nodes
from wikic.document.leaves import Leaf, leaves
from wikic.document.nodes import Document
from wikic.document.parse import parse_document
from wikic.document.quotes import quote
from wikic.document.walk import links_in
from wikic.markdown.escape import escape
from wikic.markdown.read import read
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.page import Overlay, Own
from wikic.text.normalise import CJK, normalise
from wikic.wiki.merging import list_lines

_NOTE: Final = re.compile(r"^<!-- wikic wrote\n(?P<noted>(?:[\w-]+\n)*)-->[ \t]*$", re.M)
_DEEPEST: Final = 6
_BLOCK_ID: Final = re.compile(r"(?<=[ \t\n])\^(?P<id>[A-Za-z0-9-]+)[ \t]*\Z")
_LONE_BLOCK_ID: Final = re.compile(r"(?<=\n\n)\^(?P<id>[A-Za-z0-9-]+)[ \t]*(?=\n\n|\n?\Z)")
_LINE_END: Final = re.compile(f"(?<=[{CJK}])[ \\t]?\\n[ \\t]*(?=[{CJK}])")
_LONGEST_NAME: Final = 60  # characters of a block that stand for it in a link
# HTML that an empty line does not end (CommonMark, section 4.6), by what begins it.
_ENDS_OF_HTML: Final = {
    "<!--": "-->",
    "<?": "?>",
    "<![cdata[": "]]>",
    "<pre": "</pre>",
    "<script": "</script>",
    "<style": "</style>",
    "<textarea": "</textarea>",
    "<!": ">",
}
_FOLLOWING: Final = "what follows"

Where = Callable[[str], str | None]
"""From a target as a document states it to what its page links to: None for the same, "" for nothing."""


@dataclass(frozen=True, slots=True)
class Edits:
    """What people changed on a document's page.

    rewordings: the Markdown that stands in place of a leaf, by its address.
    removed: addresses of the leaves they deleted.
    own: what they added, each behind the leaf whose address it names, "" above all of them.
    """

    rewordings: Mapping[str, str]
    removed: Collection[str]
    own: Sequence[Own]


def parts(document: Document) -> tuple[Leaf, ...]:
    """What a page is told apart into: its leaves, and what no reader sees, such as a comment or a rule."""
    return leaves(document, unseen=True)


def address(leaf: Leaf) -> str:
    """What a leaf is called within its document."""
    return leaf.id if leaf.number == 1 else f"{leaf.id}~{leaf.number}"


def is_address(text: str) -> bool:
    """Whether a text is the address of a leaf, and no id of a statement."""
    return text.startswith("p")


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


# --- writing ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Splice:
    start: int
    end: int
    text: str


def write_body(text: str, document: Document, titles: Collection[str], where: Where, edits: Edits) -> str:
    """The body of a document's page, without outer blank lines.

    text: the article's. document: the tree of it.
    titles: what the page and its document are called; the page's heading stands above the body.

    What the document, or a person, began and did not end is ended: it would swallow what stands behind.
    """
    if (whole := closed(text)) != text:
        text, document = whole, parse_document(whole)
    found = parts(document)
    splices: list[_Splice] = []
    taken: list[tuple[int, int]] = []
    for leaf in found:
        called = address(leaf)
        if called in edits.removed:
            splices.append(_without_lines(text, leaf.span))
        elif called in edits.rewordings:
            splices.append(_Splice(leaf.span.start, leaf.span.end, edits.rewordings[called]))
        else:
            continue
        taken.append((splices[-1].start, splices[-1].end))
    heads = [block for block in document.blocks if isinstance(block, nodes.Header)]
    own_title = _title_of(document, titles)
    if own_title is not None:
        taken.append((own_title.span.start, own_title.span.end))
        splices.append(_without_lines(text, own_title.span))
    if any(head.level == 1 and head is not own_title for head in heads):
        lowered = (head for head in heads if head is not own_title and not _inside(head.span, taken))
        splices += (_lowered(text, head) for head in lowered)
    named = _named(text, found) if "^" in text else {}
    splices += _linked(text, document, where, taken, {name: words for name, (_, words) in named.items()})
    if not text.isascii():
        splices += _joined_lines(text, found, taken)
    spans = ((name, span) for name, (span, _) in named.items() if not _inside(span, taken))
    splices += (_Splice(*span, f'<a id="{name}"></a>') for name, span in spans)
    by_address = {address(leaf): leaf for leaf in found}
    for each in edits.own:
        behind = by_address.get(each.after)
        if behind is None:
            splices.append(_Splice(0, 0, each.text.lstrip("\n") + "\n\n"))
        elif not _says(behind, each):
            at = _line_end(text, behind.span.end)
            splices.append(_Splice(at, at, f"\n{each.text}"))
    return closed(_spliced(text, splices).strip("\n"))


def closed(markdown: str) -> str:
    """Markdown that ends what it began: a fence, or HTML that no empty line ends, would swallow the rest."""
    if _shows_what_follows(markdown):
        return markdown
    fences = dict.fromkeys(each.marker for each in reversed(read(markdown).fences) if not each.closed)
    lines, folded = markdown if markdown.endswith("\n") else f"{markdown}\n", markdown.casefold()
    ended = (lines + end for end in (*fences, *(end for of, end in _ENDS_OF_HTML.items() if of in folded)))
    return next(filter(_shows_what_follows, ended), markdown)


def _shows_what_follows(markdown: str) -> bool:
    return any(each.text == _FOLLOWING for each in read(f"{markdown}\n\n# {_FOLLOWING}\n").headings[-1:])


def _says(leaf: Leaf, own: Own) -> bool:
    """Whether a leaf of the document says what a person wrote, who keeps it when the document drops it."""
    return leaf.id in (each.id for each in parts(parse_document(own.text.strip())))


def settled(overlay: Overlay, document: Document) -> Overlay:
    """``overlay`` for a document as it is now: words on a leaf that is gone become a block of their own."""
    known = [address(leaf) for leaf in parts(document)]
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
    said_before, said_after = closed(before.text), closed(after.text)
    old, new = (parts(parse_document(each)) for each in (said_before, said_after))
    heirs: dict[str, Leaf] = {}
    then, now = list(map(address, old)), list(map(address, new))
    for kind, first, last, start, end in SequenceMatcher(None, then, now, autojunk=False).get_opcodes():
        rest = new[start:end] if kind == "replace" else ()
        for leaf in old[first:last]:
            heir = next((each for each in rest if is_rewording(leaf.text, each.text)), None)
            if heir is not None and address(leaf) not in now and address(heir) not in then:
                heirs[address(leaf)] = heir
                rest = rest[rest.index(heir) + 1 :]
    said = {address(leaf): said_before[leaf.span.start : leaf.span.end] for leaf in old}
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
        theirs = said_after[heir.span.start : heir.span.end]
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


def _title_of(document: Document, titles: Collection[str]) -> nodes.Header | None:
    """The heading that opens a document and says what its page is called."""
    first = next(iter(document.blocks), None)
    if not isinstance(first, nodes.Header):
        return None
    said = next(iter(parts(Document((first,)))), None)
    named = {normalise(each).casefold() for each in titles}
    return first if said is not None and normalise(said.text).casefold() in named else None


def _lowered(text: str, head: nodes.Header) -> _Splice:
    """A heading one level down, where others of level 1 stand beside the page's title."""
    raw = text[head.span.start : head.span.end]
    if raw.lstrip().startswith("#"):
        mark = head.span.start + raw.index("#")
        return _Splice(mark, mark, "" if head.level == _DEEPEST else "#")
    words = raw.rpartition("\n")[0].strip()  # underlined
    return _Splice(head.span.start, head.span.end, f"{'#' * (head.level + 1)} {' '.join(words.split())}")


def _named(text: str, found: Sequence[Leaf]) -> dict[str, tuple[nodes.Span, str]]:
    """By the name of a block (``^name`` at its end) where the name stands and how the block begins."""
    named: dict[str, tuple[nodes.Span, str]] = {}
    for leaf in found:
        if leaf.kind not in ("code", "formula", "raw") and (name := _BLOCK_ID.search(text, *leaf.span)):
            named[name["id"]] = nodes.Span(*name.span()), shorten(leaf.text, _LONGEST_NAME, placeholder=" …")
    for name in _LONE_BLOCK_ID.finditer(text):  # below what it names, a table or a list
        named.setdefault(name["id"], (nodes.Span(*name.span()), name["id"]))
    return named


def _joined_lines(text: str, found: Sequence[Leaf], taken: Sequence[tuple[int, int]]) -> Iterator[_Splice]:
    """Lines within a paragraph of a script without spaces: every viewer would show a blank where they end."""
    for leaf in found:
        if leaf.kind in ("paragraph", "item", "definition") and not _inside(leaf.span, taken):
            for end in _LINE_END.finditer(text, *leaf.span):
                yield _Splice(*end.span(), "")


def _linked(
    text: str,
    document: Document,
    where: Where,
    taken: Sequence[tuple[int, int]],
    named: Mapping[str, str],
) -> Iterator[_Splice]:
    """The links to other documents, which lead to their pages; one that leads nowhere here is its words.

    named: how the document's blocks that have names begin.
    """
    for link in links_in(document):
        if _inside(link.span, taken) or link.target_span is None:
            continue
        shown = ""
        if isinstance(link, nodes.Embed):
            shown = escape(link.text or link.target)
        elif isinstance(link, nodes.Link) and link.form == "wiki":
            shown = _words_of(link)
            page, _, block = link.target.partition("#^")
            if block and shown == escape(link.target):
                shown = escape(page or named.get(block, block))
        target = where(f"[[{link.target}]]" if shown else link.target)
        if target is None:
            continue
        start, end = link.span
        if shown:
            yield _Splice(start, end, f"[{shown}]({target})" if target else shown)
        elif target:
            yield _Splice(*link.target_span, target)
        elif isinstance(link, nodes.Link) and link.form == "inline":
            yield _Splice(start, end, _label(text, link))


def _words_of(link: nodes.Link) -> str:
    return escape("".join(each.text for each in link.children if isinstance(each, nodes.Text)))


def _label(text: str, link: nodes.Link) -> str:
    """The words of a link as they stand between its brackets."""
    assert link.target_span is not None
    raw = text[link.span.start : link.target_span.start]
    return raw[1 : raw.rindex("](")] if raw.startswith("[") and "](" in raw else _words_of(link)


def _without_lines(text: str, span: nodes.Span) -> _Splice:
    """What stands at ``span`` with its lines, and with the empty ones below where one stands above."""
    start = text.rfind("\n", 0, span.start) + 1
    end = min(_line_end(text, span.end) + 1, len(text))
    if not start or text.endswith("\n\n", 0, start):
        while text.startswith("\n", end):
            end += 1
    return _Splice(start, end, "")


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _inside(span: nodes.Span, taken: Iterable[tuple[int, int]]) -> bool:
    return any(start <= span.start and span.end <= end for start, end in taken)


def _spliced(text: str, splices: Iterable[_Splice]) -> str:
    made: list[str] = []
    at = 0
    for each in sorted(splices, key=lambda each: (each.start, each.end)):
        if each.start < at:
            continue  # within one that was made already
        made += (text[at : each.start], each.text)
        at = each.end
    return "".join((*made, text[at:]))


# --- the note ---------------------------------------------------------------------------------------


def noted(body: str, own: Sequence[Own] = ()) -> tuple[str, ...]:
    """The note of a body that the fold wrote: a line for each of its leaves, in order.

    own: what people wrote; what the document says as well stays theirs and is not noted.
    """
    marks = [_mark(leaf) for leaf in parts(parse_document(body))]
    for each in own:
        said = {_mark(leaf) for leaf in parts(parse_document(each.text.strip()))}
        theirs = next(
            (at for at, mark in enumerate(marks) if mark in said and _is_of(mark, each.after)), None
        )
        if theirs is not None:
            del marks[theirs]
    return tuple(marks)


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
    return _NOTE.sub("", text)


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
