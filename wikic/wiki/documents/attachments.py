"""Pictures and files that documents show or link to: found below the documents' folder, never beyond it.

A text's links to them become links to where they will stand beside its article; what cannot be attached is
its words, and is told.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import unquote

from wikic import layout
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

_TARGET: Final = r"[ \t]*(?:<(?P<{0}a>[^<>\n]*)>|(?P<{0}b>[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*))[ \t]*"
_TITLE: Final = r"(?:[ \t\n](?P<{0}>\"[^\"\n]*\"|'[^'\n]*')[ \t]*)?"
_ALT: Final = r"(?:[^\[\]\\]|\\.|\[[^\[\]\n]*\]){0,1000}"
_SHOWN: Final = re.compile(
    # What stands in code is no picture.
    r"(?P<fence>^[ \t>]*(?P<marks>`{3,}|~{3,})[^\n]*\n(?:.*?\n)??[ \t>]*(?P=marks)[`~]*[ \t]*$)"
    r"|(?P<code>(?<!`)(?P<ticks>`+)(?!`)[^\n]*?(?<!`)(?P=ticks)(?!`))"
    rf"|!\[(?P<alt>{_ALT})\]\({_TARGET.format('p')}{_TITLE.format('title')}\)"
    r"|!\[(?P<named>[^\[\]\n]{1,300})\](?:\[(?P<reference>[^\[\]\n]{0,300})\])?(?![\[(])"
    r"|!\[\[(?P<embed>[^\[\]|#\n]+?)(?:#[^\[\]|\n]*?)?(?:\\?\|(?P<size>[^\[\]\n]*))?\]\]"
    rf"|(?<!\\)(?<!\])\[(?P<words>{_ALT})\]\({_TARGET.format('l')}{_TITLE.format('hint')}\)"
    r"|<img\s(?P<element>[^<>]*)>",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTE: Final = re.compile(r"(src|alt|title)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))", re.IGNORECASE)
_ANY: Final = re.compile(r"\]\(|!\[|<img\s", re.IGNORECASE)
# What ``![alt][name]`` shows stands on a line of its own: ``[name]: path "title"``.
_DEFINED: Final = re.compile(
    r"^ {0,3}\[([^\[\]\n]{1,300})\]:[ \t]*(?:<([^<>\n]*)>|(\S+))(?:[ \t]+(\"[^\"\n]*\"|'[^'\n]*'))?[ \t]*$",
    re.MULTILINE,
)
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
    taking = _Taking(layout.stem(layout.attachments_dir(key)), beside, folder, limits, _defined(text))
    changed = _SHOWN.sub(taking.replaced, text)
    if taking.named:  # what only says where a picture lies
        changed = _DEFINED.sub(lambda line: "" if line[1].casefold() in taking.named else line[0], changed)
    return (
        changed,
        tuple(taking.taken[name] for name in sorted(taking.taken)),
        tuple(dict.fromkeys(taking.missing)),
    )


@dataclass(slots=True)
class _Taking:
    """The attachments of one document, while its text is read."""

    inside: str
    beside: str
    folder: Folder | None
    limits: tuple[int, int]
    defined: Mapping[str, tuple[str, str, str]]
    taken: dict[str, Attachment] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    named: set[str] = field(default_factory=set)
    _known: dict[str, Attachment | _Refused] = field(default_factory=dict)

    def replaced(self, found: re.Match[str]) -> str:
        """What stands for a piece of code, a picture, an embedded file or a link."""
        if self.folder is None and _HELD not in found.group():
            return found.group()
        parts = found.groupdict()
        if parts["fence"] is not None or parts["code"] is not None:
            return found.group()
        if parts["embed"] is not None:
            size = parts["size"] or ""
            return self._embedded(parts["embed"].strip(), "" if _SIZE.fullmatch(size) else size, found)
        if parts["named"] is not None:
            name = (parts["reference"] or parts["named"]).casefold()
            self.named.add(name)
            one, two, title = self.defined.get(name, ("", "", ""))
            parts = {"pa": one, "pb": two, "alt": parts["named"], "title": title}
            return self._pictured(parts, found) if one or two else found.group()
        if parts["element"] is not None:
            told = {
                name.lower(): one or two or bare for name, one, two, bare in _ATTRIBUTE.findall(found.group())
            }
            parts = {
                "pa": None,
                "pb": told.get("src"),
                "alt": told.get("alt"),
                "title": f"'{told.get('title', '')}'",
            }
            return self._pictured(parts, found)
        if parts["words"] is not None:
            return self._linked(parts, found)
        return self._pictured(parts, found)

    def _pictured(self, parts: Mapping[str, str | None], found: re.Match[str]) -> str:
        target = parts["pa"] or parts["pb"] or ""
        title = (parts["title"] or "")[1:-1]
        words = (parts["alt"] or "").partition("|")[0].strip()
        if (embedded := _DATA.match(target)) is not None:
            return self._held(embedded, words or title or "picture", found)
        if _SCHEME.match(target):
            return found.group() if _REMOTE.match(target) else _alone(words or title, found)
        target = _path(target)
        if not target:
            return _alone(words or title, found)
        return self._shown(target, words, found, caption=title)

    def _embedded(self, target: str, words: str, found: re.Match[str]) -> str:
        """``![[file]]``: a picture or a file; another note stays as it is."""
        if PurePosixPath(target).suffix.lower() not in attachment.KINDS:
            return found.group()
        return self._shown(target, words, found, anywhere=True)

    def _shown(
        self, target: str, words: str, found: re.Match[str], *, caption: str = "", anywhere: bool = False
    ) -> str:
        """The link to a picture, with its caption on a line below it; its words where it is not to be had."""
        named = _words(target)
        said = attachment.label(words) or attachment.label(caption) or named
        try:
            taken = self._take(target, anywhere=anywhere)
        except _Refused as refused:
            self.missing.append(f"{_shortened(target)} {refused.reason}")
            # What only says the file's name says nothing where there is no file.
            return "" if _folded(said) == _folded(named) and _is_alone(found) else _alone(said, found)
        picture = taken.name.endswith(attachment.PICTURES)
        below = f"\n{caption}" if caption and caption != said and _is_alone(found) else ""
        return attachment.link(said, self.inside, taken.name, shown=picture) + below

    def _linked(self, parts: Mapping[str, str | None], found: re.Match[str]) -> str:
        """A link to a file that is no document; any other link stays as it is, its words looked through."""
        target = parts["la"] or parts["lb"] or ""
        words = parts["words"] or ""
        path = "" if _SCHEME.match(target) else _path(target)
        if PurePosixPath(path).suffix.lower() in attachment.KINDS:
            try:
                taken = self._take(path, anywhere=False)
            except _Refused as refused:
                if refused.reason != _ABSENT:  # a link of a site leads where it is served from
                    self.missing.append(f"{_shortened(path)} {refused.reason}")
            else:
                said = attachment.label(_SHOWN.sub(lambda inner: inner["alt"] or "", words)) or _words(path)
                # A small picture that leads to the large one is the large one.
                shown = "![" in words and taken.name.endswith(attachment.PICTURES)
                return attachment.link(said, self.inside, taken.name, shown=shown)
        if "![" not in words:
            return found.group()
        inside = _SHOWN.sub(self.replaced, words)
        return f"[{inside}]" + found.group()[len(words) + 2 :]

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

    def _held(self, embedded: re.Match[str], words: str, found: re.Match[str]) -> str:
        """A picture that the document holds itself, in base64."""
        said = attachment.label(words) or "picture"
        try:
            data = base64.b64decode(unquote(embedded[2]), validate=False)
        except (binascii.Error, ValueError):
            data = b""
        if not data or len(data) > self.limits[0]:
            self.missing.append(f"a picture it holds ({said}) cannot be decoded")
            return _alone(said, found)
        kind = embedded[1].lower().replace("jpeg", "jpg")
        taken = _attachment(said, f".{kind}", data, "", None)
        self.taken[taken.name] = taken
        return attachment.link(said, self.inside, taken.name, shown=True)


_ABSENT: Final = "is not there"


def _attachment(stem: str, suffix: str, data: bytes, source: str, file: Path | None) -> Attachment:
    """Named after its content too: a changed picture changes its document's text, and nothing is replaced."""
    sha256 = layout.content_hash(data)
    name = f"{layout.slug(stem).replace('.', '-')[:_LONGEST]}-{sha256[:8]}{suffix}"
    return Attachment(name, sha256, source, len(data), file, None if file is not None else data)


def _defined(text: str) -> dict[str, tuple[str, str, str]]:
    """Names of references, with path, or path in brackets, and title; the first of a name counts."""
    found: dict[str, tuple[str, str, str]] = {}
    for name, one, two, title in _DEFINED.findall(text) if "]:" in text else ():
        found.setdefault(name.casefold(), (one, two, title))
    return found


def _path(target: str) -> str:
    """The path in a link's target, without query and fragment."""
    return unquote(re.split(r"[?#]", target, maxsplit=1)[0]) if target else ""


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


def _alone(words: str, found: re.Match[str]) -> str:
    """The words of what is not shown; on a line of their own in parentheses, for they are no heading."""
    words = attachment.label(words)
    return f"({words})" if words and _is_alone(found) else words


def _is_alone(found: re.Match[str]) -> bool:
    """Whether nothing else stands on the line."""
    text = found.string
    before = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
    end = text.find("\n", found.end())
    return not before.strip() and not text[found.end() : end if end >= 0 else len(text)].strip()
