"""What an agent is asked that answers in a model's place: files in ``.wikic/work/``.

::

    requests/ID.json   what is asked, for code
    open/ID.md         the same to be read, while nobody has taken it
    taken/ID.md        the same once somebody has: taking it is a rename, so one of several wins
    answers/ID.json    who answered, and what; it has passed the checks that a model's reply gets
    documents/….json   the documents that are being read (``compiler/agent_answers.py``)
    command            the command that takes in what is answered

Nobody is held to a claim: what was taken and not answered is handed out again to whoever asks for it. All of
it counts only where it was written here: a folder that came with a clone could ask an agent for anything.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import msgspec

from wikic import build_dir, layout
from wikic.errors import DiskError, UnfinishedError
from wikic.llm.agent_request import AgentRequest, render_requests
from wikic.plain_file import SETTINGS

_ID: Final = re.compile(r"r[0-9a-f]{10}")
_OPEN: Final = "open"
_TAKEN: Final = "taken"
_DOCUMENTS: Final = "documents"
_COMMAND: Final = "command"

State = Literal["open", "taken", "answered"]


class Answer(msgspec.Struct, frozen=True):
    """What an agent said to one request.

    by: who. text: the reply, JSON; ``null`` where the agent will not answer.
    """

    by: str
    text: str

    @property
    def declines(self) -> bool:
        """Whether the agent gives no reply."""
        return self.text == "null"


@dataclass(frozen=True, slots=True)
class Trial:
    """An answer that is being checked, and is not kept yet.

    id: of the request. answer: to it. alone: whether those to other requests are left out.
    """

    id: str
    answer: Answer
    alone: bool


class AgentWork:
    """The requests of one knowledge base, and their answers; any number of processes may use them.

    asked: ids that this run has asked for, answered or not, with the document each is about.
    folder: where they lie.
    refused: what is wrong with answers, by id, as a model would be told.
    trial: the answer that is being checked, None for those that are kept. writes: whether new requests are
        written down.
    """

    def __init__(self, root: Path) -> None:
        """Raises UnfinishedError for requests that were not written here, NotPlainError for odd files."""
        self.folder = build_dir.at(root) / layout.WORK_DIR
        self.asked: dict[str, str] = {}
        self.refused: dict[str, str] = {}
        self.trial: Trial | None = None
        self.writes = True
        self._origin = self.folder / layout.ORIGIN_FILE
        if self._holds_something() and not build_dir.is_origin_here(self._origin):
            raise UnfinishedError(
                f"the requests in {self.folder} were not written here, and may ask for anything",
                hint="remove the folder; where it is your own, `wikic recover --trust` says so",
            )

    def ask(self, request: AgentRequest) -> Answer | None:
        """The answer to a request; None where there is none yet, and it is written down then."""
        self.asked[request.id] = request.about
        trial = self.trial
        if trial is not None and (trial.alone or trial.id == request.id):
            return trial.answer if trial.id == request.id else None
        answer = self.answer(request.id)
        if answer is None and trial is None and self.writes:
            self._write(request)
        return answer

    def refuse(self, id: str, wrong: str) -> None:
        """Take an answer for none: ``wrong`` says why, to whoever gave it."""
        self.refused[id] = wrong
        if self.trial is None and self.writes:
            with self._writing():
                self._file("answers", id, "json").unlink(missing_ok=True)
            request = self.request(id)
            if request is not None:
                self._write(request)

    def request(self, id: str) -> AgentRequest | None:
        """The request of an id; None where there is none."""
        if not is_id(id):
            return None
        return build_dir.kept(self._file("requests", id, "json"), _REQUEST.decode)

    def answer(self, id: str) -> Answer | None:
        """The answer that is kept for an id."""
        return build_dir.kept(self._file("answers", id, "json"), _ANSWER.decode)

    def keep(self, id: str, answer: Answer) -> None:
        """Keep an answer that passed the checks. Raises DiskError."""
        with self._writing():
            build_dir.replace(self._file("answers", id, "json"), msgspec.json.encode(answer), lasting=True)
            for state in (_OPEN, _TAKEN):
                self._file(state, id, "md").unlink(missing_ok=True)

    def all(self) -> list[tuple[AgentRequest, State]]:
        """Every request and its state, in the order in which documents are read."""
        found: list[tuple[AgentRequest, State]] = []
        answered, opened = self._ids("answers"), self._ids(_OPEN)
        for id in self._ids("requests"):
            request = self.request(id)
            if request is not None:
                state: State = "answered" if id in answered else "open" if id in opened else "taken"
                found.append((request, state))
        return sorted(found, key=lambda each: (each[0].purpose, each[0].about, each[0].id))

    def hand_out(self, *, again: bool = False) -> list[AgentRequest]:
        """Take some requests of one kind, as many as a shell shows at once; none where none is to be had.

        again: also those that somebody took and has not answered. Raises DiskError.
        """
        taken: list[AgentRequest] = []
        room = MOST_SHOWN
        for request, state in self.all():
            if state == "answered" or (state == "taken" and not again):
                continue
            if taken and (request.kind != taken[0].kind or len(request.shown) > room):
                continue
            if state == "open" and not self._claim(request):
                continue
            room -= len(request.shown) if taken else len(request.shown) + len(request.kind)
            taken.append(request)
        return taken

    def _claim(self, request: AgentRequest) -> bool:
        """Take a request that is open; False where somebody else was faster."""
        with self._writing():
            target = self._file(_TAKEN, request.id, "md")
            target.parent.mkdir(exist_ok=True)
            try:
                self._file(_OPEN, request.id, "md").rename(target)
            except FileNotFoundError:
                return False
        return True

    def signature(self, about: str) -> str:
        """Who answered what this run asked of a document: `` answered by x, checked by itself``."""
        by: dict[str, set[str]] = {}
        asked = list(self.asked.items())  # whole at once: other threads ask meanwhile
        for id in (id for id, each in asked if each == about):
            request, answer = self.request(id), self.answer(id)
            if request is not None and answer is not None:
                by.setdefault(request.purpose, set()).add(answer.by)
        wrote, checked = by.get("extract", set()), by.get("verify", set())
        if not wrote:
            return ""
        who = "itself" if checked <= wrote else " and ".join(sorted(checked))
        return f"{SIGNED}{' and '.join(sorted(wrote))}" + (f", checked by {who}" if checked else "")

    def keep_document(self, key: str, data: bytes) -> None:
        """Keep what is being read, for the checks of answers. Raises DiskError."""
        with self._writing():
            build_dir.replace(self._document(key), data)

    def document(self, key: str) -> bytes | None:
        """What ``keep_document`` kept."""
        return build_dir.kept(self._document(key), bytes)

    def keep_command(self, command: str) -> None:
        """Keep the command that takes in what is answered. Raises DiskError."""
        with self._writing():
            build_dir.replace(self.folder / _COMMAND, command.encode("utf-8", "replace"))

    def command(self) -> str:
        """What ``keep_command`` kept; "" for nothing."""
        return build_dir.kept(self.folder / _COMMAND, bytes.decode, limit=SETTINGS) or ""

    def sweep(self, seen: Collection[str], waiting: Collection[str]) -> None:
        """Remove what nothing waits for any more.

        seen: keys of the documents that the run has looked at. waiting: those of them that go on waiting.
        """
        if not self.folder.exists():
            return
        with self._writing():
            for id in {id for folder, _ in _PLACES for id in self._ids(folder)}:
                request = self.request(id)
                wanted = request is not None and (
                    request.about not in seen or (id in self.asked and request.about in waiting)
                )
                if not wanted:
                    for folder, suffix in _PLACES:
                        self._file(folder, id, suffix).unlink(missing_ok=True)
            for key in set(seen).difference(waiting):
                self._document(key).unlink(missing_ok=True)

    def _write(self, request: AgentRequest) -> None:
        file = self._file("requests", request.id, "json")
        if file.exists() and any(self._file(each, request.id, "md").exists() for each in (_OPEN, _TAKEN)):
            return
        with self._writing():
            build_dir.replace(file, msgspec.json.encode(request))
            text = render_requests([request], "wikic work answer FILE").encode("utf-8", "replace")
            build_dir.replace(self._file(_OPEN, request.id, "md"), text)

    def _holds_something(self) -> bool:
        """Whether there is more than the folder, which whoever made it may have been killed over."""
        with suppress(OSError):
            return any(not each.name.startswith(layout.ORIGIN_FILE) for each in self.folder.iterdir())
        return False

    def _file(self, folder: str, id: str, suffix: str) -> Path:
        return self.folder / folder / f"{id}.{suffix}"

    def _document(self, key: str) -> Path:
        return self.folder / _DOCUMENTS / f"{layout.source_slug(key)}.json"

    def _ids(self, folder: str) -> list[str]:
        with suppress(OSError):
            return sorted(each.stem for each in (self.folder / folder).iterdir() if _ID.fullmatch(each.stem))
        return []

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Make the folder as our own where there is none. Raises DiskError for what the disk refuses."""
        try:
            build_dir.make(self.folder.parent)
            self.folder.mkdir(exist_ok=True)
            if not build_dir.is_origin_here(self._origin):
                build_dir.leave_origin(self._origin)
            yield
        except OSError as error:
            raise DiskError(f"{error.filename or self.folder}: {error.strerror}") from error


# Characters: the shells of agents show their model 30,000 of what a command prints.
MOST_SHOWN: Final = 24_000
SIGNED: Final = " answered by "  # in ``compiled_with``, behind the curator's name
_PLACES: Final = (("requests", "json"), ("answers", "json"), (_OPEN, "md"), (_TAKEN, "md"))
_REQUEST: Final = msgspec.json.Decoder(AgentRequest)
_ANSWER: Final = msgspec.json.Decoder(Answer)


def is_id(text: str) -> bool:
    """Whether a request may be called so."""
    return _ID.fullmatch(text) is not None


def unsigned(compiled_with: str) -> str:
    """The curator's name in ``compiled_with``, without who answered."""
    return compiled_with.partition(SIGNED)[0]
