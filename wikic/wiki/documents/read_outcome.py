"""What becomes of each document that is not an article; and what a format knows about one that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wikic.copy_origin import origin

# Under these names a record keeps its text.
TEXT: Final = ("text", "content", "body", "markdown", "page_content")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A document that cannot be taken in. It stops none of the others.

    key: the key it would have had.
    location: the file as it was named, with ``:line`` for a record of a JSONL file.
    reason: what is wrong with it, in words that follow "it": "is empty", "is not UTF-8 (…)".
    empty: nothing is wrong with it, it says nothing yet.
    trace: the traceback where wikic itself failed, or "".
    """

    key: str
    location: str
    reason: str
    empty: bool = False
    trace: str = ""

    @property
    def place(self) -> str:
        """The location in messages: of a copy what it is one of."""
        return origin(self.location)


@dataclass(frozen=True, slots=True)
class Skipped:
    """Files of a folder that are no documents; nobody asked for them one by one.

    location: the folder as it was named, or a file of records.
    types: extension (``.png``, or "" for none) and how many, the most frequent first.
    records: how many records the file has; none holds a text.
    key: what the keys of its records would begin with.
    """

    location: str
    types: tuple[tuple[str, int], ...] = ()
    records: int = 0
    key: str = ""

    def __str__(self) -> str:
        place = origin(self.location)
        if self.records:
            count = "its record holds" if self.records == 1 else f"its {self.records} records hold"
            return f"{place}: {count} no text (none of {', '.join(TEXT)}); no documents"
        total = sum(count for _, count in self.types)
        named = ", ".join(f"{count} {extension or 'without an extension'}" for extension, count in self.types)
        some = "1 file is of a type" if total == 1 else f"{total} files are of types"
        known = {extension for extension, _ in self.types}
        advice = "".join(f"; {what}" for types, what in _WOULD_READ if known & types)
        return f"{place}: {some} that wikic does not read: {named}{advice}"


# What would make documents of files that are none.
_WOULD_READ: Final[tuple[tuple[frozenset[str], str], ...]] = (
    (
        frozenset({".doc", ".ppt", ".xls", ".rtf", ".odp", ".pages", ".key", ".numbers"}),
        "saved as .docx, .pptx, .xlsx or .pdf they are read",
    ),
    (
        frozenset({".mp3", ".m4a", ".wav", ".ogg", ".mp4", ".mov", ".mkv", ".webm"}),
        "of speech and films a .vtt or .srt is read",
    ),
    (
        frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"}),
        "pictures come with the Markdown and HTML that shows them",
    ),
    (
        frozenset({".gz", ".tar", ".tgz", ".7z", ".rar", ".bz2", ".xz"}),
        "unpacked, or as .zip, what is in archives is read",
    ),
    (frozenset({"", ".log", ".text", ".adoc", ".org", ".tex"}), "named .txt or .md, text is read"),
)


@dataclass(frozen=True, slots=True)
class Draft:
    """What a format reads from a file or record; ``read`` makes the article of it.

    text: the document's text, line ends ``\\n``.
    title: from a field, frontmatter or heading, not yet normalised, or "".
    date: as the document writes it, or "".
    language: as the document writes it, or "".
    author: or "".
    collection_title: or "".
    location: URL or path that the document gives for itself, or "".
    record: the id that the document gives for itself, or "".
    aliases, tags: as its author gives them.
    part: whether the title is the heading of a part, or a line, for want of another.
    missing: what of the document was not read, in words that follow "it".
    """

    text: str
    title: str = ""
    date: str = ""
    language: str = ""
    author: str = ""
    collection_title: str = ""
    location: str = ""
    record: str = ""
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    part: bool = False
    missing: tuple[str, ...] = ()
