"""Who is who, through the whole command: documents in, pages out, ``identity.yaml`` in between."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import jsonl, snapshot, wikic, write


def pages(kb: Path) -> dict[str, str]:
    """Knowledge pages by page path."""
    wiki = kb / "wiki"
    found = {path.relative_to(wiki).as_posix().removesuffix(".md"): path for path in wiki.rglob("*.md")}
    return {
        name: path.read_text("utf-8")
        for name, path in sorted(found.items())
        if not name.startswith("sources/") and not name.endswith("index")
    }


def compiled(home: Path, *documents: str) -> dict[str, str]:
    if not (home / "kb").exists():
        wikic("init", *documents, "-C", "kb", cwd=home)
    wikic("compile", *documents, "-C", "kb", cwd=home)
    return pages(home / "kb")


def stems(found: dict[str, str]) -> set[str]:
    return {name.rsplit("/", 1)[-1] for name in found}


def test_three_prefaces_in_three_books_are_three_pages(tmp_path: Path) -> None:
    records = [
        {
            "id": f"{book}/preface",
            "title": "序言",
            "collection": f"《{book}》",
            "author": "沈一舟",
            "text": f"我写{book}的时候,天正下着雨。{book}里的文章,都是我在海边写的。我以为写作是一件苦事。",
        }
        for book in ("潮声", "旧港", "石帆集")
    ]
    jsonl(tmp_path / "essays.jsonl", *records)
    found = compiled(tmp_path, "essays.jsonl")
    prefaces = {name: text for name, text in found.items() if "title: 序言" in text}
    assert len(prefaces) == 3, sorted(found)
    assert sum("序言-" in name for name in prefaces) == 2  # the first keeps its name
    wikic("forget", "essays/潮声/preface", "essays/旧港/preface", "-C", "kb", cwd=tmp_path)
    left = [name for name, text in pages(tmp_path / "kb").items() if "title: 序言" in text]
    assert len(left) == 1 and left[0].endswith("/序言")


ALIASED = {
    f"{name[-5:].lower()}.md": f"# {name}\n\n{name} (also known as Jack) was a {trade}. {name} was tall.\n"
    for name, trade in (("John Smith", "sailor"), ("Peter Jones", "baker"))
} | {"jack.md": "# Jack\n\nJack was an English tailor. Jack was born in 1801.\n"}


def test_an_alias_that_two_pages_claim_joins_nothing(tmp_path: Path) -> None:
    write(tmp_path / "docs", ALIASED)
    found = compiled(tmp_path, "docs")
    assert {"John-Smith", "Peter-Jones", "Jack"} <= stems(found)
    assert "tailor" not in found["people/John-Smith"] + found["people/Peter-Jones"]


@pytest.fixture
def town(tmp_path: Path) -> Path:
    """Two names of one place, two things under one name."""
    write(
        tmp_path / "docs",
        {
            "old.md": "# Wessmere\n\nWessmere is a town in Wessex. Wessmere has a mill.\n",
            "new.md": "# Wessmouth\n\nWessmouth is a town in Wessex. Wessmouth has a bridge.\n",
            "one.md": "# Ann Rooke\n\nAnn Rooke was a sailor. Ann Rooke was born in Wessmere.\n",
            "two.md": "# Ann Rooke\n\nAnn Rooke was a baker. Ann Rooke lived in Wessmouth.\n",
        },
    )
    compiled(tmp_path, "docs")
    return tmp_path


def identified(town: Path, text: str) -> dict[str, str]:
    """Pages under this ``identity.yaml``, after seeing that without it the old bytes come back."""
    before = snapshot(town / "kb/wiki")
    file = town / "kb/wiki/identity.yaml"
    file.write_text(text, "utf-8")
    found = compiled(town, "docs")
    assert wikic("lint", "-C", "kb", cwd=town).code == 0
    file.unlink()
    compiled(town, "docs")
    assert snapshot(town / "kb/wiki") == before
    return found


def test_same_joins_under_the_first_title(town: Path) -> None:
    found = identified(town, "same:\n- [Wessmouth, Wessmere]\n")
    assert "Wessmere" not in stems(found)
    page = found["geography/Wessmouth"]
    assert "has a mill" in page and "has a bridge" in page and "aliases: [Wessmere]" in page
    assert "[Wessmouth](../geography/Wessmouth.md) -- born in" in found["people/Ann-Rooke"]


def test_a_pin_gives_one_entity_of_one_digest_another_title(town: Path) -> None:
    found = identified(town, "pins:\n- {key: docs/two.md, entity: Ann Rooke, title: Ann Rooke the baker}\n")
    assert "was a baker" in found["people/Ann-Rooke-the-baker"]
    assert "was a sailor" in found["people/Ann-Rooke"] and "baker" not in found["people/Ann-Rooke"]


def test_distinct_parts_what_an_alias_would_join(tmp_path: Path) -> None:
    write(tmp_path / "docs", {name: text for name, text in ALIASED.items() if name != "jones.md"})
    joined = compiled(tmp_path, "docs")
    found = identified(tmp_path, "distinct:\n- [John Smith, Jack]\n")
    assert {"John-Smith", "Jack"} <= stems(found)
    if "Jack" not in stems(joined):
        assert "tailor" in joined["people/John-Smith"]
        assert "tailor" not in found["people/John-Smith"]


def test_an_identity_that_names_nobody_changes_nothing(town: Path) -> None:
    before = pages(town / "kb")
    assert (
        identified(town, "same:\n- [Atlantis, Avalon]\npins:\n- {key: x/y, entity: A, title: B}\n") == before
    )


@pytest.mark.parametrize("dates", [("1950", "1900"), (None, "1900")])
def test_a_later_document_neither_renames_nor_moves_an_earlier_page(
    tmp_path: Path, dates: tuple[str | None, str | None]
) -> None:
    def record(name: str, text: str, date: str | None) -> dict[str, str]:
        return {"id": name, "title": name, "text": text} | ({"date": date} if date else {})

    first = record("Dunmore", "Dunmore is a town in Wessex. Dunmore has a mill.", dates[0])
    later = record("Mills", "A mill stands in DUNMORE. Dunmore is an English sailor, some say.", dates[1])
    jsonl(tmp_path / "t.jsonl", first)
    before = compiled(tmp_path, "t.jsonl")
    (page,) = (name for name in before if name.endswith("/Dunmore"))
    jsonl(tmp_path / "t.jsonl", first, later)
    after = compiled(tmp_path, "t.jsonl")
    assert page in after and "title: Dunmore\n" in after[page]
