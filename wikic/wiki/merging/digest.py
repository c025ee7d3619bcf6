"""The merge of a digest: extraction writes it whole; later only what is retired, superseded, better said."""

from __future__ import annotations

from dataclasses import replace

from wikic.errors import FormatError
from wikic.model.digest import Digest
from wikic.model.statement import Statement
from wikic.wiki import digest_file
from wikic.wiki.merging import three_way
from wikic.wiki.merging.lines import Merged


def merge(base: bytes, ours: bytes, theirs: bytes) -> Merged | None:
    """The merged digest. None when both sides extracted anew and differently, or one cannot be read."""
    try:
        old, left, right = (digest_file.parse(each, "digest") for each in (base or ours, ours, theirs))
    except FormatError:
        return None
    if _bare(left) == _bare(right):
        statements = _statements(old, left, right)
        return Merged(digest_file.render(replace(left, statements=statements)))
    # One side extracted the text anew; the other's marks are carried to what is said alike there.
    if _bare(old) == _bare(left):
        return Merged(digest_file.render(replace(right, statements=_statements(old, right, left))))
    if _bare(old) == _bare(right):
        return Merged(digest_file.render(replace(left, statements=_statements(old, left, right))))
    return None


def _bare(digest: Digest) -> Digest:
    """The digest without what was decided about its statements later, and without the day."""
    bare = (
        replace(each, retired=False, reason="", shown_as=None, superseded=False) for each in digest.statements
    )
    return replace(digest, statements=tuple(bare), ingested="")


def _statements(base: Digest, kept: Digest, other: Digest) -> tuple[Statement, ...]:
    """The statements of ``kept``, marked as either side marked them."""
    before = {(each.of, each.id): each for each in base.statements}
    marked = {(each.of, each.id): each for each in other.statements}
    ids = {each.id for each in kept.statements}
    merged = []
    for mine in kept.statements:
        theirs = marked.get((mine.of, mine.id), mine)
        old = before.get((mine.of, mine.id), mine)
        shown_as = three_way.value(old.shown_as, mine.shown_as, theirs.shown_as, lambda _, one, two: one)
        merged.append(
            replace(
                mine,
                retired=three_way.value(old.retired, mine.retired, theirs.retired, _either),
                reason=three_way.value(
                    old.reason, mine.reason, theirs.reason, lambda _, one, two: one or two
                ),
                superseded=three_way.value(old.superseded, mine.superseded, theirs.superseded, _either),
                shown_as=shown_as if shown_as in ids else None,
            )
        )
    return tuple(merged)


def _either(base: bool, ours: bool, theirs: bool) -> bool:
    return ours or theirs
