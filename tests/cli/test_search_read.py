"""``wikic search`` and ``wikic read`` as people and scripts meet them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.command import Done, wikic
from support.copies import copied


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory, fixtures: Path) -> Path:
    """The harbour, compiled by the command."""
    root = tmp_path_factory.mktemp("cli")
    wikic("init", fixtures / "harbour", "-C", "kb", "--quiet", cwd=root)
    wikic("compile", fixtures / "harbour", "-C", "kb", "--quiet", cwd=root)
    return root / "kb"


def run(kb: Path, *arguments: str, code: int = 0) -> Done:
    return wikic(*arguments, "-C", str(kb), cwd=kb, code=code)


def test_compile_leaves_the_indexes_in_step(kb: Path) -> None:
    for name in ("search", "search-sources", "graph", "catalogue", "mirror"):
        assert (kb / ".wikic" / name).exists(), name


def test_search_prints_paths_first(kb: Path) -> None:
    done = run(kb, "search", "tom", "penhale")
    assert (
        done.out.splitlines()[0] == "people/Thomas-Penhale-painter  Thomas Penhale (painter)  (by an alias)"
    )
    assert "\x1b" not in done.out


def test_search_as_json(kb: Path) -> None:
    hits = run(kb, "search", "penhale", "--in", "people", "--limit", "2", "--json").json["hits"]
    assert len(hits) == 2
    assert {hit["directory"] for hit in hits} == {"people"}


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("search", "zzyzzx"), 1, "Nothing"),
        (("search", ""), 1, "empty"),
        (("search", "rooke", "--in", "nowhere"), 1, "people"),
        (("search", "rooke", "--tag", "no such tag"), 1, "Nothing"),
        (("search", 'AND "( +* [ TO \\'), 1, ""),
        (("search", "\x07\x1b[31m"), 1, ""),
        (("search", "x" * 100_000), 1, ""),
        (("read", "nobody-at-all"), 1, "no page"),
        (("read", "../../etc/passwd"), 1, "no page"),
        (("read", "Edmund Roke"), 1, "people/Edmund-Rooke"),
        (("read", "people/Edmund-Rooke", "--after", "x@9"), 1, "cursor"),
    ],
)
def test_what_finds_nothing_says_why_and_ends_with_1(
    kb: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = wikic(*arguments, "-C", str(kb), cwd=kb, code=None)
    assert done.code in ((code,) if said else (0, 1))
    assert said in done.err
    assert not said or done.out == ""


@pytest.mark.parametrize("command", ["search", "read"])
def test_without_a_wiki_the_exit_code_is_2(tmp_path: Path, command: str) -> None:
    done = wikic(command, "x", cwd=tmp_path, code=2)
    assert "wikic init" in done.err
    assert list(tmp_path.iterdir()) == []


def test_read_prints_the_reading_form_and_goes_on(kb: Path) -> None:
    whole = run(kb, "read", "people/Edmund-Rooke").out
    assert whole.startswith("# Edmund Rooke\npeople/Edmund-Rooke")
    assert "[1] Edmund Rooke (1998-04-02)" in whole
    first = run(kb, "read", "Edmund-Rooke", "--limit", "200", "--json").json
    rest = run(kb, "read", "Edmund-Rooke", "--after", first["next"], "--json").json
    items = first["entries"][0]["items"] + rest["entries"][0]["items"]
    assert len(items) == first["entries"][0]["total"]


def test_read_shows_directories_and_sources(kb: Path) -> None:
    assert "- people/ (" in run(kb, "read", "/").out
    assert "[[Edmund-Rooke]]" in run(kb, "read", "people").out
    assert "With Josiah Penhale he founded" in run(kb, "read", "harbour/people/edmund-rooke.md").out


def test_what_people_write_is_found_at_once_and_what_they_delete_is_not(kb: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    copied(kb, own)
    (own / "wiki/people/Zebedee.md").write_text("# Zebedee\n\nHe kept a zebrafinch.\n", "utf-8")
    assert run(own, "search", "zebrafinch").out.startswith("people/Zebedee")
    (own / "wiki/people/Zebedee.md").unlink()
    run(own, "search", "zebrafinch", code=1)


def test_forgetting_a_source_takes_its_page_out_of_the_index(kb: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    copied(kb, own)
    run(own, "forget", "harbour/people/wen-shaobai.md")
    assert "people/温少白" not in [
        hit["path"] for hit in wikic("search", "温少白", "--json", cwd=own, code=None).json["hits"]
    ]


def test_reading_writes_nothing_but_the_build_directory(kb: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    copied(kb, own)
    shutil.rmtree(own / ".wikic")
    before = {file: file.read_bytes() for file in own.rglob("*") if file.is_file()}
    run(own, "read", "Edmund-Rooke")
    assert {
        file: file.read_bytes() for file in own.rglob("*") if file.is_file() and ".wikic" not in file.parts
    } == before
    assert (own / ".wikic/access.jsonl").read_text().count("\n") == 1


def test_without_a_place_for_indexes_verbose_says_so(kb: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    copied(kb, own)
    shutil.rmtree(own / ".wikic")
    (own / ".wikic/index.lock").mkdir(parents=True)  # in the way
    done = run(own, "search", "Edmund Rooke", "--verbose")
    assert done.out.startswith("people/Edmund-Rooke")
    assert "for this run" in done.err
    assert run(own, "search", "Edmund Rooke").err == ""


def test_documents_are_searched_by_keywords(home: Path) -> None:
    done = wikic("search", "--sources", "mathematician", "Thames", "-C", "kb", cwd=home)
    assert "docs/ada.md" in done.out and "docs/london.md" in done.out
    assert "Ada Lovelace was an English mathematician." in done.out
    found = wikic("search", "--sources", "thames", "-C", "kb", "--json", cwd=home).json
    assert [each["key"] for each in found["parts"]] == ["docs/london.md"]
    assert "No document holds" in wikic("search", "--sources", "zeppelin", "-C", "kb", cwd=home, code=1).err
    told = wikic("search", "--sources", "x", "--in", "people", "-C", "kb", cwd=home, code=2)
    assert "exclude each other" in told.err
