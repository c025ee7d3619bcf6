"""Links as programs read them that have a grammar of their own: Dendron, Logseq."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from wikic.lint.programs import Program
from wikic.markdown.wikilink import split_target
from wikic.model.link import Link

_OFFSET: Final = re.compile(r",-?\d+$")
_MARKS: Final = frozenset({"begin", "end"})  # of a whole note of Dendron's
_PAGE: Final = re.compile(r"\[\[([^\[\]]+)\]\]")


def program_links(text: str, links: tuple[Link, ...], program: Program) -> tuple[Link, ...]:
    """The links of a page, as its program reads them."""
    read = _READ.get(program.name)
    return links if read is None else tuple(read(text, link) for link in links)


def _of_dendron(text: str, link: Link) -> Link:
    """``[[words|note#heading,1:#end]]``: words first; of what lies between two headings the first is named.

    ``*`` is any heading, ``,1`` says how far behind it to begin.
    """
    if link.kind != "wiki":
        return link
    words, bar, target = text[link.start : link.end].lstrip("!")[2:-2].rpartition("|")
    page, heading, block = split_target(target)
    first, last = (_OFFSET.sub("", (part or "").partition(":#")[0]).strip("*") for part in (heading, block))
    last = "" if last in _MARKS else last
    shown = words.rstrip("\\") if bar else None
    return replace(link, target=page, text=shown, heading=first or None, block=last or None)


def _of_logseq(text: str, link: Link) -> Link:
    """``[words]([[Page]])``: a page in the place of an address."""
    found = _PAGE.fullmatch(link.target) if link.kind == "markdown" else None
    return link if found is None else replace(link, kind="wiki", target=found[1])


_READ: Final[dict[str, Callable[[str, Link], Link]]] = {"dendron": _of_dendron, "logseq": _of_logseq}
