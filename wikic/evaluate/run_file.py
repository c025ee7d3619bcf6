"""What an arm says to a question, what a judge says of that, and the file of a run that keeps both.

JSON Lines, a head and one line for each reply, so that a run that was ended goes on. Replies are kept, not
scores: a stored run is scored by the metrics of today.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Literal, Self

import msgspec

from wikic.errors import DiskError, FormatError, InputError, LockedError, StoreLockedError
from wikic.evaluate.question import Question
from wikic.plain_file import RECORDING, read_plain
from wikic.store.lock import HeldFile
from wikic.whole_file import replace_file

Label = Literal["supported", "partial", "missing", "contradicted"]


class Judgement(msgspec.Struct, frozen=True, omit_defaults=True):
    """A judgement; what was not judged is None. A reply that says nothing is judged without a model.

    judge: name of the model.
    same: whether the reply means the same as a right answer (A-RAG, section 4).
    factuality, context: 1 to 5 (Corpus2Skill, appendix I).
    supported: whether the sentences that the reply cites bear it out; None where it cites none.
    claims: what became of each claim of the question, in order; score: 0 to 3 (LLM-Wiki, appendix B).
    """

    judge: str
    same: bool | None = None
    factuality: int | None = None
    context: int | None = None
    claims: tuple[Label, ...] = ()
    score: int | None = None
    supported: bool | None = None


CONTEXT: Final = 8_000  # characters of what was read that are kept (Corpus2Skill, appendix I)


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reply; what an arm does not give stays at its default.

    documents: keys of sources, best first: what was retrieved or cited.
    answered: whether something was said, and not that the wiki does not say.
    text: all that a reader is shown as the answer.
    short: the answer in a few words, "" where there is none; None of an arm that never gives one.
    cited: the quotes that the short answer, or without one the answer, rests on.
    context: what a model answered from, at most ``CONTEXT`` characters; "" where the text is all there is.
    tokens: of what was retrieved, estimated.
    sent, received: tokens of model calls, as the provider counts them.
    calls: of a model. tools: of tools.
    cost: US dollars; None where a call's price is unknown.
    seconds: by the clock.
    error: why there is no reply, or "".
    """

    documents: tuple[str, ...] = ()
    answered: bool = False
    text: str = ""
    short: str | None = None
    cited: tuple[str, ...] = ()
    context: str = ""
    tokens: int = 0
    sent: int = 0
    received: int = 0
    calls: int = 0
    tools: int = 0
    cost: float | None = 0.0
    seconds: float = 0.0
    error: str = ""


FORMAT: Final = 1


class Head(msgspec.Struct, frozen=True):
    """What a run was made of.

    wikic_eval: version of the format.
    questions: hash of the questions and their gold.
    wiki: hash of the pages, as the catalogue has them.
    date: of its beginning, ``YYYY-MM-DD``.
    model: that its arms asked, "" for none.
    embedding: that gave them vectors, "" for none.
    """

    wikic_eval: int
    questions: str
    wiki: str
    date: str
    model: str = ""
    embedding: str = ""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One reply: of which arm, to the question with which id; and what a judge said of it, if one did."""

    arm: str
    id: str
    reply: Reply
    judgement: Judgement | None = None


class _Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row as it stands in a file: a judgement may follow on a line of its own."""

    arm: str
    id: str
    reply: Reply | None = None
    judgement: Judgement | None = None


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run as a file has it."""

    head: Head
    rows: tuple[Row, ...]

    def replies(self, arm: str) -> dict[str, Reply]:
        """Replies of an arm by the question's id."""
        return {row.id: row.reply for row in self.rows if row.arm == arm}

    @property
    def arms(self) -> tuple[str, ...]:
        """Names of its arms, in order."""
        return tuple(dict.fromkeys(row.arm for row in self.rows))


def questions_hash(questions: Sequence[Question]) -> str:
    """The same for the same questions with the same gold, in any order."""
    parts = sorted(msgspec.json.encode(question) for question in questions)
    return hashlib.sha256(b"\n".join(parts)).hexdigest()[:16]


def load_run(path: Path) -> StoredRun:
    """The run in a file; a last line that was cut off is left out.

    Raises InputError when it cannot be read, FormatError when it is no run.
    """
    try:
        data = read_plain(path, RECORDING)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    lines = data.split(b"\n")
    whole = lines[:-1]  # what follows the last line end was not written to its end
    try:
        head = msgspec.json.decode(whole[0], type=Head) if whole else None
        rows = tuple(_judged_rows(msgspec.json.decode(line, type=_Line) for line in whole[1:]))
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise FormatError(f"{path}: is no run of wikic eval: {error}") from error
    if head is None or head.wikic_eval != FORMAT:
        raise FormatError(f"{path}: is no run of wikic eval, or one of another version")
    return StoredRun(head, rows)


class RunWriter:
    """Appends replies to a run's file; a ``with`` closes it."""

    def __init__(self, path: Path, head: Head, kept: Sequence[Row]) -> None:
        """The file holds ``head`` and ``kept``, whole, or is as it was: what was asked may have cost money.

        Raises LockedError while another run writes it, DiskError when it cannot be written.
        """
        path = Path(os.path.realpath(path))  # a symlink stays one
        self._path = path
        held: HeldFile | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._held = held = HeldFile(path.with_name(f".{path.name}.lock"))
            replace_file(path, _encode_lines((head, *kept)))
            self._file: BinaryIO = path.open("ab")
        except StoreLockedError as error:
            said = f"{path}: another run of wikic eval writes it"
            raise LockedError(said, hint="wait until it ends") from error
        except OSError as error:
            if held is not None:
                held.release()
            raise DiskError(f"{path}: {error.strerror or error}") from error

    def add(self, row: Row) -> None:
        """One reply more; on disk when this returns. Raises DiskError."""
        self._write(row)

    def judge(self, row: Row) -> None:
        """What a judge says of a reply that was added before. Raises DiskError."""
        self._write(_Line(row.arm, row.id, judgement=row.judgement))

    def _write(self, *values: Head | Row | _Line) -> None:
        try:
            self._file.write(b"".join(_encode_lines(values)))
            self._file.flush()
        except OSError as error:
            raise DiskError(f"{self._path}: {error.strerror or error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        self._held.release()


def _judged_rows(lines: Iterable[_Line]) -> Iterable[Row]:
    """Replies with their judgements; of one question and arm the last reply counts."""
    rows: dict[tuple[str, str], Row] = {}
    for line in lines:
        key = line.arm, line.id
        if line.reply is not None:
            rows[key] = Row(line.arm, line.id, line.reply, line.judgement)
        elif key in rows:
            rows[key] = msgspec.structs.replace(rows[key], judgement=line.judgement)
    return rows.values()


def _encode_lines(values: Sequence[Head | Row | _Line]) -> Iterator[bytes]:
    for value in values:
        yield msgspec.json.encode(value) + b"\n"
