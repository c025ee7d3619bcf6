"""The LevelDB mirror in ``.wikic/mirror`` and the process that holds it. It is never needed: the tree serves.

with Mirror.open(tree, root) as mirror:
    mirror.sync()             # the whole tree, by content
    mirror.update(paths)      # what a watcher told
    mirror.store              # for readers in any thread, and always as the files are

Beside its text a file's record says (WikiKV, section IV-B), from the text alone, so that a mirror is exact:
*sources*, those a page cites, in order of mention; of a digest, its article. *confidence*, the mean over the
page's facts of ``1 - 2 ** -n``, where ``n`` is the number of independent sources a fact cites: 0 for an
uncited one, a half for one source; 1 for text without facts, which asserts nothing. *last_verified*, the date
on which the quotes behind the text were last known to be taken from their article: ``ingested`` of a digest;
of a page its ``created``, the earliest of its digests: it was verified then or later.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Self

from wikic import build_dir, layout
from wikic.errors import MissingExtraError, StoreDamagedError, StoreError, StoreLockedError
from wikic.navigate.indexes import mirror_note
from wikic.navigate.indexes.mirror_note import Note
from wikic.progress import Progress, Silent
from wikic.store.protocol import Closing, WritableStore
from wikic.store.records import FileMeta
from wikic.store.sync import Known, Plan, Result, nothing_known, plan_sync, survey_tree, sync_store
from wikic.store.sync_paths import plan_paths
from wikic.store.tree import FreshStore, TreeStore, open_mirror
from wikic.wiki.lock import Settling
from wikic.wiki.page_blocks import blocks, citations_in, read_bullet
from wikic.wiki.watching import EVERYTHING

_HEAD_END: Final = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)
_DATE: Final = {
    True: re.compile(r"^ingested:[ \t]*['\"]?(\d{4}-\d\d-\d\d)", re.MULTILINE),
    False: re.compile(r"^created:[ \t]*['\"]?(\d{4}-\d\d-\d\d)", re.MULTILINE),
}
_SOURCE: Final = re.compile(
    rf"(?:\[\[|[(<](?:\.\./)*)({re.escape(layout.DIGESTS_DIR)}/[^\]|#()]+?)(?=\.md|[\]|#)>])"
)


def describe_file(path: str, text: str) -> FileMeta:
    """The ``FileMeta`` of the file at ``path``; its version is the store's to assign. Never raises."""
    page = layout.page_path(path) if path.endswith(".md") else ""
    text = text.removeprefix("\ufeff")
    kind = layout.node_kind(page) if page else "index"
    if kind not in ("entity", "digest"):
        return FileMeta()
    head = _cut_frontmatter(text)
    dated = _DATE[kind == "digest"].search(head)
    verified = dated[1] if dated else ""
    if kind == "digest":
        return FileMeta(sources=(layout.article_of(page),), last_verified=verified)
    body = text[len(head) :]
    cited = citations_in(body)
    facts = (read_bullet(body, block, cited=cited) for block in blocks(body, 0, len(body)))
    doubts = [0.5 ** len({cite.digest for cite in fact.cites}) for fact in facts if fact is not None]
    confidence = 1 - sum(doubts) / len(doubts) if doubts else 1.0
    return FileMeta(0, round(confidence, 4), tuple(dict.fromkeys(_SOURCE.findall(body))), verified)


def _cut_frontmatter(text: str) -> str:
    """The frontmatter with its fences, or nothing."""
    if not text.startswith("---"):
        return ""
    end = _HEAD_END.search(text, 3)
    return text[: end.end()] if end else ""


# From here on looking at everything costs less than at each, and finds what the system forgot to tell.
_MANY: Final = 1_000
# Seconds in which transactions may overtake it, one after the other; then any state is better than an old one
_OVERTAKEN: Final = 30.0


class Mirror(Closing):
    """The mirror of one wiki in the process that holds it. One thread writes, any may read ``store``.

    store: the reader.
    level: what is kept in step.
    rebuilt: why it was made anew, "" when it was not.
    unpublished: why readers elsewhere have no new index, "" where they have.
    elsewhere: whether a server holds it, which may be away for a while.
    known: hashes of files that ``sync`` need not read for that.
    """

    elsewhere = False

    def __init__(self, tree: TreeStore, root: Path, build: Path, level: WritableStore, rebuilt: str) -> None:
        """Use ``open``."""
        self.rebuilt = rebuilt
        self.unpublished = ""
        self.level = level
        self.store = FreshStore(level, tree)
        self.watching = False
        self.known: Known = nothing_known
        self._tree = tree
        self._build = build
        self._settling = Settling(root)
        self._files = 0
        self._open = True

    @classmethod
    def open(cls, tree: TreeStore, root: Path, *, build: Path | None = None, rebuild: bool = False) -> Self:
        """Take the mirror of the knowledge base at ``root``; one that is damaged or of another version is
        dropped, and ``sync`` makes it anew.

        build: where it lies, when not in ``.wikic/``.
        rebuild: drop it whatever it is.

        Raises StoreLockedError, which names the holder, MissingExtraError without plyvel, StoreError.
        """
        build = build or build_dir.at(root)
        path = build / layout.MIRROR_DIR
        # Versions must not go backwards, not over a rebuild either, nor when somebody removes the folder: a
        # new database counts from the clock, which is ahead of all batches there have been.
        first = time.time_ns()
        rebuilt = ""
        try:
            level = open_mirror(path, first=first)
            if rebuild:
                first, rebuilt = max(first, level.generation + 1), "asked for"
                level.close()
        except StoreLockedError:
            raise
        except StoreError as error:
            rebuilt = str(error)
        if rebuilt:
            from wikic.store.leveldb import destroy_database

            if path.is_file():
                path.unlink()
            destroy_database(path)
            level = open_mirror(path, first=first)
        return cls(tree, root, build, level, rebuilt)

    def close(self) -> None:
        """Let go of the mirror, and tell how it stands."""
        if self._open:
            self._open = False
            self.watching = False
            self.tell()
        self.store.close()

    # --- in step ----------------------------------------------------------------------------------

    def sync(self, progress: Progress | None = None) -> Result:
        """Bring the mirror in step with the whole tree, by content. Raises StoreDamagedError, StoreError."""
        show = progress or Silent()

        def whole() -> Plan:
            # A first mirror reads every file anyway.
            empty = next(self.level.stamps(), None) is None
            entries, directories = survey_tree(self._tree, hashed=not empty, known=self.known)
            self._files = len(entries)
            wanted = plan_sync(entries, self.level, directories, self._take_stock())
            show.phase("mirror", wanted.size)
            return wanted

        return self._carry_out(whole, show.advance)

    def update(self, paths: Collection[str]) -> Result:
        """Bring in step what a watcher told, files and directories below ``wiki/``. Raises as ``sync``."""
        if len(paths) > _MANY or EVERYTHING in paths:
            return self.sync()

        def some() -> Plan:
            wanted = plan_paths(paths, self._tree, self.level)
            new = sum(self.level.stamp(each.path) is None for each in wanted.changed)
            self._files += new - len(wanted.gone)
            return wanted

        return self._carry_out(some, None)

    def _take_stock(self) -> Iterable[str]:
        """Paths of files that the store knows to have lost; LevelDB loses all or nothing."""
        return ()

    def _carry_out(self, make: Callable[[], Plan], advance: Callable[[int], None] | None) -> Result:
        """Plan and sync until no transaction came in between."""
        until = time.monotonic() + _OVERTAKEN
        while True:
            # A crashed writer's half batch stands until the next writer finishes it: readers of the tree see
            # it too, and skip what is missing.
            quiet = self._settling.wait()
            still = self._settling.still() if quiet and time.monotonic() < until else None
            before = self._files
            result = sync_store(self.level, make(), describe_file, still=still, advance=advance)
            if not result.overtaken:
                break
            self._files = before
        self.tell()
        return result

    @property
    def files(self) -> int:
        """How many files it holds, once it was brought in step."""
        return self._files

    def tell(self) -> None:
        """Tell other processes how it stands (``mirror_note``)."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        mirror_note.save_note(self._build, Note(self._files, self.level.generation, now, self.watching))


def bring_in_step(
    tree: TreeStore,
    root: Path,
    *,
    build: Path | None = None,
    rebuild: bool = False,
    progress: Progress | None = None,
    known: Known = nothing_known,
) -> tuple[Mirror, Result]:
    """``Mirror.open`` and ``sync``; where damage shows only then, it is made anew.

    known: hashes of files that need not be read for that.

    Raises StoreLockedError, MissingExtraError, StoreError.
    """
    mirror = Mirror.open(tree, root, build=build, rebuild=rebuild)
    mirror.known = known
    try:
        return mirror, mirror.sync(progress)
    except StoreDamagedError as error:
        mirror.close()
        mirror = Mirror.open(tree, root, build=build, rebuild=True)
        mirror.rebuilt = str(error)
    except BaseException:
        mirror.close()
        raise
    try:
        return mirror, mirror.sync(progress)
    except BaseException:
        mirror.close()
        raise


def keep_mirror(
    tree: TreeStore,
    root: Path,
    build: Path,
    progress: Progress,
    *,
    rebuild: bool = False,
    known: Known = nothing_known,
) -> str:
    """Bring the mirror in step with the tree; returns why it could not be, "" when it was.

    rebuild: make it anew: LevelDB keeps what is deleted in its files until it merges them.
    known: hashes of files that need not be read for that.

    A mirror that another process holds is left to it: readers judge every record by the file's status.
    """
    try:
        mirror, _ = bring_in_step(tree, root, build=build, rebuild=rebuild, progress=progress, known=known)
        mirror.close()
    except (StoreError, MissingExtraError, OSError) as error:
        return str(error)
    return ""
