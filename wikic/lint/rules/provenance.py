"""C008: documents that a vault's page names as its sources, and that are not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from wikic import layout
from wikic.lint.rule import Problem
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import Gist, WikiView
from wikic.model.link import Link

_WIKILINK: Final = re.compile(r"!?\[\[(?P<target>[^\]|#]+)[^\]]*\]\]")
# A path, not a title or an address: it has a directory and a file's ending.
_PATH: Final = re.compile(r"[^\s:*?\"<>|][^:*?\"<>|\n]*/[^/:*?\"<>|\n]*\.[A-Za-z][A-Za-z0-9]{0,4}")


def check(view: WikiView) -> Iterator[Problem]:
    if not view.profile.is_vault:
        return
    for file in view.of_kind("page"):
        for key, value, line in view.gist(SOURCED, file) or ():
            link = _link(value)
            if link is None or _elsewhere(view, file, link):
                continue
            if view.resolve(file, link).rung == "none":
                yield Problem(file, line, 1, f"{key} names {link.target!r}, which is not there")


def _sourced(view: WikiView, file: str) -> Any:
    """What a vault's page names as its sources and can be looked up: key, value, line."""
    page = view.page(file) if view.profile.is_vault and view.state.kinds[file] == "page" else None
    if page is None:
        return None
    return [
        (key, value.strip(), _line(page, key, value))
        for key in view.profile.key_names("sources")
        for value in page.texts(key)
        if _link(value.strip()) is not None
    ] or None


# Not from the pages themselves: the whole vault would be read again for every page that changes.
SOURCED: Final = Gist("sourced", _sourced)


def _link(value: str) -> Link | None:
    """What a value leads to, where it is a wikilink or a path."""
    wikilink = _WIKILINK.fullmatch(value)
    if wikilink is not None:
        return Link("wiki", wikilink["target"].strip(), None, None, None, False, 0, 0, 1, 1)
    if _PATH.fullmatch(value) is not None:
        return Link("markdown", value, None, None, None, False, 0, 0, 1, 1)
    return None


def _elsewhere(view: WikiView, file: str, link: Link) -> bool:
    """Whether the path begins in a directory that is not here at all: nobody can tell whether it is right."""
    if "/" not in link.target:
        return False
    own = layout.directory(file)
    tops = (layout.join(start, link.target.split("/")[0]) for start in (own, "", *view.profile.roots))
    climbs = link.target.startswith(("/", "."))
    return not climbs and not any(top in view.directories for top in tops if top)


def _line(page: ParsedPage, key: str, value: str) -> int:
    """Line of a value of the frontmatter, of its key where it is not written as it is."""
    line = page.key_line(key)
    front = page.front
    if front is None:
        return line
    at = page.text.find(value, front.offset, front.end)
    return max(line, page.at(at)[0]) if at >= 0 else line
