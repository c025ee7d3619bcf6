"""Another destination in a Markdown link, all else as it was."""

from __future__ import annotations

import re
from posixpath import relpath
from typing import Final
from urllib.parse import quote, unquote

from wikic import layout
from wikic.lint.view.page import ParsedPage
from wikic.model.link import Link

_RAW: Final = re.compile(r"<[^<>\n]*>|[^\s()<>]+")
_PLAIN: Final = "/:@!$&',;=+~*-._"  # beside letters and digits: what needs no escape in a destination


def with_destination(page: ParsedPage, link: Link, path: str) -> str | None:
    """The link, leading to ``path`` (no escapes in it), its heading kept; None where it is written oddly."""
    written = page.text[link.start : link.end]
    before = f"{'!' if link.embed else ''}[{link.text}]("
    raw = _RAW.match(written, len(before)) if written.startswith(before) else None
    if raw is None:
        return None
    angled = raw[0].startswith("<")
    _, mark, part = raw[0].strip("<>").partition("#")
    if angled:
        to = f"<{path}{mark}{part}>"
    else:
        to = f"{quote(path, safe=_PLAIN) if path.isascii() else path.replace(' ', '%20')}{mark}{part}"
    return written[: raw.start()] + to + written[raw.end() :]


def relative_path(page: ParsedPage, file: str) -> str:
    """The path of a file from the directory of a page."""
    return relpath(f"/{file}", f"/{layout.directory(page.file)}")


def respelt(link: Link, file: str) -> str:
    """A link's path in the letters of the file that it leads to."""
    steps = unquote(link.target).replace("\\", "/").split("/")
    told = file if steps[-1].casefold().endswith(".md") else file.removesuffix(".md")
    there = told.split("/")
    named = [at for at, step in enumerate(steps) if step not in ("", ".", "..")]
    for at, step in zip(reversed(named), reversed(there), strict=False):
        steps[at] = step
    return "/".join(steps)
