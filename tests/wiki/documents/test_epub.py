"""E-books: chapters with their titles, in order; archives that are bombs, locked or broken are said."""

from __future__ import annotations

import contextlib
import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import InputError
from wikic.model.article import Article
from wikic.wiki.documents import epub
from wikic.wiki.documents.epub import read_epub
from wikic.wiki.documents.read import read
from wikic.wiki.documents.read_outcome import Unreadable

CONTAINER = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
<metadata><dc:title>The Harbour</dc:title><dc:creator>Anna Holt</dc:creator><dc:date>1987</dc:date>
<dc:language>en-GB</dc:language></metadata><manifest>
<item id="cover" href="cover.xhtml"/><item id="nav" href="nav.xhtml" properties="nav"/>
<item id="one" href="text/one%201.xhtml"/><item id="two" href="text/two.xhtml"/>
<item id="gone" href="gone.xhtml"/>
<item id="notes" href="notes.xhtml"/></manifest><spine><itemref idref="cover"/><itemref idref="nav"/>
<itemref idref="two"/><itemref idref="one"/><itemref idref="gone"/><itemref idref="nobody"/>
<itemref idref="notes" linear="no"/></spine></package>"""
NAV = '<html xmlns="http://www.w3.org/1999/xhtml"><a href="text/one%201.xhtml#a">The <b>Quay</b></a></html>'
FILES = {
    "META-INF/container.xml": CONTAINER,
    "OEBPS/book.opf": PACKAGE,
    "OEBPS/nav.xhtml": NAV,
    "OEBPS/cover.xhtml": "<html><title>The Harbour</title><img src='a.png'/></html>",
    "OEBPS/text/one 1.xhtml": "<html><title>The Harbour</title><p>It was built of granite.</p></html>",
    "OEBPS/text/two.xhtml": "<html><body><h2>The Mole</h2><p>It is long.</p></body></html>",
    "OEBPS/notes.xhtml": "<p>Not in the order.</p>",
}


def archive(files: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return buffer.getvalue()


def test_a_file_that_nothing_names_goes_on_with_the_chapter_before(tmp_path: Path) -> None:
    package = PACKAGE.replace('<item id="gone"', '<item id="more" href="text/more.xhtml"/><item id="gone"')
    package = package.replace('<itemref idref="gone"/>', '<itemref idref="more"/><itemref idref="gone"/>')
    more = "<html><title>The Harbour</title><p>It was mended in 1890.</p></html>"
    files = {**FILES, "OEBPS/book.opf": package, "OEBPS/text/more.xhtml": more}
    (tmp_path / "harbour.epub").write_bytes(archive(files))
    two, one, gone = read([tmp_path / "harbour.epub"])
    assert isinstance(two, Article) and isinstance(one, Article) and isinstance(gone, Unreadable)
    assert (one.title, one.text) == ("The Quay", "It was built of granite.\n\nIt was mended in 1890.\n")


def test_a_book_is_its_chapters(tmp_path: Path) -> None:
    (tmp_path / "harbour.epub").write_bytes(archive(FILES))
    two, one, gone = read([tmp_path / "harbour.epub"])
    assert isinstance(two, Article) and isinstance(one, Article) and isinstance(gone, Unreadable)
    assert (two.key, two.title) == ("harbour/OEBPS/text/two.xhtml", "The Mole")
    assert (one.key, one.title, one.text) == (
        "harbour/OEBPS/text/one 1.xhtml",
        "The Quay",
        "It was built of granite.\n",
    )
    assert (one.collection_title, one.author, one.date, one.language) == (
        "The Harbour",
        "Anna Holt",
        "1987",
        "en",
    )
    assert (gone.key, gone.reason) == ("harbour/OEBPS/gone.xhtml", "cannot be read")


def test_the_contents_of_older_books() -> None:
    ncx = (
        "<ncx><navMap><navPoint><navLabel><text>The Quay</text></navLabel>"
        '<content src="text/one%201.xhtml"/></navPoint></navMap></ncx>'
    )
    package = PACKAGE.replace(
        'href="nav.xhtml" properties="nav"', 'href="a" media-type="application/x-dtbncx+xml"'
    )
    found = list(read_epub(archive({**FILES, "OEBPS/book.opf": package, "OEBPS/a": ncx}), Path("a.epub")))
    assert [each.draft.title for each in found if each.draft and not each.reason] == ["The Mole", "The Quay"]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"META-INF/container.xml": "<container"}, "is no .epub that can be read"),
        ({"META-INF/container.xml": "<container/>"}, "is no .epub that can be read"),
        ({"OEBPS/book.opf": "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"}, "declares entities"),
        ({"OEBPS/book.opf": "<package/>"}, "is empty"),
        ({"META-INF/container.xml": CONTAINER.replace("OEBPS/book.opf", "../../etc/passwd")}, "is no .epub"),
    ],
)
def test_what_is_no_book(changed: dict[str, str], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        list(read_epub(archive({**FILES, **changed}), Path("a.epub")))


def test_a_bomb_does_not_go_off() -> None:
    bomb = archive({**FILES, "OEBPS/text/two.xhtml": "<p>" + "a" * (epub._LARGEST + 1)})
    assert len(bomb) < 100_000
    found = list(read_epub(bomb, Path("a.epub")))
    assert found[0].reason == "holds more text than a book may, unpacked"
    assert found[1].draft and found[1].draft.title == "The Quay"


@given(st.integers(0, 3_000), st.lists(st.tuples(st.integers(0, 3_000), st.integers(0, 255)), max_size=8))
def test_any_damage_is_said(end: int, changes: list[tuple[int, int]]) -> None:
    data = bytearray(archive(FILES))
    for at, byte in changes:
        data[at % len(data)] = byte
    with contextlib.suppress(InputError):
        list(read_epub(bytes(data[: end or None]), Path("a.epub")))
