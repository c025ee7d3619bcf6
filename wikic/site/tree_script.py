"""The tree of directories and pages as one script that every page shares: ``-/tree.js``."""

from __future__ import annotations

import json
from typing import Any, Final

from wikic import layout
from wikic.navigate.library import Library
from wikic.site.addresses import Addresses

TREE: Final = "tree.js"
_MOST: Final = 200  # pages of one directory; its own page lists the others


def tree_script(library: Library, to: Addresses) -> str:
    """The tree as ``wikicTree``; ``to`` are addresses as the wiki's own page has them.

    A directory is its title, its address below the one above, its number of pages, pages (title and address
    below the directory) and directories.
    """
    names = set(library.directory_names())
    below: dict[str, list[str]] = {}
    for name in library.directory_names():
        above = layout.directory(name)
        while above and above not in names:
            above = layout.directory(above)
        below.setdefault(above, []).append(name)

    def address(path: str) -> str:
        return to.directory(path).removesuffix("index.html").removeprefix(to.root) if path else ""

    def branch(path: str, above: str) -> list[Any]:
        entries = library.entries(path)
        pages = [[each.title, to.page(each.path).rpartition("/")[2]] for each in entries[:_MOST]]
        title = library.directory_title(path) if path else ""
        step = address(path).removeprefix(address(above)).removesuffix("/")
        return [title, step, len(entries), pages, [branch(each, path) for each in below.get(path, ())]]

    written = json.dumps(branch("", ""), ensure_ascii=False, separators=(",", ":"))
    # The two line ends that JSON allows in a string and old scripts do not.
    return f"wikicTree={written}\n".replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
