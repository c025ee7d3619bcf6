"""PDF, office files and e-books: real ones where the extra is installed, a clear hint where it is not."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from wikic.model.article import Article
from wikic.wiki.documents.read import read
from wikic.wiki.documents.read_outcome import Unreadable

installed = pytest.mark.skipif(
    importlib.util.find_spec("kreuzberg") is None, reason="the extra `documents` is not installed"
)


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("office_files", Path(__file__).with_name("office_files.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make = _load()
WORDS = "The mill was built in 1784 by Anna Holt."


@installed
@pytest.mark.parametrize(
    ("name", "data", "title"),
    [
        ("the-mill.pdf", make.pdf(WORDS), "the mill"),
        ("a.docx", make.docx("The Mill", WORDS), "The Mill"),
        ("a.odt", make.odt("The Mill", WORDS), "The Mill"),
        ("a.epub", make.epub("The Mill", WORDS), "The Mill"),
        ("a.XLSX", make.xlsx([["Name", "Year"], [WORDS, "1784"]]), None),
    ],
)
def test_each_kind_gives_its_text(tmp_path: Path, name: str, data: bytes, title: str | None) -> None:
    (tmp_path / name).write_bytes(data)
    (article,) = read([tmp_path])
    assert isinstance(article, Article), article
    assert WORDS in article.text and article.language == "en"
    assert title is None or article.title == title
    assert sorted(path.name for path in tmp_path.iterdir()) == [name]  # nothing is written beside it


@installed
@pytest.mark.parametrize("extension", ["pdf", "docx", "pptx", "xlsx", "odt", "epub"])
@pytest.mark.parametrize("data", [b"junk", b"PK\x03\x04 junk", b"%PDF-1.4 junk"])
def test_broken_ones_are_said_and_stop_nothing(tmp_path: Path, extension: str, data: bytes) -> None:
    (tmp_path / f"a.{extension}").write_bytes(data)
    (tmp_path / "b.txt").write_text(WORDS)
    broken, fine = read([tmp_path])
    assert isinstance(broken, Unreadable) and "can be read" in broken.reason and "\n" not in broken.reason
    assert isinstance(fine, Article)


@installed
@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.docx", b"junk", "it holds something else than its name says"),
        ("a.pdf", b"PK\x03\x04 junk", "it holds something else than its name says"),
        (
            "a.pdf",
            b"%PDF-1.4\n%%EOF\n",
            "it is damaged; open it in the program that made it, and save it anew",
        ),
        (
            "a.xlsx",
            b"PK\x03\x04 junk",
            "it is damaged; open it in the program that made it, and save it anew",
        ),
        ("a.docx", b"\xd0\xcf\x11\xe0" + bytes(600), "save it as .docx without a password"),
        ("a.pdf", b"%PDF-1.4\ntrailer <</Encrypt 3 0 R>>\n%%EOF\n", "it has a password; save it without one"),
    ],
)
def test_why_one_is_not_read_is_said_in_plain_words(
    tmp_path: Path, name: str, data: bytes, told: str
) -> None:
    (tmp_path / name).write_bytes(data)
    (broken,) = read([tmp_path])
    assert isinstance(broken, Unreadable) and told in broken.reason
    assert not re.search(r"error|zip|xml|pdfium|pars", broken.reason, re.IGNORECASE)


@installed
def test_a_scan_without_text_is_empty(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(make.pdf(""))
    (found,) = read([tmp_path])
    assert isinstance(found, Unreadable) and found.reason == "is empty"
    assert not found.empty  # it says something that nobody can read here


def test_without_the_extra_the_reason_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        sys.modules, "kreuzberg", None
    )  # what Python itself does for a module that is not there
    (tmp_path / "a.pdf").write_bytes(make.pdf(WORDS))
    (found,) = read([tmp_path])
    assert (
        isinstance(found, Unreadable)
        and found.reason == "is .pdf, which needs: pip install 'wikic[documents]'"
    )
