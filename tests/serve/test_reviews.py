"""``/-/review`` over HTTP: what is shown, what forms decide, and whose forms are taken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from support.command import TOWN, git, write
from support.patience import until
from support.reviewed import begun, compiled, waiting, wiki
from support.website import Website, website

from wikic.wiki import lock
from wikic.wiki.review_folder import ReviewFolder

PLACE = "/-/review"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = begun(tmp_path_factory.mktemp("home"), TOWN)
    (home / "docs/ada.md").unlink()
    compiled(home)
    odd = "# Odd\n\nOdd is a city in \\<b>Italy\\</b> & France.\n"
    write(home / "docs", {"ada.md": TOWN["ada.md"], "odd.md": odd, "draft.md": "# Bern\n\nBern is a city.\n"})
    compiled(home, review=True)
    return home


@pytest.fixture(scope="module")
def site(home: Path) -> Iterator[Website]:
    with website(home / "kb", "127.0.0.1:0", "--review") as found:
        yield found


def decided(site: Website, **fields: str) -> int:
    """Send a decision by the form of the page that shows the document now."""
    shown = re.search(r'name="seen" value="([0-9a-f]{64})"', site.get(f"{PLACE}?doc={fields['doc']}").text)
    return site.form(PLACE, urlencode({"seen": shown[1] if shown else "", **fields})).status


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


def test_what_was_not_shown_is_not_accepted(tmp_path: Path) -> None:
    home = begun(tmp_path, TOWN)
    compiled(home, review=True)
    with website(home / "kb", "127.0.0.1:0", "--review") as site:
        old = re.search(r'name="seen" value="(\w+)"', site.get(f"{PLACE}?doc=docs/ada.md").text)
        assert old is not None
        write(home / "docs", {"ada.md": f"{TOWN['ada.md']}Ada Lovelace robbed a bank.\n"})
        compiled(home, review=True)
        for do in ("accept", "reject"):
            late = site.form(
                PLACE, urlencode({"doc": "docs/ada.md", "do": do, "seen": old[1], "reason": "a <b>"})
            )
            assert (late.status, "changed since you looked" in late.text) == (409, True)
            assert "a &lt;b&gt;</textarea>" in late.text
            assert f'href="{PLACE}?doc=docs/ada.md"' in late.text
        assert site.form(PLACE, urlencode({"doc": "docs/ada.md", "do": "accept"})).status == 409
        assert "docs/ada.md" in waiting(home)
        assert decided(site, doc="docs/ada.md", do="accept") == 303
        # Two people decide on one document: the second is told so.
        again = site.form(
            PLACE, urlencode({"doc": "docs/ada.md", "do": "reject", "seen": old[1], "reason": "why"})
        )
        assert (again.status, "somebody accepted or rejected it" in again.text) == (404, True)
        assert "why</textarea>" in again.text


def test_while_another_writes_a_decision_can_be_sent_again(site: Website, home: Path) -> None:
    with lock.writer(home / "kb"):
        for fields in ({"do": "accept"}, {"do": "reject"}, {"do": "reject-fact", "fact": "f00000000"}):
            got = site.form(PLACE, urlencode({"doc": "docs/odd.md", "reason": "my dear words", **fields}))
            assert (got.status, "my dear words</textarea>" in got.text) == (503, True)
            assert "nother wikic is writing here" in got.text
    assert "docs/odd.md" in waiting(home)


@pytest.mark.parametrize(
    "text", ["", "no digest", "---\nkey: [1\n---\n", "---\n" + "a: &a [*a, *a]\n" * 9 + "---\n"]
)
def test_a_broken_review_folder_is_told_on_the_page(tmp_path: Path, text: str) -> None:
    home = begun(tmp_path, TOWN)
    compiled(home, review=True)
    digest = next((home / "kb/review/sources/digests").glob("docs-ada*"))
    digest.write_text(text)
    with website(home / "kb", "127.0.0.1:0", "--review") as site:
        assert site.get("/").status == 200
        got = site.get(PLACE)
        assert (got.status, f"eview/sources/digests/{digest.name}" in got.text) == (503, True)
        assert 'class="top"' in got.text
        late = site.form(PLACE, urlencode({"doc": "docs/london.md", "do": "accept"}))
        assert (late.status, digest.name in late.text) == (503, True)
    assert wiki(home).keys() <= {"schema.yaml", "index.md"}


def test_decisions_are_commits_where_these_are_wanted(tmp_path: Path) -> None:
    home = begun(tmp_path, {**TOWN, "draft.md": "# Bern\n\nBern is a city.\n"})
    kb = home / "kb"
    git("init", "--quiet", cwd=kb)
    compiled(home, review=True)
    git("add", "wiki", "review", cwd=kb)
    git("commit", "--quiet", "--message=read", cwd=kb)
    fact = next(each for each in ReviewFolder(kb).waiting()["docs/ada.md"].statements if "born" in each.text)
    with website(kb, "127.0.0.1:0", "--commit", "--review") as site:
        write(kb, {"wiki/mine.md": "# Mine\n"})
        assert (
            decided(site, doc="docs/ada.md", do="reject-fact", fact=fact.id, reason="another\n\x1bAda") == 303
        )
        assert decided(site, doc="docs/ada.md", do="accept") == 303
        assert decided(site, doc="docs/draft.md", do="reject", reason="a draft") == 303
        assert git("log", "--format=%B%x00", "-3", cwd=kb).split("\n\0\n")[:2] == [
            "Reject docs/draft.md\n\na draft",
            "Accept docs/ada.md",
        ]
        assert "Reject a fact of docs/ada.md\n\nanother\nAda" in git("log", "--format=%B", cwd=kb)
        left = git("status", "--porcelain", "wiki", "review", cwd=kb)
        assert left == "?? wiki/mine.md\n"
        hook = kb / ".git/hooks/pre-commit"
        write(hook.parent, {hook.name: "#!/bin/sh\necho not today >&2\nexit 1\n"})
        hook.chmod(0o755)
        body = urlencode({"doc": "docs/paris.md", "do": "reject-fact", "fact": "f00000000"})
        assert site.form(PLACE, body).status == 404
        paris = ReviewFolder(kb).waiting()["docs/paris.md"].statements[0].id
        told = site.form(PLACE, urlencode({"doc": "docs/paris.md", "do": "reject-fact", "fact": paris}))
        assert (told.status, "git made no commit: not today" in told.text) == (200, True)
        assert f'href="{PLACE}?doc=docs%2Fparis.md"' in told.text


def test_without_the_option_nothing_is_there(home: Path) -> None:
    before = waiting(home), wiki(home)
    with website(home / "kb") as site:
        assert 'class="waiting"' not in site.get("/").text
        assert site.get(PLACE).status == 404
        assert decided(site, doc="docs/odd.md", do="accept") == 405
    assert (waiting(home), wiki(home)) == before
