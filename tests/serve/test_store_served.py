"""``wikic serve --store`` without the files: the same pages, and what it does when the server is away."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

import pytest
from support import redis_server
from support.command import ENVIRONMENT, snapshot, wikic
from support.patience import until
from support.website import Website, website

from wikic.navigate.library import Library
from wikic.serve.exchange import Request
from wikic.serve.site import Site

redis_server.need_client()


@pytest.fixture
def env(tmp_path: Path) -> Mapping[str, str]:
    return {**ENVIRONMENT, "XDG_CACHE_HOME": str(tmp_path / "cache")}


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    (tmp_path / "elsewhere").mkdir()
    return tmp_path / "elsewhere"


@pytest.fixture
def to(node: redis_server.Server) -> str:
    return f"redis://127.0.0.1:{node.port}#{redis_server.new_wiki()}"


@pytest.fixture
def own_node() -> Iterator[redis_server.Server]:
    with redis_server.server() as found:
        yield found


def mirrored(root: Path, to: str) -> None:
    wikic("mirror", "--to", to, "-C", root, "-q", cwd=root)


def healthy(site: Website) -> bool:
    return site.get("/-/healthz").body == b"ok\n"


def everything(library: Library) -> Iterator[tuple[str, dict[str, str]]]:
    """Addresses of all that stands in a wiki, and a search."""
    for path in library.catalogue.pages:
        yield from ((f"{path}{form}", {}) for form in ("", ".json", ".md"))
    for source in library.sources():
        yield from ((f"{source.article}{form}", {}) for form in ("", ".json", ".md"))
        yield f"{source.digest}.md", {}
    yield from ((f"{path}/", {}) for path in (*library.directory_names(), "sources"))
    yield "", {}
    yield "index.md", {}
    for each in ("light", "Isaac Dunn", "harbour 1850"):
        yield "-/search.json", {"q": each}
        yield "-/search", {"q": each}
    yield "-/map", {}


def test_every_page_is_the_same_without_the_files(
    harbour: Path, to: str, env: Mapping[str, str], elsewhere: Path
) -> None:
    mirrored(harbour, to)
    with website(elsewhere, "127.0.0.1:0", "--store", to, env=env) as site, Library.current(harbour) as files:
        with_files = Site(harbour, lambda: files, print)
        asked = 0
        for path, query in everything(files):
            where = f"/{quote(path)}" + "".join(f"?{name}={quote(value)}" for name, value in query.items())
            got = site.get(where)
            wanted = with_files.answer(Request("GET", path, query))
            assert (got.status, got.body) == (wanted.status, wanted.body), where
            asked += got.status == 200
        assert asked > 50
        question = json.dumps({"question": "When did Isaac Dunn become keeper?"})
        request = Request("POST", "-/api/ask", body=question.encode(), kind="application/json")
        got, wanted = site.call("/-/api/ask", question), with_files.answer(request)
        with_files.close()
        assert (got.status, got.body) == (200, wanted.body)
        assert site.get("/people/Nobody").status == 404
        assert healthy(site)
    assert not snapshot(elsewhere)


def test_it_follows_pages_and_index(own: Path, to: str, env: Mapping[str, str], elsewhere: Path) -> None:
    mirrored(own, to)
    with website(elsewhere, "127.0.0.1:0", "--store", to, env=env) as site:
        page = own / "wiki/people/Isaac-Dunn.md"
        assert site.get("/people/Isaac-Dunn.md").body == page.read_bytes()
        page.write_text(page.read_text() + "\n## Notes\n\nHe kept a quokka named Zebulon.\n")
        (own / "wiki/people/Zora-Quill.md").write_text("# Zora Quill\n\nA painter of boats.\n")
        mirrored(own, to)
        until(lambda: site.get("/people/Isaac-Dunn.md").body == page.read_bytes())
        until(lambda: "Isaac-Dunn" in site.get("/-/search.json?q=quokka+Zebulon").text)
        until(lambda: site.get("/people/Zora-Quill").status == 200)
        until(lambda: healthy(site))


def test_a_server_that_goes_and_comes_back(
    own: Path, own_node: redis_server.Server, env: Mapping[str, str], elsewhere: Path
) -> None:
    to = f"redis://127.0.0.1:{own_node.port}#harbour"
    mirrored(own, to)
    with website(elsewhere, "127.0.0.1:0", "--store", to, env=env) as site:
        read = site.get("/people/Isaac-Dunn.json")
        assert read.status == 200
        own_node.kill()
        until(lambda: b"the store does not answer" in site.get("/-/healthz").body)
        assert site.get("/people/Isaac-Dunn.json").body == read.body
        unread = site.get("/people/Hester-Dunn.md")
        assert (unread.status, unread.headers["retry-after"]) == (503, "5")
        assert str(own_node.port) not in unread.text and "Try again" in unread.text
        assert site.get("/people/Nobody").status in (404, 503)
        # It comes back empty: nothing is taken for absent that was there.
        own_node.start()
        until(lambda: b"is not in the store any more" in site.get("/-/healthz").body)
        assert site.get("/people/Hester-Dunn.md").status == 503
        mirrored(own, to)
        until(lambda: healthy(site))
        for name in ("Hester-Dunn", "Isaac-Dunn"):
            got = site.get(f"/people/{name}.md")
            assert got.body == (own / f"wiki/people/{name}.md").read_bytes()
        site.process.terminate()
        assert site.process.stderr is not None
        assert "Traceback" not in site.process.stderr.read()


def test_a_wiki_that_is_half_mirrored_and_an_index_that_is_lost(
    own: Path, node: redis_server.Server, to: str, env: Mapping[str, str], elsewhere: Path
) -> None:
    from wikic.store.records import Batch
    from wikic.store.redis_link import Link, parse_address
    from wikic.store.redis_store import RedisStore

    mirrored(own, to)
    where = parse_address(to)
    with (
        website(elsewhere, "127.0.0.1:0", "--store", to, env=env) as site,
        RedisStore(Link(where), where.wiki) as writer,
    ):
        until(lambda: healthy(site))
        writer.apply(Batch(settled=False))
        until(lambda: b"is being mirrored" in site.get("/-/healthz").body)
        assert b"ahead of the index" in site.get("/-/healthz").body
        writer.apply(Batch(settled=True))
        node.client().delete(f"wk:{{{where.wiki}}}I")
        until(lambda: b"the last whole index serves" in site.get("/-/healthz").body)
        assert site.get("/-/search.json?q=light").status == 200
        mirrored(own, to)
        until(lambda: healthy(site))
