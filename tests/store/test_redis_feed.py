"""A cache that is told by a server's stream shows every change, and nothing old after a break."""

from __future__ import annotations

import zlib
from contextlib import ExitStack

import msgspec
import pytest
from support import redis_server
from support.patience import until

from wikic.store.batch import Applied, Batch, Delete, Put
from wikic.store.records import file_record

redis_server.need_client()

from wikic.store.redis_address import Address, address  # noqa: E402
from wikic.store.redis_feed import following  # noqa: E402
from wikic.store.redis_link import Link  # noqa: E402
from wikic.store.redis_store import RedisStore  # noqa: E402


def put(path: str, text: str) -> Put:
    return Put(path, file_record(path, text.encode(), 1))


@pytest.fixture
def where(node: redis_server.Server) -> Address:
    return address(f"redis://127.0.0.1:{node.port}", redis_server.new_wiki())


def text(cache, path):
    record = cache.get(path)
    return record and record.text


def test_what_is_kept_is_dropped_when_it_changes(where):
    with RedisStore(Link(where), where.wiki) as writer, ExitStack() as stack:
        writer.apply(Batch((put("people/a.md", "one"), put("people/b.md", "other")), settled=True))
        cache = stack.enter_context(following(where))
        assert text(cache, "people/a.md") == "one"
        assert text(cache, "people/b.md") == "other" and cache.list("people").files == ("a.md", "b.md")
        hits = cache.hits
        assert text(cache, "people/b.md") == "other" and cache.hits == hits + 1
        writer.apply(Batch((put("people/a.md", "two"), put("people/c.md", "new"))))
        until(lambda: text(cache, "people/a.md") == "two")
        assert cache.list("people").files == ("a.md", "b.md", "c.md")
        hits = cache.hits
        assert text(cache, "people/b.md") == "other" and cache.hits == hits + 1  # it did not change
        writer.apply(Batch((Delete("people/a.md"),)))
        until(lambda: text(cache, "people/a.md") is None)


def test_a_server_that_lost_everything_and_began_anew_leaves_nothing_old(where):
    with redis_server.server() as forgetful:
        there = address(f"redis://127.0.0.1:{forgetful.port}", "handbook")
        with RedisStore(Link(there), there.wiki) as writer, following(there) as cache:
            for number in range(3):
                writer.apply(Batch((put("a.md", str(number)),)))
            until(lambda: text(cache, "a.md") == "2")
            forgetful.kill()
            forgetful.start()
            writer.apply(Batch((put("b.md", "after"),)))
            until(lambda: text(cache, "b.md") == "after")
            until(lambda: text(cache, "a.md") is None)


def test_a_hole_in_the_stream_drops_everything(where, node):
    with RedisStore(Link(where), where.wiki) as writer:
        writer.apply(Batch((put("a.md", "one"), put("b.md", "one"))))
        with following(where) as cache:
            assert (text(cache, "a.md"), text(cache, "b.md")) == ("one", "one")
            prefix = f"wk:{{{where.wiki}}}"
            stored = node.client().get(f"{prefix}Fa.md")
            text_now = zlib.decompress(stored[8:]).replace(b"one", b"two")
            # A batch that nobody is told of, and the next event, which tells of another page alone.
            with node.client().pipeline() as line:
                line.set(f"{prefix}Fa.md", stored[:8] + zlib.compress(text_now))
                line.xadd(f"{prefix}X", {"event": msgspec.msgpack.encode((7, Applied(8, ("b.md",))))})
                line.execute()
            until(lambda: text(cache, "a.md") == "two")
