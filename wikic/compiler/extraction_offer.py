"""What an extraction is shown of the wiki: pages the article seems to be about, and names it seems to use.

It comes from the wiki as it stood after the batch before, and the article alone, so that the number of jobs
changes nothing. Everything is bounded: a prompt costs the same in a wiki of a hundred pages and of a million.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from wikic.curator.protocol import Curator, Offer
from wikic.model.article import Article
from wikic.text.normalise import CJK, fold_name, normalise
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.workspace import Workspace

# One character of Chinese is a word here, as it may begin a name anywhere.
_WORD: Final = re.compile(rf"[{CJK}]|[^\W{CJK}]+")
_CJK: Final = re.compile(rf"[{CJK}]")


class Glossary:
    """Names by the word they begin with; names are in the form of ``text.normalise.fold_name``."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: set[str] = set()
        lengths: dict[str, set[int]] = {}
        for name in names:
            first = _WORD.match(name)
            # A number is a year or a count wherever it stands; a single sign is any word.
            if first is None or len(name) < 2 or name.isdigit():
                continue
            self._names.add(name)
            lengths.setdefault(first[0], set()).add(len(name))
        self._lengths = {first: sorted(found, reverse=True) for first, found in lengths.items()}

    def used(self, text: str) -> Counter[str]:
        """Names that stand in ``text`` as whole words, with how often; the longest where they overlap."""
        folded = normalise(text).casefold()
        found: Counter[str] = Counter()
        end = 0
        for word in _WORD.finditer(folded):
            if word.start() < end:
                continue
            name = self._longest(folded, word.start(), word[0])
            if name:
                found[name] += 1
                end = word.start() + len(name)
        return found

    def _longest(self, text: str, start: int, first: str) -> str:
        for length in self._lengths.get(first, ()):
            name = text[start : start + length]
            if name in self._names and _ends(text, start + length):
                return name
        return ""


def _ends(text: str, at: int) -> bool:
    """Whether a word ends before ``at``; between CJK characters anything may."""
    if at >= len(text) or _CJK.match(text[at]) or _CJK.match(text[at - 1]):
        return True
    return not (text[at].isalnum() and text[at - 1].isalnum())


CANDIDATES: Final = 8  # pages folded for the curator to choose 5 from
NAMES: Final = 40  # lines of names; more are noise to a model, and tokens
MAX_CLAIMS: Final = 3  # a name that more pages claim says nothing about which is meant

Constraints = Callable[[Article], tuple[str, ...]]


class OfferMaker:
    """Makes what the extraction of each article of one batch is shown of the wiki."""

    def __init__(self, space: Workspace, curator: Curator, constraints: Constraints | None = None) -> None:
        """``constraints`` gives an article's constraints of the Error Book; None where there is no book."""
        self._fold = space.fold
        self._curator = curator
        self._constraints = constraints
        self._glossary = Glossary(space.fold.resolver.names())

    def offer(self, article: Article) -> Offer:
        """What the extraction of ``article`` is shown."""
        named = self._named(article)
        pages = [self._fold.groups.page(group) for group in named[:CANDIDATES]]
        return Offer(
            pages=self._curator.select(article, pages),
            names=tuple(self._line(group) for group in named[:NAMES]),
            constraints=self._constraints(article) if self._constraints is not None else (),
        )

    def _named(self, article: Article) -> list[GroupId]:
        """Groups with a page that the article names: in its title first, then by how often."""
        titled = self._glossary.used(article.title)
        used = self._glossary.used(article.text)
        scores: dict[GroupId, tuple[int, int]] = {}
        for name in titled.keys() | used.keys():
            roots = {self._fold.resolver.root(group) for group in self._fold.resolver.holders(name)}
            roots = {root for root in roots if self._fold.groups.stem_of(root) is not None}
            if len(roots) > MAX_CLAIMS:
                continue
            for root in roots:
                in_title, in_text = scores.get(root, (0, 0))
                whole = 2 if name == fold_name(article.title) else 1 if name in titled else 0
                scores[root] = (max(in_title, whole), in_text + used[name])
        return sorted(scores, key=lambda root: (-scores[root][0], -scores[root][1], root))

    def _line(self, group: GroupId) -> str:
        """A page's title, and its aliases behind it."""
        title, aliases = self._fold.groups.names_of(group)
        return f"{title} (also {'; '.join(aliases)})" if aliases else title
