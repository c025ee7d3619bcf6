"""A reader of a server knows a wiki that is away, lost or not there from one without the page."""

from __future__ import annotations

import pytest
from support import redis_server
from support.patience import until

from wikic.errors import StoreError
from wikic.store.batch import Batch, Put
from wikic.store.records import file_record

redis_server.need_client()

from wikic.store.redis_address import Address, address  # noqa: E402
from wikic.store.redis_link import Link  # noqa: E402
from wikic.store.redis_reader import RedisReader  # noqa: E402
from wikic.store.redis_store import RedisStore  # noqa: E402


def put(path: str, text: str) -> Put:
    return Put(path, file_record(path, text.encode(), 1))


@pytest.fixture
def where(node: redis_server.Server) -> Address:
    return address(f"redis://127.0.0.1:{node.port}", redis_server.new_wiki())


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
                lambda: reader.get_many(["a.md"]),
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
            assert [read() is not None for read in reads] == [True] * 4


def test_a_server_that_is_away(where: Address) -> None:
    with redis_server.server() as own:
        there = address(f"redis://127.0.0.1:{own.port}", "handbook")
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
        there = address(f"redis://127.0.0.1:{own.port}", "handbook")
        with RedisStore(Link(there), there.wiki) as writer:
            writer.apply(Batch((put("a.md", "one"), put("b.md", "other")), settled=True))
        with RedisReader(there) as reader, reader.followed() as cache:
            assert cache.get("a.md") is not None
            own.client().execute_command("CLIENT KILL TYPE normal SKIPME yes")
            assert cache.get("b.md") is not None
