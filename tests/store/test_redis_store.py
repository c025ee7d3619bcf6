"""What only a store on a server has to bear: lost and old keys, other writers, failovers, broken lines."""

from __future__ import annotations

import os
import resource
import struct
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import redis_server
from support.audit import audit, differences
from support.depth import examples
from support.patience import HUNG

from wikic.errors import StoreDamagedError, StoreError, UsageError
from wikic.store.blobs import HEAD, unpack_manifest
from wikic.store.records import Batch, Delete, Put, file_record
from wikic.store.sync import plan_sync, survey_tree, sync_store
from wikic.store.tree import TreeStore

redis_server.need_client()

from wikic.store.redis_link import (  # noqa: E402
    Address,
    Link,
    parse_address,
)
from wikic.store.redis_store import RedisStore, decode_event, unpack_file  # noqa: E402


class Keys(dict[bytes, bytes]):
    """All keys of a wiki as the server dumps them."""

    def __repr__(self) -> str:
        return f"<{len(self)} keys>"


TREE = {
    "index.md": b"# Index\n",
    "people/Jane.md": b"# Jane\n",
    "people/kings/Henry.md": b"# Henry\n",
    "people/kings/old/Offa.md": b"# Offa\n",
    "人物/鲁迅.md": "# 鲁迅\n".encode(),
    **{f"big/Page-{number:03d}.md": b"one of many" for number in range(600)},
}


def put(path: str, text: str = "text") -> Put:
    return Put(path, file_record(path, text.encode(), 1))


@pytest.fixture
def where(node: redis_server.Server) -> Address:
    return parse_address(f"redis://127.0.0.1:{node.port}", redis_server.new_wiki())


@pytest.fixture
def store(where: Address) -> Iterator[RedisStore]:
    with RedisStore(Link(where), where.wiki) as found:
        yield found


def in_step(store: RedisStore, tree: TreeStore) -> None:
    entries, directories = survey_tree(tree, hashed=True)
    sync_store(store, plan_sync(entries, store, directories, store.take_stock()))


# --- losses -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> TreeStore:
    root = tmp_path_factory.mktemp("wiki")
    for path, data in TREE.items():
        at = root / path
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_bytes(data)
    return TreeStore(root)


@pytest.fixture(scope="module")
def histories(
    node: redis_server.Server, tree: TreeStore
) -> tuple[str, dict[bytes, bytes], dict[bytes, bytes]]:
    """A wiki's name and all its keys as the server dumps them: half way, and in step."""
    where = parse_address(f"redis://127.0.0.1:{node.port}", redis_server.new_wiki())
    with RedisStore(Link(where), where.wiki) as store:
        other = dict.fromkeys([*TREE][::3], "an older text") | {
            "gone/away.md": "went",
            "gone/deep/down.md": "went",
            "big/Zed.md": "z",
        }
        store.apply(Batch(tuple(put(path, text) for path, text in other.items()), settled=True))
        before = dumped(node, where.wiki)
        in_step(store, tree)
        return where.wiki, before, dumped(node, where.wiki)


def dumped(node: redis_server.Server, wiki: str) -> Keys:
    client = node.client()
    return Keys((key, client.dump(key)) for key in client.keys(f"wk:{{{wiki}}}*"))


LOSSES = st.lists(st.tuples(st.integers(0, 2**16), st.booleans()), max_size=8)
NAMES = st.lists(st.tuples(st.sampled_from(sorted(TREE)), st.booleans()), max_size=5)


@given(losses=LOSSES, names=NAMES)
@examples(15)
def test_whatever_keys_were_lost_or_fell_back_are_mended_by_one_resync(losses, names, node, tree, histories):
    wiki, before, after = histories
    client = node.client()
    prefix = f"wk:{{{wiki}}}".encode()
    client.delete(*client.keys(prefix + b"*"), b"none")
    with client.pipeline() as line:
        for key, value in after.items():
            line.restore(key, 0, value)
        every = sorted(before.keys() | after.keys())
        for number, falls_back in losses:
            key = every[number % len(every)]
            if falls_back and key in before:
                line.restore(key, 0, before[key], replace=True)
            else:
                line.delete(key)
        line.execute()
    for path, stamp_too in names:
        client.zrem(prefix + b"P", path)
        if stamp_too:
            client.hdel(prefix + b"V", path)
    highest = 2**40
    with RedisStore(
        Link(parse_address(f"redis://127.0.0.1:{node.port}", wiki)), wiki, clock=lambda: highest
    ) as store:
        in_step(store, tree)
        assert differences(tree, store) == ()
        assert list(audit(store)) == []
        assert store.settled
        assert store.generation > highest or client.dump(prefix + b"M") == after[prefix + b"M"]
        assert set(store.prefix("")) == set(TREE)


def test_a_root_that_was_lost_is_no_empty_wiki(store, node):
    store.apply(Batch((put("a.md"),)))
    node.client().delete(f"wk:{{{store.wiki}}}D")
    with pytest.raises(StoreDamagedError, match="lost its root"):
        store.list("")


def test_a_listing_that_is_damaged_is_mended(store, node, tree):
    in_step(store, tree)
    for directory in ("", "people", "big"):
        node.client().set(f"wk:{{{store.wiki}}}D{directory}", b"damaged")
    with pytest.raises(StoreDamagedError):
        store.list("people")
    in_step(store, tree)
    assert differences(tree, store) == ()
    assert list(audit(store)) == []


def test_a_record_that_is_damaged_says_so(store, node):
    store.apply(Batch((put("a.md"),)))
    node.client().set(f"wk:{{{store.wiki}}}Fa.md", b"\0" * 8 + b"not zlib")
    with pytest.raises(StoreDamagedError):
        store.get("a.md")
    node.client().set(f"wk:{{{store.wiki}}}M", b"not a state")
    with pytest.raises(StoreDamagedError):
        _ = store.generation


# --- writers ----------------------------------------------------------------------------------------


def test_writers_on_several_connections_lose_no_update(where):
    def write(number: int) -> None:
        with RedisStore(Link(where), where.wiki) as mine:
            for at in range(20):
                mine.apply(Batch((put(f"of-{number}/Page-{at}.md"), put(f"shared/{number}-{at}.md"))))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    with RedisStore(Link(where), where.wiki) as store:
        assert store.generation == 60
        assert len(store.prefix("")) == 120
        assert list(audit(store)) == []


def test_a_batch_that_landed_before_its_connection_broke_is_not_written_twice(store, monkeypatch):
    sent = store._link.run

    def broken(*arguments: object, **options: object) -> object:
        monkeypatch.undo()
        sent(*arguments, **options)
        return sent(*arguments, **options)  # as `_patiently` does after a broken connection

    monkeypatch.setattr(store._link, "run", broken)
    assert store.apply(Batch((put("a.md"),))).generation == 1
    assert store.generation == 1


def test_every_batch_is_told_in_order(store, node):
    store.apply(Batch((put("people/a.md"),)))
    store.apply(Batch((Delete("people/a.md"), put("b.md"))))
    told = [decode_event(fields[b"event"]) for _, fields in node.client().xrange(store.stream)]
    assert [(before, each.generation) for before, each in told] == [(0, 1), (1, 2)]
    assert set(told[0][1].directories) == {"", "people"}
    assert told[1][1].files == ("people/a.md", "b.md")


def test_a_wiki_that_is_dropped_leaves_others_and_goes_on_counting(node, store, where):
    other = parse_address(f"redis://127.0.0.1:{node.port}", redis_server.new_wiki())
    with RedisStore(Link(other), other.wiki) as neighbour:
        neighbour.apply(Batch((put("a.md"),)))
        store.apply(Batch((put("a.md"),)))
        with RedisStore(Link(where), where.wiki, rebuild=True) as anew:
            assert anew.prefix("") == () and not anew.settled
            assert neighbour.get("a.md") is not None
            assert anew.apply(Batch((put("b.md"),))).generation > 1
            assert list(audit(anew)) == []


def test_what_cannot_be_read_can_be_made_anew(node, where):
    node.client().set(f"wk:{{{where.wiki}}}M", b"garbage")
    with pytest.raises(StoreDamagedError):
        RedisStore(Link(where), where.wiki)
    with RedisStore(Link(where), where.wiki, rebuild=True) as store:
        store.apply(Batch((put("a.md"),), settled=True))
        assert store.settled and store.get("a.md") is not None


def test_a_server_that_went_back_between_two_batches_is_not_settled(node, store):
    store.apply(Batch((put("a.md"),)))
    store.apply(Batch((put("b.md"),), settled=True))
    client = node.client()
    client.delete(*client.keys(f"wk:{{{store.wiki}}}*"))
    last = store.apply(Batch((put("c.md"),), settled=True)).generation
    assert last > 2 and store.behind and not store.settled
    assert list(store.take_stock()) == [] and not store.behind


# --- servers ----------------------------------------------------------------------------------------


def test_what_a_server_refuses_is_said(node, where):
    with redis_server.server("--requirepass", "secret") as locked:
        there = parse_address(f"redis://127.0.0.1:{locked.port}#handbook")
        with pytest.raises(StoreError, match="refuses"):
            RedisStore(Link(there, environment={}), there.wiki)
        with RedisStore(Link(there, environment={"WIKIC_REDIS_PASSWORD": "secret"}), there.wiki) as store:
            assert store.apply(Batch((put("a.md"),))).generation == 1


def test_a_server_that_is_not_there_is_waited_for_and_named():
    port = redis_server.free_port()
    where = parse_address(f"redis://127.0.0.1:{port}#handbook")
    with pytest.raises(StoreError, match=f"127.0.0.1:{port}.* does not answer"):
        RedisStore(Link(where, patience=0.2), where.wiki)


def test_a_full_server_loses_nothing(tmp_path: Path):
    with redis_server.server("--maxmemory", "3mb", "--maxmemory-policy", "noeviction") as small:
        where = parse_address(f"redis://127.0.0.1:{small.port}#handbook")
        with RedisStore(Link(where), where.wiki) as store:
            store.apply(Batch((put("a.md"),)))

            def fill() -> None:
                for number in range(64):
                    store.apply(Batch((put(f"b-{number}.md", os.urandom(100_000).hex()),)))

            with pytest.raises(StoreError, match="memory"):
                fill()
            assert store.get("a.md") is not None
            assert list(audit(store)) == []


def test_fewer_replicas_than_asked_for_is_an_error(where):
    with (
        RedisStore(Link(where), where.wiki, replicas=1, patience=0.05) as store,
        pytest.raises(StoreError, match="0 of 1 replicas"),
    ):
        store.apply(Batch((put("a.md"),)))


def test_a_failover_takes_no_acknowledged_page_and_no_version_back():
    """One replica is cut off in the storm, and it is the other that dies with the master."""
    with redis_server.cluster(3, 2) as nodes:
        hosts = ",".join(f"127.0.0.1:{each.port}" for each in nodes[:3])
        where = parse_address(f"redis+cluster://{hosts}", "handbook")
        at = next(at for at, each in enumerate(nodes[:3]) if _has(each, where.wiki))
        behind, other = nodes[at + 3 :: 3]

        def strike(number: int) -> None:
            if number == 4:
                behind.cut_off()
            if number == 6:
                other.kill()
                nodes[at].kill()
                behind.let_on()

        _storm(where, 2, strike)


def test_sentinels_name_who_took_over():
    with redis_server.watched(2) as (master, sentinels):
        hosts = ",".join(f"127.0.0.1:{each.port}" for each in sentinels)
        where = parse_address(f"redis+sentinel://{hosts}/mymaster", "handbook")

        def strike(number: int) -> None:
            if number == 6:
                sentinels[0].kill()
                master.kill()

        _storm(where, 1, strike)
        nobody = Link(parse_address(f"redis+sentinel://{hosts}/nobody", "handbook"), patience=0.1)
        with pytest.raises(StoreError, match="nobody"):
            nobody.ask("PING")
        nobody.close()


_QUIET = 4  # pages before anything happens


def _storm(where: Address, replicas: int, strike: Callable[[int], None]) -> None:
    """Write while ``strike`` takes servers away; what was acknowledged stays."""
    texts: dict[str, str] = {}
    acknowledged: set[str] = set()
    versions: list[int] = []

    def write(store: RedisStore, number: int) -> None:
        path = f"some/Page-{number}.md"
        texts[path] = str(number)
        versions.append(store.apply(Batch((put(path, str(number)),))).generation)
        acknowledged.add(path)

    with RedisStore(Link(where, patience=60.0), where.wiki, replicas=replicas, patience=HUNG) as store:
        for number in range(_QUIET):
            write(store, number)
    with RedisStore(Link(where, patience=60.0), where.wiki, replicas=replicas, patience=0.2) as store:
        for number in range(_QUIET, 16):
            strike(number)
            with suppress(StoreError):  # who takes over has too few replicas
                write(store, number)
            listed = store.list("some")
            assert listed is not None and all(store.get(f"some/{each}") for each in listed.files)
        assert versions == sorted(set(versions)) and len(versions) >= _QUIET
        assert all((found := store.get(path)) and found.text == texts[path] for path in acknowledged)
        assert list(audit(store)) == []
    with RedisStore(Link(where), where.wiki) as store:
        store.apply(Batch(tuple(put(path, text) for path, text in texts.items())))
        assert all((found := store.get(path)) and found.text == text for path, text in texts.items())


def _has(node: redis_server.Server, wiki: str) -> bool:
    slot = node.client().execute_command("CLUSTER KEYSLOT", f"wk:{{{wiki}}}M")
    mine = node.client().execute_command("CLUSTER NODES")
    for each in mine.values():
        if "myself" in each["flags"]:
            return any(int(first) <= slot <= int(last) for first, last in each["slots"])
    return False


def test_an_address_that_is_none_says_why_and_shows_no_password():
    for text, said in [
        ("http://localhost#a", "no address of Redis"),
        ("redis://#a", "no address of Redis"),
        ("redis://user:secret@localhost#a", "stays in histories"),
        ("redis://localhost", "cannot be the name"),
        ("redis://localhost#a{b}", "cannot be the name"),
        ("redis://localhost:abc#a", "no address of Redis"),
        ("redis://[::1#a", "no address of Redis"),
        ("redis://localhost?nonsense=1#a", "no address of Redis"),
        ("redis://localhost?password=secret#a", "stays in histories"),
        ("redis+cluster://localhost/1#a", "names a database"),
        ("redis+cluster://localhost/mymaster#a", "names a database"),
        ("redis://localhost,other#a", "no address of Redis"),
        ("redis+cluster://localhost,#a", "no address of Redis"),
        ("redis+other://localhost#a", "no address of Redis"),
        ("redis+://localhost#a", "no address of Redis"),
        ("redis+sentinel://localhost#a", "does not name what the sentinels watch"),
        ("redis+sentinel://localhost/a/1#a", "does not name what the sentinels watch"),
        ("redis+sentinel://user:secret@one,two/mymaster#a", "stays in histories"),
    ]:
        with pytest.raises(UsageError, match=said) as caught:
            parse_address(text)
        assert "secret" not in str(caught.value)


# --- what others made -------------------------------------------------------------------------------


def test_a_key_of_another_type_is_told_and_a_rebuild_takes_its_place(where: Address) -> None:
    link = Link(where)
    with RedisStore(link, where.wiki) as store:
        store.apply(Batch((put("a.md"),)))
        keys = sorted(link.scan(f"wk:{{{where.wiki}}}*".encode()))
        assert len(keys) >= 4
        for key in keys:
            link.ask("RENAME", key, b"away:" + key)
            other = ("RPUSH", key, "x") if link.ask("TYPE", b"away:" + key) != b"list" else ("SET", key, "x")
            link.ask(*other)
            said = set()
            for use in (
                lambda: store.get("a.md"),
                lambda: store.list(""),
                lambda: store.generation,
                lambda: list(store.stamps()),
                lambda: store.apply(Batch((put("b.md"),))),
                lambda: RedisStore(link, where.wiki),
            ):
                try:
                    use()
                except StoreError as error:
                    said.add((type(error), str(error)))
            told = f"{where}: a key of this wiki is of a type that wikic does not write"
            assert said == {(StoreDamagedError, told)}, key
            link.ask("DEL", key)
            link.ask("RENAME", b"away:" + key, key)
        link.ask("DEL", keys[0])
        link.ask("RPUSH", keys[0], "x")
    with RedisStore(Link(where), where.wiki, rebuild=True) as store:
        store.apply(Batch((put("a.md"),)))
        assert store.get("a.md") is not None


@pytest.mark.parametrize(
    "packed", [zlib.compress(b"\0" * (1 << 28), 9), zlib.compress(b"x" * 99)[:-5], b"", b"x"]
)
def test_a_record_is_unpacked_within_a_bound(packed: bytes) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(StoreDamagedError, match="cannot be read"):
        unpack_file(struct.pack(">Q", 1) + packed)
    with pytest.raises(StoreDamagedError, match="cannot be read"):
        unpack_manifest(HEAD.pack(b"v" * 16, 1) + packed)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 600_000  # KB: never all of it twice
