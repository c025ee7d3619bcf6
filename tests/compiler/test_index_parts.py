"""A large directory's index in parts: the same bytes by any way there, clean to the linter, mended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.bench import Bench
from support.depth import examples
from support.table_curator import Doc

from wikic.cli.main import main
from wikic.wiki import index_file

NAMES = ("Ada", "Abel", "Acton", "Bach", "Byron", "Cid", "温少白", "Éric", "Dee", "Ad astra")


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Bench(Path(folder))


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_file, "MOST", 3)


def thing(name: str) -> Doc:
    return Doc(f"t/{name}", ((name, "people", ()),), ((0, f"{name} kept the lamp.", ()),))


def indexes(bench: Bench) -> dict[str, str]:
    return {path: text for path, text in bench.files().items() if "_index" in path}


def lint(bench: Bench, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    (bench.kb / "wikic.toml").write_text('[wiki]\ntitle = "Table"\n')  # as it was compiled
    code = main(["lint", "-C", str(bench.kb), "--select", "I,L"])
    return code, capsys.readouterr().out


def test_it_is_cut_and_joined_with_its_pages(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    bench.start().compile(map(thing, NAMES))
    found = indexes(bench)
    parts = {path.rsplit("/", 1)[-1] for path in found}
    assert {"_index.md", "_index-ab.md", "_index-ad.md", "_index-c.md"} <= parts
    assert found["people/_index-c.md"] == "# People: C\n\n- [Cid](Cid.md)\n"
    assert "- [C](_index-c.md)\n" in found["people/_index.md"] and "Cid.md" not in found["people/_index.md"]
    assert lint(bench, capsys)[0] == 0
    bench.forget([f"t/{name}" for name in NAMES[3:]])
    assert set(indexes(bench)) == {"people/_index.md"}
    assert "- [Ada](Ada.md)" in indexes(bench)["people/_index.md"]
    assert lint(bench, capsys)[0] == 0


@examples(20)
@given(
    st.lists(st.sampled_from(NAMES), unique=True),
    st.lists(st.sampled_from(NAMES), unique=True),
    st.booleans(),
)
def test_any_way_gives_the_same_bytes(bench: Bench, first: list[str], last: list[str], lost: bool) -> None:
    with patch.object(index_file, "MOST", 3):
        bench.start().compile(map(thing, first))
        if lost:
            bench.forget_build()
        bench.compile(map(thing, last))
        if gone := [f"t/{name}" for name in first if name not in last]:
            bench.forget(gone)
        by_steps = indexes(bench)
        bench.start().compile(map(thing, last))
        assert by_steps == indexes(bench)


def test_a_part_that_people_changed_or_left_behind_is_mended(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    bench.start().compile(map(thing, NAMES))
    whole = indexes(bench)
    people = bench.wiki / "people"
    (people / "_index-c.md").write_text("# People: C\n\n- [Nobody](Nobody.md)\n")
    (people / "_index-e.md").unlink()
    (people / "_index-q.md").write_text("# People: Q\n\n- [[Quill]]\n")
    code, said = lint(bench, capsys)
    assert code == 1 and "people/_index-c.md" in said and "people/_index-q.md" in said and "Éric" in said
    assert main(["fix", "-C", str(bench.kb), "-q"]) == 0
    capsys.readouterr()
    assert indexes(bench) == whole
    assert lint(bench, capsys)[0] == 0
    bench.forget_build()
    (people / "_index-q.md").write_text("# People: Q\n")
    bench.compile(map(thing, NAMES))
    assert indexes(bench) == whole


def test_a_page_of_that_name_is_told(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    bench.start().compile([thing("Ada")])
    (bench.wiki / "people/_index-of-lamps.md").write_text("# Lamps\n\nWho keeps them.\n")
    assert lint(bench, capsys)[0] == 0
    bench.compile([thing("Ada")])
    assert "[Lamps](_index-of-lamps.md)" in indexes(bench)["people/_index.md"]
