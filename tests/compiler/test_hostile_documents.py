"""Documents as nobody should send them: listed or taken in, never a bug, never a wait without an end."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.command import wikic, write
from support.fragments import FRAGMENTS, READERS, SCHEMA
from support.hostile_documents import document

from wikic.compiler.article_digest import Digested, digest_article
from wikic.curator.offline import OfflineCurator
from wikic.model.article import Article
from wikic.wiki.documents.read import read
from wikic.wiki.documents.read_outcome import Unreadable


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=5, unique=True))
@settings(max_examples=60)
def test_any_document_is_read_or_said_to_be_unreadable(numbers: list[int]) -> None:
    with tempfile.TemporaryDirectory() as place:
        files = []
        for number in numbers:
            name, data = document(number, 1_500)
            files.append(Path(place, name))
            files[-1].write_bytes(data)
        curator = OfflineCurator()
        for found in read(files):
            assert isinstance(found, Article | Unreadable)
            if isinstance(found, Article):
                result = digest_article(found, curator, SCHEMA, "2024-01-01", None)
                assert isinstance(result, Digested) or not result.trace
            else:
                assert not found.trace
                assert found.reason
                assert "\n" not in found.reason


def test_a_folder_of_them_is_compiled(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    write(docs, {"ada.md": "# Ada Lovelace\n\nAda Lovelace was an English mathematician.\n"})
    for number in range(160):
        name, data = document(number, 2_000)
        (docs / name).write_bytes(data)
    wikic("init", "docs", "-C", "kb", "-q", cwd=tmp_path)
    done = wikic("compile", "docs", "-C", "kb", "--json", cwd=tmp_path, code=1)
    report = json.loads(done.out)
    assert report["failed"]
    assert all(each["key"] and each["reason"] and not each["trace"] for each in report["failed"])
    assert list((tmp_path / "kb/wiki").glob("*/Ada-Lovelace.md"))
    again = json.loads(wikic("compile", "docs", "-C", "kb", "--json", cwd=tmp_path, code=1).out)
    assert (again["added"], again["changed"], again["written"]) == ([], [], 0)
    wikic("lint", "-C", "kb", "-q", cwd=tmp_path)


# The figures are in benchmarks/fragments.py; here what grows with the square of 400,000 characters, or with
# their number of ways to part them, does not end within a test's time.
@pytest.mark.parametrize("name", ["scan", "escape", "vault", "english", "chinese", "library", "view"])
@given(st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=3).map("".join))
@settings(max_examples=6)
def test_repeated_syntax_is_read_in_the_time_it_takes_to_read(name: str, unit: str) -> None:
    dict(READERS)[name](unit * (20_000 // len(unit) + 1))


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("english", "."),
        ("english", "?"),
        ("english", "A, "),
        ("chinese", "约翰·"),
        pytest.param("library", "x" * 700 + " " + "y" * 700 + "\n\n", id="library-two-long-words"),
        ("escape", "$a"),
        ("parse", "]"),
        ("parse", '[a](b "'),
        ("scan", "[[a|[ "),
        ("vault", "[a]("),
        ("vault", "<a "),
        ("vault", "[[a "),
        ("index", "[[#^"),
    ],
)
def test_what_once_grew_with_the_square(name: str, unit: str) -> None:
    dict(READERS)[name](unit * (200_000 // len(unit)) + "a")
