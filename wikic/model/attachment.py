"""A picture or file that belongs to an article, and the link by which texts hold its place.

A link to one is the same in an article, a block and a statement: ``![alt](<stem>.files/<name>)``, as it
reads beside the article, without ``!`` where it is no picture. A page and a digest show it with the way there
before it. Name and folder end in hashes, so that nothing people wrote is taken for one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

# What opens as a picture, and what else may be attached. Nothing that a browser runs: of all these an SVG
# alone may hold a script, and it is shown as a picture, where none is run.
PICTURES: Final = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".avif", ".svg")
OTHERS: Final = (
    *(".pdf", ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".ods", ".odp"),
    *(".mp3", ".m4a", ".ogg", ".oga", ".wav", ".flac", ".mp4", ".m4v", ".webm", ".mov", ".ogv"),
    *(".csv", ".tsv", ".zip", ".gz", ".7z"),
)
KINDS: Final = (*PICTURES, *OTHERS)

FOLDER: Final = ".files"  # what the name of an article's folder ends in
_STEM: Final = r"[^\s()\[\]<>/\\]{1,200}-[0-9a-f]{6}\.files"
_NAME: Final = r"[^\s()\[\]<>/\\.]{1,80}-[0-9a-f]{8}\.[a-z0-9]{2,4}"
_LABEL: Final = r"[^\[\]\\`|<>\n]{1,300}"
LINK: Final = rf"!?\[{_LABEL}\]\({_STEM}/{_NAME}\)"
_WAY: Final = r"(?:\.\./)*(?:sources/)?(?:articles/)?"
# As it stands on a page or in a digest, with or without the way there.
SHOWN: Final = rf"!?\[{_LABEL}\]\({_WAY}{_STEM}/{_NAME}\)"

_LINK: Final = re.compile(rf"(!?)\[({_LABEL})\]\({_WAY}({_STEM}/{_NAME})\)")
_PICTURE: Final = rf"!\[{_LABEL}\]\({_STEM}/{_NAME}\)"
_SHOWS: Final = re.compile(_PICTURE)
_FILE: Final = re.compile(rf"{_STEM}/{_NAME}")
_NAMED: Final = re.compile(_NAME)
_FOLDER: Final = re.compile(_STEM)
_UNFIT: Final = re.compile(r"[\[\]\\`|<>\s]+")
_ENDED: Final = re.compile(r"[.!?…。！？][ \t]*\Z")
_END: Final = re.compile(r"[.!?…](?=\s|$)|[。！？]")


@dataclass(frozen=True, slots=True)
class Attachment:
    """One file that stands beside an article.

    name: in the article's folder; ends in eight hex digits of its content's hash.
    sha256: of its content.
    source: where it came from, relative to the documents' folder; "" for one the document held itself.
    size: bytes, while its document is taken in.
    file: where its content is while its document is taken in, else None.
    data: its content, where the document held it itself.
    """

    name: str
    sha256: str
    source: str = ""
    size: int = 0
    file: Path | None = None
    data: bytes | None = None


def label(words: str) -> str:
    """``words`` as they can stand in a link's brackets, on one line and with no sentence's end in them."""
    return " ".join(_END.sub("", _UNFIT.sub(" ", words)).split())[:300].strip()


def link(words: str, folder: str, name: str, *, shown: bool) -> str:
    """The link to an attachment. ``shown``: as a picture."""
    return f"{'!' if shown else ''}[{words}]({folder}/{name})"


def is_attachment(path: str) -> bool:
    """Whether a path below the articles is of a file that may stand there."""
    return _FILE.fullmatch(path) is not None and path[path.rindex(".") :] in KINDS


def is_folder(name: str) -> bool:
    """Whether a directory is called as one that holds an article's attachments."""
    return name.endswith(FOLDER) and _FOLDER.fullmatch(name) is not None


def is_name(name: str) -> bool:
    """Whether ``name`` can be the name of an attachment."""
    return _NAMED.fullmatch(name) is not None and name[name.rindex(".") :] in KINDS


def pictures(text: str) -> list[str]:
    """The links of ``text`` that show a picture, as they stand."""
    return _SHOWS.findall(text) if ".files/" in text else []


def spoken(text: str) -> str:
    """``text`` with words in place of its links to attachments: what is read aloud, compared and found.

    The words of a picture between sentences stand in parentheses.
    """
    return _LINK.sub(_words, text) if ".files/" in text else text


def _words(found: re.Match[str]) -> str:
    text, start, end = found.string, found.start(), found.end()
    opens = not start or text[start - 1] == "\n"
    ended = _ENDED.search(text, max(0, start - 4), start) is not None
    stop = text.find("\n", end)
    rest = text[end : stop if stop >= 0 else len(text)].strip()
    between = found[1] and (ended or (opens and rest)) and not rest[:1].islower()
    return f"({found[2]})" if between else found[2]


def shown_from(text: str, way: str) -> str:
    """Markdown whose links to attachments begin with ``way``, wherever they led before."""
    return _LINK.sub(rf"\1[\2]({way}\3)", text) if ".files/" in text else text
