"""The website over HTTP: pages, what programs get, and questions."""

from __future__ import annotations

import gzip
import json
import re
import signal
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote, unquote_plus

import jsonschema
import pytest
from support.command import wikic
from support.copies import copied
from support.patience import HUNG, until
from support.website import Website, website

from wikic.navigate.library import Library
from wikic.navigate.tools.toolbox import TOOLS

PAGE = "/people/Isaac-Dunn"


@pytest.fixture(scope="module")
def site(harbour: Path) -> Iterator[Website]:
    """One server for the tests that only read."""
    with website(harbour) as found:
        yield found


def _words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<sup>.*?</sup>|<[^>]+>", "", html)).split())


def test_a_page_is_html_json_and_its_file(site: Website, harbour: Path) -> None:
    html, file = site.get(PAGE), site.get(f"{PAGE}.md")
    value = json.loads(site.get(f"{PAGE}.json").body)
    assert html.status == 200
    assert html.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<h1 dir="auto">{value["title"]}</h1>' in html.text
    assert file.body == (harbour / "wiki/people/Isaac-Dunn.md").read_bytes()


@pytest.mark.parametrize("moved", [".", "wiki"])
def test_a_wiki_that_is_moved_away_is_told_and_found_when_it_is_back(
    harbour: Path, tmp_path: Path, moved: str
) -> None:
    root = copied(harbour, tmp_path / "kb")
    asked = json.dumps({"query": "Isaac Dunn"})
    addresses = (
        "/",
        PAGE,
        "/people/",
        f"{PAGE}.json",
        f"{PAGE}.md",
        "/-/search?q=Dunn",
        "/-/map",
        "/-/review",
    )
    with website(root, "127.0.0.1:0", "--edit", "--review") as site:
        before = {each: site.get(each).status for each in addresses}
        assert set(before.values()) == {200} and site.get("/-/healthz").body == b"ok\n"
        (root / moved).rename(tmp_path / "away")
        assert {each: site.get(each).status for each in addresses} == dict.fromkeys(addresses, 503)
        assert site.call("/-/api/wiki_search", asked).status == 503
        assert site.form(f"/-/edit{PAGE}", "do=section&heading=A&body=B").status == 503
        healthy = site.get("/-/healthz")
        assert (healthy.status, healthy.body) == (200, b"degraded\nthe wiki is not where it was\n")
        (tmp_path / "away").rename(root / moved)
        until(lambda: site.get("/-/healthz").body == b"ok\n")
        assert {each: site.get(each).status for each in addresses} == before
        assert site.call("/-/api/wiki_search", asked).status == 200


def test_html_json_and_the_tools_say_the_same_of_every_page(site: Website, harbour: Path) -> None:
    with Library.current(harbour) as library:
        for path, entry in library.catalogue.pages.items():
            address = f"/{quote(path)}"
            value = json.loads(site.get(f"{address}.json").body)
            facts = [fact for section in value["sections"] for fact in section["facts"]]
            assert len(facts) == entry.facts, path
            html = site.get(address).text
            shown = re.findall(r'<li id="(f[0-9a-f]{8})"', html)
            assert shown == [fact["id"] for fact in facts], path
            arguments = {"paths": [path], "blocks": True, "max_tokens": 20_000}
            read = json.loads(site.call("/-/api/wiki_read", json.dumps(arguments)).body)
            told = set(re.findall(r"\bf[0-9a-f]{8}\b", read["text"]))
            assert {fact["id"] for fact in facts} <= told, path
            words = _words(html)
            for fact in facts:
                if re.search(r"[\\`*_\[\]|<&\n]", fact["markdown"]) is None:
                    assert " ".join(fact["markdown"].split()) in words, (path, fact)


def test_every_link_of_every_page_leads_somewhere(site: Website) -> None:
    seen, ahead = {"/"}, ["/"]
    while ahead:
        here = ahead.pop()
        got = site.get(here)
        assert got.status == 200, here
        if "html" not in got.headers["content-type"]:
            continue
        for found in re.findall(r'(?:href|src)="([^"]*)"', got.text):
            link = unescape(found).partition("#")[0]
            if link.startswith(("http:", "https:", "mailto:")) or link in ("", *seen):
                continue
            assert re.match(r"/(?!/)", link), (here, link)
            seen.add(link)
            ahead.append(link)
    assert len(seen) > 40
    assert PAGE in seen


def test_directories_and_names_are_found(site: Website) -> None:
    assert "Isaac Dunn" in site.get("/people/").text
    assert site.get("/people").headers["location"] == "/people/"
    assert site.get("/people/_index").headers["location"] == "/people/"
    assert site.get("/-/go/isaac%20dunn").headers["location"] == PAGE
    assert site.get("/ships/Isaac-Dunn").headers["location"] == PAGE
    assert json.loads(site.get("/people/_index.json").body)["path"] == "people"
    assert site.get("/people/?page=2").status == 404
    assert site.get("/sources").headers["location"] == "/sources/"
    (listed,) = json.loads(site.get("/sources/_index.json").body)["collections"]
    shown = site.get("/sources/").text
    for source in listed["sources"]:
        assert f'<a href="/{quote(source["article"])}"' in shown
        assert site.get(f"/{quote(source['article'])}").text.count('href="/sources/"') == 1
    assert site.get("/people/?page=%E0%A5%A8").status == 404


def test_a_name_that_is_none_offers_near_ones(site: Website) -> None:
    for address in ("/people/Isaac-Dun", "/-/go/Isaac%20Dun"):
        got = site.get(address)
        assert got.status == 404
        assert f'href="{PAGE}"' in got.text


def test_there_is_an_icon(site: Website) -> None:
    linked = re.search(r'<link rel="icon" href="([^"]+)"', site.get(PAGE).text)
    assert linked is not None
    for address in (linked[1], "/favicon.ico"):
        got = site.get(address)
        assert (got.status, got.headers["content-type"]) == (200, "image/svg+xml")
        assert got.body.startswith(b"<svg ")


def test_search_works_without_a_script_and_can_be_narrowed(site: Website) -> None:
    got = site.get("/-/search?q=lighthouse").text
    assert "for “lighthouse”" in got
    narrow = re.search(r'href="(/-/search\?q=lighthouse&(?:amp;)?in=people)"', got)
    assert narrow is not None
    hits = json.loads(site.get("/-/search.json?q=lighthouse&in=people").body)["hits"]
    assert hits
    assert all(hit["path"].startswith("people/") for hit in hits)
    assert f'href="{PAGE}"' in site.get("/-/search?q=isa").text
    assert "Nothing found for “zzqx”" in site.get("/-/search?q=zzqx").text
    assert "<script>" not in site.get("/-/search?q=%3Cscript%3E").text


def test_lists_are_narrowed_by_tag(site: Website) -> None:
    shelf = site.get("/people/").text
    tag = re.search(r'href="(/people/\?tag=([^"]+))"', shelf)
    assert tag is not None
    narrowed = json.loads(site.get(f"/-/search.json?q=hallowmouth&tag={tag[2]}").body)
    assert 0 < len(narrowed["hits"]) < 50
    assert narrowed["tag"] == unquote_plus(tag[2])
    shown = site.get(tag[1]).text
    assert f'href="{PAGE}"' in shelf
    assert 'aria-current="true"' in shown and 'href="/people/"' in shown
    assert shelf.count("<li dir") > shown.count("<li dir") > 0
    whole = site.get(f"/?tag={tag[2]}").text
    assert "<li dir" in whole
    assert site.get("/people/?collection=nowhere").text.count("<li dir") == 0
    assert site.get("/people/?tag=x&page=2").status == 404


def test_the_map_is_served(site: Website) -> None:
    got = site.get("/-/map")
    assert f'href="{PAGE}"' in got.text
    assert site.get("/-/map", If_None_Match=got.headers["etag"]).status == 304
    assert site.get("/-/map.js").status == 200
    assert 'href="/-/map"' in site.get("/").text


def test_names_are_suggested_while_typing(site: Website) -> None:
    found = json.loads(site.get("/-/suggest?q=isaac%20d&limit=3").body)
    assert found[0]["title"] == "Isaac Dunn"
    assert found[0]["url"] == PAGE[1:]
    assert len(found) <= 3
    assert json.loads(site.get("/-/suggest?q=dunn").body)[0]["title"] != ""
    for query in ("", "q=", "q=%00", "q=a&limit=-1", "q=a&limit=x", "q=" + "x" * 5_000):
        assert site.get(f"/-/suggest?{query}").status == 200, query[:20]


def test_what_did_not_change_is_not_sent_again(site: Website) -> None:
    for address in (PAGE, "/", "/-/reader.css", "/-/reader.js", f"{PAGE}.json"):
        first = site.get(address)
        etag = first.headers["etag"]
        assert etag.startswith('"')
        again = site.get(address, If_None_Match=f'"other", {etag}')
        assert (again.status, again.body) == (304, b"")
        assert again.headers["etag"] == etag
        assert site.get(address, If_None_Match='"other"').body == first.body
        head = site.ask("HEAD", address)
        assert (head.status, head.body) == (200, b"")
        assert head.headers["content-length"] == str(len(first.body))


def test_texts_are_sent_in_gzip_to_who_takes_it(site: Website) -> None:
    for address in (PAGE, f"{PAGE}.json", "/", "/-/reader.js", "/-/search?q=lighthouse", "/-/openapi.json"):
        plain = site.get(address)
        assert "Accept-Encoding" in plain.headers["vary"]
        assert "content-encoding" not in plain.headers
        for _ in range(2):  # made, then kept
            got = site.get(address, Accept_Encoding="br, gzip;q=0.5")
            assert got.headers["content-encoding"] == "gzip"
            assert got.headers["content-length"] == str(len(got.body))
            assert gzip.decompress(got.body) == plain.body
            assert len(got.body) < len(plain.body)
            assert "Accept-Encoding" in got.headers["vary"]
        head = site.ask("HEAD", address, Accept_Encoding="gzip")
        assert (head.body, head.headers["content-length"]) == (b"", str(len(got.body)))
        assert site.get(address, Accept_Encoding="gzip;q=0").body == plain.body
        if "etag" not in plain.headers:
            continue
        # The same state of the page has the same tag, whichever way it was sent.
        assert got.headers["etag"] == f"W/{plain.headers['etag']}"
        for held in (plain.headers["etag"], got.headers["etag"]):
            again = site.get(address, If_None_Match=held, Accept_Encoding="gzip")
            assert (again.status, again.body) == (304, b"")
            assert again.headers["etag"] == got.headers["etag"]
            assert "Accept-Encoding" in again.headers["vary"]
            assert "content-encoding" not in again.headers
            again = site.get(address, If_None_Match=held)
            assert (again.status, again.headers["etag"]) == (304, plain.headers["etag"])
    for address in ("/-/healthz", "/-/icon.svg", "/-/suggest?q=zzqx"):  # too short to be worth it
        got = site.get(address, Accept_Encoding="gzip")
        assert not {"content-encoding", "vary"} & got.headers.keys()


def test_a_question_is_answered_with_what_it_rests_on(site: Website) -> None:
    got = site.form("/-/ask", "question=When+was+Eleanor+Rooke+born%3F").text
    assert '<p class="short" dir="auto">17 April 1842</p>' in got
    cited = re.search(r'class="cite" href="(/sources/articles/[^"#]+)#(p[0-9a-f]{8})"', got)
    assert cited is not None
    assert f'id="{cited[2]}"' in site.get(cited[1]).text
    fact = re.search(r'href="(/people/Eleanor-Rooke)#(f[0-9a-f]{8})"', got)
    assert fact is not None
    assert f'id="{fact[2]}"' in site.get(fact[1]).text
    assert "Found by rules" in got
    nothing = site.form("/-/ask", "question=Who+invented+the+zorblax%3F").text
    assert "Not in this wiki." in nothing
    assert site.form("/-/ask", "question=").status == 200
    answer = json.loads(site.call("/-/api/ask", '{"question": "When was Eleanor Rooke born?"}').body)
    assert answer["short"]["text"] == "17 April 1842"


def test_every_page_has_a_box_to_ask(site: Website) -> None:
    for address in ("/", PAGE, "/people/", "/-/search", "/-/ask", "/nope"):
        assert '<form class="ask" method="post" action="/-/ask">' in site.get(address).text, address


def test_tools_are_called_as_openapi_says(site: Website) -> None:
    told = json.loads(site.get("/-/openapi.json").body)
    assert {f"/-/api/{each.name}" for each in TOOLS} < set(told["paths"])
    schema = told["paths"]["/-/api/wiki_search"]["post"]["requestBody"]["content"]["application/json"][
        "schema"
    ]
    arguments = {"query": ["Isaac Dunn"]}
    jsonschema.validate(arguments, schema)
    got = json.loads(site.call("/-/api/wiki_search", json.dumps(arguments)).body)
    assert got["ok"]
    assert got["value"]["hits"][0]["path"] == PAGE[1:]
    for path, body, status in (
        ("wiki_search", "{}", 422),
        ("wiki_search", "[]", 400),
        ("wiki_search", "{", 400),
        ("nothing", "{}", 404),
        ("ask", '{"question": ""}', 422),
        ("wiki_search", "[" * 60_000, 400),
    ):
        got = site.call(f"/-/api/{path}", body)
        assert got.status == status, (path, body[:20])
        assert json.loads(got.body)["ok"] is False
    assert site.get("/-/api/wiki_search").status == 405


def test_the_protocol_is_served_on_the_same_port(site: Website) -> None:
    who = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": who})
    both = "application/json, text/event-stream"
    got = site.call("/-/mcp", body, Accept=both)
    assert got.status == 200
    assert json.loads(got.body)["result"]["serverInfo"]["name"] == "wikic"
    assert site.call("/-/mcp", body, Accept=both, Origin="http://127.0.0.1:1").status == 403


def test_counters_count(site: Website) -> None:
    assert site.get("/-/healthz").body == b"ok\n"
    before = site.get("/-/metrics").text
    site.get("/nope")
    after = site.get("/-/metrics").text
    count = r'wikic_replies_total\{method="GET",status="404"\} (\d+)'
    found = re.search(count, before)
    assert int(re.search(count, after)[1]) == int(found[1] if found else 0) + 1  # type: ignore[index]


def test_a_page_that_changes_is_shown_as_it_is(own: Path) -> None:
    with website(own) as site:
        first = site.get(PAGE)
        file = own / "wiki/people/Isaac-Dunn.md"
        file.write_text(file.read_text() + "\n## My notes\n\nThe bell <b>rang</b> twice.\n")
        again = site.get(PAGE, If_None_Match=first.headers["etag"])
        assert again.status == 200
        assert "The bell &lt;b&gt;rang&lt;/b&gt; twice." in again.text
        (own / "wiki/Read-me.md").write_text("# Read me\n\nAt the root.\n")
        assert site.get("/Read-me").status == 200
        until(lambda: '<a href="/Read-me">Read me</a>' in site.get("/").text)
        assert site.get("/Read-me.md").body == b"# Read me\n\nAt the root.\n"
        file.unlink()
        until(lambda: site.get(PAGE).status == 404)


def test_ctrl_c_ends_it_with_0(own: Path) -> None:
    with website(own) as site:
        assert site.get("/").status == 200
        site.process.send_signal(signal.SIGINT)
        assert site.process.wait(HUNG) == 0
        assert site.process.stderr is not None
        assert "Traceback" not in site.process.stderr.read()


def test_a_port_that_is_taken_is_said(site: Website, harbour: Path) -> None:
    done = wikic("serve", "-C", harbour, site.place, cwd=harbour, code=2)
    assert "cannot serve on" in done.err
    assert "choose another port" in done.err
