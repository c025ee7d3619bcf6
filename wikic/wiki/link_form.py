"""How a generated link to a page is written, and how an entry of a list is read: one place decides the form.

Relative Markdown links with titles are what GitHub, editors, MkDocs and Obsidian follow; ``links: wikilinks``
in ``schema.yaml`` has the paper's form instead. Both are read everywhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

from wikic import layout
from wikic.markdown.escape import MATHS, escape, unescape

_ENTRY: Final = re.compile(
    r"!?\[\[(?P<wiki>[^\]|#\n]+)[^\]\n]*\]\]"
    r"|\[(?P<text>(?:\\.|`[^`\n]*`|[^\[\]\\\n])*)\]"
    r"\((?:<(?P<angled>[^<>#\n]*)(?:#[^<>\n]*)?>|(?P<bare>[^()<>#\s]+)(?:#[^()\s]*)?)\)"
)
_ELSEWHERE: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|/")
_DIGEST: Final = re.compile(
    rf"(?:\.\./)*(?:(?P<path>{layout.DIGESTS_DIR}/[^#|\n]+?)(?:\.md)?"
    rf"|{layout.ARTICLES_DIR}/(?P<stem>[^#|/\n]+)\.md)"
)
_IN_TEXT: Final = re.compile(rf"\\.|`[^`\n]*`|{MATHS}|[\[\]]")
_UNSAFE: Final = frozenset(' %()<>?#"\\')  # what would end a destination; letters of any script do not


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a list that begins with a link to a page.

    target: page path as the link has it, from where the line stands, without ``.md``; of a wikilink its name.
    text: what is shown, "" for the target.
    rest: what stands behind the link.
    is_wikilink: whether it is one.
    """

    target: str
    text: str
    rest: str
    is_wikilink: bool = False

    @property
    def stem(self) -> str:
        """The name of the page it leads to."""
        return layout.stem(self.target)

    @property
    def name(self) -> str:
        """What names the page wherever the line stands: of a relative path its stem alone."""
        return self.target if self.is_wikilink else self.stem


def link(path: str, title: str, origin: str, *, wikilinks: bool = False) -> str:
    """A link to the page ``path`` on the page ``origin``, both page paths.

    A wikilink names a knowledge page by its stem; a source, or an index, by its path.
    """
    if not wikilinks:
        return f"[{text(title)}]({relative(layout.page_file(path), origin)})"
    by_path = layout.is_index(path) or path.startswith(f"{layout.SOURCES_DIR}/")
    return f"[[{path if by_path else layout.stem(path)}]]"


def text(title: str) -> str:
    """A title as the text of a link, its brackets escaped; ``escape.unescape`` is the inverse."""
    escaped = escape(title)
    if "[" not in escaped and "]" not in escaped:
        return escaped
    return _IN_TEXT.sub(lambda match: f"\\{match[0]}" if match[0] in "[]" else match[0], escaped)


def relative(file: str, origin: str) -> str:
    """The destination of a Markdown link to a file path, on the page, or the file, ``origin``."""
    here, there = layout.directory(origin).split("/"), file.split("/")
    here = [] if here == [""] else here
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    return destination("/".join([*([".."] * (len(here) - shared)), *there[shared:]]))


def destination(path: str) -> str:
    """A path as a Markdown link has it."""
    return "".join(quote(char) if char in _UNSAFE else char for char in path)


def read_entry(line: str) -> Entry | None:
    """The entry that a line, without its bullet, is; None where it begins with no link to a page."""
    found = _ENTRY.match(line)
    if found is None:
        return None
    if found["wiki"] is not None:
        return Entry(found["wiki"].strip(), "", line[found.end() :], is_wikilink=True)
    target = unquote(found["angled"] or found["bare"] or "")
    if _ELSEWHERE.match(target) or not target.endswith(".md"):
        return None
    return Entry(target.removesuffix(".md"), unescape(found["text"]), line[found.end() :])


def digest_of(target: str) -> str | None:
    """Page path of the digest that a link's target names in either form, or whose article it names as a file.

    None for any other target.
    """
    found = _DIGEST.fullmatch(target)
    return unquote(found["path"] or f"{layout.DIGESTS_DIR}/{found['stem']}") if found is not None else None


def by_stem(line: str) -> str:
    """A line that begins with a link, the link in the form that names a page by its stem alone.

    What the fold wrote is compared so: where a page lies and how it is called are no words of the line.
    """
    entry = read_entry(line)
    return line if entry is None else f"[[{entry.stem}]]{entry.rest}"
