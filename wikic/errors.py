"""Everything wikic raises on purpose.

A problem in the user's wiki is a value (``Finding``); an exception means that wikic could not do its
work. One handler (``cli/main.py``) turns the tree into one clear line and an exit code::

    WikicError                 exit 2
    ├── UsageError             the command line asks for something that makes no sense
    ├── ConfigError            wikic.toml, schema.yaml or identity.yaml cannot be used
    ├── NotAWikiError          no wiki here
    ├── ForeignTreeError       wiki/ exists and is not ours to write
    ├── InputError             a document or folder the user named cannot be read
    ├── LockedError            another wikic is writing
    ├── UnfinishedError        a person must say what becomes of changes that were begun elsewhere
    ├── DiskError              the file system refused: full, read-only, no permission
    ├── NotPlainError          a file is a pipe, a device, too large, or a symlink that leads elsewhere
    ├── FormatError            a file in wiki/ does not parse as what it must be
    ├── StoreError             a store cannot be used; the tree can always serve in its place
    │   ├── StoreLockedError   another process holds it
    │   ├── StoreDamagedError  it is damaged or of another version: rebuild it
    │   └── StaleVersionError  compare-and-swap lost: the record has another version
    ├── ModelError             a language model could not be used
    │   ├── ModelUnavailableError  it did not answer, after the last retry
    │   ├── ReplyError         it answered, and nothing usable after the repair turns
    │   │   └── RejectedError  code refused all that it proposed for a document
    │   ├── QuotaError         its provider's quota or spend limit is used up: the run stops
    │   ├── CredentialsError   a key is missing or refused: the run stops
    │   ├── BudgetError        --max-cost or --max-tokens would be exceeded: the run stops
    │   └── PendingError       an agent was asked, and has not answered yet: the document waits
    ├── RefusedError           a change would lose something, bring a finding or be read as another
    ├── WorkerError            a process that extracts died
    ├── ExecutorError          what runs the bases of a fleet cannot be reached, or cannot run them
    └── MissingExtraError      an optional part is not installed

``OutOfTime`` is none of them: like KeyboardInterrupt it comes from a signal, anywhere, and no handler of
errors may take it for one. What reads documents, and what extracts them, catches it.

Anything else that escapes is a bug in wikic (exit 3). Where reading or extracting a document raises it, that
document fails (``stumbled``), and the run goes on.
"""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wikic.model.extraction import Slip


class WikicError(Exception):
    """wikic could not do its work; ``str(error)`` is one clear line.

    ``hint`` says what the person can do about it, or is empty.
    """

    exit_code = 2

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class OutOfTime(BaseException):
    """A document takes longer than it may; ``str(error)`` follows its name.

    seconds: of processor time, what it was allowed.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"takes more than {seconds:,.0f} s of processor time, and is put aside "
            "(`[compile] seconds` in wikic.toml allows more)"
        )


class UsageError(WikicError):
    """The command line asks for something that makes no sense."""


class ConfigError(WikicError):
    """``wikic.toml``, ``schema.yaml`` or ``identity.yaml`` cannot be used."""


class NotAWikiError(WikicError):
    """There is no wiki in the given directory."""


class ForeignTreeError(WikicError):
    """``wiki/`` exists and was not made by wikic."""


class InputError(WikicError):
    """A document or folder the user named cannot be read."""


class EncodingError(InputError):
    """A document is text in an encoding that it does not name."""


class LockedError(WikicError):
    """Another process is writing to this wiki."""


class UnfinishedError(WikicError):
    """A journal holds changes that were not begun in this directory: nobody asked here for them."""


class DiskError(WikicError):
    """The file system refused: full, read-only, no permission."""


class NotPlainError(WikicError):
    """What is to be read is no plain file, lies elsewhere by a symlink, or is too large."""


class FormatError(WikicError):
    """A file in ``wiki/`` does not parse as what its place says it is."""


class StoreError(WikicError):
    """A store (``store/``) cannot be used; the tree can always serve in its place."""


class StoreLockedError(StoreError):
    """Another process holds the store."""


class StoreDamagedError(StoreError):
    """The store is damaged or of another version; it holds nothing the tree does not: rebuild it."""


class StaleVersionError(StoreError):
    """A batch expected a version of a record that is no longer there; nothing of it was written.

    ``path`` names the record, ``found`` the version it has (0: it is absent).
    """

    def __init__(self, path: str, expected: int, found: int) -> None:
        super().__init__(f"{path} has version {found}, not {expected}", hint="read it again and retry")
        self.path = path
        self.found = found


class ModelError(WikicError):
    """A language model could not be used."""


class ModelUnavailableError(ModelError):
    """The model did not answer, after the last retry: network, overload, time-out."""


class ReplyError(ModelError):
    """The model answered, and nothing usable even after the repair turns.

    ``problems`` holds what was wrong with its replies, a line each; ``usage`` what they took (a
    ``wikic.llm.protocol.Usage``), or None.
    """

    def __init__(
        self, message: str, *, hint: str = "", problems: tuple[str, ...] = (), usage: object = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.problems = problems
        self.usage = usage


class RejectedError(ReplyError):
    """Nothing that a model proposed for a document could be taken.

    ``slips`` holds what was wrong with it, for the Error Book.
    """

    def __init__(
        self,
        message: str,
        *,
        slips: tuple[Slip, ...],
        hint: str = "",
        problems: tuple[str, ...] = (),
        usage: object = None,
    ) -> None:
        super().__init__(message, hint=hint, problems=problems, usage=usage)
        self.slips = slips


class QuotaError(ModelError):
    """The provider's quota or spend limit is used up; no retry helps."""


class CredentialsError(ModelError):
    """A key is missing, or the provider refuses it."""


class BudgetError(ModelError):
    """The next call might exceed ``--max-cost`` or ``--max-tokens``; it was not made."""


class PendingError(ModelError):
    """An agent that answers in a model's place was asked, and has not answered yet.

    ``slips`` holds what was wrong with the answers to other requests about the same document.
    """

    def __init__(self, message: str, *, slips: tuple[Slip, ...] = ()) -> None:
        super().__init__(message)
        self.slips = slips


class RefusedError(WikicError):
    """A change would lose something, bring a finding or be read as another one; nothing was changed."""


class WorkerError(WikicError):
    """A process that extracts died: killed, or out of memory."""


class ExecutorError(WikicError):
    """What runs the bases of a fleet cannot be reached, or lacks what it takes to run them."""


class MissingExtraError(WikicError):
    """An optional part of wikic is needed and not installed."""


_SHOWN = 200  # characters of an exception's own words


def stumbled(error: Exception) -> tuple[str, str]:
    """What to say of a document on which wikic failed as nobody foresaw: in one line, and the traceback."""
    said = " ".join(str(error).split())[:_SHOWN]
    kind = type(error).__name__
    line = f"makes wikic fail ({kind}: {said})" if said else f"makes wikic fail ({kind})"
    return line, "".join(traceback.format_exception(error))
