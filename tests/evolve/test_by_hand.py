"""merge, split, move, rename: the same facts, every way in, one revert to the old bytes."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from support.bench import Bench
from support.table_curator import Doc

from wikic.compiler.options import Options
from wikic.errors import UsageError
from wikic.evolve.by_hand import merge, move, rename
from wikic.evolve.carry_out import Decide, carry_out
from wikic.evolve.split import split
from wikic.navigate.library import Library

OPTIONS = Options("2026-11-21", "Table")
DOCS = (
    Doc("t/1", (("Hester Dunn", "people", ()), ("Polwen", "places", ())), ((0, "Hester kept it.", (1,)),)),
    Doc("t/2", (("H. Dunn", "people", ()), ("Polwen", "places", ())), ((0, "Dunn wrote letters.", (1,)),)),
    Doc("t/3", (("Mercury", "concepts", ()), ("Sun", "concepts", ())), ((0, "Mercury is a planet.", (1,)),)),
    Doc("t/4", (("Mercury", "concepts", ()), ("Ore", "concepts", ())), ((0, "Mercury is a metal.", (1,)),)),
    Doc("t/5", (("Sun", "concepts", ()),), ((0, "The sun is bright.", ()),)),
    Doc("t/6", (("Ore", "concepts", ()),), ((0, "Ore is dug.", ()),)),
    Doc("t/7", (("Polwen", "places", ()),), ((0, "Polwen lies by the sea.", ()),)),
)  # fmt: skip


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    bench = Bench(tmp_path).start()
    bench.compile(DOCS)
    own = bench.wiki / "people" / "Notes-on-the-lamp.md"
    own.write_text("# Notes on the lamp\n\nSee [[H-Dunn]] and [[Hester-Dunn]].\n", "utf-8")
    page = bench.wiki / "people" / "H-Dunn.md"
    page.write_text(page.read_text("utf-8") + "\n## Doubts\nIs this Hester?\n", "utf-8")
    bench.compile(())
    return bench


def git(bench: Bench, *arguments: str) -> str:
    name = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.autocrlf=false")
    run = ("git", *name, *arguments)
    return subprocess.run(run, cwd=bench.kb, check=True, capture_output=True, text=True).stdout


def facts(files: dict[str, str]) -> set[str]:
    """Every fact's bullet and every source cited."""
    pages = {name: text for name, text in files.items() if not name.startswith("sources/")}
    return {line for text in pages.values() for line in text.splitlines() if "[⁂][f" in line}


def digests(files: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in files.items() if name.startswith("sources/")}


CHANGES: tuple[tuple[str, Decide, Callable[[dict[str, str]], bool]], ...] = (
    ("merge pages", lambda s: merge(s, "Hester Dunn", "H-Dunn"), lambda f: "people/H-Dunn.md" not in f),
    (
        "merge directories",
        lambda s: merge(s, "concepts", "people"),
        lambda f: "concepts/Hester-Dunn.md" in f and "concepts/Notes-on-the-lamp.md" in f,
    ),
    (
        "split by titles",
        lambda s: split(s, "Mercury", ["Mercury (planet)", "Mercury (metal)"], {}),
        lambda f: "concepts/Mercury-planet.md" in f and "concepts/Mercury-metal.md" in f,
    ),
    (
        "split by a pin",
        lambda s: split(s, "Mercury", [], {"t/4": "Quicksilver"}),
        lambda f: "concepts/Mercury.md" in f and "concepts/Quicksilver.md" in f,
    ),
    (
        "split by communities",
        lambda s: split(s, "Mercury", [], {}),
        lambda f: sum("Mercury" in name for name in f if name.startswith("concepts/")) == 2,
    ),
    ("move", lambda s: move(s, "H-Dunn", "places/"), lambda f: "places/H-Dunn.md" in f),
    ("move a page of people's", lambda s: move(s, "Notes on the lamp", "places"),
     lambda f: "places/Notes-on-the-lamp.md" in f),
    ("rename", lambda s: rename(s, "H. Dunn", "Harriet Dunn"), lambda f: "people/Harriet-Dunn.md" in f),
)  # fmt: skip


@pytest.mark.parametrize(
    ("decide", "done"), [each[1:] for each in CHANGES], ids=[each[0] for each in CHANGES]
)
def test_a_change_keeps_everything_and_is_reverted_by_git(
    bench: Bench, decide: Decide, done: Callable[[dict[str, str]], bool]
) -> None:
    (bench.kb / ".gitignore").write_text(".wikic/\n")
    git(bench, "init", "-q")
    git(bench, "add", "-A")
    git(bench, "commit", "-qm", "before")
    before = bench.files()
    assert not done(before)

    dry = carry_out(bench.kb, Options("2026-11-21", "Table", dry_run=True), decide)
    assert dry.proposed and bench.files() == before
    report = carry_out(bench.kb, OPTIONS, decide)
    after = bench.files()
    assert report.findings == () and done(after)
    said = {path for change in dry.proposed for path in (change.path, getattr(change, "target", ""))}
    assert said >= {name for name in after if after[name] != before.get(name)}
    assert digests(after) == digests(before)
    assert facts(after) == facts(before)
    assert any("Is this Hester?" in text for text in after.values())
    assert any("See [[H-Dunn]]" in text for text in after.values())
    with Library.current(bench.kb) as library:
        for name in before:
            page = name.removesuffix(".md")
            if page.startswith(("people/", "places/", "concepts/")) and "_index" not in page:
                assert library.resolve(page.rsplit("/", 1)[-1]).path, f"no way to {page}"

    assert bench.compile(()).written == 0, "the next compile has nothing to do"
    bench.forget_build()
    assert bench.compile(()).written == 0, "nor has one that remembers nothing"
    assert bench.files() == after

    git(bench, "add", "-A")
    git(bench, "commit", "-qm", "change")
    git(bench, "revert", "--no-edit", "HEAD")
    assert bench.files() == before
    bench.compile(())
    assert bench.files() == before, "what was reverted stays so"


def test_a_veto_is_shown_and_can_be_overruled(bench: Bench) -> None:
    bench.compile(
        (
            *DOCS,
            *(
                Doc(f"t/{n}", ((f"Apollo {n}", "concepts", ()),), ((0, f"Apollo {n} flew.", ()),))
                for n in (11, 12)
            ),
        )
    )
    before = bench.files()
    with pytest.raises(UsageError, match="exclude each other"):
        carry_out(bench.kb, OPTIONS, lambda s: merge(s, "Apollo 11", "Apollo 12"))
    with pytest.raises(UsageError, match="places, the other"):
        carry_out(bench.kb, OPTIONS, lambda s: merge(s, "Polwen", "H-Dunn"))
    assert bench.files() == before
    carry_out(bench.kb, OPTIONS, lambda s: merge(s, "Apollo 11", "Apollo 12", despite=True))
    assert "concepts/Apollo-12.md" not in bench.files()
    assert facts(bench.files()) == facts(before)


def test_a_page_split_by_hand_can_be_merged_again(bench: Bench) -> None:
    before = facts(bench.files())
    carry_out(bench.kb, OPTIONS, lambda s: split(s, "Mercury", ["Mercury (planet)", "Mercury (metal)"], {}))
    carry_out(bench.kb, OPTIONS, lambda s: merge(s, "Mercury (planet)", "Mercury (metal)", despite=True))
    files = bench.files()
    assert facts(files) == before
    assert [n for n in files if n.startswith("concepts/Mercury")] == ["concepts/Mercury-planet.md"]


def test_a_name_given_back_leaves_the_one_between(bench: Bench) -> None:
    before = bench.files()
    carry_out(bench.kb, OPTIONS, lambda s: rename(s, "H. Dunn", "Harriet Dunn"))
    carry_out(bench.kb, OPTIONS, lambda s: rename(s, "Harriet Dunn", "H. Dunn"))
    files = bench.files()
    assert files.keys() - before.keys() == {"identity.yaml"}
    assert "redirects: [Harriet-Dunn]" in files["people/H-Dunn.md"]
    with Library.current(bench.kb) as library:
        assert library.resolve("Harriet-Dunn").path == "people/H-Dunn"
    bench.forget_build()
    assert bench.compile(()).written == 0


@pytest.mark.parametrize(
    ("decide", "words"),
    [
        (lambda s: merge(s, "Nobody", "H-Dunn"), "no page is called"),
        (lambda s: merge(s, "H-Dunn", "H. Dunn"), "one page already"),
        (lambda s: merge(s, "people", "concepts"), "must stay"),
        (lambda s: merge(s, "people", "people"), "with itself"),
        (lambda s: merge(s, "people", "H-Dunn"), "people/ is a directory and 'H-Dunn' is none"),
        (lambda s: merge(s, "people", "sources"), "people/ is a directory and 'sources' is none"),
        (lambda s: move(s, "H-Dunn", "nowhere"), "no directory"),
        (lambda s: move(s, "H-Dunn", "sources/digests"), "no directory"),
        (lambda s: move(s, "people", "concepts"), "is a directory, and a page is needed"),
        (lambda s: rename(s, "H-Dunn", "Polwen"), "places/Polwen has that name"),
        (lambda s: rename(s, "H-Dunn", "…"), "a letter or a digit"),
        (lambda s: split(s, "Mercury", ["A", "a"], {}), "titles of their own"),
        (lambda s: split(s, "Mercury", ["Mercury (planet)", "Zinc"], {"t/3": "X", "t/4": "X"}), "no source"),
        (lambda s: split(s, "Polwen", [], {}), "nothing tells the sources of places/Polwen apart"),
        (lambda s: split(s, "Sun", ["A", "B"], {"x/9": "A"}), "no source or fact|one source"),
        (lambda s: split(s, "H-Dunn", [], {}), "rests on one source"),
        (lambda s: rename(s, "Notes on the lamp", "X"), "people wrote it"),
        (lambda s: merge(s, "H-Dunn", "Notes-on-the-lamp"), "people wrote it"),
    ],
)
def test_what_makes_no_sense_is_refused(bench: Bench, decide: Decide, words: str) -> None:
    before = bench.files()
    with pytest.raises(UsageError, match=words):
        carry_out(bench.kb, OPTIONS, decide)
    assert bench.files() == before
