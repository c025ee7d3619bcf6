"""Pictures and files that documents show or link to: found below the documents' folder, never beyond it.

A text's links to them become links to where they will stand beside its article; what cannot be attached is
its words, and is told.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import unquote

from wikic import layout
from wikic.document.nodes import Document, Embed, Image, Link, LinkDefinition, RawBlock, Span
from wikic.document.parse import parse_document
from wikic.document.plain import plain_text
from wikic.document.walk import nodes_in
from wikic.errors import NotPlainError
from wikic.model import attachment
from wikic.model.attachment import Attachment
from wikic.plain_file import read_plain
from wikic.wiki.documents.decoding import clean
from wikic.wiki.documents.folder import Folder
from wikic.wiki.documents.titles import one_line

LARGEST: Final = 32 << 20  # bytes of one file
MOST: Final = 128 << 20  # bytes of one document's files
_LONGEST: Final = 60  # characters of a name, before its hash

_LONGEST_SHOWN: Final = 80  # characters of a path, in a message

# What may be attached, or held: only a text that has it is parsed for it.
_ANY: Final = re.compile(
    r"!\[|<img\s|\.(?:" + "|".join(each[1:] for each in attachment.KINDS) + r")\b", re.IGNORECASE
)
_ELEMENT: Final = re.compile(r"<img\s[^<>]*>", re.IGNORECASE)
_UNSEEN: Final = re.compile(r"\s*<(?:!--|(?:pre|script|style|textarea)\b)", re.IGNORECASE)
_SCHEME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
_REMOTE: Final = re.compile(r"(?:https?:)?//", re.IGNORECASE)
_DATA: Final = re.compile(
    r"data:image/(png|jpe?g|gif|webp|bmp|avif);base64,([A-Za-z0-9+/=\s%]+)", re.IGNORECASE
)
_HELD: Final = "](data:image/"
_SIZE: Final = re.compile(r"\d+(?:x\d+)?|left|right|center")


@dataclass(slots=True)
class _Refused(Exception):
    reason: str


def attach(
    text: str, key: str, beside: str, folder: Folder | None, limits: tuple[int, int] = (LARGEST, MOST)
) -> tuple[str, tuple[Attachment, ...], tuple[str, ...]]:
    """A document's text with the links of its attachments, these, and what could not be attached.

    key: of its source.
    beside: its directory, relative to the folder.
    folder: where they must lie; None where none are looked for but those that the text holds itself.
    limits: bytes of one file, and of all.
    """
    if _ANY.search(text) is None or (folder is None and _HELD not in text):
        return text, (), ()
    taking = _Taking(text, layout.stem(layout.attachments_dir(key)), beside, folder, limits)
    changed = taking.read(parse_document(text))
    return (
        changed,
        tuple(taking.taken[name] for name in sorted(taking.taken)),
        tuple(dict.fromkeys(taking.missing)),
    )


@dataclass(slots=True)
class _Taking:
    """The attachments of one document, while its text is read."""

    text: str
    inside: str
    beside: str
    folder: Folder | None
    limits: tuple[int, int]
    taken: dict[str, Attachment] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    _known: dict[str, Attachment | _Refused] = field(default_factory=dict)

    def read(self, document: Document) -> str:
        """The text, with what stands for its pictures, embedded files and links."""
        instead: list[tuple[Span, str]] = []
        shown: set[str] = set()  # labels of definitions that only say where a picture lies
        linked: set[str] = set()
        end = 0
        for node in nodes_in(document):
            if isinstance(node, RawBlock):
                instead += self._elements(node)
            elif isinstance(node, Link | Image | Embed) and any(node.span) and node.span.start >= end:
                taken = self._instead(node)
                if taken is not None:
                    instead.append((node.span, taken))
                    end = node.span.end  # a picture within a link that is replaced is the link's
                if not isinstance(node, Embed) and node.form == "reference":
                    (linked if taken is None else shown).add(_folded_label(node.label))
        for each in document.blocks:
            if isinstance(each, LinkDefinition) and _folded_label(each.label) in shown - linked:
                instead.append((each.span, ""))
        parts, at = [], 0
        for span, words in sorted(instead):
            parts += [self.text[at : span.start], words]
            at = span.end
        return "".join((*parts, self.text[at:]))

    def _elements(self, block: RawBlock) -> Iterator[tuple[Span, str]]:
        """What stands for the pictures of a block of HTML."""
        if _UNSEEN.match(block.text):
            return
        for found in _ELEMENT.finditer(self.text, *block.span):
            (shown,) = parse_document(f"{found.group()}.").blocks[:1] or (None,)
            for node in nodes_in(shown):
                if isinstance(node, Image):
                    span = Span(*found.span())
                    taken = self._instead(replace(node, span=span))
                    if taken is not None:
                        yield span, taken

    def _instead(self, node: Link | Image | Embed) -> str | None:
        """What stands for a picture, an embedded file, a link to a file; None where it stays as it is."""
        if self.folder is None and not node.target.startswith("data:image/"):
            return None
        if isinstance(node, Embed):
            return self._embedded(node)
        return self._linked(node) if isinstance(node, Link) else self._pictured(node)

    def _pictured(self, image: Image) -> str | None:
        target, words = image.target, plain_text(image.alt).partition("|")[0].strip()
        if (embedded := _DATA.match(target)) is not None:
            return self._held(embedded, words or image.title or "picture", image.span)
        if _SCHEME.match(target):
            return None if _REMOTE.match(target) else self._alone(words or image.title, image.span)
        target = _path(target)
        if not target:
            return self._alone(words or image.title, image.span)
        return self._shown(target, words, image.span, caption=image.title)

    def _embedded(self, embed: Embed) -> str | None:
        """``![[file]]``: a picture or a file; another note stays as it is."""
        target = embed.target.partition("#")[0].strip()
        if PurePosixPath(target).suffix.lower() not in attachment.KINDS:
            return None
        words = "" if _SIZE.fullmatch(embed.text) else embed.text
        return self._shown(target, words, embed.span, anywhere=True)

    def _shown(
        self, target: str, words: str, span: Span, *, caption: str = "", anywhere: bool = False
    ) -> str:
        """The link to a picture, with its caption on a line below it; its words where it is not to be had."""
        named = _words(target)
        said = attachment.label(words) or attachment.label(caption) or named
        try:
            taken = self._take(target, anywhere=anywhere)
        except _Refused as refused:
            self.missing.append(f"{_shortened(target)} {refused.reason}")
            # What only says the file's name says nothing where there is no file.
            return "" if _folded(said) == _folded(named) and self._is_alone(span) else self._alone(said, span)
        picture = taken.name.endswith(attachment.PICTURES)
        below = f"\n{caption}" if caption and caption != said and self._is_alone(span) else ""
        return attachment.link(said, self.inside, taken.name, shown=picture) + below

    def _linked(self, link: Link) -> str | None:
        """A link to a file that is no document; any other link stays as it is."""
        path = "" if link.form != "inline" or _SCHEME.match(link.target) else _path(link.target)
        if PurePosixPath(path).suffix.lower() not in attachment.KINDS:
            return None
        try:
            taken = self._take(path, anywhere=False)
        except _Refused as refused:
            if refused.reason != _ABSENT:  # a link of a site leads where it is served from
                self.missing.append(f"{_shortened(path)} {refused.reason}")
            return None
        said = attachment.label(plain_text(link.children)) or _words(path)
        # A small picture that leads to the large one is the large one.
        pictured = any(isinstance(each, Image) for each in link.children)
        shown = pictured and taken.name.endswith(attachment.PICTURES)
        return attachment.link(said, self.inside, taken.name, shown=shown)

    def _take(self, target: str, *, anywhere: bool) -> Attachment:
        """The attachment a target names. Raises _Refused."""
        known = self._known.get(target)
        if known is None:
            try:
                known = self._read(target, anywhere=anywhere)
            except _Refused as refused:
                known = refused
            self._known[target] = known
        if isinstance(known, _Refused):
            raise known
        self.taken[known.name] = known
        return known

    def _read(self, target: str, *, anywhere: bool) -> Attachment:
        suffix = PurePosixPath(target).suffix.lower()
        if suffix not in attachment.KINDS:
            raise _Refused(f"is of a kind that is not attached ({suffix or 'no extension'})")
        assert self.folder is not None  # what a text without one shows it holds itself
        path = self.folder.find(target, self.beside, anywhere=anywhere)
        if path is None:
            out = layout.join(self.beside, target.lstrip("/")) is None
            raise _Refused("leads out of the folder" if out else _ABSENT)
        file = self.folder.root / path
        if not self.folder.holds(file):
            raise _Refused("is a symlink that leads out of the folder")
        try:
            size = file.stat().st_size
            if size > self.limits[0]:
                raise _Refused(f"is larger than {self.limits[0] >> 20} MiB")
            if size + sum(each.size for each in self.taken.values()) > self.limits[1]:
                raise _Refused(f"is left out: the document has more than {self.limits[1] >> 20} MiB of files")
            data = read_plain(file, self.limits[0], inside=self.folder.root, resolved=True)
        except NotPlainError as error:
            raise _Refused(str(error).removeprefix(f"{file}: ")) from error
        except OSError as error:
            raise _Refused(f"cannot be read ({error.strerror})") from error
        if not data:
            raise _Refused("is empty")
        self.folder.taken.add(path)
        return _attachment(PurePosixPath(path).stem, suffix, data, path, file)

    def _held(self, embedded: re.Match[str], words: str, span: Span) -> str:
        """A picture that the document holds itself, in base64."""
        said = attachment.label(words) or "picture"
        try:
            data = base64.b64decode(unquote(embedded[2]), validate=False)
        except (binascii.Error, ValueError):
            data = b""
        if not data or len(data) > self.limits[0]:
            self.missing.append(f"a picture it holds ({said}) cannot be decoded")
            return self._alone(said, span)
        kind = embedded[1].lower().replace("jpeg", "jpg")
        taken = _attachment(said, f".{kind}", data, "", None)
        self.taken[taken.name] = taken
        return attachment.link(said, self.inside, taken.name, shown=True)

    def _alone(self, words: str, span: Span) -> str:
        """The words of what is not shown; on a line of their own in parentheses, for they are no heading."""
        words = attachment.label(words)
        return f"({words})" if words and self._is_alone(span) else words

    def _is_alone(self, span: Span) -> bool:
        """Whether nothing else stands on the line."""
        before = self.text[self.text.rfind("\n", 0, span.start) + 1 : span.start]
        end = self.text.find("\n", span.end)
        return not before.strip() and not self.text[span.end : end if end >= 0 else None].strip()


_ABSENT: Final = "is not there"


def _attachment(stem: str, suffix: str, data: bytes, source: str, file: Path | None) -> Attachment:
    """Named after its content too: a changed picture changes its document's text, and nothing is replaced."""
    sha256 = layout.content_hash(data)
    name = f"{layout.slug(stem).replace('.', '-')[:_LONGEST]}-{sha256[:8]}{suffix}"
    return Attachment(name, sha256, source, len(data), file, None if file is not None else data)


def _path(target: str) -> str:
    """The path in a link's target, without query and fragment."""
    return unquote(re.split(r"[?#]", target, maxsplit=1)[0]) if target else ""


def _folded_label(label: str) -> str:
    return " ".join(label.split()).casefold()


def _shortened(target: str) -> str:
    """A path as it can stand in a message."""
    shown = one_line(clean(target))
    shown = shown if shown.isprintable() else ascii(shown)[1:-1]
    return shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"


def _words(target: str) -> str:
    """What a file without a description is called."""
    return attachment.label(re.sub(r"[-_]+", " ", PurePosixPath(target).stem)) or "picture"


def _folded(words: str) -> str:
    return re.sub(r"[\W_]+", "", words.casefold())
