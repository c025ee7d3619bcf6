"""An answer kept as a page of people's words: its sentences with the citations they rest on.

It is nobody's digest: nothing folds over it, and what it cites is checked by lint like everything else. By
its tag it is known as no evidence for another answer (``search/query.py``).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from wikic import build_dir, layout
from wikic.errors import UsageError
from wikic.markdown.escape import escape
from wikic.model.answer import Answer
from wikic.model.page import Citation
from wikic.plain_file import refuse_leaving
from wikic.whole_file import fresh_file, sync_folder
from wikic.wiki import link_form
from wikic.wiki.disk import disk_error, put_new
from wikic.wiki.page_blocks import MARK

_NUMBER: Final = re.compile(r"[ \t]*\[(\d{1,4})\]")
_TRIES: Final = 100

Quoted: TypeAlias = Callable[[Citation], bool]


def page_of(answer: Answer, title: str, quoted: Quoted) -> str:
    """The page's text: the answer in words, then each fact with what it cites."""
    lines = ["---", "tags:", f"  - {layout.NOTES_TAG}", "---", "", f"# {_plain(title)}", ""]
    if answer.short is not None:
        lines += [f"**{_plain(answer.short.text)}**", ""]
    if answer.explanation:
        lines += [_cited(answer, quoted), ""]
    lines += ["## What it rests on", ""]
    for each in answer.evidence:
        held = f"{_plain(each.holder)}: " if each.holder else ""
        page = "" if each.page.startswith(f"{layout.SOURCES_DIR}/") else f" (in {_page(each.page)})"
        cites = "".join(dict.fromkeys(f" {_link(cite, quoted)}" for cite in each.citations[:3]))
        lines.append(f"- {held}{_plain(each.text)}{page}{cites}")
    return "\n".join(lines) + "\n"


def save(root: Path, answer: Answer, title: str, quoted: Quoted) -> str:
    """Write the page into ``notes/`` under a name that nothing has; gives its page path.

    quoted: whether a digest quotes the block cited; else the link leads to the digest as a whole.

    Raises UsageError when very many pages have the name, NotPlainError for a directory that leads out of the
    wiki and DiskError.
    """
    stem = layout.page_stem(title)
    directory = root / layout.WIKI_DIR / layout.NOTES_DIR
    refuse_leaving(directory, root)
    build = build_dir.at(root)
    page = page_of(answer, title, quoted).encode()
    try:
        build_dir.make(build)
        directory.mkdir(exist_ok=True)
        with fresh_file(build / f"saved-{os.getpid()}.md", page) as (fresh, _):
            for number in range(1, _TRIES):
                name = stem if number == 1 else layout.suffixed(stem, str(number))
                if not _taken(root, name) and put_new(fresh, directory / f"{name}.md"):
                    sync_folder(directory)
                    return f"{layout.NOTES_DIR}/{name}"
        raise UsageError(f"there are {_TRIES} pages called {stem!r} already")
    except OSError as error:
        raise disk_error(error, directory, "the answer is not saved") from error


def _taken(root: Path, stem: str) -> bool:
    """Whether a page anywhere in the wiki has this name: a link could mean either."""
    wanted = f"{stem}.md".casefold()
    return any(each.casefold() == wanted for _, _, names in os.walk(root / layout.WIKI_DIR) for each in names)


def _cited(answer: Answer, quoted: Quoted) -> str:
    """The explanation with citations of blocks in place of the numbers of documents."""
    first: dict[str, Citation] = {}
    for each in answer.evidence:
        for cite in each.citations:
            first.setdefault(cite.digest, cite)

    parts: list[str] = []
    at = 0
    for found in _NUMBER.finditer(answer.explanation):
        number = int(found[1]) - 1
        digest = answer.sources[number].digest if 0 <= number < len(answer.sources) else ""
        parts.append(_plain(answer.explanation[at : found.start()], lines=True))
        parts.append(f" {_link(first[digest], quoted)}" if digest in first else "")
        at = found.end()
    parts.append(_plain(answer.explanation[at:], lines=True))
    return "".join(parts)


def _plain(text: str, *, lines: bool = False) -> str:
    """Words without what Markdown would make of them; on one line unless lines are kept."""
    if lines:
        return "\n".join(escape(line) if line.strip() else line for line in text.split("\n"))
    return escape(" ".join(text.split()))


def _page(path: str) -> str:
    return link_form.link(path, layout.stem(path).replace("-", " "), f"{layout.NOTES_DIR}/x")


def _link(cite: Citation, quoted: Quoted) -> str:
    path = link_form.relative(layout.page_file(cite.digest), f"{layout.NOTES_DIR}/x")
    return f"[{MARK}]({path}#{cite.block})" if cite.block and quoted(cite) else f"[{MARK}]({path})"
