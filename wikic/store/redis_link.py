"""The connection to Redis or Valkey, a node or a cluster; the only file that imports redis-py.

All that a store asks is about one wiki, whose keys lie in one slot, so one master is spoken to: of a cluster
the one that has the slot, found again when another took it over. What broke on the way is tried again.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs, urlsplit, urlunsplit

import redis
from redis.backoff import NoBackoff
from redis.cluster import RedisCluster
from redis.retry import Retry

from wikic.errors import StoreError, UsageError

PASSWORD: Final = "WIKIC_REDIS_PASSWORD"
_CLUSTER: Final = "redis+cluster"
_SECURE_CLUSTER: Final = "rediss+cluster"
_SCHEMES: Final = ("redis", "rediss", _CLUSTER, _SECURE_CLUSTER)
# What redis-py reads of an address that people may need: whom to trust with TLS.
_SETTINGS: Final = {"ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_check_hostname", "protocol"}
_WIKI: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_TIMEOUT: Final = 10.0  # seconds for an answer
PATIENCE: Final = 20.0  # seconds in which what broke is tried again: a cluster chooses a master in fifteen
_FIRST_WAIT, _LONGEST_WAIT = 0.05, 1.0

# What passes when it is tried again, at another node or after a while.
_PASSING: Final = (
    redis.exceptions.ConnectionError,
    redis.exceptions.TimeoutError,
    redis.exceptions.ReadOnlyError,
    redis.exceptions.MovedError,
    redis.exceptions.AskError,
    redis.exceptions.TryAgainError,
    redis.exceptions.ClusterDownError,
    redis.exceptions.MasterDownError,
    redis.exceptions.BusyLoadingError,
    redis.exceptions.RedisClusterException,  # no RedisError: no node answers, or none has the slot
)
_NO_ANSWER: Final = (redis.exceptions.RedisError, redis.exceptions.RedisClusterException, OSError)
_REFUSED: Final = (redis.exceptions.AuthenticationError, redis.exceptions.NoPermissionError)

_T = TypeVar("_T")
Command = Sequence[bytes | str]


@dataclass(frozen=True, slots=True)
class Address:
    """Where a wiki lies.

    url: of the server, ``redis://``, ``rediss://`` (TLS), ``redis+cluster://``, ``rediss+cluster://``.
    wiki: its name, which stands in every key.
    """

    url: str
    wiki: str

    def __str__(self) -> str:
        return f"{self.url}#{self.wiki}"


def address(text: str, wiki: str = "") -> Address:
    """``redis://host:6379/0#name`` as an address; the fragment, or else ``wiki``, names the wiki.

    Raises UsageError on another scheme, a name that cannot be one, or a password in the text, where histories
    and lists of processes keep it: it comes from ``WIKIC_REDIS_PASSWORD``.
    """
    try:
        parts = urlsplit(text)
        known = parts.scheme in _SCHEMES and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        known = False
    if not known or not parse_qs(parts.query).keys() <= _SETTINGS | {"password"}:
        raise UsageError(
            f"{_shown(text)} is no address of Redis",
            hint="for example redis://localhost:6379#handbook, rediss:// for TLS, redis+cluster://",
        )
    if parts.path.strip("/") and (parts.scheme.endswith("cluster") or not parts.path.strip("/").isdecimal()):
        raise UsageError(
            f"{_shown(text)} names a database by {parts.path}",
            hint="a node numbers them, a cluster has one: redis://host/1#name",
        )
    if parts.password or "password" in parse_qs(parts.query):
        raise UsageError("a password in an address stays in histories", hint=f"give it in {PASSWORD}")
    chosen = parts.fragment or wiki
    if not _WIKI.fullmatch(chosen):
        raise UsageError(f"{chosen!r} cannot be the name of a wiki", hint="letters, digits, . _ and -")
    return Address(urlunsplit(parts._replace(fragment="")), chosen)


class Link:
    """Connections to where the keys of one wiki are; any number of threads.

    patience: seconds in which what broke is tried again; it may be changed.

    Raises ``StoreError`` where the server refuses, or does not answer for so long.
    """

    def __init__(
        self, where: Address, *, environment: Mapping[str, str] = os.environ, patience: float = PATIENCE
    ) -> None:
        self._where = where
        self.patience = patience
        self.on_break: Callable[[], None] = lambda: None  # called whenever something has to be tried again
        self._slot_key = f"wk:{{{where.wiki}}}M"
        options: dict[str, Any] = {
            "socket_timeout": _TIMEOUT,
            "socket_connect_timeout": _TIMEOUT / 2,
            "retry": Retry(NoBackoff(), 0),  # tried again here, at the node that is master by then
        }
        if password := environment.get(PASSWORD):
            options["password"] = password
        scheme, _, rest = where.url.partition("://")
        self._cluster: RedisCluster | None = None
        self._node: redis.Redis | None = None
        if scheme in (_CLUSTER, _SECURE_CLUSTER):
            url = f"{scheme.partition('+')[0]}://{rest}"
            self._cluster = self._patiently(lambda: RedisCluster.from_url(url, **options))
        else:
            self._node = redis.Redis.from_url(where.url, **options)

    def close(self) -> None:
        """Let go of every connection. Twice is once."""
        if self._cluster is not None:
            self._cluster.close()
        elif self._node is not None:
            self._node.close()

    def ask(self, *command: bytes | str) -> Any:
        """The reply to one command."""
        return self._patiently(lambda: _send(self._master(), *command))

    def ask_all(self, commands: Sequence[Command]) -> list[Any]:
        """The replies to several commands, of one moment."""

        def send() -> list[Any]:
            with self._master().pipeline(transaction=True) as line:
                for command in commands:
                    _send(line, *command)
                return line.execute()

        return self._patiently(send)

    def run(
        self,
        script: str,
        keys: Sequence[bytes],
        arguments: Sequence[bytes],
        *,
        replicas: int,
        patience: float,
    ) -> bytes | None:
        """What a script returns that is carried out once, or twice where a connection broke.

        Raises StoreError when fewer than ``replicas`` have it in ``patience`` seconds; it may stand anyway.
        """

        def send() -> list[Any]:
            # WAIT counts what its own connection wrote.
            with self._master().pipeline(transaction=False) as line:
                _send(line, "EVAL", script, len(keys), *keys, *arguments)
                if replicas:
                    _send(line, "WAIT", replicas, int(1000 * patience))
                return line.execute()

        found, *reached = self._patiently(send)
        if reached and reached[0] < replicas:
            raise StoreError(
                f"{self._where}: {reached[0]} of {replicas} replicas have the batch",
                hint="it is on the master; run it again when the replicas are there",
            )
        return found  # type: ignore[no-any-return]

    def scan(self, pattern: bytes) -> Iterator[bytes]:
        """Keys that match, some twice."""
        cursor: int | bytes = 0
        while True:
            cursor, keys = self.ask("SCAN", str(int(cursor)), "MATCH", pattern, "COUNT", "1000")
            yield from keys
            if not int(cursor):
                return

    def _master(self) -> redis.Redis:
        if self._cluster is None:
            assert self._node is not None
            return self._node
        node = self._cluster.get_node_from_key(self._slot_key)  # type: ignore[no-untyped-call]
        if node is None:
            raise redis.exceptions.ClusterDownError("no node has the slot")
        return self._cluster.get_redis_connection(node)

    def _patiently(self, act: Callable[[], _T]) -> _T:
        until = time.monotonic() + self.patience
        wait = _FIRST_WAIT
        while True:
            try:
                return act()
            except _REFUSED as error:
                raise StoreError(
                    f"{self._where} refuses: {error}", hint=f"the password comes from {PASSWORD}"
                ) from error
            except _PASSING as error:
                self.on_break()
                self._look_again(error)
                if time.monotonic() + wait > until:
                    raise StoreError(f"{self._where} does not answer: {error}") from error
                time.sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT)
            except (redis.exceptions.RedisError, OSError, ValueError) as error:
                raise StoreError(f"{self._where}: {error}") from error

    def _look_again(self, error: Exception) -> None:
        """Ask the cluster anew which node has which slots; a node's name may lead to another machine now."""
        if self._cluster is not None:
            with suppress(*_NO_ANSWER):  # asked again before the next try
                self._cluster.nodes_manager.initialize()
        elif self._node is not None and isinstance(error, redis.exceptions.ReadOnlyError):
            self._node.connection_pool.disconnect()


def _send(connection: redis.Redis, *command: bytes | str | int) -> Any:
    return connection.execute_command(*command)  # type: ignore[no-untyped-call]


def _shown(text: str) -> str:
    return re.sub(r"(?<=//)[^/@]*@|(?<=password=)[^&#]*", "", text)
