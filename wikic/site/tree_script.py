"""The tree of directories and pages as one script that every page shares: ``-/tree.js``."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from typing import Any, Final

from wikic import layout
from wikic.navigate.library import Library
from wikic.site.addresses import Addresses

TREE: Final = "tree.js"
_MOST: Final = 200  # pages of one directory; its own page lists the others
_PAGES: Final = 20_000  # of all directories
_DIRECTORIES: Final = 5_000  # those nearest to the wiki's root


def tree_script(
    library: Library, to: Addresses, *, pages: int = _PAGES, directories: int = _DIRECTORIES
) -> str:
    """The tree as ``wikicTree``; ``to`` are addresses as the wiki's own page has them.

    A directory is its title, its address below the one above, how many pages it has (with the directories
    below it that are left out), pages (title and address below the directory) and directories. Where it has
    more than stand here, a link leads to its own page.

    pages: how many there are in all at most; large directories give way first.
    directories: how many at most, those nearest to the root.
    """
    listed = library.directory_names()
    names = set(sorted(listed, key=lambda name: name.count("/"))[:directories])
    below: dict[str, list[str]] = {}
    left_out: Counter[str] = Counter()  # by the nearest directory above that is not
    for name in listed:
        above = layout.directory(name)
        while above and above not in names:
            above = layout.directory(above)
        if name in names:
            below.setdefault(above, []).append(name)
        else:
            left_out[above] += 1
    sizes = [len(library.entries(path)) for path in ("", *names)]
    most = bisect_right(range(1, _MOST + 1), pages, key=lambda many: sum(min(size, many) for size in sizes))

    def address(path: str) -> str:
        return to.directory(path).removesuffix("index.html").removeprefix(to.root) if path else ""

    def branch(path: str, above: str) -> list[Any]:
        entries = library.entries(path)
        shown = [[each.title, to.page(each.path).rpartition("/")[2]] for each in entries[:most]]
        title = library.directory_title(path) if path else ""
        step = address(path).removeprefix(address(above)).removesuffix("/")
        inside = [branch(each, path) for each in below.get(path, ())]
        return [title, step, len(entries) + left_out[path], shown, inside]

    written = json.dumps(branch("", ""), ensure_ascii=False, separators=(",", ":"))
    # The two line ends that JSON allows in a string and old scripts do not.
    return f"wikicTree={written}\n".replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
