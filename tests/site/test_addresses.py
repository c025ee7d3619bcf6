"""Addresses lead from any file of a site to any other, and from the root of a server."""

from __future__ import annotations

from pathlib import PurePosixPath
from urllib.parse import unquote, urljoin

from hypothesis import given
from hypothesis import strategies as st

from wikic import layout
from wikic.site.addresses import FileAddresses, ServedAddresses, directory_file, page_file

SEGMENT = st.text(max_size=12).map(layout.slug)
PATH = st.lists(SEGMENT, min_size=2, max_size=4).map("/".join)


@given(PATH, PATH)
def test_a_relative_address_leads_to_the_file(here: str, there: str) -> None:
    at = page_file(here)
    address = FileAddresses(at).page(there, "f00000001")
    target, _, place = urljoin(
        f"https://x.example/sub/{'/'.join(map(_quoted, at.split('/')))}", address
    ).partition("#")
    assert unquote(target) == f"https://x.example/sub/{page_file(there)}"
    assert place == "f00000001"


def _quoted(segment: str) -> str:
    from urllib.parse import quote

    return quote(segment)


@given(PATH)
def test_a_served_address_is_one_path_of_this_server(path: str) -> None:
    address = ServedAddresses().page(path)
    assert address.startswith("/") and not address.startswith("//")
    assert unquote(address) == f"/{path}"


@given(PATH, st.integers(1, 30))
def test_no_screen_is_the_file_of_a_page(path: str, number: int) -> None:
    file = directory_file(path, number)
    assert file.startswith("-/") or PurePosixPath(file).name == "index.html"
    assert layout.name_fault("index") is not None  # no page is called so
    assert layout.name_fault("-") is not None  # no directory is called as what is the reader's own


def test_what_stands_on_the_same_page_needs_no_way() -> None:
    here = FileAddresses("people/Ann.html")
    assert here.page("people/Ann", "f1") == "#f1"
    assert here.directory("") == "../index.html"
    assert here.own("reader.css") == "../-/reader.css" and here.own("search") == "../-/search.html"
    assert here.attachment("a.files/b-0.png") == "../sources/articles/a.files/b-0.png"
    served = ServedAddresses()
    assert served.directory("people", 2) == "/people/?page=2" and served.directory("") == "/"
    assert served.source("sources/articles/a-1", "p00000001") == "/sources/articles/a-1#p00000001"
    assert served.own("search") == "/-/search"
    assert served.attachment("a.files/b-0.png") == "/sources/articles/a.files/b-0.png"
