"""The connection to Redis or Valkey, the only file that imports redis-py; where a wiki lies there: a node, a
cluster, or the master that sentinels name.

All that a store asks is about one wiki, whose keys lie in one slot, so one master is spoken to: of a
cluster the one that has the slot, of sentinels the one they name, found again when another took over. What
broke on the way is tried again.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import SplitResult, parse_qs, urlsplit, urlunsplit

import redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.connection import parse_url
from redis.retry import Retry
from redis.sentinel import Sentinel

from wikic.errors import StoreDamagedError, StoreError, UsageError

PASSWORD: Final = "WIKIC_REDIS_PASSWORD"
_KINDS: Final = ("", "cluster", "sentinel")
# What redis-py reads of an address that people may need: whom to trust with TLS.
_SETTINGS: Final = {"ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_check_hostname", "protocol"}
_WIKI: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_SERVICE: Final = re.compile(r"/[A-Za-z0-9._-]+")  # as Sentinel itself allows
_PORT, _SENTINEL_PORT = 6379, 26_379


@dataclass(frozen=True, slots=True)
class Address:
    """Where a wiki lies.

    url: of the server, ``redis://``, ``redis+cluster://``, ``redis+sentinel://``, or with TLS, ``rediss…``.
    wiki: its name, which stands in every key.
    """

    url: str
    wiki: str

    def __str__(self) -> str:
        return f"{self.url}#{self.wiki}"

    @property
    def kind(self) -> str:
        """``cluster``, ``sentinel``, or nothing for a node."""
        return self.url.partition("://")[0].partition("+")[2]

    @property
    def hosts(self) -> Sequence[tuple[str, int]]:
        """Host and port of each server that is asked first."""
        usual = _SENTINEL_PORT if self.kind == "sentinel" else _PORT
        places = urlsplit(self.url).netloc.rpartition("@")[2].split(",")
        return [(str(one.hostname), one.port or usual) for one in map(_split_place, places)]

    @property
    def service(self) -> str:
        """What sentinels call the master."""
        return urlsplit(self.url).path.strip("/")

    @property
    def first(self) -> str:
        """Its first host as an address of a node, which redis-py reads."""
        parts = urlsplit(self.url)
        path = "" if self.kind else parts.path
        place = parts.netloc.partition(",")[0]
        return urlunsplit(parts._replace(scheme=parts.scheme.partition("+")[0], netloc=place, path=path))


def parse_address(text: str, wiki: str = "") -> Address:
    """``redis://host:6379/0#name`` as an address; the fragment, or else ``wiki``, names the wiki.

    Raises UsageError on another scheme, a name that cannot be one, or a password in the text, where histories
    and lists of processes keep it: it comes from ``WIKIC_REDIS_PASSWORD``.
    """
    try:
        parts = urlsplit(text)
        scheme, plus, kind = parts.scheme.partition("+")
        places = parts.netloc.rpartition("@")[2].split(",")
        known = scheme in ("redis", "rediss") and kind in _KINDS and bool(plus) == bool(kind)
        known = known and all(one.hostname and (one.port or 1) > 0 for one in map(_split_place, places))
        known = known and (len(places) == 1 or bool(kind))
    except ValueError:
        known = False
    if not known or not parse_qs(parts.query).keys() <= _SETTINGS | {"password"}:
        raise UsageError(
            f"{_show_address(text)} is no address of Redis",
            hint="for example redis://localhost:6379#handbook, rediss:// for TLS, redis+cluster://, "
            "redis+sentinel://host,host/master",
        )
    if ":" in parts.netloc.rpartition("@")[0] or "password" in parse_qs(parts.query):
        raise UsageError("a password in an address stays in histories", hint=f"give it in {PASSWORD}")
    if kind == "sentinel":
        if not _SERVICE.fullmatch(parts.path):
            raise UsageError(
                f"{_show_address(text)} does not name what the sentinels watch",
                hint="it stands behind the hosts: redis+sentinel://host:26379,host:26379/mymaster#handbook",
            )
    elif parts.path.strip("/") and (kind or not parts.path.strip("/").isdecimal()):
        raise UsageError(
            f"{_show_address(text)} names a database by {parts.path}",
            hint="a node numbers them, a cluster has one: redis://host/1#name",
        )
    chosen = parts.fragment or wiki
    if not _WIKI.fullmatch(chosen):
        raise UsageError(f"{chosen!r} cannot be the name of a wiki", hint="letters, digits, . _ and -")
    return Address(urlunsplit(parts._replace(fragment="")), chosen)


def _split_place(text: str) -> SplitResult:
    return urlsplit(f"//{text}")


def _show_address(text: str) -> str:
    return re.sub(r"(?<=//)[^/@]*@|(?<=password=)[^&#]*", "", text)


SENTINEL_PASSWORD: Final = "WIKIC_REDIS_SENTINEL_PASSWORD"
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

# The first word of a server's error is its code; redis-py writes which of several commands it was before it.
_OTHER_TYPE: Final = re.compile(r"(?:^|caused error: )WRONGTYPE ")

_T = TypeVar("_T")
Command = Sequence[bytes | str]


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
        self._cluster: RedisCluster | None = None
        self._node: redis.Redis | None = None  # of a cluster: who had the slot when it was last asked
        if where.kind == "cluster":
            others = [ClusterNode(*each) for each in where.hosts[1:]]  # type: ignore[no-untyped-call]
            self._cluster = self._patiently(
                lambda: RedisCluster.from_url(where.first, startup_nodes=list(others), **options)
            )
        elif where.kind == "sentinel":
            self._node = _named_by_sentinels(where, options, environment.get(SENTINEL_PASSWORD))
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
        return self._patiently(lambda: _send_hello(self._master(), *command))

    def ask_all(self, commands: Sequence[Command]) -> list[Any]:
        """The replies to several commands, of one moment."""

        def send() -> list[Any]:
            with self._master().pipeline(transaction=True) as line:
                for command in commands:
                    _send_hello(line, *command)
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
                _send_hello(line, "EVAL", script, len(keys), *keys, *arguments)
                if replicas:
                    _send_hello(line, "WAIT", replicas, int(1000 * patience))
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
        found = self._node
        if found is not None:
            return found
        assert self._cluster is not None
        node = self._cluster.get_node_from_key(self._slot_key)  # type: ignore[no-untyped-call]
        if node is None:
            raise redis.exceptions.ClusterDownError("no node has the slot")
        self._node = found = self._cluster.get_redis_connection(node)
        return found

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
                if _OTHER_TYPE.search(str(error)):
                    raise StoreDamagedError(
                        f"{self._where}: a key of this wiki is of a type that wikic does not write",
                        hint="rebuild the mirror, or choose another name for the wiki",
                    ) from error
                raise StoreError(f"{self._where}: {error}") from error

    def _look_again(self, error: Exception) -> None:
        """Ask the cluster anew which node has which slots; a node's name may lead to another machine now."""
        if self._cluster is not None:
            with suppress(*_NO_ANSWER):  # asked again before the next try
                self._cluster.nodes_manager.initialize()
            self._node = None
        elif self._node is not None and isinstance(error, redis.exceptions.ReadOnlyError):
            self._node.connection_pool.disconnect()


def _send_hello(connection: redis.Redis, *command: bytes | str | int) -> Any:
    return connection.execute_command(*command)  # type: ignore[no-untyped-call]


def _named_by_sentinels(where: Address, options: dict[str, Any], password: str | None) -> redis.Redis:
    """A client that asks the sentinels for the master before every new connection."""
    given: dict[str, Any] = dict(parse_url(where.first))  # type: ignore[no-untyped-call]
    for name in ("host", "port"):
        given.pop(name, None)
    if given.pop("connection_class", None) is not None:
        given["ssl"] = True
    given |= options
    # Sentinels are reached as the master is, but have users and passwords of their own.
    theirs = {name: value for name, value in given.items() if name not in ("username", "password")}
    if password:
        theirs["password"] = password
    watched = Sentinel(where.hosts, sentinel_kwargs=theirs)  # type: ignore[no-untyped-call]
    return watched.master_for(where.service, **given)  # type: ignore[no-any-return, no-untyped-call]
