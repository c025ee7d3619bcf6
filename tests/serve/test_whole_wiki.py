"""What a server tells of a whole wiki: tree, tags, changes, feeds; and in which language it speaks."""

from __future__ import annotations

import subprocess
from pathlib import Path
from xml.etree import ElementTree

from support.copies import copied
from support.website import website


def test_the_interface_speaks_as_the_browser_asks(harbour: Path) -> None:
    with website(harbour) as site:
        page = "/people/Isaac-Dunn"
        german, arabic, other = (site.get(page, Accept_Language=each) for each in ("de-AT", "ar,en", "tlh"))
        assert '<html lang="de"' in german.text and ">Quellen<" in german.text
        assert '<html lang="ar" dir="rtl"' in arabic.text
        assert '<html lang="en"' in other.text
        assert "Accept-Language" in german.headers["vary"]
        assert len({each.headers["etag"] for each in (german, arabic, other)}) == 3
        assert '<html lang="de"' in site.get("/-/search?q=dunn", Accept_Language="de").text
        # Both ways a page is sent: made, and kept from before.
        again = site.get(page, Accept_Language="de")
        assert again.body == german.body


def test_what_tells_of_the_whole_wiki(harbour: Path) -> None:
    with website(harbour) as site:
        assert "](/people/Isaac-Dunn.md)" in site.get("/llms.txt").text
        tree = site.get("/-/tree.js")
        assert tree.headers["content-type"] == "text/javascript; charset=utf-8"
        assert "Isaac-Dunn" in tree.text and tree.headers["etag"]
        assert "# Harbour" in site.get("/llms.txt").text
        assert site.get("/-/tags").status == 200
        assert site.get("/-/nothing.xml").status == 404


def test_whole_addresses_are_those_where_it_is_published(harbour: Path, tmp_path: Path) -> None:
    """Whatever name the server is called by: before it may stand what speaks TLS."""
    with website(harbour) as site:
        for path in ("/sitemap.xml", "/-/opensearch.xml"):
            assert site.get(path).status == 404
        front = site.get("/").text + site.get("/llms.txt").text
        assert "opensearch" not in front and "http://" not in front
    root = copied(harbour, tmp_path / "kb")
    with (root / "wikic.toml").open("a") as settings:
        settings.write('\n[site]\nurl = "https://example.org/kb"\n')
    with website(root) as site:
        places = ElementTree.fromstring(site.get("/sitemap.xml").body)
        assert "https://example.org/kb/people/Isaac-Dunn" in [each.text for each in places.iter()]
        search = site.get("/-/opensearch.xml").text
        assert 'template="https://example.org/kb/-/search?q={searchTerms}"' in search
        assert "opensearch.xml" in site.get("/").text
        assert "(https://example.org/kb/people/Isaac-Dunn.md)" in site.get("/llms.txt").text


def test_commits_are_told_once_they_are_there(harbour: Path, tmp_path: Path) -> None:
    root = copied(harbour, tmp_path / "kb")

    def git(*arguments: str) -> None:
        named = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *named, *arguments], cwd=root, check=True, capture_output=True)

    git("init", "-q", ".")
    git("add", "-A")
    git("commit", "-qm", "All of <it>")
    git("remote", "add", "origin", "https://ann:s3cret@github.com/ann/kb.git")
    with website(root) as site:
        page = site.get("/people/Isaac-Dunn").text
        assert "All of &lt;it&gt;" in page and "s3cret" not in page
        assert "https://github.com/ann/kb/edit/" in page and "/wiki/people/Isaac-Dunn.md" in page
        assert "All of &lt;it&gt;" in site.get("/-/changes").text
        file = root / "wiki/people/Isaac-Dunn.md"
        file.write_text(file.read_text() + "\n## Note\n\nA note.\n")
        git("commit", "-qam", "A note of Ann's")
        assert "A note of Ann" in site.get("/people/Isaac-Dunn").text
        feed = ElementTree.fromstring(site.get("/-/changes.atom").body)
        links = [each.get("href") or "" for each in feed.iter("{http://www.w3.org/2005/Atom}link")]
        assert all(each.startswith("/-/changes") for each in links)
        titles = [each.text for each in feed.iter("{http://www.w3.org/2005/Atom}title")]
        assert titles[1:] == ["A note of Ann's", "All of <it>"]
