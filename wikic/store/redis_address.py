"""Where a wiki lies on a Redis or Valkey: a node, a cluster, or the master that sentinels name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, parse_qs, urlsplit, urlunsplit

from wikic.errors import UsageError

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
        return [(str(one.hostname), one.port or usual) for one in map(_place, places)]

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


def address(text: str, wiki: str = "") -> Address:
    """``redis://host:6379/0#name`` as an address; the fragment, or else ``wiki``, names the wiki.

    Raises UsageError on another scheme, a name that cannot be one, or a password in the text, where histories
    and lists of processes keep it: it comes from ``WIKIC_REDIS_PASSWORD``.
    """
    try:
        parts = urlsplit(text)
        scheme, plus, kind = parts.scheme.partition("+")
        places = parts.netloc.rpartition("@")[2].split(",")
        known = scheme in ("redis", "rediss") and kind in _KINDS and bool(plus) == bool(kind)
        known = known and all(one.hostname and (one.port or 1) > 0 for one in map(_place, places))
        known = known and (len(places) == 1 or bool(kind))
    except ValueError:
        known = False
    if not known or not parse_qs(parts.query).keys() <= _SETTINGS | {"password"}:
        raise UsageError(
            f"{_shown(text)} is no address of Redis",
            hint="for example redis://localhost:6379#handbook, rediss:// for TLS, redis+cluster://, "
            "redis+sentinel://host,host/master",
        )
    if ":" in parts.netloc.rpartition("@")[0] or "password" in parse_qs(parts.query):
        raise UsageError("a password in an address stays in histories", hint=f"give it in {PASSWORD}")
    if kind == "sentinel":
        if not _SERVICE.fullmatch(parts.path):
            raise UsageError(
                f"{_shown(text)} does not name what the sentinels watch",
                hint="it stands behind the hosts: redis+sentinel://host:26379,host:26379/mymaster#handbook",
            )
    elif parts.path.strip("/") and (kind or not parts.path.strip("/").isdecimal()):
        raise UsageError(
            f"{_shown(text)} names a database by {parts.path}",
            hint="a node numbers them, a cluster has one: redis://host/1#name",
        )
    chosen = parts.fragment or wiki
    if not _WIKI.fullmatch(chosen):
        raise UsageError(f"{chosen!r} cannot be the name of a wiki", hint="letters, digits, . _ and -")
    return Address(urlunsplit(parts._replace(fragment="")), chosen)


def _place(text: str) -> SplitResult:
    return urlsplit(f"//{text}")


def _shown(text: str) -> str:
    return re.sub(r"(?<=//)[^/@]*@|(?<=password=)[^&#]*", "", text)
