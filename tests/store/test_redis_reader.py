"""A reader of a server knows a wiki that is away, lost or not there from one without the page; what it keeps
goes when it changes, and after a break.
"""

from __future__ import annotations

import zlib
from contextlib import ExitStack

import msgspec
import pytest
from support import redis_server
from support.patience import until

from wikic.errors import StoreError
from wikic.store.records import Applied, Batch, Delete, Put, file_record

redis_server.need_client()

from wikic.store.redis_link import (  # noqa: E402
    Address,
    Link,
    parse_address,
)
from wikic.store.redis_reader import RedisReader  # noqa: E402
from wikic.store.redis_store import RedisStore  # noqa: E402


def put(path: str, text: str) -> Put:
    return Put(path, file_record(path, text.encode(), 1))


@pytest.fixture
def where(node: redis_server.Server) -> Address:
    return parse_address(f"redis://127.0.0.1:{node.port}", redis_server.new_wiki())


def test_a_wiki_that_was_never_there(where: Address) -> None:
    with pytest.raises(StoreError, match="there is no wiki"):
        RedisReader(where)


def test_a_lost_wiki_is_read_again_when_it_is_whole(where: Address, node: redis_server.Server) -> None:
    with RedisStore(Link(where), where.wiki) as writer:
        writer.apply(Batch((put("a.md", "one"), put("b.md", "other")), settled=True))
        with RedisReader(where) as reader:
            assert reader.look() == writer.generation and not reader.trouble and reader.mirrored
            writer.apply(Batch(settled=False))
            assert reader.look() and not reader.trouble and not reader.mirrored  # was never lost
            assert reader.get("a.md") is not None
            node.client().delete(*node.client().keys(f"wk:{{{where.wiki}}}*"))
            assert reader.look() == 0 and "not in the store" in reader.trouble
            reads = (
                lambda: reader.get("a.md"),
                lambda: reader.list(""),
                lambda: reader.prefix(""),
            )
            for read in reads:
                with pytest.raises(StoreError, match="not in the store"):
                    read()
            writer.apply(Batch((put("a.md", "one"),), settled=False))
            assert reader.look() == 0 and reader.trouble  # half of it would call the other half absent
            writer.behind = False
            writer.apply(Batch((put("b.md", "other"),), settled=True))
            assert reader.look() and not reader.trouble
            assert [read() is not None for read in reads] == [True] * 3


def test_a_server_that_is_away(where: Address) -> None:
    with redis_server.server() as own:
        there = parse_address(f"redis://127.0.0.1:{own.port}", "handbook")
        with RedisStore(Link(there), there.wiki) as writer:
            writer.apply(Batch((put("a.md", "one"), put("b.md", "other")), settled=True))
        with RedisReader(there) as reader, reader.followed() as cache:
            assert cache.get("a.md") is not None
            own.kill()
            assert reader.look() == 0 and reader.trouble == "the store does not answer"
            until(lambda: cache.get("a.md") is not None)  # what was read is kept
            with pytest.raises(StoreError):
                cache.get("b.md")
        with pytest.raises(StoreError, match="does not answer"):
            RedisReader(there)


def test_connections_that_were_closed_are_no_trouble(where: Address) -> None:
    with redis_server.server() as own:
        there = parse_address(f"redis://127.0.0.1:{own.port}", "handbook")
        with RedisStore(Link(there), there.wiki) as writer:
            writer.apply(Batch((put("a.md", "one"), put("b.md", "other")), settled=True))
        with RedisReader(there) as reader, reader.followed() as cache:
            assert cache.get("a.md") is not None
            own.client().execute_command("CLIENT KILL TYPE normal SKIPME yes")
            assert cache.get("b.md") is not None


# --- what is kept, and told of ---------------------------------------------------------------------


def text(cache, path):
    record = cache.get(path)
    return record and record.text


def test_what_is_kept_is_dropped_when_it_changes(where):
    with RedisStore(Link(where), where.wiki) as writer, ExitStack() as stack:
        writer.apply(Batch((put("people/a.md", "one"), put("people/b.md", "other")), settled=True))
        cache = stack.enter_context(RedisReader(where).followed())
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
        there = parse_address(f"redis://127.0.0.1:{forgetful.port}", "handbook")
        with RedisStore(Link(there), there.wiki) as writer, ExitStack() as stack:
            writer.apply(Batch((put("a.md", "0"),)))
            cache = stack.enter_context(RedisReader(there).followed())
            for number in range(1, 3):
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
        with RedisReader(where).followed() as cache:
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
