"""How a word on the command line may go on: names of pages, keys of sources, codes of rules.

A shell asks at every press of a key, so nothing is opened but the files that name what is asked for, and of a
large wiki so many.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import typer

from wikic import layout

_MOST: Final = 200  # offered
_LOOKED_AT: Final = 20_000  # files of a wiki
_HEAD: Final = 2_048  # bytes of a digest, in which its key stands


def pages(context: typer.Context, incomplete: str) -> list[str]:
    """Paths of pages that begin so, or, of the last part of a path, pages whose file does."""
    found = [
        path.removesuffix(".md")
        for path in islice(_files(_wiki(context), ""), _LOOKED_AT)
        if not path.startswith(f"{layout.SOURCES_DIR}/")
    ]
    begun = [path for path in found if path.casefold().startswith(incomplete.casefold())]
    named = (path.rpartition("/")[2] for path in found)
    return (
        begun[:_MOST] or [name for name in named if name.casefold().startswith(incomplete.casefold())][:_MOST]
    )


def sources(context: typer.Context, incomplete: str) -> list[str]:
    """Keys of sources that begin so."""
    wiki = _wiki(context)
    keys = (_key(wiki / path) for path in islice(_files(wiki, layout.DIGESTS_DIR), _LOOKED_AT))
    return list(islice((key for key in keys if key and key.startswith(incomplete)), _MOST))


def readable(context: typer.Context, incomplete: str) -> list[str]:
    """Pages, else sources."""
    return pages(context, incomplete) or sources(context, incomplete)


def rules(incomplete: str) -> list[tuple[str, str]]:
    """Codes of rules that begin so, and names that do, each with what the rule finds."""
    from wikic.lint.registry import RULES

    named = [(word, rule.summary) for rule in RULES for word in (rule.code, rule.name)]
    before, comma, last = incomplete.rpartition(",")
    return [
        (before + comma + word, told) for word, told in named if word.casefold().startswith(last.casefold())
    ]


def _wiki(context: typer.Context) -> Path:
    return Path(context.params.get("directory") or "") / layout.WIKI_DIR


def _files(wiki: Path, inside: str) -> Iterator[str]:
    """Paths of Markdown files below a wiki, from there, in order; none where there is no wiki."""
    for folder, folders, names in os.walk(wiki / inside):
        folders.sort()
        where = os.path.relpath(folder, wiki)
        for name in sorted(names):
            if name.endswith(".md") and not name.startswith("_"):
                yield name if where == "." else f"{where}/{name}"


def _key(digest: Path) -> str:
    with digest.open("rb") as file:
        head = file.read(_HEAD).decode("utf-8", "replace")
    return next((line[5:].strip().strip("'\"") for line in head.split("\n") if line.startswith("key: ")), "")
