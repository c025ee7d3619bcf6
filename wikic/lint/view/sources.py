"""Digests and articles as rules see them: read only as far as a question about them needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from wikic import layout
from wikic.errors import FormatError
from wikic.lint.view.page import Fault
from wikic.markdown import frontmatter
from wikic.markdown.bullet_lines import unmarked
from wikic.markdown.frontmatter import FrontmatterError
from wikic.model.digest import Digest
from wikic.model.statement import Statement
from wikic.wiki import article_file, digest_file
from wikic.wiki.digest_outline import Outline, outline

Read = Callable[[str], "bytes | None"]
_BLOCK: Final = re.compile(r'^- (?:<a id="(p[0-9a-f]{8})"></a>|.* \^(p[0-9a-f]{8})\r?$)', re.M)
_BLOCK_BYTES: Final = re.compile(_BLOCK.pattern.encode(), re.M)
_AT_LINE: Final = re.compile(r"(\d+): ")


def block_ids(digest: bytes | str) -> frozenset[str]:
    """Ids of the blocks a digest quotes, without parsing it."""
    if isinstance(digest, str):
        return frozenset(new or old for new, old in _BLOCK.findall(digest))
    return frozenset((new or old).decode("ascii") for new, old in _BLOCK_BYTES.findall(digest))


def block_pattern(id: str) -> str:
    """An expression, of several lines, that finds the line of a digest that quotes a block."""
    return rf'^- (?:<a id="{re.escape(id)}"></a>.*|.* \^{re.escape(id)}[ \t\r]*)$'


@dataclass(frozen=True)
class ParsedDigest:
    """A digest as it stands.

    file: file path.
    text: its text, for positions.
    outline: what it quotes and states, or None where it cannot be read.
    fields: its frontmatter where the digest cannot be read; None where that cannot be read either.
    fault: why the digest cannot be read, or None.
    read: the bytes of a file of the wiki, None where it is not there.
    """

    file: str
    text: str
    outline: Outline | None
    fields: dict[str, Any] | None
    fault: Fault | None
    read: Read

    @cached_property
    def digest(self) -> Digest | None:
        """All that it says, with what its article says by itself; None where it cannot be read."""
        if self.outline is None:
            return None
        return digest_file.read_digest(self.text.encode("utf-8"), self.file, self.read)

    @cached_property
    def unquoted(self) -> tuple[tuple[tuple[str, ...], str], ...]:
        """Blocks and text of the statements that stand, word for word, in no block they name: a few."""
        if self.outline is None:
            return ()
        quotes = dict(self.outline.blocks)
        found: list[tuple[tuple[str, ...], str]] = []
        for blocks, text in self.outline.statements:
            cited = [quotes[each] for each in blocks if each in quotes]
            if cited and not is_quoted(text, cited):
                found.append((tuple(blocks), text))
        return tuple(found)

    def block_line(self, block: str) -> int:
        """Line of the bullet that quotes a block."""
        match = re.search(block_pattern(block), self.text, re.M)
        return 1 if match is None else self.text.count("\n", 0, match.start()) + 1

    def key_line(self, key: str) -> int:
        """Line of a key of the frontmatter."""
        match = re.search(rf"^{re.escape(key)}:", self.text, re.M)
        return 1 if match is None else self.text.count("\n", 0, match.start()) + 1


@dataclass(frozen=True, slots=True)
class ParsedArticle:
    """An article as it stands.

    file: file path.
    fields: its frontmatter; None where it cannot be read.
    sha256: hash of the text as stored, what the digest's ``sha256:`` must be; None where the frontmatter
        cannot be read. The text itself is not kept: articles are as large as everything they were made from.
    fault: why it cannot be read, or None.
    """

    file: str
    fields: dict[str, Any] | None
    sha256: str | None
    fault: Fault | None


def is_quoted(text: str, quotes: Sequence[str]) -> bool:
    """Whether a statement's text, each line of it without its mark, stands word for word in a quote."""
    return all(any(line in quote for quote in quotes) for line in unmarked(text).split("\n"))


def statement_line(digest: ParsedDigest, statement: Statement) -> int:
    """Line of a statement's record: its id, or its text where somebody changed that."""
    at = digest.text.find(f'"statement":"{statement.id}"')
    if at < 0:
        import msgspec

        at = digest.text.find(msgspec.json.encode(statement.text).decode())
    return digest.text.count("\n", 0, at) + 1 if at >= 0 else 1


def said_blocks(article: bytes) -> frozenset[str]:
    """Ids of the blocks of an article, which its digest need not quote."""
    from wikic.document.quotes import segment  # loaded only where a digest quotes nothing

    try:
        read = article_file.parse(article, "")
    except FormatError:
        return frozenset()
    return frozenset(block.id for block in segment(read.text, read.language))


def scan_digest(file: str, data: bytes, read: Read) -> ParsedDigest:
    """The digest in ``data``; never raises, whatever the bytes are."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("utf-8-sig", errors="replace")
    else:
        found = outline(text)
        if found is not None:
            return ParsedDigest(file, text, found, None, None, read)
    try:
        return ParsedDigest(file, text, Outline.of(digest_file.parse(data, file)), None, None, read)
    except FormatError as error:
        _, fields, fault = _read_head(data)
        return ParsedDigest(file, text, None, fields, fault or _content_fault(error, file), read)


def scan_article(file: str, data: bytes) -> ParsedArticle:
    """The article in ``data``; never raises, whatever the bytes are."""
    text, fields, fault = _read_head(data)
    return ParsedArticle(file, fields, None if text is None else layout.text_hash(text), fault)


def article_text(data: bytes) -> str | None:
    """The document's text in an article's bytes, or None where its frontmatter has no end."""
    text = data.decode("utf-8", errors="replace")
    front = frontmatter.split(text)
    return text[front.end :] if front is not None and front.closed else None


def _read_head(data: bytes) -> tuple[str | None, dict[str, Any] | None, Fault | None]:
    """What stands below the frontmatter, what it says, and why it cannot be read."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, None, Fault("is not UTF-8", data.count(b"\n", 0, error.start) + 1, "encoding")
    front = frontmatter.split(text)
    if front is None:
        return None, {}, Fault("the file has no frontmatter", 1, "missing")
    if not front.closed:
        return None, None, Fault("the frontmatter is not closed", 1, "frontmatter")
    try:
        return text[front.end :], frontmatter.load(front.yaml), None
    except FrontmatterError as error:
        return None, None, Fault(error.problem, error.line + 1, "frontmatter")


def _content_fault(error: FormatError, file: str) -> Fault:
    """The error without the file's name, with its line in the file."""
    words = str(error).removeprefix(file).removeprefix(":").strip()
    found = _AT_LINE.match(words)
    return Fault(words[found.end() :], int(found[1]), "content") if found else Fault(words, 1, "content")
