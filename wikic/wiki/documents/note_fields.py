"""What people note of a document above its text: its tags, its other names, and what a reader looks for.

YAML frontmatter as Obsidian, Jekyll and Hugo have it, ``key:: value`` lines as Logseq has them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from wikic.text.normalise import fold_name
from wikic.text.tokens import words
from wikic.wiki.documents.titles import one_line

_TAGS: Final = ("tags", "tag", "keywords", "categories", "category")
_ALIASES: Final = ("aliases", "alias")
_MOST: Final = 100  # tags, aliases, or values of a list
_LONGEST: Final = 100  # characters of a tag or an alias
_LONGEST_VALUE: Final = 600
_MOST_READ: Final = 10_000  # characters of a string that holds several
_DEEPEST: Final = 2
# What programs keep there: names of files, layout, publishing, times that every save changes.
_UNTOLD: Final = words(
    """
    title name heading id _id uid uuid guid key slug doc_id zettelkasten language lang locale
    permalink layout template format encoding publish draft private public visibility collapsed
    cssclass cssclasses css style theme icon color colour banner cover image thumbnail
    weight order nav toc comments math mathjax katex pin pinned featured robots redirect
    redirects redirect_from redirect_to updated updated_at modified modified_at last_modified lastmod mtime
    version_id checksum hash sha
    """
) | {*_TAGS, *_ALIASES}
# "sidebar_position", "nav-order", "kanban-plugin", "excalidraw-open-md", "og:image", "note_id"
_UNTOLD_SHAPE: Final = re.compile(
    r"(?:sidebar|nav|toc|kanban|excalidraw|obsidian|dg|og|css|cssclass|cover|banner|image|hide|show|enable"
    r"|disable|pagination|linter|created|updated|modified)[-_: ].*"
    r"|.*[-_ ](?:id|uid|uuid|hash|class|color|icon)"
)
_SAYS_NOTHING: Final = re.compile(
    r"true|false|yes|no|on|off|null|none|(?=.*\d)[0-9a-f-]{16,}", re.I
)  # a switch, an id
_DATES: Final = words("date created published day created_at published_at pubdate timestamp")
_LETTERS: Final = words("url uri doi isbn issn")
_KEY: Final = re.compile(r"[^\W\d_][\w ]{0,39}")
_PROPERTY: Final = re.compile(r"(?:- |  )?([^\W\d_][\w-]{0,40})::(?:[ \t]+(.*))?$")
_WIKILINK: Final = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")


def properties(text: str) -> tuple[dict[str, str], str]:
    """The ``key:: value`` lines that a text begins with, and the text below them."""
    found: dict[str, str] = {}
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = _PROPERTY.match(text[at:end].rstrip())
        if line is None:
            break
        found.setdefault(line[1], line[2] or "")
        at = end + 1
    return found, text[at:].lstrip("\n") if found else text


def tags_of(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """The tags among the fields; a string holds several, parted by commas or, without one, by spaces."""
    found = _named(fields, _TAGS, lambda value: value.split("," if "," in value else None))
    return once(each.lstrip("#").strip() for each in found)


def aliases_of(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """Other names of the document; a string holds several, parted by commas. An address is no name."""
    found = _named(fields, _ALIASES, lambda value: value.split(","))
    return once(each for each in found if "://" not in each and not each.startswith("/") and each[-1:] != "/")


def once(names: Iterable[str]) -> tuple[str, ...]:
    """Names that differ by more than case, in order, of bounded size and number."""
    found: dict[str, str] = {}
    for each in names:
        if any(map(str.isalnum, each)) and len(each) <= _LONGEST:
            found.setdefault(fold_name(each), each)
    return tuple(islice(found.values(), _MOST))


def record(fields: Mapping[str, Any]) -> str:
    """A line ``Key: value`` for every field that a reader of the document would look for.

    A date alone is the document's, and nothing is told.
    """
    lines: list[str] = []
    undated = False
    for name, value in islice(fields.items(), _MOST):
        key = one_line(str(name).replace("_", " ").replace("-", " "))
        folded = str(name).strip().casefold()
        if folded in _UNTOLD or _UNTOLD_SHAPE.fullmatch(folded) or not _KEY.fullmatch(key):
            continue
        said = one_line(_value(value))
        if any(map(str.isalnum, said)) and len(said) <= _LONGEST_VALUE and not _SAYS_NOTHING.fullmatch(said):
            lines.append(f"{key.upper() if folded in _LETTERS else key[0].upper() + key[1:]}: {said}")
            undated = undated or folded not in _DATES
    if not undated:
        return ""
    return "".join(f"{line}\n" for line in lines)


def _named(
    fields: Mapping[str, Any], names: Iterable[str], parts: Callable[[str], list[str]]
) -> Iterator[str]:
    """What the first of the fields that is there names, without quotes and the brackets of links."""
    value = next((fields[name] for name in names if fields.get(name)), None)
    if isinstance(value, str):  # brackets are left where the YAML is broken
        value = parts(_WIKILINK.sub(r"\1", value[:_MOST_READ]).strip().removeprefix("[").removesuffix("]"))
    for each in islice(value, _MOST) if isinstance(value, list) else ():
        name = one_line(_WIKILINK.sub(r"\1", _value(each)[:_MOST_READ])).strip(" \"'")
        if name:
            yield name


def _value(value: Any, depth: int = 0) -> str:
    """A field's value on one line: parts of a list with commas, the name of what has one.

    ``[[Home]]`` without quotes is to YAML a list in a list; it is a link.
    """
    match value:
        case str():
            return value
        case bool() | None:
            return ""
        case int() | float():
            return str(value)
        case [[str() as name]] if depth == 0:
            return f"[[{name}]]"
        case list() if depth < _DEEPEST:
            return ", ".join(filter(None, (_value(each, depth + 1) for each in islice(value, _MOST))))
        case dict() if depth < _DEEPEST:
            return _value(value.get("name"), _DEEPEST)
    return ""
