"""Examine files, a few hundred at a time: what each holds for the cache, and nothing kept of it in memory.

Two passes. The first scans a file and runs every rule that looks at one file at a time, as if no page had a
title: nearly all links lead by path or stem. What needs titles, aliases or gists of others waits for the
second, when those of all files are known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote
from zlib import crc32

from wikic import layout
from wikic.graph.resolve import fold_target
from wikic.lint.rule import Rule
from wikic.lint.view.gist import Gist
from wikic.lint.view.more_links import more_links
from wikic.lint.view.page_names import names_of
from wikic.lint.view.wiki_state import NAMES
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Finding

# So many files are held in memory together: large enough that a rule's start does not show.
CHUNK: Final = 500
# So many scanned pages may wait for the second pass; what is more is scanned again.
WAITING: Final = 4_000


def _names(view: WikiView, file: str) -> Any:
    kind = view.state.kinds[file]
    if kind != "page" and not (kind == "index" and view.profile.is_vault):
        return None
    page = view.page(file)
    if page is None:
        return None
    names = names_of(page, view.profile)
    return names.title, names.aliases, names.redirects


NAMES_GIST: Final = Gist(NAMES, _names, ("page", "index"))


@dataclass(slots=True)
class Examined:
    """What examining some files came to.

    found: findings by file.
    gists: values of the plan's gists by file, in their order.
    keys: four bytes for each name a page links to, by file.
    wide: findings of rules that look at the whole wiki, by code, where they ran already.
    """

    found: dict[str, list[Finding]] = field(default_factory=dict)
    gists: dict[str, list[Any]] = field(default_factory=dict)
    keys: dict[str, bytes] = field(default_factory=dict)
    wide: dict[str, tuple[Finding, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """Rules by when they run.

    alone: those of scope ``file``.
    linked: those of scope ``links`` that need no gist.
    gathered: those of scope ``links`` that do.
    wide: those of scope ``wiki``.
    folded: those of scope ``fold``.
    gists: what must be known of every file; the names of pages come first.
    """

    alone: tuple[Rule, ...]
    linked: tuple[Rule, ...]
    gathered: tuple[Rule, ...]
    wide: tuple[Rule, ...]
    folded: tuple[Rule, ...]
    gists: tuple[Gist[WikiView], ...]

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
    """Examines files of one view; ``first`` for all of them, then ``second``."""

    def __init__(self, view: WikiView, plan: Plan) -> None:
        self.view = view
        self.plan = plan
        self._state = view.state
        self._waiting: list[str] = []
        self.done = Examined()

    def first(self, files: Sequence[str]) -> None:
        """Scan, and run what needs nothing of other files but their paths."""
        ordered = sorted(files, key=_together)
        with self._state.names.without_titles():
            for at in range(0, len(ordered), CHUNK):
                self._first(ordered[at : at + CHUNK])

    def _first(self, files: list[str]) -> None:
        view, plan, state = self.view.within(files), self.plan, self._state
        recorder = state.recorder
        self._take(_run(plan.alone, view))
        with recorder.each_file():
            linked = _run(plan.linked, view)
        every = "" in recorder.by_name  # a check asked for names before it took a file up
        waiting = [file for file in files if every or file in recorder.by_name]
        held = frozenset(waiting)
        self._take(finding for finding in linked if finding.path not in held)
        self._gather(view, files)
        self._waiting += waiting
        spare = len(self._waiting) > WAITING
        state.forget(file for file in files if spare or file not in held)

    def _gather(self, view: WikiView, files: list[str]) -> None:
        kinds, gists = self._state.kinds, self.plan.gists
        asked_of = {kind: [kind in gist.kinds for gist in gists] for kind in set(kinds.values())}
        for file in files:
            asked = asked_of[kinds[file]]
            values = [gist.of(view, file) if ask else None for gist, ask in zip(gists, asked, strict=True)]
            self.done.gists[file] = values
            if self._state.recorder.notes_files:
                self._link_keys(file)
        for at, gist in enumerate(gists):
            self._state.gist_table(gist.name).update((file, self.done.gists[file][at]) for file in files)

    def _link_keys(self, file: str) -> None:
        page, profile = self._state.peek(file), self._state.profile
        links = () if page is None else page.document.links
        if page is not None and profile.is_vault:
            links = (*links, *more_links(page, profile))
        elif profile.is_canvas(file):
            links = self._state.canvas(file)
        if links:
            self.done.keys[file] = b"".join({_key_of_link(link.target) for link in links})

    def second(self, files: Collection[str]) -> None:
        """Run what waited; gists and names of all files are known now.

        files: those that were examined, or whose findings rest on names or gists that changed.
        """
        waiting = self._waiting
        for at in range(0, len(waiting), CHUNK):
            some = waiting[at : at + CHUNK]
            for file in some:
                self._state.recorder.forget(file)
                self._state.forget_links(file)
            self._noted(self.plan.linked, self.view.within(some))
            self._state.forget(some)
        self._waiting = []
        self._noted(self.plan.gathered, self.view.within(files))
        self._state.forget_all()

    def wide(self, rules: Iterable[Rule]) -> None:
        """Run rules that look at the whole wiki."""
        for rule in rules:
            with self._state.recorder.one_rule(rule.code):
                self.done.wide[rule.code] = tuple(dict.fromkeys(map(rule.finding, rule.check(self.view))))
        self._state.forget_all()  # a large wiki has a thousand parts of indexes

    def _noted(self, rules: tuple[Rule, ...], view: WikiView) -> None:
        with self._state.recorder.each_file():
            self._take(_run(rules, view))

    def _take(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.done.found.setdefault(finding.path, []).append(finding)


def _run(rules: tuple[Rule, ...], view: WikiView) -> list[Finding]:
    scope = view.scope
    return [rule.finding(problem) for rule in rules for problem in rule.check(view) if problem.file in scope]


def _together(file: str) -> tuple[str, str]:
    """A digest and its article side by side, since one asks for the other; pages that cite come last."""
    return (layout.stem(file), file) if file.startswith(f"{layout.SOURCES_DIR}/") else ("\U0010ffff", file)


_KEYS: dict[str, bytes] = {}


def _key_of_link(target: str) -> bytes:
    found = _KEYS.get(target)
    if found is None:
        if len(_KEYS) > 1 << 18:
            _KEYS.clear()
        found = _KEYS[target] = key_of(unquote(target) if "%" in target else target)
    return found


def key_of(path: str) -> bytes:
    """What a link's target and the file it may mean have in common: their last step, in four bytes."""
    last = path.partition("?")[0].replace("\\", "/").rstrip("/ ").rsplit("/", 1)[-1].strip()
    for suffix in (".md", ".html", ".htm"):
        last = last.removesuffix(suffix)
    return crc32(fold_target(last).encode("utf-8", "surrogatepass")).to_bytes(4, "big")
