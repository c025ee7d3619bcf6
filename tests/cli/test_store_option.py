"""``--store`` and ``[store] url``: commands read a wiki without its files, or say why they cannot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from support import redis_server
from support.command import ENVIRONMENT, snapshot, wikic
from support.redis_users import PASSWORD, as_user, make_users
from support.website import website

redis_server.need_client()


@pytest.fixture
def env(tmp_path: Path) -> Mapping[str, str]:
    return {**ENVIRONMENT, "XDG_CACHE_HOME": str(tmp_path / "cache")}


@pytest.fixture
def to(node: redis_server.Server) -> str:
    return f"redis://127.0.0.1:{node.port}#{redis_server.new_wiki()}"


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    (tmp_path / "empty").mkdir()
    return tmp_path / "empty"


COMMANDS = (
    ("search", "London"),
    ("search", "--sources", "London"),
    ("read", "Ada Lovelace"),
    ("read", "/"),
    ("ask", "Where was Ada Lovelace born?", "--json"),
)


def test_commands_say_the_same_without_the_files(home: Path, to: str, env, empty: Path) -> None:
    wikic("mirror", "--to", to, "-C", "kb", cwd=home)
    for command in COMMANDS:
        here = wikic(*command, "-C", "kb", cwd=home)
        there = wikic(*command, "--store", to, cwd=empty, env=env)
        assert there.out == here.out, command
    assert not snapshot(empty)
    (empty / "wikic.toml").write_text(f'[store]\nurl = "{to}"\n')
    assert (
        wikic("search", "London", cwd=empty, env=env).out
        == wikic("search", "London", "-C", "kb", cwd=home).out
    )
    assert "a wiki in a store is only read" in wikic("serve", "--edit", cwd=empty, env=env, code=2).err


def test_what_cannot_be_read_is_said(node: redis_server.Server, to: str, env, empty: Path) -> None:
    for command in (("search", "x"), ("read", "x"), ("ask", "x"), ("serve", "127.0.0.1:0"), ("mcp",)):
        said = wikic(*command, "--store", to, cwd=empty, env=env, code=2).err
        assert "there is no wiki" in said and "wikic mirror --to" in said
    away = f"redis://127.0.0.1:{redis_server.free_port()}#handbook"
    assert "does not answer" in wikic("search", "x", "--store", away, cwd=empty, env=env, code=2).err
    assert (
        "no address of Redis" in wikic("search", "x", "--store", "http://x", cwd=empty, env=env, code=2).err
    )
    secret = wikic("search", "x", "--store", "redis://me:hush@127.0.0.1", cwd=empty, env=env, code=2).err
    assert "WIKIC_REDIS_PASSWORD" in secret and "hush" not in secret
    (empty / "wikic.toml").write_text('[store]\nurl = "redis://me:hush@127.0.0.1"\n')
    secret = wikic("search", "x", cwd=empty, env=env, code=2).err
    assert "WIKIC_REDIS_PASSWORD" in secret and "hush" not in secret


def test_a_wiki_without_an_index_is_told_from_none(node, to: str, env, empty: Path, home: Path) -> None:
    wikic("mirror", "--to", to, "-C", "kb", cwd=home)
    node.client().delete(f"wk:{{{to.partition('#')[2]}}}I")
    said = wikic("search", "London", "--store", to, cwd=empty, env=env, code=2).err
    assert "no index is published" in said
    wikic("mirror", "--to", to, "-C", "kb", cwd=home)
    assert "geography/London" in wikic("search", "London", "--store", to, cwd=empty, env=env).out


def test_the_user_who_only_reads_is_enough(node, to: str, env, empty: Path, home: Path) -> None:
    make_users(node)
    writer = {**ENVIRONMENT, PASSWORD: "wikic-writer"}
    wikic("mirror", "--to", as_user(to, "wikic-writer"), "-C", "kb", cwd=home, env=writer)
    reader = {**env, PASSWORD: "wikic-reader"}
    address = as_user(to, "wikic-reader")
    with website(empty, "127.0.0.1:0", "--store", address, env=reader) as site:
        page = (home / "kb/wiki/people/Ada-Lovelace.md").read_bytes()
        assert site.get("/people/Ada-Lovelace.md").body == page
        assert site.get("/-/healthz").body == b"ok\n"
    assert "refuses" in wikic("search", "x", "--store", address, cwd=empty, env=env, code=2).err


def test_over_tls_with_an_authority_of_ones_own(tls_node, env, empty: Path, home: Path) -> None:
    port, authority = tls_node
    to = f"rediss://127.0.0.1:{port}?ssl_ca_certs={authority}#town"
    wikic("mirror", "--to", to, "-C", "kb", cwd=home)
    assert "geography/London" in wikic("search", "London", "--store", to, cwd=empty, env=env).out
    with website(empty, "127.0.0.1:0", "--store", to, env=env) as site:
        page = (home / "kb/wiki/people/Ada-Lovelace.md").read_bytes()
        assert site.get("/people/Ada-Lovelace.md").body == page
    stranger = f"rediss://127.0.0.1:{port}#town"
    assert "does not answer" in wikic("search", "x", "--store", stranger, cwd=empty, env=env, code=2).err


@pytest.fixture
def tls_node(tmp_path: Path):
    """Port of a server that speaks TLS alone, and the certificate of the authority that vouches for it."""
    with redis_server.tls_server(tmp_path / "tls") as found:
        yield found
