"""Errors as they are seen: slips of extraction, findings of rules, verdicts (discover, LLM-Wiki, 3.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from wikic.errorbook.entry import entry_id
from wikic.model.extraction import Slip
from wikic.model.finding import Category, Finding


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
