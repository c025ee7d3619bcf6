"""Which documents link to which: what a document's author names, by the documents that are there.

A digest keeps a link as its document states it; it leads nowhere while nothing is called so. Documents link
within their collection. A path is the file's; a name is that of a file, of several the one in the same
folder, then the one nearest to the top; else it is the title or an alias that one document alone has, or a
designation: "ADR 4" is ``adr/0004-one-queue.md`` (``text.designations``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from wikic.text import names
from wikic.text.normalise import fold_name
from wikic.wiki.fold.symbols import DigestSymbols
from wikic.wiki.fold.tables import Multimap, Overflow

_EXTENSION: Final = re.compile(r"\.[a-z0-9]{1,8}$")


class DocumentLinks:
    """The links of all digests, kept in step with them."""

    def __init__(self, digests: Mapping[str, DigestSymbols], overflow: Overflow) -> None:
        """``digests``: by source key; the resolver's own."""
        self._digests = digests
        # By collection and name in it, folded; a path begins with "/".
        self._called = Multimap[str](overflow, str)  # keys of the documents that have a name
        self._asking = Multimap[str](overflow, str)  # keys of those that link to one
        self._targets: dict[str, tuple[str, ...]] = {}  # answers that hold until the next change

    def put(self, digest: DigestSymbols) -> None:
        """Take in a digest that has come."""
        self._targets.clear()
        for name in _names(digest):
            self._called.add(name, digest.key)
        for name in _asked(digest):
            self._asking.add(name, digest.key)

    def remove(self, digest: DigestSymbols) -> None:
        """Forget a digest that goes."""
        self._targets.clear()
        for table, every in ((self._called, _names(digest)), (self._asking, _asked(digest))):
            for name in every:
                table.discard(name, digest.key)

    def targets(self, key: str) -> tuple[str, ...]:
        """The documents that a document links to, by key, in its order."""
        found = self._targets.get(key)
        if found is None:
            digest = self._digests.get(key)
            meant = (self.meant(key, link) for link in digest.links) if digest is not None else ()
            found = tuple(dict.fromkeys(each for each in meant if each is not None and each != key))
            self._targets[key] = found
        return found

    def sources(self, key: str) -> list[str]:
        """The documents that link to one, by key."""
        return sorted(each for each in self._askers(key) if key in self.targets(each))

    def near(self, key: str, coming: DigestSymbols | None = None) -> set[str]:
        """The documents whose links to or from them depend on one; ask before and after it changes."""
        askers = self._askers(key)
        if coming is not None:
            askers |= {each for name in _names(coming) for each in self._asking.get(name)}
        return {*askers, *self.targets(key), *(other for each in askers for other in self.targets(each))}

    def _askers(self, key: str) -> set[str]:
        digest = self._digests.get(key)
        names = _names(digest) if digest is not None else set()
        return {each for name in names for each in self._asking.get(name)}

    def meant(self, key: str, link: str) -> str | None:
        """The document that a link of document ``key`` leads to, or None.

        link: as digests hold it (``documents.stated_links``).
        """
        collection = key.partition("/")[0]
        found = self._called.get(f"{collection}/{_name(link)}")
        if link.startswith("/"):
            return link[1:] if link[1:] in found else min(found) if len(found) == 1 else None
        wanted = fold_name(link)
        files = [each for each in found if any(_ends(path, wanted) for path in _paths(each))]
        if files:
            return min(
                files, key=lambda each: ("/" not in wanted or wanted not in _paths(each), _far(each, key))
            )
        titled = {each for each in found if fold_name(self._digests[each].title) == wanted} or found
        if not titled and (designation := _designation(link)):
            titled = self._called.get(f"{collection}/{designation}")
        return min(titled) if len(titled) == 1 and "/" not in wanted else None


def _names(digest: DigestSymbols) -> set[str]:
    """What a link may call a document, behind its collection."""
    collection = digest.key.partition("/")[0]
    paths = _paths(digest.key)
    spoken = (fold_name(each) for each in (digest.title, *digest.aliases))
    own = {
        *(f"/{fold_name(collection)}/{path}" for path in paths),
        *(path.rpartition("/")[2] for path in paths),
    }
    numbered = names.designations_of(digest.key.partition("/")[2], digest.title, digest.headings)
    return {f"{collection}/{name}" for name in (*own, *spoken, *map(_apart, numbered)) if name}


def _asked(digest: DigestSymbols) -> set[str]:
    collection = digest.key.partition("/")[0]
    names = {name for link in digest.links for name in (_name(link), _designation(link))}
    return {f"{collection}/{name}" for name in names if name}


def _designation(link: str) -> str:
    """By what a link is looked up that is a designation, "" for any other."""
    found = names.fold_designation(link)
    return _apart(found) if found else ""


def _apart(designation: str) -> str:
    """A designation as no other name is written: it is none but where nothing else is called so."""
    return f"#{designation}"


def _name(link: str) -> str:
    """By what a link is looked up: its path, or the last step of its name."""
    folded = fold_name(link)
    return folded if link.startswith("/") else folded.rpartition("/")[2]


def _paths(key: str) -> tuple[str, ...]:
    """A document's path in its collection, folded, with its extension and without."""
    path = fold_name(key.partition("/")[2])
    return (path, _EXTENSION.sub("", path)) if _EXTENSION.search(path) else (path,)


def _ends(path: str, wanted: str) -> bool:
    return path == wanted or path.endswith(f"/{wanted}")


def _far(key: str, other: str) -> tuple[bool, int, str]:
    """How far a document is from another: in its folder, else by its depth."""
    return key.rpartition("/")[0] != other.rpartition("/")[0], key.count("/"), key
