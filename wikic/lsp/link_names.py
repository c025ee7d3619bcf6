"""How a link is written: the shortest name that means one page, as Obsidian writes it."""

from __future__ import annotations

from wikic import layout
from wikic.graph.resolve import fold_target
from wikic.lint.view.wiki_view import WikiView


def shortest(view: WikiView, file: str, origin: str) -> str:
    """What stands between ``[[`` and ``]]`` for a file on the page ``origin``, both file paths.

    Its name where no other has it, else its whole path.
    """
    path = layout.page_path(file)
    names = view.state.names
    stem = layout.stem(path)
    alone = [each for each in names.stems.get(fold_target(stem), ()) if each != file] == []
    for name in (stem, path) if alone else (path,):
        if names.resolve(name, origin=layout.page_path(origin)).files == (file,):
            return name
    return path
