"""The merge of what is generated whole: indexes by entry, digests by what was decided of their statements.

Where both sides changed an entry of an index, ours will do. Extraction writes a digest whole; later it
changes only in what is retired, superseded or better said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from wikic.errors import FormatError
from wikic.markdown.source import decode
from wikic.model.digest import Digest
from wikic.model.statement import Statement
from wikic.wiki import digest_file, index_file
from wikic.wiki.digest_lines import marked, unsaid
from wikic.wiki.merging import three_way
from wikic.wiki.merging.three_way import Merged


def merge_index(base: bytes, ours: bytes, theirs: bytes) -> Merged | None:
    """The merged index. None when a side is not UTF-8. Never a conflict: the next fold writes it anew."""
    try:
        old, left, right = (_sections(each) for each in (base, ours, theirs))
    except FormatError:
        return None
    merged = three_way.sequence(old, left, right, _entries)
    return Merged("\n\n".join(filter(None, merged.values())).encode("utf-8") + b"\n")


def _sections(data: bytes) -> dict[str, str]:
    """Text by heading; what stands before the first under ""."""
    source = decode(data)
    if source.invalid:
        raise FormatError("not UTF-8")
    found: dict[str, list[str]] = {"": []}
    heading = ""
    for line in source.text.replace("\r\n", "\n").split("\n"):
        if line.startswith("## "):
            heading = line
        found.setdefault(heading, []).append(line)
    return {name: "\n".join(body).strip("\n") for name, body in found.items()}


def _entries(heading: str, base: str, ours: str, theirs: str) -> str:
    old, left, right = (_keyed(each) for each in (base, ours, theirs))
    return "\n".join(three_way.sequence(old, left, right, lambda key, before, mine, other: mine).values())


def _keyed(body: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in body.split("\n"):
        entry, directory = index_file.read_entry(line), index_file.CATALOGUED.match(line)
        # Its heading and what is said below it are generated too, from the schema.
        other = f"\0{line[:2]}" if line.startswith(("# ", "> ")) else line
        named = directory["linked"] or directory["name"] if directory is not None else other
        found[entry.stem if entry is not None else named] = line
    return found


def merge_digest(base: bytes, ours: bytes, theirs: bytes) -> Merged | None:
    """The merged digest. None where one cannot be read whole, or both say something else of one thing."""
    try:
        old, left, right = (_read(each) for each in (base or ours, ours, theirs))
        # One side extracted the text anew; the other's marks are carried to what is said alike there.
        if _bare(old) != _bare(right) and _bare(old) == _bare(left):
            left, right = right, left
        elif _bare(old) != _bare(right) != _bare(left):
            return None
        return Merged(digest_file.render(_joined(old, left, right)))
    except (FormatError, _BothSaidError):
        return None


class _BothSaidError(Exception):
    """Both sides say something else of a statement."""


def _read(data: bytes) -> Digest:
    """Raises FormatError for a digest with more in it than is read: that would be gone."""
    digest = digest_file.parse(data, "digest")
    if digest_file.render(digest) != data:
        raise FormatError("more than a digest")
    return digest


def _bare(digest: Digest) -> Digest:
    """The digest without what was decided about its statements later, and without the day."""
    bare = (marked(each, unsaid(each.id)) for each in digest.statements)
    return replace(digest, statements=tuple(bare), marks=(), ingested="")


def _joined(base: Digest, kept: Digest, other: Digest) -> Digest:
    """``kept``, its statements marked as either side marked them. Raises _BothSaidError."""
    if not kept.derived:
        said = _marked(base.statements, kept.statements, other.statements)
        ids = {each.id for each in said}
        known = (each if each.shown_as in ids else replace(each, shown_as=None) for each in said)
        return replace(kept, statements=tuple(known))
    decided = {each.id: unsaid(each.id) for digest in (base, kept, other) for each in digest.marks}
    sides = ({**decided, **{each.id: each for each in digest.marks}} for digest in (base, kept, other))
    marks = _marked(*(tuple(side.values()) for side in sides))
    return replace(kept, marks=tuple(each for each in marks if each != unsaid(each.id)))


def _marked(
    base: Sequence[Statement], kept: Sequence[Statement], other: Sequence[Statement]
) -> tuple[Statement, ...]:
    before = {(each.of, each.id): each for each in base}
    others = {(each.of, each.id): each for each in other}
    merged = []
    for mine in kept:
        theirs = others.get((mine.of, mine.id), mine)
        old = before.get((mine.of, mine.id), mine)
        marks: dict[str, Any] = {
            name: three_way.value(getattr(old, name), getattr(mine, name), getattr(theirs, name), _decided)
            for name in ("retired", "reason", "superseded", "shown_as")
        }
        merged.append(replace(mine, **marks))
    return tuple(merged)


def _decided(base: Any, ours: Any, theirs: Any) -> Any:
    """A mark that both changed: one that says nothing gives way."""
    if ours and theirs:
        raise _BothSaidError
    return ours or theirs
