"""Who is let in, and what no request can reach."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from support.website import Website, website

TOKEN = "a-secret-of-mine-0123"
QUESTION = "question=Who+was+Isaac+Dunn%3F"


@pytest.fixture(scope="module")
def site(harbour: Path) -> Iterator[Website]:
    """One server for the tests that only read."""
    with website(harbour) as found:
        yield found


@pytest.fixture(scope="module")
def guarded(harbour: Path) -> Iterator[Website]:
    """A server that asks for a token."""
    with website(harbour, env={"WIKIC_SERVE_TOKEN": TOKEN}) as found:
        yield found


def test_every_reply_says_what_a_page_may_do(site: Website) -> None:
    for address in ("/", "/people/Isaac-Dunn", "/nope", "/-/suggest?q=a", "/-/reader.js", "//x"):
        headers = site.get(address).headers
        policy = headers["content-security-policy"]
        for part in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"):
            assert part in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "server" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example",
        "//evil.example/people/",
        "/people//Isaac-Dunn",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/../identity.yaml",
        "/people/../index",
        "/people%2fIsaac-Dunn",
        "/people%2FIsaac-Dunn",
        "/people%5cIsaac-Dunn",
        "/people/Isaac-Dunn%00",
        "/people/Isaac-Dunn%0d%0aX:1",
        "/%ed%a0%80",
        "/%ff",
        "/" + "a" * 5_000,
        "/sources/articles/../../identity",
        "/sources/articles/x.files/..%2f..%2f..%2fidentity.yaml",
        "/.wikic/catalogue.json",
        "/identity.yaml",
        "/schema.yaml",
        "/-/go//evil.example",
        "/-/go/%2f%2fevil.example",
        "/-/nothing",
        "/-/",
        "/-",
    ],
)
def test_what_is_no_page_is_404_and_nothing_else(site: Website, path: str) -> None:
    got = site.get(path)
    assert got.status == 404, path
    assert "location" not in got.headers
    assert "root:" not in got.text


def test_host_and_origin_are_exact(site: Website) -> None:
    port = urlsplit(site.url).port
    for host in (
        "evil.example",
        f"evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        f"localhost.evil:{port}",
    ):
        assert site.get("/", Host=host).status == 421, host
    for name in ("localhost", "127.0.0.1", "[::1]"):
        assert site.get("/", Host=f"{name}:{port}").status == 200, name
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", f"https://{site.place}", ""):
        assert site.form("/-/ask", QUESTION, Origin=origin).status == 403, origin
        assert site.call("/-/api/wiki_list", "{}", Origin=origin).status == 403, origin
    assert site.form("/-/ask", QUESTION).status == 200
    assert site.call("/-/api/wiki_list", "{}").status == 200
    # A form without an origin is of no page of ours.
    kind = "application/x-www-form-urlencoded"
    assert site.ask("POST", "/-/ask", QUESTION.encode(), Content_Type=kind).status == 403
    assert site.ask("POST", "/-/api/wiki_list", b"{}", Content_Type="text/plain").status == 403


def test_what_is_too_much_is_refused(site: Website) -> None:
    assert site.form("/-/ask", "question=" + "x" * 100_000).status == 413
    assert site.get("/-/search?q=" + "x" * 20_000).status == 414
    assert site.get("/-/search?" + "&".join(f"q{n}=1" for n in range(200))).status == 200
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE"):
        assert site.ask(method, "/").status == 405, method
    assert site.form("/people/Isaac-Dunn", "x=1").status == 405


def test_one_client_asks_so_often_a_minute(harbour: Path) -> None:
    with website(harbour) as site:
        found = [site.form("/-/ask", "question=zzqx").status for _ in range(31)]
    assert found == [200] * 30 + [429]


def test_who_lacks_the_token_gets_nothing(guarded: Website) -> None:
    for address in ("/", "/people/Isaac-Dunn", "/people/Isaac-Dunn.json", "/-/suggest?q=a", "/-/metrics"):
        got = guarded.get(address, Accept="text/html")
        assert got.status == 401
        assert "Dunn" not in got.text
        assert "Harbour" not in got.text
    assert guarded.get("/", Authorization="Bearer no").status == 401
    assert guarded.get("/", Authorization=f"Bearer {TOKEN}").status == 200
    assert guarded.get("/-/healthz").status == 200


def test_the_address_lets_one_browser_in_once(harbour: Path) -> None:
    with website(harbour, env={"WIKIC_SERVE_TOKEN": TOKEN}) as site:
        assert TOKEN not in site.url
        place = urlsplit(site.url)
        entered = site.get(f"{place.path}?{place.query}")
        assert (entered.status, entered.headers["location"]) == (303, "/")
        cookie = entered.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        held = cookie.partition(";")[0]
        assert TOKEN not in cookie
        page = site.get("/", Cookie=held)
        assert page.status == 200
        assert held.partition("=")[2] not in page.text
        assert site.get("/", Cookie=f"{held}x").status == 401
        assert site.get(f"{place.path}?{place.query}").status == 401


def test_other_browsers_send_the_token_in_a_form(guarded: Website) -> None:
    assert guarded.form("/-/enter", "token=no").status == 401
    assert guarded.form("/-/enter", f"token={TOKEN}", Origin="http://evil.example").status == 403
    entered = guarded.form("/-/enter", f"token={TOKEN}")
    assert entered.status == 303
    assert guarded.get("/", Cookie=entered.headers["set-cookie"].partition(";")[0]).status == 200


def test_other_machines_are_asked_for_a_token(harbour: Path) -> None:
    with website(harbour, "0.0.0.0:0") as site:
        assert re.search(r"/-/enter\?once=\S{20}", site.url)
        assert site.get("/").status == 401
        assert site.get("/", Host="evil.example:1").status == 421


def test_an_attachment_runs_nothing_by_itself(own: Path) -> None:
    folder = own / "wiki/sources/articles/a-123abc.files"
    folder.mkdir()
    (folder / "plan-0123abcd.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "plan-0123abcd.pdf").write_bytes(b"%PDF-")
    (folder / "page-0123abcd.html").write_text("<script>alert(1)</script>")
    (folder / "out-0123abcd.png").symlink_to("/etc/passwd")
    with website(own) as site:
        address = "/sources/articles/a-123abc.files"
        picture = site.get(f"{address}/plan-0123abcd.svg")
        assert (picture.status, picture.headers["content-type"]) == (200, "image/svg+xml")
        assert picture.headers["content-security-policy"].endswith("; sandbox")
        assert picture.headers["content-disposition"] == "inline"
        assert site.get(f"{address}/plan-0123abcd.pdf").headers["content-disposition"] == "attachment"
        for name in ("page-0123abcd.html", "out-0123abcd.png", "none-0123abcd.png"):
            assert site.get(f"{address}/{name}").status == 404, name
