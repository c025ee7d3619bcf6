"""Whatever an editor sends, a request gets a reply with its id and the server stays."""

from __future__ import annotations

import itertools
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support.command import start
from support.depth import examples
from support.odd_messages import Odd, messages
from support.patience import HUNG

_AT: Final = {"textDocument": {"uri": "file:///nowhere/Home.md"}, "position": {"line": 2, "character": 3}}
_RANGE: Final = {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 3}}
_REQUESTS: Final[list[tuple[str, Any]]] = [
    ("textDocument/hover", _AT),
    ("textDocument/completion", _AT),
    ("textDocument/definition", _AT),
    ("textDocument/references", {**_AT, "context": {"includeDeclaration": True}}),
    ("textDocument/documentSymbol", {"textDocument": _AT["textDocument"]}),
    ("textDocument/prepareRename", _AT),
    ("textDocument/rename", {**_AT, "newName": "x"}),
    (
        "textDocument/codeAction",
        {"textDocument": _AT["textDocument"], "range": _RANGE, "context": {"diagnostics": []}},
    ),
    ("workspace/symbol", {"query": "comp"}),
    (
        "workspace/willRenameFiles",
        {"files": [{"oldUri": "file:///nowhere/Home.md", "newUri": "file:///y.md"}]},
    ),
    ("workspace/executeCommand", {"command": "x", "arguments": [1]}),
    ("completionItem/resolve", {"label": "x", "kind": 1}),
    ("codeAction/resolve", {"title": "x"}),
    ("window/workDoneProgress/create", {"token": 1}),
]
_NOTIFICATIONS: Final[list[tuple[str, Any]]] = [
    (
        "textDocument/didOpen",
        {"textDocument": {**_AT["textDocument"], "languageId": "markdown", "version": 1, "text": "# [[x"}},
    ),
    (
        "textDocument/didChange",
        {"textDocument": {**_AT["textDocument"], "version": 2}, "contentChanges": [{"text": "[[Compost]]"}]},
    ),
    ("workspace/didChangeWatchedFiles", {"changes": [{"uri": "file:///nowhere/Home.md", "type": 2}]}),
    ("$/cancelRequest", {"id": 5}),
    ("$/setTrace", {"value": "off"}),
]


class Editor:
    """The server's process, spoken to in bytes."""

    def __init__(self, folder: Path) -> None:
        pipe = subprocess.PIPE
        self.folder = folder
        self.complaints = (folder.parent / "complaints").open("w+b")
        self.process = start("lsp", stdin=pipe, stdout=pipe, stderr=self.complaints, text=False, cwd=folder)
        folders = [{"uri": folder.as_uri(), "name": "notes"}]
        self.send(_message("initialize", {"capabilities": {}, "workspaceFolders": folders}, "0"))
        assert "hoverProvider" in self.reply(0)["result"]["capabilities"]
        self.send(_message("initialized", {}))

    def send(self, *bodies: bytes) -> None:
        here = [each.replace(b"file:///nowhere", self.folder.as_uri().encode()) for each in bodies]
        self.write(b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in here))

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self) -> Any:
        """The next message."""
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.startswith(b"Content-Length:"):
                length = int(line.partition(b":")[2])
        assert length, "the server has ended"
        return json.loads(self.process.stdout.read(length))

    def reply(self, number: object) -> Any:
        """The reply with an id."""
        while True:
            message = self.read()
            if "method" not in message and message["id"] == number:
                return message


def _message(method: str, params: Any, number: str = "") -> bytes:
    own = f'"id":{number},' if number else ""
    return f'{{"jsonrpc":"2.0",{own}"method":"{method}","params":{json.dumps(params)}}}'.encode()


_count = itertools.count(1_000)


@pytest.fixture
def server(garden: Path) -> Iterator[Editor]:
    editor = Editor(garden)
    yield editor
    editor.send(_message("shutdown", None, "1"), _message("workspace/symbol", {"query": ""}, "2"))
    editor.reply(1)
    assert editor.reply(2)["error"]["code"] == -32600  # it has been shut down
    editor.send(_message("exit", None))
    editor.process.communicate(timeout=HUNG)
    with editor.complaints as said:
        said.seek(0)
        assert editor.process.returncode == 0 and b"Traceback" not in said.read()


def held_to_its_word(server: Editor, sent: list[Odd]) -> None:
    """Send messages, and a request behind them: each request is answered with its id."""
    last = str(next(_count))
    wanted = [json.loads(number) for _, number in (*sent, Odd(b"", last)) if number]
    server.send(*(data for data, _ in sent), _message("workspace/symbol", {"query": "zzz"}, last))
    while wanted:
        message = server.read()
        if "method" not in message and message["id"] in wanted:
            wanted.remove(message["id"])


@examples(60, HealthCheck.function_scoped_fixture)
@given(st.lists(messages(_REQUESTS, _NOTIFICATIONS), min_size=8, max_size=24))
def test_every_request_is_answered(server: Editor, odd: list[Any]) -> None:
    held_to_its_word(server, [each(next(_count)) for each in odd])


@pytest.mark.parametrize("length", ["99999999999999", "1" * 3_000, "9" * 5_000, "-5", "0", "x"])
def test_a_length_that_cannot_be_is_no_end(server: Editor, length: str) -> None:
    server.write(f"Content-Length: {length}\r\n\r\n".encode() + _message("shutdown", None, "7"))
    held_to_its_word(server, [])
