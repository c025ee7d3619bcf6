"""``wikic serve`` on a person's vault: the same to people and programs, and nothing that is not for them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from support.command import snapshot, wikic
from support.patience import until
from support.vault_notes import plant
from support.website import Website, website

from wikic.navigate.library import Library
from wikic.serve.exchange import Request
from wikic.serve.reader_pages import ReaderPages


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = plant(tmp_path_factory.mktemp("garden"))
    (found / "node_modules").mkdir()
    (found / "node_modules" / "m.md").write_text("Read me.\n", encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def site(garden: Path) -> Iterator[Website]:
    before = snapshot(garden)
    with website(garden) as found:
        yield found
    assert snapshot(garden, without=(".wikic",)) == before


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


_ABOVE = re.compile(r"\b\w+/")


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def test_html_json_files_and_tools_say_the_same_of_every_page(site: Website, garden: Path) -> None:
    with Library.current(garden) as library:
        paths = list(library.catalogue.pages)
        passages = {path: view.facts for path in paths if (view := library.view(path)) is not None}
    for path in paths:
        address = f"/{quote(path)}"
        html = site.get(address).text
        value = json.loads(site.get(f"{address}.json").body)
        assert site.get(f"{address}.md").body == (garden / f"{path}.md").read_bytes()
        marks = [mark for section in value["sections"] for _, mark in section["marks"]]
        assert marks == [fact.id for fact in passages[path]]
        assert re.findall(r'id="(f[0-9a-f]{8})"', html) == marks
        call = json.dumps({"paths": [path], "blocks": True, "max_tokens": 20_000})
        read = json.loads(site.call("/-/api/wiki_read", call).body)["text"]
        assert re.findall(r"\(\^(f[0-9a-f]{8})\)", read) == marks
        shown = letters(words(re.sub(r'<img [^>]*alt="([^"]*)"[^>]*>', r"\1", html)))
        for fact in passages[path]:
            # A row is told with the heads of its columns; each cell stands in the page.
            # A link by a path is called by the page's name there.
            for piece in re.split(r"[;:] |\[[ x]\] ", fact.text):
                assert letters(piece) in shown or letters(_ABOVE.sub("", piece)) in shown


@pytest.mark.parametrize(
    "address",
    [
        *("/node_modules/m", "/node_modules/m.md"),
        *("/templates/Daily", "/raw/letter", "/raw/letter.md", "/wikic.toml", "/.wikic/catalogue"),
        *(
            "/../etc/passwd",
            "/%2e%2e/etc/passwd",
            "/people/Ada%20Fenwick%00",
            "/-/Home",
            "/sources/articles/x",
        ),
    ],
)
def test_nothing_else_of_the_vault_is_sent(site: Website, address: str) -> None:
    assert site.get(address).status in (400, 404)


def test_the_start_lists_pages_and_folders(site: Website) -> None:
    html = site.get("/").text
    assert '<a href="/Garden%20plan">Plan for the allotment</a>' in html
    assert '<a href="/archive/">archive</a>' in html
    assert site.get("/archive/2019/").status == 200
    assert site.get("/index").headers["location"] == "/"
    assert site.get("/tools").headers["location"] == "/tools/"
    assert site.get("/-/go/Mrs%20Fenwick").headers["location"] == "/people/Ada%20Fenwick"


def test_pictures_are_sent_and_can_do_nothing(site: Website, garden: Path) -> None:
    picture = site.get("/pictures/bed%20map.png")
    assert picture.body == (garden / "pictures/bed map.png").read_bytes()
    assert picture.headers["content-type"] == "image/png"
    assert "sandbox" in picture.headers["content-security-policy"]


def test_an_answer_leads_to_the_passage_under_its_heading(site: Website) -> None:
    html = site.form("/-/ask", "question=Why+does+citrus+peel+stay+out%3F").text
    link = re.search(r'<a href="/Compost#(f[0-9a-f]{8})">Compost › What stays out</a>', html)
    assert link is not None
    assert f'<tr id="{link[1]}">' in site.get("/Compost").text
    asked = json.loads(site.call("/-/api/ask", '{"question": "Why does citrus peel stay out?"}').body)
    assert (asked["evidence"][0]["page"], asked["evidence"][0]["heading"]) == ("Compost", "What stays out")
    assert "Not in this wiki" in site.form("/-/ask", "question=What+is+the+capital+of+Peru%3F").text


def test_a_page_that_changes_is_followed(tmp_path: Path) -> None:
    own = plant(tmp_path / "own")
    with website(own) as site:
        assert "slugs" in site.get("/untitled").text
        (own / "untitled.md").write_text("Now about [[Newts]].\n", encoding="utf-8")
        assert "Now about" in site.get("/untitled").text
        (own / "Newts.md").write_text("Newts eat slugs.\n", encoding="utf-8")
        until(lambda: '<a href="/Newts">Newts</a>' in site.get("/untitled").text)
        until(lambda: "Newts" in site.get("/-/suggest?q=newt").text)
        until(lambda: "untitled" in site.get("/Newts").text)


def test_settings_that_change_are_followed(tmp_path: Path) -> None:
    own = plant(tmp_path / "own")
    (own / "diary").mkdir()
    (own / "diary" / "May.md").write_text("Nobody's business.\n", encoding="utf-8")
    with website(own) as site:
        assert "business" in site.get("/diary/May").text
        settings = '[lint]\nprofile = "vault"\nexclude = ["diary"]\n'
        (own / "wikic.toml").write_text(settings, encoding="utf-8")
        until(lambda: site.get("/diary/May").status == 404)
        assert site.get("/diary/May.md").status == 404


def test_addresses_with_question_marks_are_kept_apart(tmp_path: Path) -> None:
    own = plant(tmp_path / "own")
    names = ("x", "x?page=2", "What is this?")
    for name in names:
        (own / f"{name}.md").write_text(f"This is the note called <{name}>.\n", encoding="utf-8")
    tagged = "---\ntags: [red]\n---\nA tagged note.\n"
    (own / "tagged.md").write_text(tagged, encoding="utf-8")
    with Library.current(own) as library:
        pages = ReaderPages(lambda: library)

        def shown(path: str, **query: str) -> str:
            request = Request("GET", path, query)
            return (pages.kept(request) or pages.answer(request)).body.decode()

        library.renew()
        library.pinned = True  # as a server has it
        for name in names:
            assert f"called &lt;{name}&gt;" in shown(name)
        assert "called &lt;x&gt;" in shown("x", page="2")
        forged, honest = {"tag": "red?collection=b"}, {"tag": "red", "collection": "b"}
        assert shown("", **forged) != shown("", **honest)
        (own / "What is this?.md").write_text("It is another now.\n", encoding="utf-8")
        assert "another now" in shown("What is this?")


def test_nothing_offers_to_change_a_vault(garden: Path, site: Website) -> None:
    page = site.get("/Compost")
    assert page.status == 200
    assert "/-/findings/" not in page.text and "/-/fact/" not in page.text
    for option in ("--edit", "--commit", "--review"):
        assert "adopted" in wikic("serve", option, "-C", garden, cwd=garden.parent, code=2).err


def test_names_and_folders_that_people_have(tmp_path: Path) -> None:
    root = plant(tmp_path / "garden")
    strange = ("👩\u200d💻 Work", "会议\u3000记录", "a\u00a0b")
    for name in strange:
        (root / f"{name}.md").write_text(
            "# Here\n\nSee [the map][1].\n\n## Far\n\n[1]: https://example.org/map\n"
        )
    (root / "sources").mkdir()
    (root / "sources/Book.md").write_text("# Book\n\nA book on pumps.\n")
    with website(root) as site:
        for name in strange:
            page = site.get(f"/{quote(name)}")
            assert page.status == 200 and 'href="https://example.org/map"' in page.text
        assert "/sources/Book" in site.get("/sources/").text
        assert 'href="/sources/"' in site.get("/").text
