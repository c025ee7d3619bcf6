"""Lines of paragraphs that note programs read: fields (``key:: value``), what Logseq keeps there. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_FIELD: Final = re.compile(
    r"[ \t]*(?P<mark>\*\*|__)?(?P<key>[^\W\d_][\w -]{0,40})(?(mark)(?P=mark))::(?:[ \t]+(?P<value>.*))?"
)
# Times of work, how a block is shown, ids of blocks: nothing a reader is told.
_UNTOLD: Final = re.compile(
    r"[ \t]*(?:(?:id|collapsed|heading|background-color|created-at|updated-at|ls-type|hl-[a-z]+"
    r"|logseq\.[\w.-]+|query-[a-z-]+)::.*|CLOCK:[ \t]*\[.*)",
    re.I,
)
_DRAWER: Final = re.compile(r"[ \t]*:LOGBOOK:[ \t]*", re.I)
_DRAWER_END: Final = re.compile(r"[ \t]*:END:[ \t]*", re.I)
_ID: Final = re.compile(r"^[ \t]*id::[ \t]+([0-9a-f-]{36})[ \t]*$", re.M)
_SIZE: Final = re.compile(r"(?<=\))\{:[a-z]+[^{}\n]*\}")
_WIDTH: Final = re.compile(r"(!\[[^\[\]\n]*)(\]\([^()\n]*\))\{:[^{}\n]*?:?width[ \t]+(\d{1,4})[^{}\n]*\}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a paragraph.

    key: of a field, else "".
    text: Markdown of it, of a field its value.
    """

    key: str
    text: str


def is_plain(content: str) -> bool:
    """Whether a paragraph holds nothing that is read here."""
    return not ("::" in content or "){:" in content or ":LOGBOOK:" in content or "CLOCK:" in content)


def told(content: str) -> Iterator[Line]:
    """The lines of a paragraph that a reader is told."""
    if is_plain(content):
        yield Line("", content)
        return
    content = _SIZE.sub("", _WIDTH.sub(r"\1|\3\2", content))
    drawer = False
    words: list[str] = []
    for line in content.split("\n"):
        drawer = (drawer or _DRAWER.fullmatch(line) is not None) and _DRAWER_END.fullmatch(line) is None
        if drawer or _DRAWER_END.fullmatch(line) or _UNTOLD.fullmatch(line):
            continue
        field = _FIELD.fullmatch(line)
        if field is None:
            words.append(line)
            continue
        if words:
            yield Line("", "\n".join(words))
            words = []
        if (field["value"] or "").strip():
            yield Line(field["key"].strip(), field["value"].strip())
    if words:
        yield Line("", "\n".join(words))


def block_ids(text: str) -> list[str]:
    """The ids that Logseq gave to blocks of ``text``, in order."""
    return _ID.findall(text) if "id::" in text else []
