"""What is kept between runs: never another finding than without it, whatever happened to files or cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.any_wiki import Memory, contents, paths, wikis
from support.depth import examples, sample

from wikic import build_dir
from wikic.lint.cache import record_file
from wikic.lint.cache.run import Linted, lint_tree
from wikic.lint.engine import Selection, lint
from wikic.lint.profile import Profile
from wikic.lint.view.wiki_view import Expect, WikiView
from wikic.wiki.tree import Tree

edits = st.lists(st.tuples(paths, st.one_of(st.none(), contents)), min_size=1, max_size=3)


@given(wikis, st.lists(edits, max_size=3))
@examples(60)
def test_findings_are_the_same_cold_and_warm(files: dict[str, bytes], runs: list[list[object]]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        cache = Path(directory) / "lint-cache"
        now = dict(files)
        for step in [[], [], *runs]:
            for path, data in step:  # type: ignore[misc]
                if data is None:
                    now.pop(path, None)
                else:
                    now[path] = data
            expected = lint(WikiView.over(Memory(now)))
            assert lint_tree(Memory(now), cache=cache, workers=1).findings == expected
            assert lint_tree(Memory(now), workers=1).findings == expected


PIECES = st.sampled_from(
    [
        "[[Isaac Dun]]", "[[Isaac Dunn#Life|him]]", "[x](../sub/isaac%20dunn.md)", "[x](sub/Isaac%20Dun.md)",
        "<img src='pics/Lamp.png'>", "[[sub/lamp.png]]", "[[Issac Dunn]]", "[[#^b1]] ^b1", "[a b][c d]",
        "# Life",
        "$[[Isaac Dun]]$", "%% [[gone]]", "%%", "[[The Keeper]]", "[[1]](https://x.org)", "[[_index]]", "```",
    ]
)  # fmt: skip
FRONTS = st.sampled_from(
    [
        "",
        '---\nup: "[[Isaac Dun]]"\n---\n',
        "---\naliases: [The Keeper]\n---\n",
        "---\nup: [[gone]]\nup: a\n---\n",
    ]
)
NAMES = st.sampled_from(
    ["a.md", "sub/Isaac Dunn.md", "other/isaac dunn.md", "sub/_index.md", "Issac Dunn.md", "The Keeper.md"]
)
PAGES = st.tuples(
    NAMES, st.tuples(FRONTS, st.lists(PIECES, max_size=4)).map(lambda it: it[0] + "\n\n".join(it[1]))
)
CARDS = st.sampled_from(["sub/Isaac Dunn.md", "sub/Isaac Dun.md", "pics/lamp.png", "a.md"]).map(
    lambda file: f'{{"nodes":[{{"type":"file","file":"{file}","subpath":"#Life"}}]}}'
)
OTHERS = st.one_of(
    st.tuples(st.just("b.canvas"), CARDS), st.tuples(st.sampled_from(["pics/lamp.png"]), st.just("p"))
)
STEPS = st.lists(st.tuples(st.booleans(), st.one_of(PAGES, OTHERS)), min_size=1, max_size=6)


@given(st.lists(STEPS, min_size=2, max_size=4), st.sampled_from([(), ("sub",)]))
@examples(60)
def test_findings_of_a_vault_are_the_same_cold_and_warm(
    runs: list[list[tuple[bool, tuple[str, str]]]], roots: tuple[str, ...]
) -> None:
    profile = Profile("vault", roots=roots)
    with tempfile.TemporaryDirectory() as directory:
        cache = Path(directory) / "lint-cache"
        now: dict[str, bytes] = {}
        for step in runs:
            for gone, (path, text) in step:
                if gone:
                    now.pop(path, None)
                else:
                    now[path] = text.encode()
            expected = lint(WikiView.over(Memory(now), profile=profile))
            assert lint_tree(Memory(now), Selection.of(profile), cache=cache, workers=1).findings == expected


def test_a_stem_beside_a_page_of_the_same_letters_means_that_page() -> None:
    """What ``[[A]]`` means on one page was taken for what it means on all."""
    wiki = {"index.md": b"[[A]]()", "people/A.md": b"", "places/a.md": b"- [[A]] (x) -- y #t\n"}
    found = lint_tree(Memory(wiki), workers=1).findings
    assert found == lint(WikiView.over(Memory(wiki)))
    assert [each.path for each in found if each.code == "L004"] == ["places/a.md"]


class Disk:
    """A knowledge base on disk, linted with and without its cache."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.clock = 1_000_000_000
        self.cache = root / ".wikic" / "lint-cache"
        (root / "wiki" / "notes").mkdir(parents=True)

    def write(self, file: str, data: bytes, *, old: bool = True) -> None:
        path = self.root / "wiki" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        if old:
            self.clock += 1
            os.utime(path, (self.clock, self.clock))

    def lint(self, configuration: str = "") -> Linted:
        run = lint_tree(Tree(self.root), cache=self.cache, workers=1, configuration=configuration)
        assert run.findings == lint(WikiView.over(Tree(self.root)))
        return run


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    found = Disk(tmp_path)
    found.write("notes/a.md", b"See [[b]].\n")
    found.write("notes/b.md", b"See [[Ada]], [[gone]].\n")
    found.write("notes/c.md", b"---\naliases: [Ada]\n---\n# C\nWords, [[a]].\n")
    return found


def codes(run: Linted) -> list[str]:
    return [f"{finding.path} {finding.code}" for finding in run.findings]


def test_a_second_run_looks_at_nothing(disk: Disk) -> None:
    first = disk.lint()
    assert first.examined == 3 and codes(first) == ["notes/b.md L005", "notes/b.md L001"]
    assert disk.lint().examined == 0


def test_an_edit_is_looked_at_and_who_rests_on_it(disk: Disk) -> None:
    disk.lint()
    disk.write("notes/a.md", b"See [[b]] and [[b#Part]].\n")
    assert disk.lint().examined == 1
    disk.write("notes/b.md", b"# Part\nWords.\n")  # a.md has a link to its heading
    assert disk.lint().examined == 2


def test_who_links_by_alias_follows_the_alias(disk: Disk) -> None:
    disk.lint()
    disk.write("notes/c.md", b"---\naliases: [Bea]\n---\n# C\nWords, [[a]].\n")
    run = disk.lint()
    assert run.examined == 2 and codes(run).count("notes/b.md L001") == 2


def test_a_page_that_comes_or_goes_is_seen_by_who_names_it(disk: Disk) -> None:
    disk.lint()
    disk.write("other/gone.md", b"Words.\n")
    run = disk.lint()
    assert run.examined == 2 and codes(run) == ["notes/b.md L005"]
    (disk.root / "wiki" / "notes" / "b.md").unlink()
    assert codes(disk.lint()) == ["notes/a.md L001"]


def test_an_edit_of_equal_size_and_time_right_after_a_run_is_seen(disk: Disk) -> None:
    disk.write("notes/b.md", b"See [[c]].\n", old=False)
    path = disk.root / "wiki" / "notes" / "b.md"
    before = path.stat()
    assert codes(disk.lint()) == []
    path.write_bytes(b"See [[x]].\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert codes(disk.lint()) == ["notes/b.md L001"]


def test_a_checkout_changes_times_and_nothing_else(disk: Disk) -> None:
    disk.lint()
    for path in (disk.root / "wiki").rglob("*.md"):
        os.utime(path, (2_000_000_000, 1_100_000_000))
    assert disk.lint().examined == 0
    kept = disk.cache.read_bytes()
    assert disk.lint().examined == 0 and disk.cache.read_bytes() == kept


@pytest.mark.parametrize("damage", [b"", b"x", b"\0" * 400, "half", "flipped"])
def test_a_damaged_cache_is_dropped_without_a_word(disk: Disk, damage: bytes | str) -> None:
    disk.lint()
    data = disk.cache.read_bytes()
    if damage == "half":
        data = data[: len(data) // 2]
    elif damage == "flipped":
        data = data[:200] + bytes([data[200] ^ 1]) + data[201:]
    else:
        assert isinstance(damage, bytes)
        data = damage
    disk.cache.write_bytes(data)
    assert disk.lint().examined == 3
    assert disk.lint().examined == 0


def test_other_rules_and_another_configuration_have_nothing_kept(disk: Disk) -> None:
    disk.lint()
    one = Selection.of(select=["L001"])
    assert lint_tree(Tree(disk.root), one, cache=disk.cache, workers=1).examined == 3
    assert disk.lint().examined == 3
    assert disk.lint(configuration="other").examined == 3
    disk.write("schema.yaml", b"dimensions: []\n")
    assert disk.lint().examined == 4


def test_a_new_directory_for_the_cache_is_hidden_from_git(disk: Disk) -> None:
    disk.lint()
    assert (disk.cache.parent / ".gitignore").read_text() == "*\n"


def test_where_nothing_can_be_kept_findings_are_the_same(disk: Disk) -> None:
    disk.cache.parent.write_bytes(b"a file where the directory must be")
    assert disk.lint().findings == disk.lint().findings


def test_a_cache_too_large_is_not_kept(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_file, "MAX_BYTES", 10)
    disk.lint()
    assert not disk.cache.exists()


def test_a_cache_is_believed_up_to_the_size_to_which_it_is_kept(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bound for reading below the one for writing would make every run of a large wiki a first one."""
    disk.lint()
    size = disk.cache.stat().st_size
    assert build_dir.LARGE < record_file.MAX_BYTES == build_dir.DERIVED
    monkeypatch.setattr(record_file, "MAX_BYTES", size)
    assert disk.lint().examined == 0
    monkeypatch.setattr(record_file, "MAX_BYTES", size - 1)
    assert disk.lint().examined == 3


def test_runs_that_share_a_cache_do_not_disturb_each_other(disk: Disk) -> None:
    """Pages change under all of them; whoever runs next sees the last state."""
    ends = time.monotonic() + sample(0.8, 20.0)
    faults: list[BaseException] = []

    def run() -> None:
        try:
            while time.monotonic() < ends:
                lint_tree(Tree(disk.root), cache=disk.cache, workers=1)
        except BaseException as error:  # noqa: BLE001 - told to the test below
            faults.append(error)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    number = 0
    while time.monotonic() < ends:
        number += 1
        disk.write("notes/a.md", b"See [[b]]" + b" [[x]]" * (number % 7) + b".\n", old=number % 2 == 0)
        time.sleep(0.01)
    for thread in threads:
        thread.join()
    assert not faults
    disk.lint()
    disk.lint()


_RUN = """
import sys, time
from pathlib import Path
from wikic.lint.cache.run import lint_tree
from wikic.wiki.tree import Tree

root, ends = Path(sys.argv[1]), time.time() + float(sys.argv[2])
while time.time() < ends:
    lint_tree(Tree(root), cache=root / ".wikic" / "lint-cache", workers=1)
"""


def test_separate_processes_share_a_cache(disk: Disk) -> None:
    """Whoever replaces it last wins, and what it holds is believed by none who should not."""
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", _RUN, str(disk.root), str(sample(0.8, 20.0))], stderr=subprocess.PIPE
        )
        for _ in range(3)
    ]
    number = 0
    while any(run.poll() is None for run in runs):
        number += 1
        disk.write("notes/a.md", b"See [[b]]" + b" [[x]]" * (number % 7) + b".\n", old=number % 2 == 0)
        time.sleep(0.01)
    assert [(run.wait(), run.communicate()[1]) for run in runs] == [(0, b"")] * 3
    disk.lint()
    disk.lint()
    assert sorted(path.name for path in disk.cache.parent.iterdir()) == [
        ".gitignore",
        "lint-cache",
        "origin",
        "origin.stat",
    ]


def test_what_the_fold_objects_to_is_found_cold_and_warm(disk: Disk) -> None:
    page = b"---\ntype: notes\ntitle: D\ncreated: 2026-11-22\nfold: 9c41d2e7\n---\n# D\n"
    page += b"\n## Related Pages\n- [[a]]\n"
    disk.write("notes/d.md", page)
    asked: list[int] = []
    disk.write("notes/_index.md", b"# Notes\n\n- [[a]]\n- [[b]]\n- [[c]]\n- [[d]]\n")
    wanted = {"notes/d": page + b"- [[b]]\n", "notes/_index": b"# Notes\n\n- [[d]]\n"}

    def opinion() -> Expect:
        asked.append(1)
        return wanted.get

    whole = WikiView.over(Tree(disk.root), expected=wanted.get)
    expected = lint(whole)
    assert {"P005", "I003"} <= {finding.code for finding in expected}
    for calls in (1, 1):
        run = lint_tree(Tree(disk.root), cache=disk.cache, opinion=opinion, workers=1)
        assert run.findings == expected and len(asked) == calls
    wanted.clear()
    disk.write("notes/a.md", b"Other words, [[b]].\n")
    disk.write("notes/e.md", page.partition(b"\n## ")[0])
    run = lint_tree(Tree(disk.root), cache=disk.cache, opinion=opinion, workers=1)
    assert len(asked) == 2 and "P005" not in {finding.code for finding in run.findings}
    assert any(finding.refold for finding in lint(WikiView.over(Tree(disk.root))))
    assert not any(finding.refold for finding in run.findings)
