"""What documents a document links to, as its digest keeps it; whether they are there, the fold knows."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

from wikic import layout
from wikic.model import attachment
from wikic.model.article import Article
from wikic.text import names, structure_marks
from wikic.text.normalise import normalise
from wikic.wiki.documents.walk import EXTENSIONS

MOST: Final = 1_000  # links of one document
_LONGEST: Final = 500  # characters
_ELSEWHERE: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//|[#?]")
_EXTENSION: Final = re.compile(r"\.[A-Za-z0-9]{1,8}$")


def stated_links(article: Article) -> tuple[str, ...]:
    """What an article links to: names as ``[[Note]]`` gives them, paths as keys with ``/`` before them.

    Of a file also the numbers by which it names others, "see ADR 4"; records of a data set know no others.
    """
    found = [named(name, article.key) for name in structure_marks.wikilinks(article.text)]
    found += [addressed(target, article.key) for target in structure_marks.addresses(article.text)]
    if _EXTENSION.search(article.key):
        found += dict.fromkeys(names.designations_said(article.text))
    once = dict.fromkeys(each for each in found if each.strip("/") and len(each) <= _LONGEST)
    return tuple(once)[:MOST]


def is_elsewhere(target: str) -> bool:
    """Whether an address leads to no file of the collection: a URL, a place on the page itself."""
    return not target or _ELSEWHERE.match(target) is not None


def named(name: str, key: str) -> str:
    """A name that a wikilink of document ``key`` gives, as digests hold it."""
    name = normalise(name.replace("\\", "/"))
    return f"/{key.partition('/')[0]}{name}" if name.startswith("/") else name


def addressed(target: str, key: str) -> str:
    """``/`` and the key of the document that a path leads to, "" where it leads to none.

    key: of the document that states it. A path from ``/`` on begins at the top of its collection.
    """
    path = "" if _ELSEWHERE.match(target) else unquote(re.split(r"[?#]", target, maxsplit=1)[0])
    path = normalise(path.replace("\\", "/"))
    extension = _EXTENSION.search(path)
    known = extension is not None and extension.group().lower() in EXTENSIONS
    if not path or not (known or (extension is None and path.startswith(("./", "../", "/")))):
        return ""
    collection = key.partition("/")[0]
    found = layout.join(collection if path.startswith("/") else key.rpartition("/")[0], path.lstrip("/"))
    inside = found is not None and found.startswith(f"{collection}/") and attachment.FOLDER + "/" not in found
    return f"/{found}" if inside else ""
