"""``/-/review`` over HTTP: what is shown, what forms decide, and whose forms are taken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from support.command import TOWN, write
from support.patience import until
from support.reviewed import begun, compiled, waiting, wiki
from support.website import Website, website

from wikic.wiki.review_folder import ReviewFolder

PLACE = "/-/review"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = begun(tmp_path_factory.mktemp("home"), TOWN)
    (home / "docs/ada.md").unlink()
    compiled(home)
    odd = "# Odd\n\nOdd is a city in <b>Italy</b> & France.\n"
    write(home / "docs", {"ada.md": TOWN["ada.md"], "odd.md": odd, "draft.md": "# Bern\n\nBern is a city.\n"})
    compiled(home, review=True)
    return home


@pytest.fixture(scope="module")
def site(home: Path) -> Iterator[Website]:
    with website(home / "kb", "127.0.0.1:0", "--review") as found:
        yield found


def decided(site: Website, **fields: str) -> int:
    return site.form(PLACE, urlencode(fields)).status


def test_from_the_list_to_the_pages(site: Website, home: Path) -> None:
    before = wiki(home)
    assert f'<a class="waiting" href="{PLACE}">3 to review</a>' in site.get("/").text
    page = site.get(PLACE).text
    assert "<script>" not in page and "docs/ada.md" in page and "+ people/Ada-Lovelace" in page
    links = [unescape(each) for each in re.findall(r'href="(/-/review\?doc=[^"]*)"', page)]
    assert len(links) == 3
    shown = {each.partition("=")[2]: site.get(each) for each in links}
    assert [each.status for each in shown.values()] == [200, 200, 200]
    odd = shown["docs/odd.md"].text
    assert "&lt;b&gt;Italy" in odd and "<b>Italy" not in odd
    ada = shown["docs/ada.md"].text
    assert "Ada Lovelace was born in London in 1815." in ada and "+++ b/wiki/people/Ada-Lovelace.md" in ada
    fact = re.search(r'<li id="(f[0-9a-f]{8})"[^>]*>Ada Lovelace was born', ada)
    assert fact is not None
    assert wiki(home) == before  # reading changes nothing
    assert decided(site, doc="docs/ada.md", do="reject-fact", fact=fact[1], reason="another <Ada>") == 303
    again = site.get(f"{PLACE}?doc=docs/ada.md").text
    assert "another &lt;Ada&gt;" in again and "<del>Ada Lovelace was born" in again
    assert decided(site, doc="docs/draft.md", do="reject", reason="a draft") == 303
    assert ">2 to review<" in site.get("/").text  # kept pages are made anew where the wiki is the same, too
    assert decided(site, doc="docs/ada.md", do="accept") == 303
    assert waiting(home) == ["docs/odd.md"]
    assert f'<a class="waiting" href="{PLACE}">1 to review</a>' in site.get("/").text
    assert ReviewFolder(home / "kb").rejected()["docs/draft.md"].reason == "a draft"
    text = (home / "kb/wiki/people/Ada-Lovelace.md").read_text()
    assert "mathematician" in text and "born" not in text
    until(lambda: site.get("/people/Ada-Lovelace").status == 200, lambda: "the page is not served")


def test_only_forms_of_its_own_pages_are_taken(site: Website, home: Path) -> None:
    before = waiting(home), wiki(home)
    body = urlencode({"doc": "docs/odd.md", "do": "accept"}).encode()
    form = "application/x-www-form-urlencoded"
    origins = ("http://evil.example", "null", f"https://{site.place}", "http://127.0.0.1:1")
    for origin in origins:
        assert site.ask("POST", PLACE, body, Content_Type=form, Origin=origin).status == 403
    assert site.ask("POST", PLACE, body, Content_Type=form).status == 403
    assert site.ask("POST", PLACE, body, Content_Type="application/json").status == 422
    assert decided(site, doc="docs/odd.md", do="burn") == 422
    assert decided(site, doc="docs/none.md", do="accept") == 404
    assert decided(site, doc="docs/odd.md", do="reject-fact", fact="f00000000") == 404
    assert site.get(f"{PLACE}?doc={'x' * 300}").status == 404
    assert (waiting(home), wiki(home)) == before


def test_without_the_option_nothing_is_there(home: Path) -> None:
    before = waiting(home), wiki(home)
    with website(home / "kb") as site:
        assert 'class="waiting"' not in site.get("/").text
        assert site.get(PLACE).status == 404
        assert decided(site, doc="docs/odd.md", do="accept") == 405
    assert (waiting(home), wiki(home)) == before
