"""Documents nobody would write on purpose: each is taken in or listed, and nothing leaves ``wiki/``."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import pytest
from support.command import jsonl, snapshot, wikic, write
from support.depth import sample


def compiled(home: Path, *documents: str, code: int = 0) -> dict[str, object]:
    """Start a wiki for ``documents`` and compile them; returns the report."""
    wikic("init", *documents, "-C", "new", cwd=home)
    report = wikic("compile", *documents, "-C", "new", "--json", cwd=home, code=code).json
    assert wikic("lint", "-C", "new", cwd=home).code == 0
    again = wikic("compile", *documents, "-C", "new", "--json", cwd=home, code=code).json
    assert (again["added"], again["changed"], again["written"], again["deleted"]) == ([], [], 0, 0)
    assert isinstance(report, dict)
    return report


def pages(home: Path) -> list[str]:
    names = (path.relative_to(home / "new/wiki").as_posix() for path in (home / "new/wiki").rglob("*.md"))
    return sorted(name for name in names if not name.startswith("sources/") and "index.md" not in name)


@pytest.mark.slow
def test_megabytes_on_one_line(tmp_path: Path) -> None:
    words = [
        "the",
        "harbour",
        "town",
        "was",
        "built",
        "on",
        "a",
        "river",
        "and",
        "many",
        "people",
        "came",
        "to",
        "live",
        "there",
        "with",
        "their",
        "boats",
    ]
    dice = Random(1)
    line = " ".join(
        " ".join(dice.choices(words, k=12)).capitalize() + "." for _ in range(sample(8_000, 33_000))
    )
    write(tmp_path, {"docs/long.md": f"# Ports\n\n{line}\n"})
    wikic("init", "docs", "-C", "new", cwd=tmp_path)
    assert "1 source taken in" in wikic("compile", "docs", "-C", "new", cwd=tmp_path).out


def test_titles_nobody_can_use_as_names(tmp_path: Path) -> None:
    titles = {
        "long": "The " + "very " * 124 + "long Harbour",
        "han": "港" * 500,
        "marks": "!?… -- ***",
        "climb": "../../x",
        "absolute": "/etc/passwd",
        "windows": "C:\\Windows\\x",
        "reserved": "CON",
        "index": "index",
        "under": "_index",
        "hidden": ".git",
        "link": "[[Ada]] | # ^x",
        "yaml": "a: [b, 'c",
        "control": "a\u0000b\u0007c\u2028d",
        "number": "1.10",
        "no": "no",
    }
    records = [
        {"id": f"d{at}", "title": title, "text": f"Wessex is a county, says number {at}. Dunmore is a town."}
        for at, title in enumerate(titles.values())
    ]
    jsonl(tmp_path / "odd.jsonl", *records)
    before = snapshot(tmp_path)
    report = compiled(tmp_path, "odd.jsonl")
    assert len(report["added"]) == len(titles)  # type: ignore[arg-type]
    after = snapshot(tmp_path)
    assert {name for name in after if name not in before and not name.startswith("new")} == set()
    names = [path.name for path in (tmp_path / "new/wiki").rglob("*")]
    assert all(len(name.encode()) <= 210 and not set(name) & set('\\:*?"<>|#^[]') for name in names)


def test_ids_that_climb_out(tmp_path: Path) -> None:
    ids = ("../../x", "/etc/cron.d/x", "..", ".", "a/../../b", "C:\\x", "x\u0000y", "~/x", "", "a" * 500)
    jsonl(tmp_path / "up.jsonl", *({"id": each, "text": f"Dunmore is town {each!r}."} for each in ids))
    before = snapshot(tmp_path)
    report = compiled(tmp_path, "up.jsonl")
    keys = report["added"]
    assert isinstance(keys, list) and len(keys) == len(ids)
    assert all(key.startswith("up/") and ".." not in key.split("/") for key in keys)
    outside = {name for name in snapshot(tmp_path) if not name.startswith("new/")} - {"new"}
    assert outside == set(before)


def test_duplicate_ids_in_one_file(tmp_path: Path) -> None:
    texts = ("Ada was a sailor.", "Bo was a baker.", "Cy was a tailor.")
    jsonl(tmp_path / "twice.jsonl", *({"id": "d1", "title": "T", "text": text} for text in texts))
    report = compiled(tmp_path, "twice.jsonl", code=1)
    assert report["added"] == ["twice/d1"]
    failed = report["failed"]
    assert isinstance(failed, list)
    assert ["line 1 has it first" in each["reason"] for each in failed] == [True, True]
    (article,) = (tmp_path / "new/wiki/sources/articles").iterdir()
    assert "Ada was a sailor." in article.read_text()


def test_titles_that_differ_only_by_case(tmp_path: Path) -> None:
    records = [
        {"id": f"d{at}", "title": title, "text": f"{title} is a town in Wessex. {title} has {at} mills."}
        for at, title in enumerate(("Dunmore", "DUNMORE", "dunmore", "Dunmore!"))
    ]
    jsonl(tmp_path / "case.jsonl", *records)
    compiled(tmp_path, "case.jsonl")
    folded = [page.casefold() for page in pages(tmp_path)]
    assert len(folded) == len(set(folded))


def test_a_corpus_of_which_every_document_fails(home: Path) -> None:
    write(home / "bad", {"a.md": b"\xff\xfe\xff", "b.txt": b"\0\1\2", "c.json": "{", "d.md": "\0"})
    before = snapshot(home / "kb/wiki")
    done = wikic("compile", "bad", "-C", "kb", cwd=home, code=1)
    assert "0 sources taken in" in done.out and "4 documents failed:" in done.out
    assert snapshot(home / "kb/wiki") == before


def test_a_wiki_without_sources(tmp_path: Path) -> None:
    write(tmp_path, {"docs/a.md": "# A\n\nDunmore is a town.\n"})
    wikic("init", "docs", "-C", "kb", cwd=tmp_path)
    for command in (("lint",), ("status",), ("compile",)):
        assert wikic(*command, "-C", "kb", cwd=tmp_path).code == 0
    refused = wikic("forget", "docs/a.md", "-C", "kb", cwd=tmp_path, code=2)
    assert "holds no source" in refused.err
    (tmp_path / "docs/a.md").unlink()
    assert "0 sources taken in" in wikic("compile", "docs", "-C", "kb", cwd=tmp_path).out


def test_forgetting_the_last_source(home: Path) -> None:
    wikic("forget", "docs/ada.md", "docs/london.md", "docs/paris.md", "-C", "kb", cwd=home)
    left = [name for name, data in snapshot(home / "kb/wiki").items() if data != "dir"]
    assert left == ["index.md", "schema.yaml"]
    assert wikic("lint", "-C", "kb", cwd=home).code == 0


def test_symlinks_among_the_documents(home: Path) -> None:
    secret = write(home, {"outside/secret.md": "# Secret\n\nDunmore is a town.\n"}) / "outside"
    (home / "docs/out.md").symlink_to(secret / "secret.md")
    (home / "docs/folder").symlink_to(secret)
    (home / "docs/nowhere.md").symlink_to(home / "missing")
    (home / "docs/loop").symlink_to(home / "docs")
    done = wikic("compile", "docs", "-C", "kb", cwd=home, code=1)
    assert "docs/out.md: is a symlink that leads out of the folder" in done.out
    assert "docs/nowhere.md: is a symlink that leads nowhere" in done.out
    assert "Secret" not in json.dumps(sorted(snapshot(home / "kb/wiki")))


def test_a_folder_planted_in_the_wiki_as_a_symlink(home: Path) -> None:
    write(home, {"outside/mine.md": "mine\n"})
    (home / "kb/wiki/people/Ada-Lovelace.md").rename(home / "outside/Ada-Lovelace.md")
    (home / "kb/wiki/people/_index.md").unlink()
    (home / "kb/wiki/people").rmdir()
    (home / "kb/wiki/people").symlink_to(home / "outside")
    before = snapshot(home / "outside")
    done = wikic("compile", "docs", "-C", "kb", cwd=home, code=2)
    assert "people/_index.md: leads out of kb/wiki, by a symlink" in done.err
    assert snapshot(home / "outside") == before


def test_a_page_planted_in_the_wiki_as_a_symlink(home: Path) -> None:
    write(home, {"outside.md": "mine\n"})
    page = home / "kb/wiki/people/Ada-Lovelace.md"
    page.unlink()
    page.symlink_to(home / "outside.md")
    wikic("compile", "docs", "-C", "kb", cwd=home, code=None)
    assert (home / "outside.md").read_text() == "mine\n"


@pytest.mark.skipif(os.name == "nt", reason="names are bytes elsewhere")
def test_a_file_whose_name_is_no_text(home: Path) -> None:
    with open(os.fsencode(home / "docs") + b"/caf\xe9.md", "wb") as file:
        file.write(b"# Dunmore\n\nDunmore is a town in Wessex.\n")
    done = wikic("compile", "docs", "-C", "kb", cwd=home, code=None)
    assert done.code in (0, 1)
    assert wikic("lint", "-C", "kb", cwd=home).code == 0


def test_the_wiki_among_its_own_documents(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "# Dunmore\n\nDunmore is a town in Wessex.\n"})
    wikic("init", ".", "-C", ".", cwd=tmp_path)
    assert "1 source taken in" in wikic("compile", ".", "-C", ".", cwd=tmp_path).out
    assert "1 unchanged" in wikic("compile", ".", "-C", ".", cwd=tmp_path).out


def test_everything_dirty_at_once(tmp_path: Path, fixtures: Path) -> None:
    report = compiled(tmp_path, str(fixtures / "dirty"), code=1)
    assert len(report["added"]) > 30 and len(report["failed"]) >= 15  # type: ignore[arg-type]


def test_a_book_has_a_directory_of_its_chapters_and_is_forgotten_whole(tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    folder.mkdir()
    text = "".join(
        f"{title}\n\n{f'Leila Sorrel took {number} barques to Hallowmouth and back that year. ' * 400}\n\n"
        for number, title in ((12, "CHAPTER I"), (34, "CHAPTER II"), (56, "CHAPTER III"))
    )
    (folder / "the-great-storm.txt").write_text(text, encoding="utf-8")
    assert wikic("init", "shelf", "-C", "kb", "--layout", "library", cwd=tmp_path).code == 0
    assert wikic("compile", "shelf", "-C", "kb", cwd=tmp_path).code == 0
    pages = tmp_path / "kb/wiki/the-great-storm"
    assert sorted(each.name for each in pages.glob("C*.md")) == [
        "Chapter-I.md",
        "Chapter-II.md",
        "Chapter-III.md",
    ]
    done = wikic("forget", "shelf/the-great-storm.txt", "-C", "kb", cwd=tmp_path)
    assert done.code == 0, done.out
    assert not list((tmp_path / "kb/wiki/sources").rglob("*.md")) and not pages.exists()


def test_questions_beside_documents_are_no_failure_and_hide_nothing(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/ada.md").write_text("Ada was a sailor.")
    jsonl(tmp_path / "docs/more.jsonl", {"id": "bo", "text": "Bo was a baker."})
    assert compiled(tmp_path, "docs")["added"] == ["docs/ada.md", "docs/more/bo"]
    jsonl(tmp_path / "docs/more.jsonl", {"id": "bo", "txt": "Bo was a baker."})
    (tmp_path / "docs/ada.md").unlink()
    report = wikic("compile", "docs", "-C", "new", "--json", cwd=tmp_path).json
    assert report["failed"] == [] and report["gone"] == ["docs/ada.md"]


def test_what_no_reader_sees_is_kept_and_only_what_people_wrote_is_linted(tmp_path: Path) -> None:
    text = "# Gate\n\nThe gate [[opens] at dawn.\n\n<!-- wikic-disable-file -->\n\nIt is made of iron.\n"
    home = write(tmp_path, {"docs/gate.md": text})
    wikic("init", "docs", "-C", "kb", "--layout", "library", cwd=home)
    wikic("compile", "docs", "-C", "kb", cwd=home)
    assert wikic("lint", "-C", "kb", cwd=home).code == 0
    page = home / "kb/wiki/documents/Gate.md"
    mine = "<!-- a remark of mine -->\n\nMy [[broken] link, [mine][m].\n\n***\n\n[m]: https://example.org"
    page.write_text(page.read_text().replace("It is made", f"{mine}\n\nIt is made"))
    wikic("compile", "-C", "kb", cwd=home)
    write(home, {"docs/gate.md": text.replace("dawn", "dawn and closes at dusk")})
    wikic("compile", "docs", "-C", "kb", cwd=home)
    assert mine in page.read_text() and "closes at dusk" in page.read_text()
    linted = wikic("lint", "-C", "kb", cwd=home, code=1).out
    assert "'[[broken]' closes with one bracket" in linted and "[[opens]" not in linted
    page.write_text(page.read_text().replace("<!-- a remark of mine -->", "<!-- wikic-disable-file L003 -->"))
    assert wikic("compile", "-C", "kb", cwd=home).code == 0
    assert wikic("lint", "-C", "kb", cwd=home).code == 0
