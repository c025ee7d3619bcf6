"""D002: what a merge left behind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from wikic import layout
from wikic.lint.profile import FileKind
from wikic.lint.rule import Problem
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.text_lines import place
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown.source import Conflict, conflicts
from wikic.model.finding import Edit
from wikic.wiki import page_blocks

if TYPE_CHECKING:
    from wikic.wiki.merging.three_way import Merged

# Line ends and bytes that a merge by unit would not give back.
_UNKEPT: Final = re.compile("[\r\ufffd\ud800-\udfff]")


def check_conflicts(view: WikiView) -> Iterator[Problem]:
    # In this order: files are looked at a few hundred at a time, of a listing that may hold a million.
    for file in sorted((view.scope & view.files) - view.state.by_kind["article"]):
        if not file.endswith((".md", ".yaml")):
            continue
        kind = view.profile.kind_of(file)
        if kind == "other" and view.profile.is_vault:
            continue
        page = view.page(file) if kind in ("page", "index") else None
        text = page.text if page is not None else _text(view, file, kind)
        found = tuple(conflicts(text)) if "<<<<<<<" in text else ()
        whole = _by_unit(file, kind, text, found) if found else None
        for conflict in found:
            if page is not None and not page.generated and _in_code(page, conflict.start):
                continue  # a page about git may show one
            line = place(text, conflict.start)[0]
            edits: tuple[Edit, ...]
            if whole is not None:  # the first one's edit settles them all
                edits = (whole,) if conflict is found[0] else ()
            else:
                edits = () if page is None else _merged(page, conflict)
            index = page is not None and layout.is_index(page.path)
            help = "" if edits or index or whole else "choose what stays, and remove the marker lines"
            message = "a merge left a conflict behind"
            yield Problem(file, line, 1, message, edits, refold=index, help=help)


def _by_unit(file: str, kind: FileKind, text: str, found: tuple[Conflict, ...]) -> Edit | None:
    """A generated page or a digest as the merge driver would have merged it, where nothing is left open."""
    if _UNKEPT.search(text) is not None:
        return None
    from wikic.wiki.merging import generated, page  # loaded only where there is a conflict

    merge: Callable[[bytes, bytes, bytes], Merged | None]
    if kind == "page" and "\nfold: " in text:
        merge = page.merge_page
    elif kind == "digest":
        merge = generated.merge_digest
    elif kind == "other" and file.endswith(".yaml"):
        merge = partial(_decided, file)
    else:
        return None
    base, ours, theirs = (_side(text, found, span).encode() for span in ("base", "ours", "theirs"))
    if kind == "other" and not any(each.base[1] for each in found):
        base = b""  # not said; what both sides have is in both, so nothing hangs on it
    merged = merge(base, ours, theirs)
    if merged is None or merged.conflicts:
        return None
    new = merged.data.decode()
    start = _shared(text, new)
    end = _shared(text[start:][::-1], new[start:][::-1])
    return Edit(file, start, len(text) - end, new[start : len(new) - end])


def _decided(file: str, base: bytes, ours: bytes, theirs: bytes) -> Merged | None:
    """What people decided, and the Error Book, where the two sides do not exclude each other."""
    from wikic.wiki.merging import decisions
    from wikic.wiki.merging.three_way import Merged

    if file == layout.ERROR_BOOK_FILE:
        data = decisions.merge_book(base or None, ours, theirs)
    else:
        data = decisions.merge_decisions(base, ours, theirs, file)
    return None if data is None else Merged(data)


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _side(text: str, found: tuple[Conflict, ...], span: str) -> str:
    """The file as one side had it."""
    kept, at = "", 0
    for conflict in found:
        start, end = getattr(conflict, span)
        kept, at = kept + text[at : conflict.start] + text[start:end], conflict.end
    return kept + text[at:]


def _text(view: WikiView, file: str, kind: FileKind) -> str:
    digest = view.digest(file) if kind == "digest" else None
    if digest is not None:
        return digest.text
    return (view.read(file) or b"").decode("utf-8-sig", errors="replace")


def _in_code(page: ParsedPage, offset: int) -> bool:
    return any(fence.start <= offset < fence.end for fence in page.document.fences)


def _merged(page: ParsedPage, conflict: Conflict) -> tuple[Edit, ...]:
    """The conflict as the first that can merge it does."""
    for merge in _MERGERS:
        text = merge(page, conflict)
        if text is not None:
            return (Edit(page.file, conflict.start, conflict.end, text),)
    return ()


def _agreed(page: ParsedPage, conflict: Conflict) -> str | None:
    """What both sides say, or the only side that says anything."""
    if layout.is_index(page.path):
        return None
    ours, theirs = (page.text[start:end] for start, end in (conflict.ours, conflict.theirs))
    if ours.split() == theirs.split() or not theirs.strip():
        return ours
    return theirs if not ours.strip() else None


def _both_sides(page: ParsedPage, conflict: Conflict) -> str | None:
    """The lines of both sides, each once: bullets carry ids, so the fold sorts out the rest."""
    if not page.generated or conflict.start < page.body or layout.is_index(page.path):
        return None
    lines = [
        line
        for side in (conflict.ours, conflict.theirs)
        for line in page.text[side[0] : side[1]].splitlines(keepends=True)
    ]
    if any(not line.startswith("- ") and line.strip() for line in lines):
        return None
    kept = list(dict.fromkeys(lines))
    ids = [id for line in kept if (id := page_blocks.id_of(line))]
    # One fact that two people reworded: the fold would keep one of them.
    return "".join(kept) if len(ids) == len(set(ids)) else None


# What can merge a conflict, tried in this order: each gives the text that stands instead, or None.
_MERGERS: Final[tuple[Callable[[ParsedPage, Conflict], str | None], ...]] = (_agreed, _both_sides)
