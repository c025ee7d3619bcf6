"""How a link is written: the shortest name that means one page, as Obsidian writes it."""

from __future__ import annotations

import os
from urllib.parse import quote

from wikic import layout
from wikic.graph.resolve import fold
from wikic.lint.view.wiki_view import WikiView


def shortest(view: WikiView, file: str, origin: str) -> str:
    """What stands between ``[[`` and ``]]`` for a file on the page ``origin``, both file paths.

    Its name where no other has it, else its whole path.
    """
    path = layout.page_path(file)
    names = view.state.names
    stem = layout.stem(path)
    alone = [each for each in names.stems.get(fold(stem), ()) if each != file] == []
    for name in (stem, path) if alone else (path,):
        if names.resolve(name, origin=layout.page_path(origin)).files == (file,):
            return name
    return path


def relative(file: str, origin: str) -> str:
    """What stands in the parentheses of a Markdown link to a file on the page ``origin``."""
    return destination(os.path.relpath(file, layout.directory(origin) or "."))


def destination(path: str) -> str:
    """A path as a Markdown link has it: what would end it is escaped, letters of any script are not."""
    return "".join(quote(char) if char in ' %()<>?#"\\' else char for char in path)
