"""What programs are told is well formed, whatever titles and commits say."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.navigate.library import Library
from wikic.navigate.reader.changes import Change
from wikic.site.addresses import FileAddresses
from wikic.site.feeds import atom, opensearch, outline, sitemap

_ATOM = "{http://www.w3.org/2005/Atom}"
_CHANGE = Change("a" * 40, "2026-11-21T10:00:00+00:00", "Ann", "Ada </title> & <b>", ("people/Ada", "gone"))


def test_a_feed_tells_the_changes_of_pages_that_are_there() -> None:
    gone = Change("b" * 40, "2026-11-20T10:00:00+00:00", "Ann", "gone", ("gone",))
    called = {"people/Ada": "Ada & co"}
    url = "https://example.org/kb/"
    text = atom([_CHANGE, gone], "Port", FileAddresses("index.html"), url, lambda path: called.get(path, ""))
    feed = ElementTree.fromstring(text)
    entries = feed.findall(f"{_ATOM}entry")
    assert [entry.findtext(f"{_ATOM}title") for entry in entries] == ["Ada </title> & <b>"]
    assert entries[0].findtext(f"{_ATOM}summary") == "Ada & co"
    link = entries[0].find(f"{_ATOM}link")
    assert link is not None
    assert link.get("href") == "https://example.org/kb/-/changes.html#caaaaaaaaaa"
    assert (entries[0].findtext(f"{_ATOM}id") or "").startswith("urn:uuid:")


@examples(60)
@given(st.text(max_size=30), st.text(max_size=30))
def test_any_title_is_well_formed(title: str, subject: str) -> None:
    change = Change("a" * 40, "2026-11-21T10:00:00Z", "Ann", subject, ("x",))
    ElementTree.fromstring(atom([change], title, FileAddresses("index.html"), "", lambda _: title))
    ElementTree.fromstring(opensearch(title, "https://example.org/-/search.html"))


def test_a_sitemap_has_whole_addresses() -> None:
    text = sitemap([("a%26b.html", "2026-11-21"), ("c.html", "")], "https://example.org/")
    found = [each.text for each in ElementTree.fromstring(text).iter() if (each.tag or "").endswith("loc")]
    assert found == ["https://example.org/a%26b.html", "https://example.org/c.html"]


def test_an_outline_names_pages_by_directory(site_library: Library) -> None:
    lines = list(outline(site_library, lambda path: f"{path}.html"))
    assert lines[0].startswith("# ")
    assert any(line.startswith("\n## ") for line in lines)
    assert any("(people/Hester-Dunn.html)" in line for line in lines)
