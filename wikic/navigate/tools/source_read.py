"""``source_read``: a document as it was taken in, whole or around the block that a fact cites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final

from msgspec import Meta

from wikic.model.page import Citation
from wikic.model.statement import Block
from wikic.navigate.indexes.catalogue_view import SourceRef
from wikic.navigate.library import Library
from wikic.navigate.tools.arguments import USUAL_TOKENS, After, Taken, max_tokens
from wikic.navigate.tools.result import Problem, Reading, Result, count_tokens, cut_to_tokens
from wikic.navigate.tools.source_parts import cut_parts

NAME: Final = "source_read"
DESCRIPTION: Final = (
    "Read a source document itself: whole, or only around what a fact cites. Use it to check a fact, or when "
    "a page leaves out what its document says. What was sent before is not sent again."
)


class Arguments(Taken, frozen=True):
    source: Annotated[
        str, Meta(description="A number of the legend such as `1`, a source's path, or its key.")
    ]
    block: Annotated[
        str, Meta(description="What a fact cites, such as `F7` or `p3f9a1c02`: only what stands around it.")
    ] = ""
    around: Annotated[int, Meta(description="Sentences before and after it.", ge=0, le=50)] = 3
    part: Annotated[
        int,
        Meta(
            description="Only this part of it, as source_search numbers them; the next one is one more.",
            ge=0,
            le=1_000_000,
        ),
    ] = 0
    after: After = ""
    max_tokens: Annotated[int, max_tokens(20_000)] = USUAL_TOKENS


_CUT: Final = " … (cut)"


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, item, row, heading or code block of a document.

    id: of the block, as facts cite it.
    number: position in the document, from 1.
    text: as it stands there, white space normalised.
    section: heading above it, or "".
    heading: whether it is a heading itself.
    asked: whether it is the block that was asked for.
    """

    id: str
    number: int
    text: str
    section: str
    heading: bool = False
    asked: bool = False


@dataclass(frozen=True, slots=True)
class SourceRead:
    """A document, or a part of one.

    number: by which texts cite it.
    digest, article: page paths of its files.
    key, title, date, location: of the document.
    lines: those shown.
    total: how many the document has.
    before: how many of those asked for were sent before, and are left out.
    next: cursor of what follows, or "".
    """

    number: int
    digest: str
    article: str
    key: str
    title: str
    date: str | None
    location: str | None
    lines: tuple[Line, ...]
    total: int
    next: str
    before: int = 0

    @property
    def ok(self) -> bool:
        """True: a document may be empty."""
        return True

    def text(self) -> str:
        """Title and origin, then its sentences; the one asked for is marked."""
        about = [each for each in (self.key, self.date, self.location) if each and each != self.key]
        lines = [f"[{self.number}] {self.title}", " · ".join([self.key or self.article, *about]), ""]
        for line in self.lines:
            mark = "→ " if line.asked else ""
            name = f" ^{line.id}" if line.id else ""
            lines.append(f"## {line.text}" if line.heading else f"{mark}{line.text}{name}")
        if self.before:
            lines.append(f"({self.before:,} of its sentences were sent before)")
        elif not self.lines:
            lines.append("(empty)")
        if self.next:
            last = self.lines[-1].number if self.lines else 0
            lines.append(f"{self.total - last:,} of {self.total:,} more: call again with after={self.next!r}")
        return "\n".join(lines)


def run(library: Library, asked: Arguments, reading: Reading) -> Result:
    """The tool; arguments are checked."""
    name = asked.source.strip()
    source = _find_source(library, name, reading)
    if source is None:
        near = library.source_search.search(name, limit=5) if name else []
        return Problem(
            f"There is no source {name[:200]!r}.", tuple(hit.path for hit in near), "Use a path or key."
        )
    return read_source(
        library,
        source,
        reading,
        Extract(
            block=asked.block.strip().lstrip("^"), around=asked.around, part=asked.part, after=asked.after
        ),
        limit=asked.max_tokens,
    )


@dataclass(frozen=True, slots=True)
class Extract:
    """What of a document is asked for.

    block: id of a block that is wanted with ``around`` blocks on both sides, or "" for the document.
    part: number of the one part that is wanted, from 1, or 0; see ``source_parts``.
    after: how many blocks were sent already, in digits, or "". again: send what was sent before, too.
    """

    block: str = ""
    around: int = 3
    part: int = 0
    after: str = ""
    again: bool = False


def read_source(
    library: Library, source: SourceRef, reading: Reading, wanted: Extract, *, limit: int
) -> SourceRead | Problem:
    """A document within ``limit`` tokens, at least one sentence of it that was not sent before."""
    from wikic.document.quotes import segment

    article = library.article(source.article)
    if article is None:
        return Problem(
            f"The text of {source.title!r} is not in this wiki.", next="Its page quotes it: wiki_read."
        )
    blocks = segment(article.text, article.language)
    bounds = _block_bounds(source, blocks, wanted)
    if isinstance(bounds, Problem):
        return bounds
    first, last = bounds
    block = wanted.block
    asked = blocks[first:last]
    sent = (
        {}
        if wanted.again
        else {each.id: None for each in asked if Citation(source.digest, each.id) in reading.lines}
    )
    fresh = [each for each in asked if each.id not in sent or each.id == block]
    lines = _fitting_lines(fresh, block, limit)
    end = fresh[len(lines)].number - 1 if len(lines) < len(fresh) else last
    following = str(end) if not block and end < len(blocks) else ""
    cited = [Citation(source.digest, line.id) for line in lines if not line.heading]
    reading.blocks.update(cited)
    reading.lines.update(cite for cite, whole in zip(cited, _whole_lines(lines), strict=True) if whole)
    before = sum(each.number <= end for each in asked if each.id in sent and each.id != block)
    return replace(
        SourceRead(
            number=reading.number(source.digest),
            digest=source.digest,
            article=source.article,
            key=source.key,
            title=article.title,
            date=article.date,
            location=article.location,
            lines=lines,
            total=len(blocks),
            next=following,
        ),
        before=before,
    )


def _block_bounds(source: SourceRef, blocks: Sequence[Block], wanted: Extract) -> tuple[int, int] | Problem:
    """Places of the first block that is asked for and of the one behind the last."""
    first, last = 0, len(blocks)
    if wanted.block:
        at = next((n for n, each in enumerate(blocks) if each.id == wanted.block), None)
        if at is None:
            why = f"{source.title!r} has no block {wanted.block[:40]!r}."
            return Problem(why, next="Read it without a block.")
        return max(0, at - wanted.around), min(len(blocks), at + wanted.around + 1)
    if wanted.part:
        cut_up = tuple(cut_parts(blocks))
        if wanted.part > len(cut_up):
            why = f"{source.title!r} has {len(cut_up):,} part{'s' if len(cut_up) != 1 else ''}."
            return Problem(why, next="Read one of these, or it whole.")
        first = sum(map(len, cut_up[: wanted.part - 1]))
        last = first + len(cut_up[wanted.part - 1])
    if wanted.after.isdigit():
        first = min(int(wanted.after), len(blocks))
        last = last if first < last else len(blocks)
    return first, last


def _whole_lines(lines: Sequence[Line]) -> list[bool]:
    return [not line.text.endswith(_CUT) for line in lines if not line.heading]


def _fitting_lines(blocks: Sequence[Block], asked: str, limit: int) -> tuple[Line, ...]:
    """As many as ``limit`` holds; the first is cut where it alone is too long."""
    found: list[Line] = []
    left = limit
    for block in blocks:
        cost = count_tokens(block.text) + 4  # its id
        if cost > left and found:
            break
        text = block.text if cost <= left else cut_to_tokens(block.text, left) + _CUT
        left -= cost
        heading = block.kind == "heading"
        found.append(Line(block.id, block.number, text, block.section, heading, block.id == asked))
    return tuple(found)


def _find_source(library: Library, name: str, reading: Reading) -> SourceRef | None:
    number = name.strip("[]")
    digest = reading.digest(int(number)) if number.isdecimal() and len(number) < 10 else None
    return library.source(digest or name) if name else None
