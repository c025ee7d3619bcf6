"""``wikic serve --wikis``: a list of wikis, each below its name, questions over all, who may read what."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import quote, urljoin

import pytest
from support.command import wikic
from support.copies import copied
from support.many_wikis import compiled, own_wikis, wikis
from support.patience import until
from support.served import Http, run, told
from support.website import Website, website

from wikic import layout
from wikic.federation.ask import Federation
from wikic.serve import wikis_site
from wikic.serve.exchange import Request
from wikic.serve.wikis_site import WikisSite

__all__ = ["own_wikis", "wikis"]

OWNER, COOK, GUEST = "the-owners-own-token", "the-token-of-the-cook", "the-token-of-a-guest"
_LINK = re.compile(r'(?:href|src|action)="([^"#]+)')


@contextmanager
def many(where: Path, **env: str) -> Iterator[Website]:
    with website(Path(), "127.0.0.1:0", "--wikis", str(where), env=env) as found:
        yield found


@pytest.fixture(scope="module")
def site(wikis: Path) -> Iterator[Website]:
    """One server for the tests that only read."""
    with many(wikis) as found:
        yield found


def test_every_link_of_every_wiki_leads_somewhere(site: Website) -> None:
    seen, todo = set[str](), ["/"]
    while todo:
        address = todo.pop()
        if address in seen or not address.startswith("/"):
            continue
        seen.add(address)
        got = site.get(address)
        assert got.status == 200, (address, got.status)
        if got.headers["content-type"].startswith("text/html"):
            todo += [urljoin(address, each.replace("&amp;", "&")) for each in _LINK.findall(got.text)]
    for page in ("/ships/", "/kitchen/-/map", f"/{quote('花园')}/", "/builders/sources/"):
        assert page in seen, page
    assert len([each for each in seen if "/sources/articles/" in each]) >= 8


def test_the_list_leads_to_wikis_and_they_lead_back(site: Website) -> None:
    listed = site.get("/").text
    assert "4 wikis" in listed and "All about kitchen" in listed and f'href="/{quote("花园")}/"' in listed
    page = site.get("/ships/").text
    assert '<a class="above" href="/">All wikis</a>' in page and 'data-root="/ships/"' in page
    assert site.get("/ships").headers["location"] == "/ships/"
    assert site.get("/ships/-/go/Osprey").headers["location"].startswith("/ships/")
    assert json.loads(site.get("/ships/-/suggest?q=osp").body)[0]["url"].endswith("Osprey")
    for path in ("/nobody/", "/-", "/-/nothing", "/ships/-/metrics", "/ships/-/mcp", "/ships/-/healthz"):
        assert site.get(path).status == 404, path
    assert site.get("/-/healthz").text == "ok\n" and "wikic_wikis 4" in site.get("/-/metrics").text


def test_a_question_is_answered_by_the_wikis_that_know(site: Website) -> None:
    asked = site.form("/-/ask", "question=Where+was+the+builder+of+the+Osprey+born%3F").text
    found = re.findall(r'href="(/(?:ships|builders)/[^"]+)"', asked)
    assert any(each.startswith("/ships/") for each in found)
    assert any(each.startswith("/builders/sources/articles/") for each in found)
    for each in found:
        assert site.get(each.partition("#")[0]).status == 200, each
    value = json.loads(site.call("/-/api/ask", '{"question": "How long is rye bread baked?"}').body)
    assert value["answered"] and value["evidence"][0]["page"].startswith("kitchen:")
    assert "Not in any of these wikis." in site.form("/-/ask", "question=Who+was+Zorbel+Quint%3F").text
    alone = site.form("/kitchen/-/ask", "question=Where+was+Mette+Lund+born%3F").text
    assert "Not in this wiki." in alone
    assert site.call("/-/api/ask", "{}").status == 422 and site.call("/-/api/ask", "[").status == 400
    tool = site.call("/ships/-/api/wiki_search", '{"query": ["Osprey"]}')
    assert tool.status == 200 and "Osprey" in tool.text
    assert json.loads(site.get("/ships/-/openapi.json").body)["servers"] == [{"url": "/ships"}]


def test_a_search_shows_what_each_wiki_has(site: Website) -> None:
    found = site.get("/-/search?q=vardby").text
    assert found.index("All about builders") and found.index("All about ships")
    assert 'href="/ships/-/search?q=vardby"' in found and "All about kitchen" not in found
    assert "Nothing found for “zorbel”." in site.get("/-/search?q=zorbel").text
    assert site.get("/-/search?q=").status == 200
    (suggested,) = json.loads(site.get("/-/suggest?q=KITCH").body)
    assert (suggested["title"], suggested["url"]) == ("All about kitchen", "kitchen/")


async def _wikis_by_mcp(served: Website, token: str) -> bool:
    """Whether a client of the Model Context Protocol is told of the kitchen."""
    async with Http(
        f"{served.url.partition('/-/')[0].rstrip('/')}/-/mcp", token, served.process
    ).client() as client:
        return "kitchen" in await told(client, "wiki_list")


def test_readers_see_their_wikis_and_are_not_told_of_others(wikis: Path, tmp_path: Path) -> None:
    manifest, tokens = tmp_path / "all.yaml", tmp_path / "readers.yaml"
    rows = [f"- directory: '{wikis}/{name}'" for name in ("ships", "builders", "花园")]
    manifest.write_text("\n".join([*rows, f"- directory: '{wikis}/kitchen'\n  readers: [cook]\n"]))
    tokens.write_text(f"cook: {COOK}\nguest: {GUEST}\n")
    bread = '{"question": "How long is rye bread baked?"}'
    with many(manifest, WIKIC_SERVE_TOKEN=OWNER, WIKIC_SERVE_READERS=str(tokens)) as served:
        assert served.get("/").status == 401
        for token, may in ((OWNER, True), (COOK, True), (GUEST, False)):
            bearer = {"Authorization": f"Bearer {token}"}
            assert ("kitchen" in served.get("/", **bearer).text) == may
            assert (served.get("/kitchen/", **bearer).status == 200) == may
            assert ("kitchen" in served.get("/-/suggest?q=kit", **bearer).text) == may
            assert ("kitchen" in served.get("/-/search?q=rye", **bearer).text) == may
            # It counts what others do, and the wikis of all of them.
            assert (served.get("/-/metrics", **bearer).status == 200) == (token == OWNER)
            replied = served.call("/-/api/ask", bread, **bearer)
            assert json.loads(replied.body)["answered"] == may and ("kitchen" in replied.text) == may
            # What may not be read is answered as what is not there.
            unknown = served.get("/nobody/", **bearer).body
            assert (served.get("/kitchen/", **bearer).body == unknown) != may
            assert run(partial(_wikis_by_mcp, served, token)) == may
            entered = served.form("/-/enter", f"token={token}")
            assert entered.status == 303
            cookie = entered.headers["set-cookie"].partition(";")[0]
            assert ("kitchen" in served.get("/", Cookie=cookie).text) == may
        assert served.form("/-/enter", "token=the-token-of-nobody").status == 401


def test_on_this_machine_readers_need_tokens_too(wikis: Path, tmp_path: Path) -> None:
    (tmp_path / "readers.yaml").write_text(f"guest: {GUEST}\n")
    with many(wikis, WIKIC_SERVE_READERS=str(tmp_path / "readers.yaml")) as served:
        assert served.get("/").status == 401
        assert served.get("/", Authorization=f"Bearer {GUEST}").status == 200


def test_a_wiki_that_is_compiled_meanwhile_is_shown(own_wikis: Path) -> None:
    with many(own_wikis) as served:
        assert served.get("/pottery/").status == 404
        compiled(own_wikis / "pottery", {"Kiln": "The kiln is 1200 degrees hot."}, "Clay")
        until(lambda: served.get("/pottery/").status == 200)
        until(lambda: "Clay" in served.get("/").text)
        assert "1200" in served.form("/-/ask", "question=How+hot+is+the+kiln%3F").text


def test_few_sites_are_kept_and_those_in_use_stay(own_wikis: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wikis_site, "_SITES", 1)
    with Federation(own_wikis) as federation:
        said: list[str] = []
        served = WikisSite(federation, said.append)
        ships = federation.members["ships"]
        with served._site(ships) as first:
            for name in ("builders", "kitchen", "花园", "ships"):
                reply = served.answer(Request("GET", f"{name}/"))
                assert reply.status == 200
            with served._site(ships) as again:
                assert again is first
        assert served.answer(Request("GET", "kitchen/")).status == 200
        assert len(served._sites) == 1 and not said
        served.close()


def test_a_wiki_that_breaks_is_told_without_the_others(own_wikis: Path, tmp_path: Path) -> None:
    copied(own_wikis / "ships", own_wikis / "wrecks")
    with many(own_wikis) as served:
        assert served.get("/wrecks/").status == 200
        (own_wikis / "wrecks").rename(tmp_path / "gone")
        until(lambda: served.get("/wrecks/").status == 404)
        assert served.get("/ships/").status == 200


def test_a_list_that_cannot_be_read_is_told(wikis: Path, tmp_path: Path) -> None:
    manifest = tmp_path / "all.yaml"
    manifest.write_text(f"- directory: '{wikis}/ships'\n")
    with many(manifest) as served:
        assert served.get("/-/healthz").text == "ok\n"
        manifest.write_text("- {")
        told = served.get("/-/healthz").text
        assert told.startswith("degraded\n") and str(tmp_path) not in told
        assert served.get("/ships/").status == 200
        manifest.write_text(f"- directory: '{wikis}/ships' \n")
        assert served.get("/-/healthz").text == "ok\n"


def test_what_does_not_go_with_many_wikis_is_said(wikis: Path, tmp_path: Path) -> None:
    for given in (("--edit",), ("--review",), ("--model", "x/y"), ("--store", "redis://x"), ("-C", "kb")):
        assert "leave out" in wikic("serve", "--wikis", wikis, *given, cwd=tmp_path, code=2).err
    assert "holds no wiki" in wikic("serve", "--wikis", tmp_path, cwd=tmp_path, code=2).err


def test_a_reader_is_not_told_where_wikis_lie(own_wikis: Path) -> None:
    with Federation(own_wikis) as federation:
        said: list[str] = []
        served = WikisSite(federation, said.append)
        build = own_wikis / "ships" / layout.BUILD_DIR
        shutil.move(build, own_wikis.parent / "build")
        build.symlink_to(own_wikis.parent / "build")  # refused, with its path
        for reader, told in ((None, True), ("guest", False)):
            reply = served.answer(Request("GET", "ships/", reader=reader))
            assert reply.status == 500 and (str(own_wikis) in reply.body.decode()) == told
        assert any(str(own_wikis) in each for each in said)
        served.close()
