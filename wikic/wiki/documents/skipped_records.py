"""Records of one file that cannot be used, told once for each reason: a person reads a line, not a wall."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from wikic import layout
from wikic.model.article import Article
from wikic.wiki.documents.json_records import NO_TEXT
from wikic.wiki.documents.read_outcome import Skipped, Unreadable
from wikic.wiki.documents.walk import File


@dataclass(slots=True)
class Withheld:
    """What came of the records of a file so far.

    file: the file.
    """

    file: File
    _first: dict[str, Unreadable] = field(default_factory=dict)
    _count: dict[str, int] = field(default_factory=dict)
    _used: bool = False

    def keeps(self, outcome: Article | Unreadable, number: int) -> bool:
        """Whether an outcome waits for the others: not an article, nor what is wrong with a whole file.

        A file in a folder that is one record without a text is configuration, say: one of its records too.
        """
        configures = isinstance(outcome, Unreadable) and outcome.reason == NO_TEXT and self.file.prefix
        if isinstance(outcome, Article) or not (number or configures):
            self._used = True
            return False
        self._first.setdefault(outcome.reason, outcome)
        self._count[outcome.reason] = self._count.get(outcome.reason, 0) + 1
        return True

    def told(self) -> Iterator[Unreadable | Skipped]:
        """One line of a message for each reason why records were skipped.

        A file in a folder, none of whose records holds a text, is no file of documents, and nothing failed.
        """
        key = layout.source_key(self.file.collection, self.file.prefix or self.file.record)
        if not self._used and self.file.prefix and self._count.keys() == {NO_TEXT}:
            yield Skipped(str(self.file.path), records=self._count[NO_TEXT], key=key)
            return
        for reason, first in self._first.items():
            count = self._count[reason]
            if count > 1:  # the first one's location names its line
                more = "1 more record" if count == 2 else f"{count - 1} more records"
                first = replace(first, key=key, reason=f"{reason}; the same of {more} of this file")
            yield first
