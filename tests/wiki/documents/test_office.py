"""PDF, office files and e-books: real ones where the extra is installed, a clear hint where it is not."""

from __future__ import annotations

import base64
import importlib.util
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from wikic.model.article import Article
from wikic.wiki.documents.office import _CLOSED_LATE
from wikic.wiki.documents.pandoc import find_pandoc
from wikic.wiki.documents.read import read
from wikic.wiki.documents.read_outcome import Unreadable
from wikic.wiki.documents.titles import plain

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
PICTURE = (  # a dot
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
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


def test_a_formula_stays_in_its_sentence(tmp_path: Path) -> None:
    math = "http://schemas.openxmlformats.org/officeDocument/2006/math"
    formula = f'<m:oMath xmlns:m="{math}"><m:r><m:t>h=2d</m:t></m:r></m:oMath>'
    (tmp_path / "a.docx").write_bytes(make.docx("The weir", "The drop is ", formula))
    (article,) = read([tmp_path])
    assert isinstance(article, Article) and "The drop is $h = 2d$" in article.text


@installed
def test_notes_stand_below_their_slide(tmp_path: Path) -> None:
    slides = [("The weir", "It is low.", "Say why."), ("The mill", "It is old.", "Show the wheel.")]
    (tmp_path / "a.pptx").write_bytes(make.pptx(slides))
    (article,) = read([tmp_path])
    assert isinstance(article, Article)
    said = [line for line in article.text.split("\n") if line]
    assert [line.lstrip("# ") for line in said] == [
        *("The weir", "It is low.", "Notes: Say why."),
        *("The mill", "It is old.", "Notes: Show the wheel."),
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.org", "* The weir\n\nIt is *low*, see [[https://weir.example][its page]].\n\n- one\n- two\n"),
        (
            "a.tex",
            "\\section{The weir}\n\nIt is \\textbf{low}, see \\href{https://weir.example}{its page}.\n\n"
            "\\begin{itemize}\\item one\\item two\\end{itemize}\n",
        ),
        (
            "a.mediawiki",
            "= The weir =\n\nIt is '''low''', see [https://weir.example its page].\n\n* one\n* two\n",
        ),
        ("a.adoc", "== The weir\n\nIt is *low*, see https://weir.example[its page].\n\n* one\n* two\n"),
    ],
)
def test_markups_that_pandoc_reads(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    (article,) = read([tmp_path])
    assert isinstance(article, Article), article
    words = "It is **low**, see [its page](https://weir.example).\n\n- one\n- two\n"
    assert article.title == "The weir" and article.text.lstrip("#") == f" The weir\n\n{words}"


def test_a_footnote_is_one(tmp_path: Path) -> None:
    (tmp_path / "a.org").write_text("* The weir\n\nIt is low.[fn:1]\n\n[fn:1] Since 1820.\n")
    (article,) = read([tmp_path])
    assert isinstance(article, Article) and "It is low.[^1]" in article.text
    assert "[^1]: Since 1820." in article.text


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


def test_pictures_of_an_office_file_are_attached(tmp_path: Path) -> None:
    html = f'<h1>The weir</h1><p>See:</p><p><img alt="the weir" src="data:image/png;base64,{PICTURE}"></p>'
    command = [find_pandoc() or "pandoc", "--from=html", f"--output={tmp_path / 'a.docx'}"]
    subprocess.run(command, input=html.encode(), check=True)
    (article,) = read([tmp_path])
    assert isinstance(article, Article) and "data:" not in article.text
    (picture,) = article.attachments
    assert picture.data == base64.b64decode(PICTURE) and picture.name in article.text


_BOX = (
    '<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
    "<mc:Choice><w:drawing><w:txbxContent>{0}</w:txbxContent></w:drawing></mc:Choice>"
    "<mc:Fallback><w:pict><w:txbxContent>{0}</w:txbxContent></w:pict></mc:Fallback>"
    "</mc:AlternateContent></w:r>"
)


def test_marks_of_slides_close_before_the_end_of_the_line() -> None:
    assert _CLOSED_LATE.sub(r"\1\2\4\3", "**Anna Holt \n\n** and <u>1]\n</u> of **2** x **a**") == (
        "**Anna Holt** \n\n and <u>1]</u>\n of **2** x **a**"
    )


def test_a_mark_of_a_footnote_is_no_part_of_a_title() -> None:
    assert plain("The mill[^1] of **Ely**") == "The mill of Ely"


def test_text_boxes_stand_below_their_paragraph_once(tmp_path: Path) -> None:
    inside = "<w:p><w:r><w:t>Mind the sluice.</w:t></w:r></w:p><w:p><w:r><w:t>Ring first.</w:t></w:r></w:p>"
    (tmp_path / "a.docx").write_bytes(make.docx("The Mill", WORDS, _BOX.format(inside)))
    (article,) = read([tmp_path])
    assert isinstance(article, Article)
    assert article.text == f"The Mill\n\n{WORDS}\n\nMind the sluice.\n\nRing first.\n"


def test_a_word_with_its_reading_is_the_word(tmp_path: Path) -> None:
    ruby = (
        "<w:r><w:ruby><w:rt><w:r><w:t>とうきょう</w:t></w:r></w:rt>"
        "<w:rubyBase><w:r><w:t>東京</w:t></w:r></w:rubyBase></w:ruby></w:r><w:r><w:t>の水車。</w:t></w:r>"
    )
    (tmp_path / "a.docx").write_bytes(make.docx("水車", "", ruby))
    (article,) = read([tmp_path])
    assert isinstance(article, Article) and article.text == "水車\n\n東京の水車。\n"


@installed
def test_what_pandoc_cannot_read_the_library_reads(tmp_path: Path) -> None:
    (tmp_path / "a.rtf").write_text(r"{\rtf1\ansi {\rtf1\ansi " + WORDS + r"\par} \par})", "ascii")
    (article,) = read([tmp_path])
    assert isinstance(article, Article) and WORDS in article.text


@installed
def test_parts_that_are_not_read_are_said(tmp_path: Path) -> None:
    made = make.pptx([("The Mill", WORDS, "")])
    (tmp_path / "a.pptx").write_bytes(made)
    with zipfile.ZipFile(tmp_path / "a.pptx", "a") as archive:
        archive.writestr("ppt/charts/chart1.xml", "<c/>")
        archive.writestr("ppt/diagrams/data1.xml", "<d/>")
    (article,) = read([tmp_path])
    assert isinstance(article, Article) and "has charts, diagrams that are not read" in article.missing


@installed
def test_a_scan_is_said_to_have_no_text_layer(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(make.pdf(""))
    (found,) = read([tmp_path])
    assert isinstance(found, Unreadable) and "has no text layer" in found.reason
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
