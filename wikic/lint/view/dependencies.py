"""Records what checks looked at, so that a finding can be kept until one of these things changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager


class DependencyRecorder:
    """Notes what checks ask a view for, under the file they have in hand or under the code of a rule.

    It notes nothing outside of ``each_file`` and ``one_rule``.

    files: by file or code, the files that were asked for, there or not.
    by_name: the files and codes whose findings rest on names that no listing tells: titles and aliases.
    by_listing: those whose findings rest on the listing as a whole.
    notes_files: whether ``files`` is filled; only a cache wants to know.
    """

    __slots__ = ("_is_rule", "_reader", "by_listing", "by_name", "files", "notes_files")

    def __init__(self, *, notes_files: bool = True) -> None:
        self.files: dict[str, set[str]] = {}
        self.by_name: set[str] = set()
        self.by_listing: set[str] = set()
        self.notes_files = notes_files
        self._reader: str | None = None  # the file or code to note under; None while nothing is noted
        self._is_rule = False

    def each_file(self) -> AbstractContextManager[None]:
        """Note under each file that checks take up, and under ``""`` before they take up the first."""
        return self._noting("", is_rule=False)

    def one_rule(self, code: str) -> AbstractContextManager[None]:
        """Note under a rule's code, whatever files it takes up."""
        return self._noting(code, is_rule=True)

    def paused(self) -> AbstractContextManager[None]:
        """Note nothing for a while, and go on under the same file or code."""
        return self._noting(None, is_rule=self._is_rule)

    @contextmanager
    def _noting(self, reader: str | None, *, is_rule: bool) -> Iterator[None]:
        before = self._reader, self._is_rule
        self._reader, self._is_rule = reader, is_rule
        try:
            yield
        finally:
            self._reader, self._is_rule = before

    @property
    def is_noting(self) -> bool:
        """Whether what is asked for is noted now."""
        return self._reader is not None

    def take_up(self, file: str) -> None:
        """Note that a check begins with a file."""
        if self._reader is not None:
            if self._is_rule:
                self.note_file(file)
            else:
                self._reader = file

    def take_up_for_gists(self, file: str) -> None:
        """A check takes a file up and will ask for its gists alone."""
        if not self._is_rule:
            self.take_up(file)

    def note_file(self, file: str) -> None:
        """Note that the check reads a file."""
        reader = self._reader
        if reader is not None and self.notes_files and reader != file:
            found = self.files.get(reader)
            if found is None:
                self.files[reader] = {file}
            else:
                found.add(file)

    def note_gist(self, file: str) -> None:
        """A check asks for a gist; a rule that looks at the whole wiki asks for every file's."""
        if not self._is_rule:
            self.note_file(file)

    def note_names(self) -> None:
        """A check asks for a name beyond paths and stems."""
        if self._reader is not None:
            self.by_name.add(self._reader)

    def note_listing(self) -> None:
        """Note that the check reads the listing of files."""
        if self._reader is not None:
            self.by_listing.add(self._reader)
