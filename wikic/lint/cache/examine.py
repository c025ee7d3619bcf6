"""Examine files, a few hundred at a time, on all processors: what each holds for the cache, little kept in
memory.

Two sweeps. The first gathers what rules need to know of every file, the names of pages among it; the second
runs the rules, which may then ask where any link leads. Each fork examines a share of the files and sends
back small values.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote
from zlib import crc32

from wikic import layout
from wikic.graph.resolve import fold_target
from wikic.lint.rule import Rule
from wikic.lint.view.more_links import more_links
from wikic.lint.view.page import names_of
from wikic.lint.view.wiki_state import NAMES
from wikic.lint.view.wiki_view import Gist, WikiView
from wikic.model.finding import Finding
from wikic.remembered import remembered

# So many files are held in memory together: large enough that a rule's start does not show.
CHUNK: Final = 500
# So many scanned pages may wait for the second sweep; what is more is scanned again.
WAITING: Final = 5_000


def _page_names(view: WikiView, file: str) -> Any:
    kind = view.state.kinds[file]
    if kind != "page" and not (kind == "index" and view.profile.is_vault):
        return None
    page = view.page(file)
    if page is None:
        return None
    names = names_of(page, view.profile)
    return names.title, names.aliases, names.redirects


NAMES_GIST: Final = Gist(NAMES, _page_names, ("page", "index"))


@dataclass(slots=True)
class Examined:
    """What examining some files came to.

    found: findings by file.
    gists: values of the plan's gists by file, in their order.
    keys: four bytes for each name a page links to, by file.
    """

    found: dict[str, list[Finding]] = field(default_factory=dict)
    gists: dict[str, list[Any]] = field(default_factory=dict)
    keys: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """Rules by when they run.

    alone: those of scope ``file``.
    linked: those of scope ``links`` that look at pages.
    gathered: those of scope ``links`` that ask for gists, and for no page.
    wide: those of scope ``wiki``.
    folded: those of scope ``fold``.
    gists: what must be known of every file; the names of pages come first.
    """

    alone: tuple[Rule, ...]
    linked: tuple[Rule, ...]
    gathered: tuple[Rule, ...]
    wide: tuple[Rule, ...]
    folded: tuple[Rule, ...]
    gists: tuple[Gist, ...]

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> Plan:
        """Sort the rules by when they run, and collect the gists they ask for."""
        rules = tuple(rules)
        gists = {NAMES: NAMES_GIST, **{gist.name: gist for rule in rules for gist in rule.gists}}
        return cls(
            tuple(rule for rule in rules if rule.scope == "file"),
            tuple(rule for rule in rules if rule.scope == "links" and not rule.gists),
            tuple(rule for rule in rules if rule.scope == "links" and rule.gists),
            tuple(rule for rule in rules if rule.scope == "wiki"),
            tuple(rule for rule in rules if rule.scope == "fold"),
            tuple(gists.values()),
        )


class Examiner:
    """Examines files of one view: ``gather``, then ``check`` once the gists of all files are known."""

    def __init__(self, view: WikiView, plan: Plan, files: Collection[str]) -> None:
        self.view = view
        self.plan = plan
        self.done = Examined()
        self._files = sorted(files, key=_examining_order)

    def gather(self) -> None:
        """Note what rules need to know of each file."""
        state, gists, waiting = self.view.state, self.plan.gists, 0
        for some in _cut_chunks(self._files):
            for file in some:
                kind = state.kinds[file]
                waiting += kind == "page"
                values = [gist.of(self.view, file) if kind in gist.kinds else None for gist in gists]
                self.done.gists[file] = values
            if waiting > WAITING:
                state.forget(some)
        self.take(self.done.gists)

    def take(self, gists: Mapping[str, list[Any]]) -> None:
        """Take over these gists, of files that others gathered."""
        for at, gist in enumerate(self.plan.gists):
            self.view.state.gist_table(gist.name).update((file, values[at]) for file, values in gists.items())

    def check(self) -> None:
        """Run the rules that look at one file at a time."""
        state = self.view.state
        for some in _cut_chunks(self._files):
            view = self.view.within(some)
            self._run(self.plan.alone, view)
            with state.recorder.each_file():
                self._run(self.plan.linked, view)
            if state.recorder.notes_files:
                for file in some:
                    _note_keys(view, file, self.done)
            state.forget(some)
        with state.recorder.each_file():
            self._run(self.plan.gathered, self.view.within(self._files))
        state.forget_all()

    def _run(self, rules: tuple[Rule, ...], view: WikiView) -> None:
        scope, found = view.scope, self.done.found
        for rule in rules:
            for problem in rule.check(view):
                if problem.file in scope:
                    found.setdefault(problem.file, []).append(rule.finding(problem))


def _cut_chunks(files: Sequence[str]) -> Iterator[Sequence[str]]:
    return (files[at : at + CHUNK] for at in range(0, len(files), CHUNK))


def _note_keys(view: WikiView, file: str, done: Examined) -> None:
    """Note what a page's links, or a canvas's, have in common with the names of files."""
    page, profile = view.state.peek(file), view.profile
    links = () if page is None else page.document.links
    if page is not None and profile.is_vault:
        links = (*links, *more_links(page, profile))
    elif profile.is_canvas(file):
        links = view.state.canvas(file)
    if links:
        done.keys[file] = b"".join({_key_of_link(link.target) for link in links})


def _examining_order(file: str) -> tuple[str, str]:
    """A digest and its article side by side, since one asks for the other; pages that cite come last."""
    return (layout.stem(file), file) if file.startswith(f"{layout.SOURCES_DIR}/") else ("\U0010ffff", file)


@remembered(1 << 18)
def _key_of_link(target: str) -> bytes:
    return key_of(unquote(target) if "%" in target else target)


def key_of(path: str) -> bytes:
    """What a link's target and the file it may mean have in common: their last step, in four bytes."""
    last = path.partition("?")[0].replace("\\", "/").rstrip("/ ").rsplit("/", 1)[-1].strip()
    for suffix in (".md", ".html", ".htm"):
        last = last.removesuffix(suffix)
    return crc32(fold_target(last).encode("utf-8", "surrogatepass")).to_bytes(4, "big")


if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# Of so many files each process has its share at least: a process examines 2,500 to 5,000 files a second; the
# fork and what is sent cost 30 ms.
SHARE: Final = 300
# Unless more are asked for: every process takes in what all others tell of their files.
USUALLY: Final = 4


def count_processes() -> int:
    """How many processes to use where nobody says."""
    forks = hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1
    return min(USUALLY, len(os.sched_getaffinity(0))) if forks else 1


def examine_files(
    view: WikiView, plan: Plan, files: Collection[str], hashes: dict[str, bytes], workers: int
) -> Examined:
    """Examine ``files``, in as many processes as pay and ``workers`` allows.

    hashes: of the bytes that were read, by file; those of other processes are added.
    """
    number = min(workers, len(files) // SHARE)
    if number < 2 or not hasattr(os, "fork"):
        return _examine_alone(Examiner(view, plan, files))
    view.state.by_kind  # noqa: B018 - made once, for all processes
    mine, *others = (Examiner(view, plan, share) for share in _share_out(files, number))
    try:
        _processes_together(mine, others, hashes)
    except (EOFError, OSError):
        # One ended early (out of memory, a signal, a bug): what it did not do is done here.
        return _examine_alone(Examiner(view, plan, files))
    return mine.done


def _examine_alone(examiner: Examiner) -> Examined:
    examiner.gather()
    examiner.check()
    return examiner.done


def _processes_together(mine: Examiner, others: Sequence[Examiner], hashes: dict[str, bytes]) -> None:
    """Have each of the others at work in a fork, and take over what they found."""
    from multiprocessing import get_context  # a warm run does without

    context = get_context("fork")
    pipes: list[Connection] = []
    forks = []
    gc.freeze()
    try:
        for examiner in others:
            here, there = context.Pipe()
            inherited = (here, *pipes)  # a fork that held them would not see the first process end
            fork = context.Process(target=_other_process, args=(there, inherited, examiner, hashes))
            fork.start()
            there.close()
            pipes.append(here)
            forks.append(fork)
        mine.gather()
        gists = dict(mine.done.gists)
        for pipe in pipes:
            gists |= pipe.recv()
        for pipe in pipes:
            pipe.send(gists)
        mine.take(gists)
        mine.check()
        recorder = mine.view.state.recorder
        mine.done.gists = gists
        for pipe in pipes:
            done, read, asked, by_name, by_listing = pipe.recv()
            for file, found in done.found.items():
                mine.done.found.setdefault(file, []).extend(found)
            mine.done.keys |= done.keys
            hashes |= read
            recorder.files |= asked
            recorder.by_name |= by_name
            recorder.by_listing |= by_listing
    finally:
        for pipe in pipes:  # all of them first: this ends a fork that waits
            pipe.close()
        for fork in forks:
            fork.join()


def _other_process(
    pipe: Connection, inherited: Sequence[Connection], examiner: Examiner, hashes: dict[str, bytes]
) -> None:
    """Examine a share and end; whatever goes wrong ends it early, and the first process sees that."""
    for other in inherited:
        other.close()
    try:
        examiner.gather()
        pipe.send(examiner.done.gists)
        examiner.take(pipe.recv())
        examiner.done.gists = {}
        examiner.check()
        recorder = examiner.view.state.recorder
        pipe.send((examiner.done, hashes, recorder.files, recorder.by_name, recorder.by_listing))
    finally:
        os._exit(0)  # no handlers, no flushing: they are the first process's


def _share_out(files: Collection[str], number: int) -> list[list[str]]:
    """So many shares, each file in turn; a digest and its article, which share their stem, stay together."""
    shares: list[list[str]] = [[] for _ in range(number)]
    of_stem: dict[str, int] = {}
    for at, file in enumerate(sorted(files)):
        source = file.startswith(f"{layout.SOURCES_DIR}/")
        turn = of_stem.setdefault(layout.stem(file), at % number) if source else at % number
        shares[turn].append(file)
    return shares
