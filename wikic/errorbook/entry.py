"""The Error Book as values, and errors as they are seen: slips, findings, verdicts (LLM-Wiki, 3.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal

from wikic import layout
from wikic.model.extraction import Slip
from wikic.model.finding import Category, Finding
from wikic.text.normalise import normalise

Status = Literal["open", "closed"]

PEOPLE: Final = "people"  # the rule of an entry that a person wrote: no check finds it, so none closes it
MAX_EXAMPLES: Final = 3  # what shows a model the pattern; more only lengthens the diff
MAX_PAGES: Final = 20  # looked at again at every review; more of one cause say nothing new
MAX_LINE: Final = 300  # characters of one text; a constraint that needs more is no rule


@dataclass(frozen=True, slots=True)
class Entry:
    """One cause of errors.

    id: ``e`` and eight hex digits (``entry_id``); the same for one cause on every branch.
    category: the paper's error type.
    rule: name or code of the check that catches it.
    phenomenon: what is wrong, one line without the names of a case.
    root_cause: why it happens, one line, "" until it is known.
    constraint: what to do instead, one line, sent to whoever extracts; "" until there is one.
    verification: how to see that it is gone, one line, or "".
    status: ``open``, or ``closed`` once it is not found any more.
    examples: cases, each one line, sorted, at most ``MAX_EXAMPLES``.
    pages: file paths where it was seen since it was opened, sorted, at most ``MAX_PAGES``.
    language: of the documents it is met in, as prompts go: ``en``, ``zh``; "" for documents of any. Its
        constraint is worded in it, and sent with documents of it.
    """

    id: str
    category: Category
    rule: str
    phenomenon: str
    root_cause: str = ""
    constraint: str = ""
    verification: str = ""
    status: Status = "open"
    examples: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    language: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """``wiki/error_book.yaml``.

    entries: sorted by id, ids unique.
    """

    entries: tuple[Entry, ...] = ()

    @property
    def by_id(self) -> dict[str, Entry]:
        """The entries by id."""
        return {entry.id: entry for entry in self.entries}


EMPTY: Final = Book()


def entry_id(category: Category, rule: str, phenomenon: str, language: str = "") -> str:
    """``e`` and eight hex digits over what is wrong, and where; what a model says of it does not enter."""
    parts = (category.value, rule, normalise(phenomenon), language)
    return "e" + layout.short_hash(*parts[: 4 if language else 3])


def one_line(text: str) -> str:
    """``text`` as one line of at most ``MAX_LINE`` characters that any file can hold."""
    text = normalise(text.encode("utf-8", "replace").decode("utf-8"))
    return text if len(text) <= MAX_LINE else text[: MAX_LINE - 1].rstrip() + "…"


@dataclass(frozen=True, slots=True)
class Sighting:
    """One error, seen once.

    category: the paper's error type.
    rule: name or code of the check that caught it.
    phenomenon: what is wrong, the same for equal causes.
    example: this case, or "".
    page: file path it was seen in, or "".
    language: of the document it was made on, as prompts go: ``en``, ``zh``; "" where that does not matter.
    """

    category: Category
    rule: str
    phenomenon: str
    example: str = ""
    page: str = ""
    language: str = ""

    @property
    def entry(self) -> str:
        """Id of the entry it belongs to."""
        return entry_id(self.category, self.rule, self.phenomenon, self.language)

    @property
    def slip(self) -> Slip:
        """The error as ``Curator.attribute`` takes it."""
        return Slip(self.category, self.rule, self.phenomenon, self.example)


def of_slips(slips: Iterable[Slip], page: str, language: str = "") -> tuple[Sighting, ...]:
    """Slips of one source; ``page`` is the file path of its digest, ``language`` that of its prompts."""
    return tuple(
        Sighting(each.category, each.rule, each.message, each.example, page, language) for each in slips
    )


def of_findings(findings: Iterable[Finding], summary_of: Callable[[str], str]) -> tuple[Sighting, ...]:
    """Findings of rules; ``summary_of`` gives what a rule of that code is about, its message is the case."""
    return tuple(
        Sighting(each.category, each.code, summary_of(each.code), each.message, each.path)
        for each in findings
    )


def unusable(reason: str) -> Slip:
    """The slip of a source whose reply could not be used even after the repair turns."""
    # In the words of curator/model/reply_checks.py, a floor above: a reply that was repaired has one cause.
    return Slip(Category.MALFORMED_REPLY, "malformed-reply", "a reply that is not the JSON asked for", reason)
