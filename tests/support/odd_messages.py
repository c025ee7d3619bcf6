"""JSON-RPC messages that no client should send, and what a server owes for each: a reply with its id."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st

_LEAVES: Final = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, -1, 2**31, 2**40, -(2**63), 10**400, 1e308, float("inf"), float("nan")]),
    st.integers(),
    st.sampled_from(["", "\0", "a" * 70_000, "\ud800", "../../x", "file:///nowhere/x.md", "[[", "\u202e"]),
    st.text(max_size=8),
)
VALUES: Final = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["id", "jsonrpc", "uri", "name", "line", "\ud800"]), inner, max_size=3
        ),
    ),
    max_leaves=6,
)
_DEPTHS: Final = st.sampled_from([2, 199, 201, 250, 900, 990, 1_100, 2_000, 60_000])
_NUMBERS: Final = (
    "{}",
    "-{}",
    '"{}"',
    '"\\ud800{}"',
    '"{}\\u0000"',
    '"\\"id\\":{}"',
    "{}e0",
    "9" * 400 + "{}",
)


class Odd(NamedTuple):
    """A message. number: its id as it is written, "" for what is no request and need not be answered."""

    data: bytes
    number: str


def messages(
    requests: Sequence[tuple[str, Any]], notifications: Sequence[tuple[str, Any]]
) -> st.SearchStrategy[Callable[[int], Odd]]:
    """Odd messages, each a function of a number that no other has.

    requests, notifications: methods, each with parameters that are right.
    """
    whole = st.sampled_from([*requests, ("no/such", {}), ("", {})])
    return st.one_of(
        st.builds(_request, whole, st.sampled_from(_NUMBERS), _changes(), st.booleans()),
        st.builds(_request, whole, st.sampled_from(_NUMBERS), _changes(), st.booleans()),
        st.builds(_nested, whole, st.sampled_from(_NUMBERS), _DEPTHS, st.sampled_from(["[]", "{}"])),
        st.builds(_request, st.sampled_from(notifications), st.just(""), _changes(), st.just(True)),
        st.builds(_no_request, st.one_of(st.binary(max_size=40), VALUES.map(_bytes))),
    )


def _changes() -> st.SearchStrategy[tuple[int, Any]]:
    return st.tuples(st.integers(0, 40), VALUES)


def _bytes(value: Any) -> bytes:
    return json.dumps(value).encode()


def _request(what: tuple[str, Any], number: str, change: tuple[int, Any], last: bool) -> Callable[[int], Odd]:
    """A request with one value of its parameters replaced; its id stands first or last."""
    method, given = what
    paths = list(_paths(given))
    at, value = change
    params = _replaced(given, paths[at % len(paths)], value)

    def odd(count: int) -> Odd:
        own = number.format(count)
        rest = f'"jsonrpc":"2.0","method":{json.dumps(method)},"params":{json.dumps(params)}'
        first, second = (rest, f'"id":{own}') if last else (f'"id":{own}', rest)
        text = f"{{{first},{second}}}" if number else f"{{{rest}}}"
        return Odd(text.encode(), own)

    return odd


def _nested(what: tuple[str, Any], number: str, depth: int, brackets: str) -> Callable[[int], Odd]:
    opens, closes = ('{"a":', "}") if brackets == "{}" else ("[", "]")
    value = opens * depth + "1" + closes * depth

    def odd(count: int) -> Odd:
        own = number.format(count)
        return Odd(
            f'{{"method":{json.dumps(what[0])},"params":{{"x":{value}}},"jsonrpc":"2.0","id":{own}}}'.encode(),
            own,
        )

    return odd


def _no_request(data: bytes) -> Callable[[int], Odd]:
    return lambda count: Odd(data.replace(b"\n", b" "), "")


def _paths(value: Any, before: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [tuple(before), *(path for key, each in inner for path in _paths(each, (*before, key)))]


def _replaced(value: Any, path: Sequence[Any], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = _replaced(value[path[0]], path[1:], new)
    return copy
