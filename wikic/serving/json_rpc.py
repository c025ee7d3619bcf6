"""What JSON-RPC owes for a message that is none: who asked waits for a reply with the id that was sent.

The message may be nested too deep for any parser, cut off, or hold half of a surrogate pair: its id is
found by a scan of one pass that needs no stack.
"""

from __future__ import annotations

import json
import re
from typing import Final

PARSE_ERROR: Final = -32700  # JSON-RPC 2.0, section 5.1
INVALID_REQUEST: Final = -32600  # JSON-RPC 2.0, section 5.1
INVALID_PARAMS: Final = -32602  # JSON-RPC 2.0, section 5.1
NOBODY: Final = b"null"
_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"|[\[{]+|[\]}]+|[:,]|[^\s"\[\]{}:,]+', re.DOTALL)
_NUMBER: Final = re.compile(rb"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_LAST: Final = re.compile(rb'"id"\s*:\s*("(?:[^"\\]|\\.)*+"|-?\d+)\s*\}\s*\Z')


def request_id(message: bytes) -> bytes:
    """The outermost ``id`` of a request as it is written, the last of several; ``NOBODY`` without one.

    A message with a result or an error and no method is a reply: to answer it with its id would be to answer
    another question, since both sides count for themselves.
    """
    depth, key, before = 0, "", b""
    members: dict[str, bytes] = {}
    for found in _TOKEN.finditer(message):
        token = found[0]
        if depth == 1 and before == b":":
            members[key] = token
        elif depth == 1 and token.startswith(b'"'):
            key = _read_text(token) or ""
        if token[0] in b"[{":
            depth += len(token)
        elif token[0] in b"]}":
            depth -= len(token)
        before = token
    if "method" not in members and ("result" in members or "error" in members):
        return NOBODY
    return _read_id(members.get("id", b""))


def last_id(end: bytes) -> bytes:
    """The ``id`` with which a request ends of which only the end is known; ``NOBODY`` without one."""
    found = _LAST.search(end)
    return _read_id(found[1]) if found else NOBODY


def refuse_request(number: bytes, code: int, what: str) -> bytes:
    """The error that answers a request. number: its id as it is written."""
    error = json.dumps({"code": code, "message": what}).encode()
    return b'{"jsonrpc":"2.0","id":%s,"error":%s}' % (number, error)


def refuse_message(message: bytes) -> bytes:
    """The error that answers bytes of which no message can be made."""
    try:
        json.loads(message)
    except ValueError:
        return refuse_request(request_id(message), PARSE_ERROR, "Parse error: this is not JSON")
    except RecursionError:
        return refuse_request(request_id(message), INVALID_REQUEST, "Invalid request: nested too deep")
    return refuse_request(request_id(message), INVALID_REQUEST, "Invalid request: not a JSON-RPC message")


def _read_id(token: bytes) -> bytes:
    return (
        token if _NUMBER.fullmatch(token) or (token[:1] == b'"' and _read_text(token) is not None) else NOBODY
    )


def _read_text(token: bytes) -> str | None:
    try:
        return str(json.loads(token))
    except ValueError:
        return None
