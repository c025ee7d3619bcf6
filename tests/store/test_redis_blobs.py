"""Files beside a wiki on a real server: shared pieces, the end of what is replaced, what was lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support import redis_server

from wikic.errors import StoreDamagedError
from wikic.store.blobs import PIECE

redis_server.need_client()

from wikic.store.blobs import GRACE, RedisBlobs  # noqa: E402
from wikic.store.redis_link import Link, parse_address  # noqa: E402


@pytest.fixture
def prefix() -> bytes:
    return f"wk:{{{redis_server.new_wiki()}}}".encode()


@pytest.fixture(params=("redis_node", "redis_cluster"))
def link(request: pytest.FixtureRequest, prefix: bytes) -> Iterator[Link]:
    found = Link(parse_address(request.getfixturevalue(request.param), prefix.decode()[4:-1]))
    yield found
    found.close()


@pytest.fixture
def blobs(link: Link, prefix: bytes) -> RedisBlobs:
    return RedisBlobs(link, prefix)


def ttl(link: Link, key: bytes) -> int:
    return int(link.ask("TTL", key))


def files(folder: Path, **content: bytes) -> dict[str, Path]:
    for name, data in content.items():
        (folder / name).write_bytes(data)
    return {name: folder / name for name in content}


def whole(blobs: RedisBlobs) -> dict[str, bytes]:
    found = blobs.manifest()
    assert found is not None
    return {name: b"".join(map(blobs.piece, pieces)) for name, pieces in found.files.items()}


def test_files_come_back_and_what_versions_share_is_stored_once(blobs, link, prefix, tmp_path):
    assert blobs.head() is None and blobs.manifest() is None
    large = bytes(range(256)) * (PIECE // 100)
    first = blobs.publish(files(tmp_path, a=large, b=b"one"), 5, "s")
    assert blobs.head() == (first.version, 5)
    assert whole(blobs) == {"a": large, "b": b"one"}
    second = blobs.publish(files(tmp_path, a=large, b=b"two", c=b""), 6, "t")
    assert blobs.head() == (second.version, 6) and whole(blobs) == {"a": large, "b": b"two", "c": b""}
    # What only the first had goes after a while, everything of the second stays.
    (gone,) = first.pieces - second.pieces
    assert 0 < ttl(link, prefix + b"B" + gone.encode()) <= GRACE
    assert {ttl(link, prefix + b"B" + each.encode()) for each in second.pieces} == {-1}
    # It comes back for good where a later version has it again.
    blobs.publish(files(tmp_path, a=b"small", b=b"one"), 7, "u")
    assert ttl(link, prefix + b"B" + gone.encode()) == -1


def test_a_publisher_that_dies_leaves_nothing_for_long(blobs, link, prefix, tmp_path):
    known = blobs.publish(files(tmp_path, a=b"one"), 5, "s")
    with pytest.raises(FileNotFoundError):
        blobs.publish(files(tmp_path, a=b"two") | {"b": tmp_path / "nowhere"}, 6, "t")
    assert whole(blobs) == {"a": b"one"} and blobs.head() == (known.version, 5)
    ends = {ttl(link, key) > 0 for key in link.scan(prefix + b"B*")}
    assert ends == {True, False}


def test_what_was_lost_is_seen_and_given_back(blobs, link, prefix, tmp_path):
    put = files(tmp_path, a=b"one", b=b"two")
    known = blobs.publish(put, 5, "s")
    assert blobs.whole(known)
    lost = next(iter(known.pieces))
    link.ask("UNLINK", prefix + b"B" + lost.encode())
    assert not blobs.whole(known)
    with pytest.raises(StoreDamagedError):
        whole(blobs)
    blobs.publish(put, 5, "s")
    assert whole(blobs) == {"a": b"one", "b": b"two"}
    link.ask("SET", prefix + b"I", b"garbage that is no manifest at all")
    with pytest.raises(StoreDamagedError):
        blobs.manifest()
    blobs.publish(put, 5, "s")
    assert whole(blobs) == {"a": b"one", "b": b"two"}


def test_a_later_generation_of_the_same_files_is_noted(blobs, tmp_path):
    known = blobs.publish(files(tmp_path, a=b"one"), 5, "s")
    blobs.note(known, 9)
    assert blobs.head() == (known.version, 9)
