"""``wikic init``: a first schema from a sample of the corpus, and the files of a new knowledge base."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic import config, layout
from wikic.curator.protocol import Curator
from wikic.errors import ForeignTreeError, InputError
from wikic.model.article import Article
from wikic.model.change import ChangeSet, Write
from wikic.model.schema import Schema
from wikic.progress import Progress, Silent
from wikic.wiki import index_file, lock, schema_file, transaction
from wikic.wiki.disk import disk_error
from wikic.wiki.documents import walk
from wikic.wiki.documents.outcome import Skipped, Unreadable
from wikic.wiki.documents.read import estimate, read
from wikic.wiki.tree import Tree

# IASI consumes a sample whose size does not depend on the corpus (WikiKV, section III-C).
SAMPLE: Final = 200
FALLBACK: Final = "concepts"

_IGNORE: Final = f"{layout.BUILD_DIR}/\n"
_ATTRIBUTES: Final = "".join(
    f"{layout.WIKI_DIR}/{each} merge=wikic\n" for each in ("**/*.md", "*.md", "*.yaml")
)


@dataclass(frozen=True, slots=True)
class Started:
    """What ``init`` did.

    schema: the schema it wrote.
    sampled: how many documents it was made from.
    documents: how many there are that can be read.
    unreadable: how many cannot be.
    """

    schema: Schema
    sampled: int
    documents: int
    unreadable: int


def start(
    root: Path,
    paths: Sequence[Path],
    curator: Curator,
    title: str | None,
    *,
    collection: str | None = None,
    progress: Progress | None = None,
) -> Started:
    """Make a knowledge base at ``root`` for the documents under ``paths``.

    title: of the wiki; None for the name of ``root``.

    Raises ForeignTreeError when there is a wiki already or ``wiki/`` holds anything, InputError when no
    document can be read, DiskError when ``root`` cannot be written.
    """
    _refuse_foreign(root)
    progress = progress or Silent()
    sample, readable, unreadable = _sample(paths, root, collection, progress)
    if not sample:
        named = ", ".join(str(path) for path in paths)
        if not unreadable:
            raise InputError(f"{named}: no document there that wikic reads")
        raise InputError(f"none of the {unreadable} documents in {named} can be read")
    schema = propose(curator, sample)
    settings = config.Config(config.WikiConfig(title or _title_of(root)))
    try:
        root.mkdir(parents=True, exist_ok=True)
        (root / layout.WIKI_DIR).mkdir(exist_ok=True)
    except OSError as error:
        raise disk_error(error, root, "nothing was changed") from error
    with lock.writer(root):
        writes = (
            Write(layout.SCHEMA_FILE, schema_file.render_schema(schema)),
            Write(
                layout.page_file(layout.ROOT_INDEX), index_file.render_root(schema, settings.wiki.title, ())
            ),
        )
        transaction.apply(root, ChangeSet("init", writes))
        _write_beside(root, settings)
    return Started(schema, len(sample), readable, unreadable)


def propose(curator: Curator, sample: Sequence[Article]) -> Schema:
    """A schema for the sampled corpus."""
    positioning = curator.position(sample)
    dimensions = curator.scaffold(positioning, sample)
    names = [dimension.name for dimension in dimensions]
    fallback = FALLBACK if FALLBACK in names else names[-1]
    return Schema(positioning, dimensions, fallback=fallback)


def _sample(
    paths: Sequence[Path], root: Path, collection: str | None, progress: Progress
) -> tuple[list[Article], int, int]:
    """A sample spread evenly over the keys' hashes, so that it does not depend on order; and the counts."""
    progress.phase("read", estimate(paths))
    best: list[tuple[int, str, Article]] = []
    readable = unreadable = 0
    documents: Iterable[Article | Unreadable | Skipped] = read(
        paths, collection=collection, exclude=walk.ours(root)
    )
    for document in documents:
        if isinstance(document, Skipped):
            continue
        progress.advance()
        if isinstance(document, Unreadable):
            unreadable += 1
            continue
        readable += 1
        rank = -int(layout.short_hash(document.key), 16)
        if len(best) < SAMPLE:
            heapq.heappush(best, (rank, document.key, document))
        elif (rank, document.key) > best[0][:2]:
            heapq.heapreplace(best, (rank, document.key, document))
    return [article for _, _, article in sorted(best, key=lambda row: row[1])], readable, unreadable


def _refuse_foreign(root: Path) -> None:
    wiki = root / layout.WIKI_DIR
    if Tree(root).stat(layout.SCHEMA_FILE) is not None:
        raise ForeignTreeError(f"{root} holds a wiki already", hint="`wikic compile` takes documents in")
    if root.exists() and not root.is_dir():
        raise ForeignTreeError(f"{root} is a file")
    if wiki.exists() and (not wiki.is_dir() or any(wiki.iterdir())):
        raise ForeignTreeError(
            f"{wiki} is there and was not made by wikic; nothing was changed",
            hint="name another directory with -C, or move it away",
        )


def _title_of(root: Path) -> str:
    name = root.resolve().name.replace("-", " ").replace("_", " ").strip()
    return name[:1].upper() + name[1:] if name else "Wiki"


def _write_beside(root: Path, settings: config.Config) -> None:
    """The files outside ``wiki/``: configuration, and git's, which keep what they hold already."""
    try:
        path = root / layout.CONFIG_FILE
        if not path.exists():
            path.write_bytes(config.render(settings))
        for name, lines in ((".gitignore", _IGNORE), (".gitattributes", _ATTRIBUTES)):
            file = root / name
            there = file.read_text("utf-8") if file.exists() else ""
            missing = [line for line in lines.splitlines() if line not in there.splitlines()]
            if missing:
                joint = "" if not there or there.endswith("\n") else "\n"
                file.write_text(there + joint + "\n".join(missing) + "\n", "utf-8")
    except OSError as error:
        raise disk_error(
            error, error.filename or root, "wiki/ is in place, run init's other files by hand"
        ) from error
