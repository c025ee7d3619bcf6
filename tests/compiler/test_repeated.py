"""The same document under two keys: a copy beside its original gives no page, others do, and it is said."""

from __future__ import annotations

import json
from pathlib import Path

from support.command import wikic, write

from wikic.compiler.pending_documents import find_repeated
from wikic.model.article import Article

TEXT = "# Ada Lovelace\n\nAda Lovelace was an English mathematician.\n"


def notices(tmp_path: Path, *options: str) -> list[str]:
    done = wikic("compile", "docs", "-C", "kb", "--json", *options, cwd=tmp_path)
    said = [each["message"] for each in json.loads(done.out)["notices"]]
    return [each for each in said if "same text" in each or "copy" in each]


def test_a_document_that_is_there_twice_is_said_once(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    write(docs, {"a.md": TEXT, "sub/b.md": TEXT, "c.md": TEXT.replace("English", "British")})
    wikic("init", "docs", "-C", "kb", "-q", cwd=tmp_path)
    assert notices(tmp_path) == ["docs/sub/b.md has the same text as docs/a.md"]
    assert notices(tmp_path) == []
    write(docs, {"sub/d.md": TEXT.replace("English", "British")})
    assert notices(tmp_path) == ["docs/sub/d.md has the same text as docs/c.md"]


def test_a_copy_beside_its_original_gives_no_page_until_it_differs(tmp_path: Path) -> None:
    docs, copy = tmp_path / "docs", "ada (conflicted copy 2024-01-01).md"
    write(docs, {"ada.md": TEXT, copy: TEXT})
    wikic("init", "docs", "-C", "kb", "--layout", "library", "-q", cwd=tmp_path)
    for _ in range(2):
        assert notices(tmp_path) == [f"docs/{copy} is a copy of docs/ada.md, which gives the page"]
    pages = tmp_path / "kb/wiki/documents"
    assert [each.name for each in pages.glob("[!_]*")] == ["Ada-Lovelace.md"]
    write(docs, {copy: TEXT + "\nShe wrote notes.\n"})
    assert notices(tmp_path) == []
    assert len([*pages.glob("[!_]*")]) == 2 and (pages / "Ada-Lovelace.md").exists()
    (docs / "ada.md").unlink()
    write(docs, {copy: TEXT})
    assert notices(tmp_path, "--prune") == []
    assert [each.name for each in pages.glob("[!_]*")] == ["Ada-Lovelace.md"]


def test_a_document_that_was_moved_repeats_nothing(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    write(docs, {"a.md": TEXT})
    wikic("init", "docs", "-C", "kb", "-q", cwd=tmp_path)
    assert notices(tmp_path) == []
    (docs / "a.md").rename(docs / "b.md")
    assert notices(tmp_path, "--prune") == []


def test_of_many_the_number_is_said() -> None:
    articles = [Article(f"a/{at:03}", "A", TEXT, "a") for at in range(60)]
    found = [each.message for each in find_repeated(articles, {}, ())[1]]
    assert found[0] == "a/001 has the same text as a/000"
    assert len(found) == 21 and found[-1] == "39 more documents have the same text as others"
