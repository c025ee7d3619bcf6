"""Following a wiki: the mirror of the process that stays, brought in step whenever files change.

with hold(root) as mirror:
    for step in Follower(root, mirror, say=print).steps():
        …
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.errors import StoreDamagedError, StoreError
from wikic.navigate.indexes.indexing import tree_of
from wikic.navigate.indexes.mirror import Mirror, bring_in_step
from wikic.progress import Progress
from wikic.store.sync import Result
from wikic.wiki.watching import EVERYTHING, USUAL, FolderFollower, Pace

_LOOK: Final = 2.0  # seconds between two looks whether `wiki/` is still the directory that is watched
# What the system forgot to tell (its queue has an end) is found by looking at everything now and then, for a
# hundredth of the time at most.
_WHOLE: Final = 60.0
_SHARE: Final = 100


def hold_mirror(root: Path, *, rebuild: bool = False, progress: Progress | None = None) -> Mirror:
    """The mirror of the wiki at ``root`` for a process that stays, in step with the files.

    Its ``store`` is always as the files are; ``update`` it with what a watcher tells, or let a
    ``Follower`` do so. Raises NotAWikiError, StoreLockedError, MissingExtraError, StoreError: then
    ``TreeStore`` serves.
    """
    return bring_in_step(tree_of(root), root, rebuild=rebuild, progress=progress)[0]


@dataclass(frozen=True, slots=True)
class Step:
    """One batch of changes that was followed.

    result: what became of them in the mirror.
    seconds: from taking the batch up to its being visible, waiting for a transaction included.
    whole: everything was looked at, not what was told alone.
    """

    result: Result
    seconds: float
    whole: bool


class Follower:
    """Keeps ``mirror`` in step with the wiki at ``root`` until ``stop``.

    mirror: the mirror; another one after the first was found damaged.
    """

    def __init__(
        self,
        root: Path,
        mirror: Mirror,
        *,
        say: Callable[[str], None],
        pace: Pace = USUAL,
        polling: bool = False,
        replace: bool = False,
    ) -> None:
        """``say`` is told what a person should know.

        replace: make a mirror that turns out to be damaged anew; only where nothing else reads it.
        """
        self.mirror = mirror
        self._root = root
        self._say = say
        self._pace = pace
        self._replace = replace
        self._told: frozenset[str] = frozenset()  # paths that could not be read in peace
        self._folder = FolderFollower(root / layout.WIKI_DIR, say, pace=pace, polling=polling)
        self._away = ""  # what a server said that cannot be asked now

    def stop(self) -> None:
        """Let ``steps`` come to an end, from any thread."""
        self._folder.stop()

    def steps(self) -> Iterator[Step]:
        """Bring everything in step, then what changes; looks that found nothing are passed over."""
        self.mirror.watching = True
        due = 0.0
        for paths in self._folder.batches(lambda: self._pace.quiet if self._told else _LOOK):
            whole = EVERYTHING in paths or time.monotonic() >= due
            if not whole and not paths and not self._told:
                continue
            step = self._step(None if whole else paths | self._told)
            if whole:
                due = time.monotonic() + max(_WHOLE, _SHARE * step.seconds)
            if step.result.paths or EVERYTHING in paths:
                yield step

    def _step(self, paths: frozenset[str] | None) -> Step:
        begun = time.monotonic()
        result = self._followed(paths)
        while result is None and not self._folder.ended.wait(_LOOK):
            result = self._followed(None)
        self._away = ""
        found = result or Result(0, 0, 0, ())
        self._told = frozenset(found.skipped)
        return Step(found, time.monotonic() - begun, paths is None)

    def _followed(self, paths: frozenset[str] | None) -> Result | None:
        """What became of changes; None where a server has to be asked again."""
        try:
            return self.mirror.sync() if paths is None else self.mirror.update(paths)
        except StoreError as error:
            if self.mirror.elsewhere:
                if str(error) != self._away:
                    self._away = str(error)
                    self._say(f"{error}; trying again")
                return None
            if not self._replace or not isinstance(error, StoreDamagedError):
                raise
            self._say(f"{error}; made anew")
            self.mirror.close()
            self.mirror, result = bring_in_step(tree_of(self._root), self._root, rebuild=True)
            self.mirror.watching = True
            return result
