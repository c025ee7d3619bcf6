"""Lines of paragraphs that note programs read: fields (``key:: value``), what Logseq keeps there. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

FIELD: Final = re.compile(
    r"[ \t]*(?P<mark>\*\*|__)?(?P<key>[^\W\d_][\w -]{0,40})(?(mark)(?P=mark))::(?:[ \t]+(?P<value>.*))?"
)
# Times of work, how a block is shown, ids of blocks: nothing a reader is told.
UNTOLD: Final = re.compile(
    r"[ \t]*(?:id::[ \t]+[0-9a-f-]{36}[ \t]*|(?:collapsed|heading)::[ \t]+(?:true|false|\d)[ \t]*"
    r"|(?:created-at|updated-at)::[ \t]+\d+[ \t]*|(?:background-color|ls-type|hl-[a-z]+|logseq\.[\w.-]+"
    r"|query-[a-z-]+)::.*|CLOCK:[ \t]*\[.*)",
    re.I,
)
_DRAWER: Final = re.compile(r"^[ \t]*:LOGBOOK:[ \t]*\n(?:.*\n){0,200}?[ \t]*:END:[ \t]*$\n?", re.I | re.M)
_DEFINED: Final = re.compile(r"[ \t]*:[ \t]+(\S.*)")  # below the line that it defines
_ID: Final = re.compile(r"^[ \t]*id::[ \t]+([0-9a-f-]{36})[ \t]*$", re.M)
_SIZE: Final = re.compile(r"(?<=\))\{:[a-z]+[^{}\n]*\}")
_WIDTH: Final = re.compile(r"(!\[[^\[\]\n]*)(\]\([^()\n]*\))\{:[^{}\n]*?:?width[ \t]+(\d{1,4})[^{}\n]*\}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a paragraph.

    key: Markdown of a field's name, or of what is defined; else "".
    text: Markdown of it, of a field its value.
    """

    key: str
    text: str


def is_plain(content: str) -> bool:
    """Whether a paragraph holds nothing that is read here."""
    return not ("::" in content or "\n:" in content or "){:" in content or "CLOCK:" in content)


def told(content: str) -> Iterator[Line]:
    """The lines of a paragraph that a reader is told."""
    if is_plain(content):
        yield Line("", content)
        return
    content = _DRAWER.sub("", _SIZE.sub("", _WIDTH.sub(r"\1|\3\2", content)))
    key, words = "", list[str]()
    for line in content.split("\n"):
        if UNTOLD.fullmatch(line):
            continue
        field, defined = FIELD.fullmatch(line), _DEFINED.fullmatch(line)
        term = words.pop().strip() if defined is not None and words and not key else ""
        if field is None and not term and (not key or line[:1].isspace()):
            words.append(line)
            continue
        yield from _line(key, words)
        key, words = "", []
        if field is not None:
            yield from _line(field["key"], [field["value"] or ""] if field["value"] else [])
        elif defined is not None and term:
            key, words = term, [defined[1]]
        else:
            words = [line]
    yield from _line(key, words)


def _line(key: str, words: list[str]) -> Iterator[Line]:
    text = "\n".join(words)
    if text.strip():
        yield Line(key.strip(), text.strip() if key else text)


def block_ids(text: str) -> list[str]:
    """The ids that Logseq gave to blocks of ``text``, in order."""
    return _ID.findall(text) if "id::" in text else []
