"""``wikic mirror --to``: a wiki on a real server, checked, mended, followed; what it says where it cannot."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from support import redis_server
from support.command import ENVIRONMENT, start, wikic
from support.patience import until
from support.redis_users import make_users

redis_server.need_client()

from wikic.store.redis_link import Link, parse_address  # noqa: E402
from wikic.store.redis_store import RedisStore  # noqa: E402


@pytest.fixture
def to(node: redis_server.Server) -> str:
    return f"redis://127.0.0.1:{node.port}#{redis_server.new_wiki()}"


def there(to: str) -> dict[str, str]:
    where = parse_address(to)
    with RedisStore(Link(where), where.wiki) as store:
        return {path: record.text for path in store.prefix("") if (record := store.get(path)) is not None}


def published(to: str) -> int:
    """The generation that the index for readers knows."""
    where = parse_address(to)
    with RedisStore(Link(where), where.wiki) as store:
        head = store.blobs.head()
        assert head is not None
        assert head[1] <= store.generation
        return head[1]


def test_in_step_checked_and_mended(home: Path, node: redis_server.Server, to: str) -> None:
    kb = home / "kb"
    assert wikic("mirror", "--to", to, "-C", "kb", cwd=home).out.startswith("mirror: ")
    files = {
        each.relative_to(kb / "wiki").as_posix(): each for each in (kb / "wiki").rglob("*") if each.is_file()
    }
    assert there(to) == {path: each.read_text() for path, each in files.items() if "/." not in f"/{path}"}
    assert wikic("mirror", "--to", to, "-C", "kb", cwd=home).out.endswith(" files, nothing changed\n")
    assert wikic("mirror", "--to", to, "--check", "-C", "kb", cwd=home).out.endswith(
        " files, as the wiki is\n"
    )
    prefix = f"wk:{{{to.partition('#')[2]}}}"
    node.client().delete(f"{prefix}Findex.md")
    found = wikic("mirror", "--to", to, "--check", "-C", "kb", cwd=home, code=1).out
    assert "index.md: has a stamp and no record" in found
    wikic("mirror", "--to", to, "-C", "kb", cwd=home)
    assert wikic("mirror", "--to", to, "--check", "-C", "kb", cwd=home).out.endswith(
        " files, as the wiki is\n"
    )
    assert (
        wikic("mirror", "--to", to, "--rebuild", "--json", "-C", "kb", cwd=home).json["rebuilt"]
        == "asked for"
    )


def test_it_follows_the_wiki(home: Path, to: str) -> None:
    command = ("mirror", "--to", to, "--watch", "-C", home / "kb")
    with start(*command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as watching:
        try:
            assert watching.stdout is not None
            assert watching.stdout.readline()  # in step
            before = published(to)
            (home / "kb/wiki/index.md").write_text("# Mine\n")
            until(lambda: there(to).get("index.md") == "# Mine\n")
            (home / "kb/wiki/geography/Rouen.md").write_text("# Rouen\n\nA town on the Seine.\n")
            until(lambda: "geography/Rouen.md" in there(to) and published(to) > before)
        finally:
            watching.kill()


def test_what_cannot_be_is_said(home: Path, node: redis_server.Server) -> None:
    port = redis_server.free_port()
    said = wikic("mirror", "--to", f"redis://127.0.0.1:{port}", "-C", "kb", cwd=home, code=2).err
    assert "does not answer" in said
    said = wikic("mirror", "--to", "redis://me:secret@127.0.0.1", "-C", "kb", cwd=home, code=2).err
    assert "WIKIC_REDIS_PASSWORD" in said and "secret" not in said
    assert "--to" in wikic("mirror", "--replicas", "1", "-C", "kb", cwd=home, code=2).err
    said = wikic(
        "mirror", "--to", f"redis://127.0.0.1:{node.port}", "--replicas", "1", "-C", "kb", cwd=home, code=2
    )
    assert "0 of 1 replicas" in said.err


def test_a_reader_may_not_write_and_a_writer_nothing_but_wikis(
    home: Path, to: str, node: redis_server.Server
) -> None:
    """The users of docs/redis.md."""
    make_users(node)
    secret = {**ENVIRONMENT, "WIKIC_REDIS_PASSWORD": "wikic-writer"}
    as_writer = to.replace("redis://", "redis://wikic-writer@")
    wikic("mirror", "--to", as_writer, "-C", "kb", cwd=home, env=secret)
    assert wikic("mirror", "--to", as_writer, "--check", "-C", "kb", cwd=home, env=secret).out.endswith(
        "as the wiki is\n"
    )
    wikic("mirror", "--to", as_writer, "--rebuild", "-C", "kb", cwd=home, env=secret)
    as_reader = parse_address(to.replace("redis://", "redis://wikic-reader@"))
    with RedisStore(
        Link(as_reader, environment={"WIKIC_REDIS_PASSWORD": "wikic-reader"}), as_reader.wiki
    ) as store:
        assert store.get("index.md") is not None and store.prefix("") and store.list("") is not None
    secret = {**ENVIRONMENT, "WIKIC_REDIS_PASSWORD": "wikic-reader"}
    said = wikic(
        "mirror", "--to", to.replace("redis://", "redis://wikic-reader@"), "--rebuild", "-C", "kb",
        cwd=home, env=secret, code=2,
    )  # fmt: skip
    assert "refuses" in said.err
    node.client().set("other", "of somebody else")
    import redis

    with pytest.raises(redis.exceptions.NoPermissionError):
        node.client(username="wikic-writer", password="wikic-writer").get("other")
