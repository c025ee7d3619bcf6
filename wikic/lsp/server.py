"""The server: what the client sends, handed to who knows the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

import wikic
from wikic.errors import WikicError
from wikic.lsp import completion, protocol_values, renaming
from wikic.lsp.definition import find_definition, show_hover
from wikic.lsp.editor import Editor, Opened, Publishing
from wikic.lsp.place import path_of
from wikic.lsp.protocol_values import KINDS, code_actions
from wikic.lsp.references import document_symbols, find_references, target_at, workspace_symbols

Found = TypeVar("Found")
_WATCHED = ("**/*.md", "**/*.{yaml,toml,canvas,pdf,png,jpg,jpeg,gif,svg,webp}")


class RefusedRequest(JsonRpcException):
    """A request that cannot be carried out; the client shows the message."""

    CODE = -32803  # RequestFailed


class Server:
    """One client's server."""

    def __init__(self, scratch: Path, *, whole: bool) -> None:
        """``whole``: whether findings in files that are not open are told, too."""
        self.editor = Editor(scratch)
        # Whole texts: pygls places edits by lines as Python has them, which the protocol has not.
        self.protocol = LanguageServer(
            "wikic", wikic.__version__, text_document_sync_kind=types.TextDocumentSyncKind.Full
        )
        self.publishing = Publishing(
            self.editor, self.protocol.text_document_publish_diagnostics, whole=whole
        )
        self._told: set[str] = set()
        self._register()

    def _register(self) -> None:
        feature = self.protocol.feature
        for method, handler, options in (
            (types.INITIALIZE, self.initialize, None),
            (types.INITIALIZED, self.initialized, None),
            (types.TEXT_DOCUMENT_DID_OPEN, self.did_open, None),
            (types.TEXT_DOCUMENT_DID_CHANGE, self.did_change, None),
            (types.TEXT_DOCUMENT_DID_SAVE, self.did_save, None),
            (types.TEXT_DOCUMENT_DID_CLOSE, self.did_close, None),
            (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, self.files_changed, None),
            (types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, self.folders_changed, None),
            (
                types.TEXT_DOCUMENT_COMPLETION,
                self.completion,
                types.CompletionOptions(trigger_characters=list(completion.TRIGGERS)),
            ),
            (types.TEXT_DOCUMENT_DEFINITION, self.definition, None),
            (types.TEXT_DOCUMENT_REFERENCES, self.references, None),
            (types.TEXT_DOCUMENT_HOVER, self.hover, None),
            (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, self.document_symbols, None),
            (types.WORKSPACE_SYMBOL, self.workspace_symbols, None),
            (types.TEXT_DOCUMENT_PREPARE_RENAME, self.prepare_rename, None),
            (types.TEXT_DOCUMENT_RENAME, self.rename, types.RenameOptions(prepare_provider=True)),
            (types.WORKSPACE_WILL_RENAME_FILES, self.will_rename, _pages_that_move()),
            (
                types.TEXT_DOCUMENT_CODE_ACTION,
                self.code_actions,
                types.CodeActionOptions(code_action_kinds=list(KINDS)),
            ),
        ):
            feature(method, options)(_as_function(handler))

    # --- beginning ------------------------------------------------------------------------------------

    def initialize(self, params: types.InitializeParams) -> None:
        """Note what is opened; nothing is read before the client has its reply."""
        folders = [each.uri for each in params.workspace_folders or ()]
        if not folders and params.root_uri:
            folders = [params.root_uri]
        for uri in folders:
            path = path_of(uri)
            if path is not None:
                self.editor.open_folder(path)
        self.editor.encoding = self.protocol.workspace.position_encoding or self.editor.encoding

    def initialized(self, params: types.InitializedParams) -> None:
        """Ask to hear of files that change; with `--all`, look at every knowledge base that is opened."""
        workspace = self.protocol.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        if watching is not None and watching.dynamic_registration:
            watchers = [types.FileSystemWatcher(glob_pattern=each) for each in _WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            registration = types.Registration("wikic-files", method, options)
            self.protocol.client_register_capability(types.RegistrationParams([registration]))
            self.publishing.watched = True
        if self.publishing.whole:
            for place in self.editor.places():
                self.publishing.soon(place)

    def _tell(self, opened: Opened) -> None:
        """Say once what keeps findings from being shown."""
        knowledge = opened.knowledge
        fault = knowledge.fault
        if knowledge.listing.cut:
            fault = f"{knowledge.place.home} holds too many files; some are left out. Open a folder of notes"
        if fault and fault not in self._told:
            self._told.add(fault)
            self.protocol.window_show_message(
                types.ShowMessageParams(types.MessageType.Warning, f"wikic: {fault}")
            )

    # --- texts ----------------------------------------------------------------------------------------

    def did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """A document is open: its findings are told at once."""
        given = params.text_document
        document = self.editor.put(given.uri, given.version, given.text)
        if document is not None and document.file:
            self.publishing.now(document.place)
            self._tell(self.editor.at(document.place))

    def did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """The text is another."""
        given = params.text_document
        before = self.editor.documents.get(given.uri)
        if before is None or not params.content_changes:
            return
        # Several changes in one message: each has the whole text, the last one counts.
        document = self.editor.put(given.uri, given.version, params.content_changes[-1].text)
        if document is not None and document.file:
            self.publishing.soon(document.place)

    def did_save(self, params: types.DidSaveTextDocumentParams) -> None:
        """The disk has what the editor has: what the fold says to it is asked again."""
        self._disk_changed([params.text_document.uri])

    def did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """The disk counts again."""
        uri = params.text_document.uri
        document = self.editor.close(uri)
        self.publishing.closed(uri)
        if document is not None and document.file and document.place in self.editor.places():
            self.publishing.soon(document.place)

    def files_changed(self, params: types.DidChangeWatchedFilesParams) -> None:
        """Files were written, came or went."""
        self._disk_changed(each.uri for each in params.changes)

    def _disk_changed(self, uris: Iterable[str]) -> None:
        paths = [path for path in map(path_of, uris) if path is not None]
        for place in self.editor.disk_changed(paths):
            self.publishing.soon(place)

    def folders_changed(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        """Folders were opened or closed."""
        for each in params.event.removed:
            path = path_of(each.uri)
            if path is not None:
                self.editor.close_folder(path)
        for each in params.event.added:
            path = path_of(each.uri)
            if path is not None:
                self.editor.open_folder(path)
        for place in self.editor.places():
            self.publishing.soon(place)

    # --- questions --------------------------------------------------------------------------------------

    def _at(
        self, uri: str, position: types.Position, answer: Callable[[Opened, str, int], Found]
    ) -> Found | None:
        """What ``answer`` says of a place in a document; None for one that belongs nowhere."""
        found = self.editor.of(uri)
        positions = found[0].knowledge.positions(found[1]) if found is not None else None
        if found is None or positions is None:
            return None
        return answer(*found, positions.offset(position))

    def completion(self, params: types.CompletionParams) -> types.CompletionList | None:
        """What may follow."""
        return self._at(
            params.text_document.uri, params.position, lambda opened, file, at: opened.completion.at(file, at)
        )

    def definition(self, params: types.DefinitionParams) -> list[types.Location] | None:
        """Where it is defined."""
        return self._at(
            params.text_document.uri,
            params.position,
            lambda opened, file, at: find_definition(opened.knowledge, file, at),
        )

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """What it is."""
        return self._at(
            params.text_document.uri,
            params.position,
            lambda opened, file, at: show_hover(opened.knowledge, file, at),
        )

    def references(self, params: types.ReferenceParams) -> list[types.Location] | None:
        """What leads there."""

        def answer(opened: Opened, file: str, at: int) -> list[types.Location]:
            target = target_at(opened.knowledge, file, at)
            declared = params.context.include_declaration
            if target is None:
                return []
            return find_references(opened.knowledge, opened.index, target, declared=declared)

        return self._at(params.text_document.uri, params.position, answer)

    def document_symbols(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        """The headings of a document."""
        found = self.editor.of(params.text_document.uri)
        if found is None:
            return []
        knowledge, file = found[0].knowledge, found[1]
        page, positions = knowledge.page(file), knowledge.positions(file)
        return [] if page is None or positions is None else document_symbols(page, positions)

    def workspace_symbols(self, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        """Pages and headings of all that is opened."""
        return [
            symbol
            for place in self.editor.places()
            for opened in (self.editor.at(place),)
            for symbol in workspace_symbols(opened.knowledge, opened.index, params.query)
        ]

    def code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """What can be done there."""
        found = self.editor.of(params.text_document.uri)
        if found is None:
            return []
        knowledge, file = found[0].knowledge, found[1]
        positions = knowledge.positions(file)
        if positions is None:
            return []
        start, end = (positions.offset(each) for each in (params.range.start, params.range.end))
        only = tuple(str(getattr(each, "value", each)) for each in params.context.only or ())
        actions = code_actions(knowledge, file, start, end, only)
        for action in actions:
            action.edit = self._fitting(action.edit)
        return [each for each in actions if each.edit is not None]

    # --- renaming ---------------------------------------------------------------------------------------

    def prepare_rename(self, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        """What would be renamed."""

        def answer(opened: Opened, file: str, at: int) -> types.PrepareRenamePlaceholder | None:
            subject = renaming.subject_at(opened.knowledge, file, at)
            positions = opened.knowledge.positions(file)
            if subject is None or positions is None:
                return None
            return types.PrepareRenamePlaceholder(positions.range(subject.start, subject.end), subject.name)

        return self._at(params.text_document.uri, params.position, answer)

    def rename(self, params: types.RenameParams) -> types.WorkspaceEdit | None:
        """Rename a page or a heading; the editor makes the changes."""

        def answer(opened: Opened, file: str, at: int) -> types.WorkspaceEdit | None:
            subject = renaming.subject_at(opened.knowledge, file, at)
            if subject is None:
                raise RefusedRequest("nothing here can be renamed")
            try:
                edit = renaming.rename_target(opened.knowledge, opened.index, subject, params.new_name)
            except WikicError as error:
                raise RefusedRequest(str(error)) from error
            fitting = self._fitting(edit)
            if edit is not None and fitting is None:
                raise RefusedRequest("this editor renames no files; `wikic rename` does")
            return fitting

        return self._at(params.text_document.uri, params.position, answer)

    def will_rename(self, params: types.RenameFilesParams) -> types.WorkspaceEdit | None:
        """A page gets another path in the editor's tree of files: links follow."""
        changes: list[Any] = []
        for each in params.files:
            found, target = self.editor.of(each.old_uri), path_of(each.new_uri)
            if found is None or target is None:
                continue
            knowledge, file = found[0].knowledge, found[1]
            new = knowledge.place.file(target)
            page = knowledge.page(file)
            if new is None or page is None or page.generated:
                continue
            edit = renaming.moved(knowledge, found[0].index, file, new)
            changes += (one for one in edit.document_changes or () if isinstance(one, types.TextDocumentEdit))
        return self._fitting(types.WorkspaceEdit(document_changes=changes)) if changes else None

    def _fitting(self, edit: types.WorkspaceEdit | None) -> types.WorkspaceEdit | None:
        """The edit as this client understands it; None for one that it does not."""
        workspace = self.protocol.client_capabilities.workspace
        known = workspace.workspace_edit if workspace is not None else None
        if edit is None:
            return None
        operations = known.resource_operations or () if known is not None else ()
        wanted = {
            each.kind for each in edit.document_changes or () if not isinstance(each, types.TextDocumentEdit)
        }
        if (
            known is not None
            and known.document_changes
            and wanted <= {str(each.value) for each in operations}
        ):
            return edit
        return protocol_values.plain(edit)


def _as_function(handler: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function that does the same: pygls notes things on what it is given, which a method does not take."""

    def handle(params: Any) -> Any:
        return handler(params)

    return handle


def _pages_that_move() -> types.FileOperationRegistrationOptions:
    pattern = types.FileOperationPattern("**/*.md", types.FileOperationPatternKind.File)
    return types.FileOperationRegistrationOptions([types.FileOperationFilter(pattern, "file")])
