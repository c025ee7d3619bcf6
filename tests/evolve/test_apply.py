"""Evolving a real tree: the same facts and ways in, no gap for readers, one revert to the old bytes."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st
from support.bench import Bench
from support.depth import examples

sys.path.insert(0, str(Path(__file__).parent))
from wikis import OPTIONS, SETTINGS, compile_tagged, docs, evolve, sizes, tree_text

from wikic.compiler.options import Options
from wikic.config import EvolveConfig
from wikic.errors import RefusedError
from wikic.evolve import carry_out, run
from wikic.evolve.carry_out import check_changes
from wikic.evolve.cost import FAN_OUT
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import ChangeSet, Delete
from wikic.navigate.library import Library
from wikic.wiki.schema_file import parse_schema
from wikic.wiki.tree import Tree
from wikic.wiki.workspace import Workspace

KINDS = ("king", "actor", "painter", "poet")


def facts(files: dict[str, str]) -> list[str]:
    pages = (text for name, text in files.items() if not name.startswith("sources/"))
    return sorted(
        line.replace("../", "")
        for text in pages
        for line in text.splitlines()
        if "[⁂][f" in line or " ^r" in line
    )


def stems(files: dict[str, str]) -> set[str]:
    pages = (name for name in files if "/" in name and not name.startswith("sources/"))
    return {name.rsplit("/", 1)[-1] for name in pages} - {"_index.md"}


def findings(bench: Bench) -> list[str]:
    found = lint(WikiView.over(Tree(bench.kb)))
    return sorted(f"{each.code} {each.path.rsplit('/', 1)[-1]}" for each in found)


def git(bench: Bench, *arguments: str) -> None:
    name = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.autocrlf=false")
    subprocess.run(("git", *name, *arguments), cwd=bench.kb, check=True, capture_output=True)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    bench = Bench(tmp_path).start()
    compile_tagged(bench, docs(260, KINDS))
    return bench


def test_one_revert_gives_the_old_bytes(bench: Bench) -> None:
    page = bench.wiki / "people" / "King-A.md"
    page.write_text(page.read_text("utf-8") + "\n## Notes\nSee [[Actor-B]].\n", "utf-8")
    schema = bench.wiki / "schema.yaml"
    kept = "# ours: ask Hester before dividing\n"
    schema.write_text(schema.read_text("utf-8").replace("\ndimensions:", f"\n{kept}dimensions:"), "utf-8")
    bench.compile(())
    (bench.kb / ".gitignore").write_text(".wikic/\n")
    for each in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "before")):
        git(bench, *each)
    before, found_before = bench.files(), findings(bench)

    dry = run.evolve(bench.kb, Options("2026-11-21", "Table", dry_run=True), SETTINGS)
    assert dry.plan.steps and dry.report is not None and dry.report.proposed and bench.files() == before
    assert run.propose(bench.kb, OPTIONS, SETTINGS).plan == dry.plan and bench.files() == before

    done = evolve(bench)
    after = bench.files()
    assert done.plan.steps and done.plan.after.total < done.plan.before.total
    assert facts(after) == facts(before) and stems(after) == stems(before)
    assert {n: t for n, t in after.items() if n.startswith("sources/")} == {
        n: t for n, t in before.items() if n.startswith("sources/")
    }
    assert kept in after["schema.yaml"], "people's comments stay"
    assert parse_schema(after["schema.yaml"].encode()) == done.plan.schema
    assert "## Notes\nSee [[Actor-B]]." in after["people/kings/King-A.md"]
    assert max(sizes(bench.wiki).values()) <= FAN_OUT
    assert set(findings(bench)) <= set(found_before)
    assert not evolve(bench).plan.steps, "a second run has nothing to do"
    bench.forget_build()
    assert bench.compile(()).written == 0 and bench.files() == after

    for each in (("add", "-A"), ("commit", "-qm", "evolve"), ("revert", "--no-edit", "HEAD")):
        git(bench, *each)
    assert bench.files() == before
    bench.compile(())
    assert bench.files() == before


@examples(4, phases=[Phase.generate])
@given(
    st.integers(202, 230),
    st.lists(st.sampled_from(KINDS), min_size=1, max_size=4, unique=True),
    st.integers(0, 9),
)
def test_random_trees_keep_facts_ways_in_and_findings(
    tmp_path_factory: pytest.TempPathFactory, count: int, kinds: list[str], seed: int
) -> None:
    bench = Bench(tmp_path_factory.mktemp("kb")).start()
    compile_tagged(bench, docs(count, kinds, seed=seed))
    before = bench.files()
    done = evolve(bench)
    after = bench.files()
    assert done.plan.steps
    assert facts(after) == facts(before) and stems(after) == stems(before)
    assert findings(bench) == []
    with Library.current(bench.kb) as library:
        for name in before:
            if name.startswith("people/") and not name.endswith("_index.md"):
                path = name.removesuffix(".md")
                assert library.resolve(path.rsplit("/", 1)[-1]).path
                assert library.resolve(path).path, "a path noted before still leads there"


def test_readers_see_no_gap(bench: Bench) -> None:
    wanted = sorted(name.removesuffix(".md") for name in stems(bench.files()) if name.startswith("King-"))
    stop, gaps, rounds = threading.Event(), [], []

    def read() -> None:
        """What a reader does: list, then read; look once more where a page went from under it."""
        while not stop.is_set():
            with Library.open(bench.kb) as library:
                for stem in wanted:
                    paths = (path for _ in range(3) for path in _places(bench.wiki, stem))
                    if not any(library.page(path) is not None for path in paths):
                        gaps.append(stem)
            rounds.append(1)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        assert evolve(bench).plan.steps
    finally:
        stop.set()
        reader.join()
    assert rounds and not gaps


# Follows what a reader in another process has: a stem link, and a path noted before.
READER = """
import sys
from pathlib import Path
from wikic.navigate.library import Library
from wikic.navigate.tools.result import Reading
from wikic.navigate.tools.toolbox import call

root, *noted = sys.argv[1:]
print("ready", flush=True)
rounds = 0
while True:
    with Library.current(Path(root)) as library:
        for path in noted:
            for name in (path.rsplit("/", 1)[-1], path):
                # What a page was found under may move before it is opened: a reader looks once more.
                if not any(_read(library, name) for _ in range(3)):
                    print("gap", name, flush=True)
    rounds += 1
    print("round", rounds, flush=True)
""".replace("_read(library, name)", "call(library, 'wiki_read', {'paths': [name]}, Reading()).ok")


def test_a_reader_in_another_process_sees_no_gap(bench: Bench) -> None:
    files = [name for name in bench.files() if name.startswith("people/") and "_index" not in name]
    noted = [name.removesuffix(".md") for name in files][::13]
    with subprocess.Popen(
        [sys.executable, "-c", READER, str(bench.kb), *noted], stdout=subprocess.PIPE, text=True
    ) as reader:
        assert reader.stdout is not None
        lines = iter(reader.stdout.readline, "")
        try:
            assert next(lines) == "ready\n" and next(lines) == "round 1\n"
            assert evolve(bench).plan.steps
            said = [next(lines) for _ in range(3)]  # what ran while it moved, and one round behind it
        finally:
            reader.kill()
    assert [line.split()[0] for line in said] == ["round"] * 3, said


def _places(wiki: Path, stem: str) -> list[str]:
    return [file.relative_to(wiki).as_posix()[:-3] for file in wiki.glob(f"people/**/{stem}.md")]


def test_a_corpus_that_drifts_stays_bounded_and_its_directories_mean_something(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    drift = (("king",), ("king", "actor"), ("actor", "painter"), ("painter", "poet"), ("poet", "sailor"))
    before: set[str] = set()
    for batch, kinds in enumerate(drift):
        compile_tagged(bench, docs(150, kinds, seed=batch, start=150 * batch))
        done = evolve(bench)
        print(f"after batch {batch + 1}, of {', '.join(kinds)}:\n{tree_text(bench.wiki)}")
        assert done.plan.after.total <= done.plan.before.total
        now = sizes(bench.wiki)
        assert max(now.values()) <= FAN_OUT
        assert before <= now.keys(), "directories stay"
        before = set(now)
    assert {"people/kings", "people/actors", "people/poets"} <= before
    assert len(stems(bench.files())) >= 750


def test_compile_evolves_after_so_many_sources(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    steps = run.periodic(OPTIONS, EvolveConfig(every=250))
    report = compile_tagged(bench, docs(260, KINDS), batch=130, steps=steps)
    assert any(line.startswith("split people/: 26") for line in report.steps)
    assert "people/kings" in sizes(bench.wiki) and report.findings == ()
    assert not run.periodic(OPTIONS, EvolveConfig())
    assert compile_tagged(bench, docs(260, KINDS)).written == 0


def test_a_change_that_would_lose_something_is_refused(bench: Bench) -> None:
    before = bench.files()
    space = Workspace.open(bench.kb, "Table")
    lost = carry_out.find_losses(space.tree, ChangeSet("x", (Delete("people/King-A.md", ""),)))
    assert any("King A lived well" in each for each in lost)
    assert any("way in by [[King-A]]" in each for each in lost)
    with pytest.raises(RefusedError, match="nothing was changed"):
        check_changes(space, ChangeSet("x", (Delete("people/King-A.md", ""),)))
    assert bench.files() == before
