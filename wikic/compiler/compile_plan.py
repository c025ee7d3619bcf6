"""``compile --plan``: what a compile with a model would ask, and its price, before anything is spent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from wikic.compiler import collection_homes
from wikic.compiler.article_digest import Failed
from wikic.compiler.options import Options
from wikic.compiler.pending_documents import Known, find_pending
from wikic.compiler.report import Tally
from wikic.document import quotes as segmentation
from wikic.model.article import Article
from wikic.model.schema import Schema
from wikic.model.statement import Block
from wikic.progress import Progress, Silent
from wikic.wiki.article_file import stored_text
from wikic.wiki.documents import walk
from wikic.wiki.documents.read import estimate, read
from wikic.wiki.review_folder import ReviewFolder
from wikic.wiki.schema_file import require
from wikic.wiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Calls:
    """Calls of one kind at worst.

    purpose: ``extract``, ``verify``.
    calls: how many.
    prompt, completion: tokens sent, and tokens that the replies may have.
    cost: US dollars; None where nobody knows the price.
    """

    purpose: str
    calls: int
    prompt: int
    completion: int
    cost: float | None


Expect = Callable[[Article, Sequence[Block], Schema], Iterable[Calls]]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a compile would do.

    added, changed: keys of the sources it would extract. unchanged: how many it would leave.
    failed: documents it could not read.
    calls: by purpose, every reply as long as it may be and right the first time.
    """

    added: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: int
    failed: tuple[Failed, ...]
    calls: tuple[Calls, ...]

    @property
    def cost(self) -> float | None:
        """US dollars at worst; None where nobody knows a price."""
        costs = [each.cost for each in self.calls]
        return None if None in costs else sum(cost for cost in costs if cost is not None)


def plan_documents(
    root: Path,
    paths: Sequence[Path],
    curator: str,
    options: Options,
    expect: Expect,
    *,
    progress: Progress | None = None,
) -> Plan:
    """Look at the documents under ``paths``; nothing is written, no lock taken, no model asked.

    curator: name of the one that would extract. expect: what extracting one article takes.

    Raises InputError, NotAWikiError, ConfigError and FormatError as compiling does.
    """
    told = progress or Silent()
    require(root)
    walk.check(paths)
    space = Workspace.open(root, options.title)
    known = collection_homes.inside(root, paths, options.collection, space.schema)
    homes = [path for path in paths if path not in known]
    collection_homes.refuse_others(root, homes, options.collection)
    documents = read(
        paths,
        collection=options.collection,
        exclude=walk.ours(root),
        known=known,
        seconds=options.seconds,
    )
    tally = Tally()
    folder = ReviewFolder(root)
    held = Known(space, folder, folder.waiting(), folder.rejected())
    told.phase("read", estimate(paths))
    pending, _ = find_pending(held, documents, curator, options, tally, told)
    calls: list[Calls] = []
    told.phase("plan", len(pending))
    for article in pending:
        told.advance()
        blocks = segmentation.segment(stored_text(article.text), article.language)
        calls += expect(article, blocks, space.schema)
    return Plan(
        tuple(tally.added), tuple(tally.changed), tally.unchanged, tuple(tally.failed), total_calls(calls)
    )


def total_calls(calls: Iterable[Calls]) -> tuple[Calls, ...]:
    """Calls added up by purpose."""
    totals: dict[str, Calls] = {}
    for each in calls:
        known = totals.get(each.purpose)
        totals[each.purpose] = each if known is None else _sum(known, each)
    return tuple(totals.values())


def _sum(left: Calls, right: Calls) -> Calls:
    unknown = left.cost is None or right.cost is None
    return Calls(
        left.purpose,
        left.calls + right.calls,
        left.prompt + right.prompt,
        left.completion + right.completion,
        None if unknown else (left.cost or 0.0) + (right.cost or 0.0),
    )
