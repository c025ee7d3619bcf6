"""An editor as the protocol knows one: pygls's own client, and the real server in a process of its own."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.lsp.client import LanguageClient
from support.command import ENVIRONMENT, command_line
from support.patience import HUNG

Value = TypeVar("Value")
WHOLE: Final = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(
        workspace_edit=types.WorkspaceEditClientCapabilities(
            document_changes=True,
            resource_operations=[
                types.ResourceOperationKind.Create,
                types.ResourceOperationKind.Rename,
                types.ResourceOperationKind.Delete,
            ],
        ),
        did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True),
        workspace_folders=True,
    )
)
_LINE_END: Final = re.compile(r"\r\n|\r|\n")


def run(body: Coroutine[Any, Any, None]) -> None:
    """Run a test's conversation to its end."""

    async def limited() -> None:
        async with asyncio.timeout(HUNG):
            await body

    asyncio.run(limited())


def units(text: str) -> int:
    """The UTF-16 code units of a text."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def position(text: str, offset: int) -> types.Position:
    """The place of an offset, by the words of the protocol."""
    ends = [found.end() for found in _LINE_END.finditer(text) if found.end() <= offset]
    start = ends[-1] if ends else 0
    return types.Position(len(ends), units(text[start:offset]))


def offset(text: str, place: types.Position) -> int:
    """The offset of a place, by the words of the protocol."""
    starts = [0, *(found.end() for found in _LINE_END.finditer(text))]
    start = starts[place.line]
    return next(at for at in range(start, len(text) + 1) if units(text[start:at]) >= place.character)


def edited(text: str, edits: list[types.TextEdit]) -> str:
    """A text once a client has made the edits: all are meant for the text as it was."""
    spans = sorted(
        (offset(text, each.range.start), offset(text, each.range.end), each.new_text) for each in edits
    )
    assert all(one[1] <= other[0] for one, other in pairwise(spans)), "edits overlap"
    for start, end, new in reversed(spans):
        text = text[:start] + new + text[end:]
    return text


def path_of(uri: str) -> Path:
    return Path(unquote(urlsplit(uri).path))


class Client:
    """An editor with documents open in it.

    told: diagnostics by address, as they were sent last.
    said: messages shown to the person.
    """

    def __init__(self) -> None:
        self.lsp = LanguageClient("editor", "1")
        self.told: dict[str, list[types.Diagnostic]] = {}
        self.said: list[str] = []
        self.texts: dict[str, str] = {}
        self._versions: dict[str, int] = {}
        self._news = asyncio.Event()
        # Functions: pygls notes things on what it is given, which a method does not take.
        hears = self.lsp.feature
        hears(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self._diagnostics(params))
        hears(types.WINDOW_SHOW_MESSAGE)(lambda params: self._message(params))
        hears(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)

    def _diagnostics(self, params: types.PublishDiagnosticsParams) -> None:
        if params.version is None or params.version == self._versions.get(params.uri):
            self.told[params.uri] = list(params.diagnostics)
            self._news.set()

    def _message(self, params: types.ShowMessageParams) -> None:
        self.said.append(params.message)
        self._news.set()

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until what the server said makes something true."""
        while not true():
            self._news.clear()
            await self._news.wait()

    def codes(self, path: Path) -> list[str]:
        """Codes of what was told of a file last."""
        return [str(each.code) for each in self.told.get(path.as_uri(), [])]

    async def open(self, path: Path, text: str | None = None) -> None:
        """Open a document, as it is on disk or with a text that was never saved."""
        uri = path.as_uri()
        if text is None:
            text = path.read_bytes().decode("utf-8", "replace")
        self.texts[uri], self._versions[uri] = text, 1
        item = types.TextDocumentItem(uri, types.LanguageKind.Markdown, 1, text)
        self.lsp.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, path: Path, text: str) -> None:
        """Give a document another text."""
        uri = path.as_uri()
        self.texts[uri] = text
        self._versions[uri] += 1
        document = types.VersionedTextDocumentIdentifier(uri=uri, version=self._versions[uri])
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.lsp.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def save(self, path: Path) -> None:
        uri = path.as_uri()
        path.write_bytes(self.texts[uri].encode())
        self.lsp.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def close(self, path: Path) -> None:
        uri = path.as_uri()
        del self.texts[uri], self._versions[uri]
        self.lsp.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def changed(self, *paths: Path) -> None:
        """Say that files changed on disk."""
        events = [
            types.FileEvent(
                each.as_uri(), types.FileChangeType.Changed if each.exists() else types.FileChangeType.Deleted
            )
            for each in paths
        ]
        self.lsp.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))

    # --- questions, at the first place of some words, or right behind them -----------------------------

    def at(self, path: Path, words: str, ahead: int = 0) -> dict[str, Any]:
        """Where some words of a document begin, and ``ahead`` characters further."""
        uri = path.as_uri()
        text = self.texts[uri] if uri in self.texts else path.read_text("utf-8")
        start = text.index(words) + ahead
        return {"text_document": types.TextDocumentIdentifier(uri), "position": position(text, start)}

    async def complete(self, path: Path, words: str) -> dict[str, str]:
        """What may follow right behind some words: by label, the text once it is chosen."""
        params = types.CompletionParams(**self.at(path, words, len(words)))
        found = await self.lsp.text_document_completion_async(params)
        assert isinstance(found, types.CompletionList)
        text = self.texts[path.as_uri()]
        return {
            item.label: edited(text, [item.text_edit])
            for item in found.items
            if isinstance(item.text_edit, types.TextEdit)
        }

    async def definition(self, path: Path, words: str, ahead: int = 0) -> list[tuple[Path, str]]:
        """Where it is defined: files, and what stands there."""
        found = await self.lsp.text_document_definition_async(
            types.DefinitionParams(**self.at(path, words, ahead))
        )
        return self._places(found)

    async def references(self, path: Path, words: str, ahead: int = 0) -> list[tuple[Path, str]]:
        context = types.ReferenceContext(include_declaration=False)
        params = types.ReferenceParams(context=context, **self.at(path, words, ahead))
        return self._places(await self.lsp.text_document_references_async(params))

    def _places(self, found: Any) -> list[tuple[Path, str]]:
        places = []
        for each in found or ():
            text = self.text(each.uri)
            start, end = (offset(text, place) for place in (each.range.start, each.range.end))
            end = end if end > start else (_LINE_END.search(text + "\n", start) or re.match("", "")).start()
            places.append((path_of(each.uri), text[start:end]))
        return places

    async def hover(self, path: Path, words: str, ahead: int = 0) -> str:
        found = await self.lsp.text_document_hover_async(types.HoverParams(**self.at(path, words, ahead)))
        return found.contents.value if found is not None else ""

    async def rename(self, path: Path, words: str, name: str, ahead: int = 0) -> types.WorkspaceEdit | None:
        params = types.RenameParams(new_name=name, **self.at(path, words, ahead))
        return await self.lsp.text_document_rename_async(params)

    async def actions(self, path: Path, words: str, *only: str) -> list[types.CodeAction]:
        """What can be done at some words."""
        place = self.at(path, words)
        here = types.Range(place["position"], place["position"])
        context = types.CodeActionContext(diagnostics=[], only=list(only) or None)
        params = types.CodeActionParams(place["text_document"], here, context)
        return [
            each
            for each in await self.lsp.text_document_code_action_async(params) or ()
            if isinstance(each, types.CodeAction)
        ]

    # --- what the server wants changed -------------------------------------------------------------------

    def text(self, uri: str) -> str:
        """A document as the editor has it, else as the disk has it."""
        if uri in self.texts:
            return self.texts[uri]
        return path_of(uri).read_bytes().decode("utf-8", "replace")

    def apply(self, edit: types.WorkspaceEdit | None) -> None:
        """Make the changes as an editor does: in open documents, and on disk; everything is saved then."""
        assert edit is not None
        for each in edit.document_changes or ():
            match each:
                case types.TextDocumentEdit():
                    document = each.text_document
                    if document.uri in self._versions:
                        assert document.version == self._versions[document.uri]
                    edits = [one for one in each.edits if isinstance(one, types.TextEdit)]
                    text = edited(self.text(document.uri), edits)
                    path_of(document.uri).write_bytes(text.encode())
                    if document.uri in self.texts:
                        self.texts[document.uri] = text
                case types.RenameFile():
                    assert not path_of(each.new_uri).exists()
                    path_of(each.old_uri).rename(path_of(each.new_uri))
                case types.CreateFile():
                    path_of(each.uri).parent.mkdir(parents=True, exist_ok=True)
                    path_of(each.uri).touch()
                case types.DeleteFile():
                    path_of(each.uri).unlink()


@asynccontextmanager
async def editor(
    *folders: Path, arguments: tuple[str, ...] = (), capabilities: types.ClientCapabilities = WHOLE
) -> AsyncIterator[Client]:
    """An editor that has these folders open; the server has to end well when it is closed."""
    client = Client()
    await client.lsp.start_io(*command_line("lsp", *arguments), env=ENVIRONMENT)
    opened = [types.WorkspaceFolder(each.as_uri(), each.name) for each in folders]
    params = types.InitializeParams(capabilities=capabilities, workspace_folders=opened or None)
    await client.lsp.initialize_async(params)
    client.lsp.initialized(types.InitializedParams())
    yield client
    await client.lsp.shutdown_async(None)
    client.lsp.exit(None)
    server = client.lsp._server
    assert server is not None and server.stderr is not None
    complaints = (await server.stderr.read()).decode()
    await client.lsp.stop()
    assert "Traceback" not in complaints, complaints
    assert server.returncode == 0, complaints
