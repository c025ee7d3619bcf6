"""Findings again after every change, and only then."""

from __future__ import annotations

import threading
from pathlib import Path

from wikic.lint.cache.run import Linted, lint_tree
from wikic.lint.engine import Selection
from wikic.lint.open_directory import watch
from wikic.wiki.tree import Tree
from wikic.wiki.watching import Pace, Watcher

FAST = Pace(quiet=0.03, longest=0.3, poll=0.03)


def test_a_link_is_broken_and_mended_under_the_eyes_of_the_watcher(tmp_path: Path) -> None:
    page = tmp_path / "wiki" / "notes" / "n.md"
    page.parent.mkdir(parents=True)
    page.write_bytes(b"See [[n2]].\n")
    (page.parent / "n2.md").write_bytes(b"Words.\n")
    seen: list[list[str]] = []
    examined: list[int] = []
    steps = [b"See [[gone]].\n", b"See [[n2]].\n\n"]

    def check() -> Linted:
        return lint_tree(
            Tree(tmp_path), Selection.of(select=["L"]), cache=tmp_path / ".wikic" / "lint-cache", workers=1
        )

    def on_findings(run: Linted, changed: frozenset[str]) -> None:
        codes = [finding.code for finding in run.findings]
        if not seen or codes != seen[-1]:
            seen.append(codes)
            examined.append(run.examined)
            if steps:
                page.write_bytes(steps.pop(0))
            else:
                watcher.stop()

    with Watcher(tmp_path, pace=FAST) as watcher:
        ending = threading.Timer(20, watcher.stop)
        ending.start()
        watch(watcher, check, on_findings)
        ending.cancel()
    assert seen == [[], ["L001"], []]
    assert examined[1:] == [1, 1]


def test_what_lies_outside_the_wiki_is_no_change(tmp_path: Path) -> None:
    (tmp_path / "wiki").mkdir()
    runs: list[frozenset[str]] = []

    def on_findings(run: object, changed: frozenset[str]) -> None:
        runs.append(changed)
        if not changed:
            (tmp_path / "other.md").write_bytes(b"x")
            threading.Timer(0.2, lambda: (tmp_path / "wiki" / "n.md").write_bytes(b"x")).start()
        else:
            watcher.stop()

    with Watcher(tmp_path, pace=FAST) as watcher:
        watch(watcher, lambda: None, on_findings)
    assert runs[0] == frozenset() and "wiki/n.md" in runs[1] and len(runs) == 2
