"""A document that was renamed is the one it was: one page, with what people made of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import jsonl, snapshot, wikic, write
from support.pictures import png

from wikic.compiler.pending_documents import tell_moved

DOCS = {
    "docs/tern.md": "# The Tern\n\nThe Tern is a sloop of 7 metres.\n\nHer mooring costs 480 euros a year.\n",
    "docs/log.md": "The log of the harbour begins in 1950.\n\nNobody knows who wrote it.\n",
    "docs/quay.md": "# The quay\n\nThe quay was built in 1921.\n\n## Crane\n\nThe crane is blue.\n\n"
    "## Steps\n\nNobody may fish there.\n",
}

SHOWN = {"docs/shown.md": "# Shown\n\nThe harbour is small. ![the harbour](a.png)\n"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = write(tmp_path / "home", DOCS)
    wikic("init", "docs", "-C", "kb", "--layout", "library", "-q", cwd=home)
    wikic("compile", "docs", "-C", "kb", "-q", cwd=home)
    return home


OWN = "- Her sail is red.\n\n## Remarks\n\nAsk Ole.\n\n"


def page(home: Path, words: str) -> Path:
    pages = (home / "kb/wiki/documents").rglob("[!_]*.md")
    (found,) = (each for each in pages if words in each.read_text("utf-8"))
    return found


def edit(home: Path, words: str, old: str, new: str) -> Path:
    file = page(home, words)
    file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")
    return file


def without_keys(text: str) -> list[str]:
    """The lines of a page without what names its document."""
    lines = (line.partition("sources/")[0] for line in text.split("\n"))
    return [line for line in lines if not line.startswith("document: ")]


def moved(home: Path, old: str, new: str) -> None:
    (home / new).parent.mkdir(parents=True, exist_ok=True)
    (home / old).rename(home / new)


def test_a_renamed_document_keeps_its_page_and_what_people_made_of_it(home: Path) -> None:
    edit(home, "Her mooring", "Her mooring costs", "Her mooring at the quay costs")
    file = edit(home, "mooring at the quay", "## Related Sources", OWN + "## Related Sources")
    quay = page(home, "was built in 1921")
    quay.write_text(
        "".join(line for line in quay.read_text("utf-8").splitlines(True) if "The quay was" not in line)
    )
    wikic("compile", "-C", "kb", "-q", cwd=home)
    before, left = file.read_text("utf-8"), quay.read_text("utf-8")
    moved(home, "docs/tern.md", "docs/boats/tern.md")
    moved(home, "docs/quay.md", "docs/quays.md")
    report = wikic("compile", "docs", "-C", "kb", "--json", cwd=home).json
    assert report["gone"] == report["forgotten"] == [] and report["deleted"] == 0
    assert [each["message"].partition(":")[0] for each in report["notices"]] == [
        "docs/tern.md was renamed docs/boats/tern.md",
        "docs/quay.md was renamed docs/quays.md",
    ]
    assert without_keys(file.read_text("utf-8")) == without_keys(before)
    assert "docs-boats-tern" in file.read_text("utf-8") and "docs-tern" not in file.read_text("utf-8")
    assert "The quay was" not in quay.read_text("utf-8") and quay.read_text("utf-8").count(
        "\n"
    ) == left.count("\n")
    assert wikic("compile", "docs", "-C", "kb", "--json", cwd=home).json["written"] == 0
    wikic("lint", "-C", "kb", cwd=home)


def test_the_wiki_is_that_of_the_documents_as_they_are(home: Path) -> None:
    write(home, SHOWN)
    png(home / "docs/a.png")
    wikic("compile", "docs", "-C", "kb", "-q", cwd=home)
    for file in ("tern", "log", "shown"):
        moved(home, f"docs/{file}.md", f"docs/old/{file}-2.md")
    moved(home, "docs/a.png", "docs/old/a.png")
    wikic("compile", "docs", "-C", "kb", "-q", cwd=home)
    wikic("init", "docs", "-C", "other/kb", "-q", cwd=home)
    (home / "other/kb/wiki/schema.yaml").write_bytes((home / "kb/wiki/schema.yaml").read_bytes())
    wikic("compile", "docs", "-C", "other/kb", "-q", cwd=home)
    assert snapshot(home / "kb/wiki") == snapshot(home / "other/kb/wiki")


def test_a_page_with_a_picture_keeps_its_words(home: Path) -> None:
    write(home, SHOWN)
    png(home / "docs/a.png")
    wikic("compile", "docs", "-C", "kb", "-q", cwd=home)
    edit(home, "harbour is small", "## Related Sources", "- It smells of tar.\n\n## Related Sources")
    moved(home, "docs/shown.md", "docs/seen.md")
    wikic("compile", "docs", "-C", "kb", "-q", cwd=home)
    assert "docs-seen" in page(home, "smells of tar").read_text("utf-8")


def test_of_equal_documents_those_of_one_name_go_together(home: Path) -> None:
    same = "# Week\n\nThe week was calm at the harbour.\n"
    write(home, {f"docs/{name}.md": same for name in ("a/one", "c/two", "d/three")})
    wikic("compile", "docs", "-C", "kb", "-q", cwd=home)
    moved(home, "docs/a/one.md", "docs/e/one.md")
    moved(home, "docs/c/two.md", "docs/f/aaa.md")
    moved(home, "docs/d/three.md", "docs/g/three.md")
    report = wikic("compile", "docs", "-C", "kb", "--json", cwd=home).json
    said = [each["message"].partition(":")[0] for each in report["notices"]]
    assert sorted(each for each in said if "renamed" in each) == [
        "docs/a/one.md was renamed docs/e/one.md",
        "docs/c/two.md was renamed docs/f/aaa.md",
        "docs/d/three.md was renamed docs/g/three.md",
    ]


def test_a_copy_is_no_move_and_another_text_is_none(home: Path) -> None:
    write(home, {"docs/copy.md": DOCS["docs/tern.md"], "docs/pier.md": "# The quay\n\nThe pier is new.\n"})
    (home / "docs/quay.md").unlink()
    report = wikic("compile", "docs", "-C", "kb", "--json", cwd=home).json
    assert report["gone"] == ["docs/quay.md"]
    assert not any("renamed" in each["message"] for each in report["notices"])


def test_a_record_with_another_id_is_another_document(home: Path) -> None:
    for id in ("one", "two"):
        jsonl(home / "docs/rows.jsonl", {"id": id, "text": "# Week\n\nThe week was calm at the harbour.\n"})
        report = wikic("compile", "docs", "-C", "kb", "--json", cwd=home).json
        assert report["added"] == [f"docs/rows/{id}"]
    assert report["gone"] == ["docs/rows/one"]


def test_the_chapters_of_a_book_move_with_it(home: Path) -> None:
    text = "".join(f"CHAPTER {at}\n\n" + f"The keeper wrote {at} letters home.\n\n" * 400 for at in "123456")
    write(home, {"docs/keeper.txt": text})
    chapters = wikic("compile", "docs", "-C", "kb", "--json", cwd=home).json["added"]
    moved(home, "docs/keeper.txt", "docs/books/light.txt")
    report = wikic("compile", "docs", "-C", "kb", "--json", cwd=home).json
    assert len(chapters) > 1 and report["gone"] == []
    assert report["added"] == [each.replace("keeper.txt", "books/light.txt") for each in chapters]


def test_a_dry_run_says_it_and_changes_nothing(home: Path) -> None:
    moved(home, "docs/tern.md", "docs/boat.md")
    before = snapshot(home / "kb/wiki")
    done = wikic("compile", "docs", "-C", "kb", "--dry-run", cwd=home)
    assert "docs/tern.md was renamed docs/boat.md" in done.out
    assert snapshot(home / "kb/wiki") == before


def test_of_many_the_number_is_said() -> None:
    found = [each.message for each in tell_moved({f"b/{at:02}": f"a/{at:02}" for at in range(23)})]
    assert len(found) == 21 and found[-1] == "3 more documents were renamed"


def test_a_bullet_that_was_deleted_stays_deleted_where_the_name_is_the_files(home: Path) -> None:
    file = page(home, "Nobody knows who wrote it")
    kept = [line for line in file.read_text("utf-8").splitlines(True) if "Nobody knows" not in line]
    file.write_text("".join(kept), "utf-8")
    wikic("compile", "-C", "kb", "-q", cwd=home)
    moved(home, "docs/log.md", "docs/diary.md")
    said = wikic("compile", "docs", "-C", "kb", cwd=home)
    assert "not in the new text" not in said.out + said.err
    assert "Nobody knows" not in page(home, "harbour begins in 1950").read_text("utf-8")


def test_a_document_that_comes_or_goes_changes_what_links_mean_elsewhere(home: Path) -> None:
    write(
        home, {"docs/b/log.md": "# Crane log\n\nIt is tall.\n", "docs/a/four.md": "The boat has a [[log]].\n"}
    )
    wikic("compile", "docs", "-C", "kb", "-q", cwd=home)
    wikic("forget", "docs/log.md", "-C", "kb", "-q", cwd=home)
    (home / "docs/log.md").unlink()
    wikic("init", "docs", "-C", "other/kb", "-q", cwd=home)
    (home / "other/kb/wiki/schema.yaml").write_bytes((home / "kb/wiki/schema.yaml").read_bytes())
    wikic("compile", "docs", "-C", "other/kb", "-q", cwd=home)
    assert snapshot(home / "kb/wiki") == snapshot(home / "other/kb/wiki")


def test_a_file_that_is_named_beside_its_folder_is_read_once(home: Path) -> None:
    (home / "docs/quay.md").write_text("# The quay\n\nThe quay was built in 1922.\n")
    done = wikic("compile", "docs", "docs/quay.md", "-C", "kb", "--json", cwd=home).json
    assert done["changed"] == ["docs/quay.md"] and not done["failed"]


def test_a_renamed_folder_keeps_its_pages_and_what_people_made_of_them(home: Path) -> None:
    file = edit(home, "Her mooring", "## Related Sources", OWN + "## Related Sources")
    (home / "docs").rename(home / "papers")
    done = wikic("compile", "papers", "-C", "kb", cwd=home)
    assert "docs/tern.md was renamed papers/tern.md" in done.out + done.err
    assert len([*(home / "kb/wiki/documents").rglob("[!_]*.md")]) == 3
    assert "Her sail is red." in file.read_text("utf-8") and "papers/tern.md" in file.read_text("utf-8")
