"""The users of docs/redis.md on a real server, each with its name for a password."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from support.redis_server import Server

PASSWORD: Final = "WIKIC_REDIS_PASSWORD"
_DOCS: Final = Path(__file__).parents[2] / "docs/redis.md"


def make_users(node: Server) -> None:
    """Give ``node`` the users that the manual shows."""
    rules = [line.split() for line in _DOCS.read_text().splitlines() if line.startswith("user wikic-")]
    assert [each[1] for each in rules] == ["wikic-writer", "wikic-reader"]
    for _, name, *rule in rules:
        given = (">" + name if each[0] == ">" else each for each in rule)
        node.client().execute_command("ACL SETUSER", name, *given)


def as_user(address: str, name: str) -> str:
    """The address with a user."""
    return address.replace("redis://", f"redis://{name}@")
