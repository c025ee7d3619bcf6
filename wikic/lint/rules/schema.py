"""S: names, depth and width of the tree, and the file that says how it is divided."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from wikic import layout
from wikic.errors import ConfigError
from wikic.lint.profile import INDEX_NAMES
from wikic.lint.rule import Problem
from wikic.lint.view.wiki_view import WikiView

_AT_LINE: Final = re.compile(r"line (\d+): ")
MAX_VAULT_BYTES: Final = 252  # 255 is the file system's limit, ".md" included
MAX_FAN_OUT: Final = 200  # children of one directory (WikiKV, section III-C)


def _markdown_files(view: WikiView) -> list[str]:
    if view.profile.is_vault:
        return sorted((*view.of_kind("page"), *view.of_kind("index")))
    return sorted(file for file in view.scope & view.files if file.endswith(".md"))


# --- checks ------------------------------------------------------------------------------------


def check_names(view: WikiView) -> Iterator[Problem]:
    known: dict[str, str | None] = {}
    for file in _markdown_files(view):
        path = layout.page_path(file)
        segments = path.split("/")
        if view.profile.is_index(path):
            segments.pop()  # index and _index are reserved for exactly this
        for segment in segments:
            if segment not in known:
                known[segment] = (
                    _vault_fault(segment) if view.profile.is_vault else layout.name_fault(segment)
                )
            if known[segment] is not None:
                yield Problem(file, 1, 1, f"the name {segment!r} {known[segment]}")
                break


def _vault_fault(segment: str) -> str | None:
    """What some system holds against a name; what wikic alone does, for its own pages, is left out."""
    plain = segment.lstrip("-")
    if not plain or plain.casefold() in INDEX_NAMES:
        return layout.name_fault(segment) if not segment else None
    if len(segment.encode("utf-8", "surrogatepass")) > MAX_VAULT_BYTES:
        return f"is longer than {MAX_VAULT_BYTES} bytes"
    while len(plain.encode("utf-8", "surrogatepass")) > layout.MAX_SEGMENT_BYTES:
        plain = plain[:-1].rstrip(". ")
    return layout.name_fault(plain)


def check_depth(view: WikiView) -> Iterator[Problem]:
    for file in _markdown_files(view):
        depth = file.count("/") + 1
        if depth > layout.MAX_DEPTH:
            yield Problem(file, 1, 1, f"the page lies {depth} levels deep, more than {layout.MAX_DEPTH}")


def check_case(view: WikiView) -> Iterator[Problem]:
    spellings: dict[str, str] = {}
    for file in sorted(view.files):
        steps = file.split("/")
        for depth in range(1, len(steps) + 1):
            path = "/".join(steps[:depth])
            other = spellings.setdefault(_fold_path(path), path)
            if other != path:
                if file in view.scope:
                    message = f"{path!r} and {other!r} are one name where case does not count"
                    yield Problem(file, 1, 1, message)
                break


def _fold_path(path: str) -> str:
    """What a file system that ignores case and Unicode form makes of a path."""
    return path.lower() if path.isascii() else unicodedata.normalize("NFC", path.casefold())


def check_fan_out(view: WikiView) -> Iterator[Problem]:
    children: dict[str, set[str]] = {}
    for file in view.files:
        if file.startswith(f"{layout.SOURCES_DIR}/") or not file.endswith(".md"):
            continue
        steps = file.split("/")
        if layout.is_index(layout.page_path(file)):
            steps.pop()
        for depth in range(len(steps)):
            children.setdefault("/".join(steps[:depth]), set()).add(steps[depth])
    for inside in sorted(children):
        count = len(children[inside])
        index = layout.page_file(layout.index_path(inside))
        if count > MAX_FAN_OUT and (index in view.scope or view.scope == view.files):
            message = f"{inside or 'the root'}/ has {count:,} children, more than {MAX_FAN_OUT}"
            yield Problem(index, 1, 1, message, help="`wikic evolve` shows how to divide it")


def check_schema(view: WikiView) -> Iterator[Problem]:
    if layout.SCHEMA_FILE in view.scope and view.schema_fault is not None:
        yield _unusable_problem(layout.SCHEMA_FILE, view.schema_fault)
    if layout.IDENTITY_FILE in view.scope & view.files:
        from wikic.wiki.schema_file import parse_identity  # with it comes a YAML library

        try:
            parse_identity(view.read(layout.IDENTITY_FILE) or b"")
        except ConfigError as error:
            yield _unusable_problem(layout.IDENTITY_FILE, str(error))


def _unusable_problem(file: str, message: str) -> Problem:
    """The error without the file's name, on the line it names."""
    message = message.removeprefix(file).lstrip(":, ")
    found = _AT_LINE.match(message)
    return Problem(file, int(found[1]) if found else 1, 1, message[found.end() :] if found else message)
