"""Which pages the text of a page names: links that nobody wrote.

Extraction links what one document says to what the same document names; a name that only another document
made a page of is found here, when the indexes are made, by titles and aliases. It is the mention graph of
RLM-on-KG (section 3.1), over pages instead of chunks, and it only helps finding: nothing of it is written
into the wiki.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.graph.resolve import PageNames
from wikic.search.fields import PATH, storable, text_analyser
from wikic.search.index import SearchIndex
from wikic.search.name_keys import Word, base_name, key_of, loose_key, split_words
from wikic.search.ranking import stored_path

# A name that more pages claim says nothing about which is meant.
_MAX_CLAIMS: Final = 3
# Names longer than this stand in full nowhere but in their own title.
_MAX_WORDS: Final = 16
_KEPT: Final = 1 << 15  # texts whose names are kept: 10 MB of sentences
_NOBODY: Final[tuple[str, ...]] = ()
_Counts = dict[tuple[str, str], set[int]]
_QUOTES: Final = frozenset("\"'“‘«《「『")


class NameTable:
    """Names of pages by the words they start with."""

    def __init__(self, pages: Iterable[PageNames]) -> None:
        self._paths: dict[str, tuple[str, ...]] = {}
        self._whole: set[str] = set()
        lengths: _Counts = {}
        for page in pages:
            for name in (page.title, *page.aliases):
                self._add(name, page.path, lengths, whole=True)
            base = base_name(page.title)
            if base is not None:
                self._add(base, page.path, lengths, whole=False)
        # Of names that start with two words, or are one: how many words they have, most first.
        self._lengths = {start: tuple(sorted(counts, reverse=True)) for start, counts in lengths.items()}
        # A text is shown on its page, and asked again for each page that it names.
        self.places = lru_cache(maxsize=_KEPT)(self._places)

    def _add(self, name: str, path: str, lengths: _Counts, *, whole: bool) -> None:
        split = split_words(name)
        key = _loose_key(key_of(split))
        # A number is a year or a count wherever it stands; one character of Chinese is any word.
        if not split or len(split) > _MAX_WORDS or key.isdigit() or (len(split) == 1 and len(key) == 1):
            return
        known = self._paths.get(key, ())
        if path not in known and len(known) <= _MAX_CLAIMS:
            self._paths[key] = (*known, path)
        if whole:
            self._whole.add(key)
        lengths.setdefault((_loose_key(split[0].key), _second_key(split, 0)), set()).add(len(split))

    def named(self, text: str) -> Iterator[str]:
        """Paths of the pages that ``text`` names, longest names first where they overlap."""
        for _, _, paths in self.places(text):
            yield from paths

    def _places(self, text: str) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
        """Where ``text`` names pages, from the front: start, end, paths of the pages that claim it.

        Of names that overlap the longest counts.
        """
        found = []
        split = split_words(text)
        at = 0
        while at < len(split):
            start = split[at].start
            initial = text[start]
            # Most words are small ones, which begin no name unless they stand in quotation marks.
            if initial.islower() and initial.upper() != initial and text[start - 1 : start] not in _QUOTES:
                at += 1
                continue
            last, paths = self._longest(text, split, at)
            if paths:
                found.append((start, split[last - 1].end, paths))
            at = last
        return tuple(found)

    def _longest(self, text: str, split: list[Word], first: int) -> tuple[int, tuple[str, ...]]:
        """Where the longest name that starts at ``first`` ends, and whose it is; nobody's where none does."""
        start, second = _loose_key(split[first].key), _second_key(split, first)
        lengths = self._lengths.get((start, second), ()) if second else ()
        for length in (*lengths, *self._lengths.get((start, ""), ())):
            last = first + length
            if last > len(split):
                continue
            key = _loose_key(key_of(split[first:last]))
            paths = self._paths.get(key, _NOBODY)
            if 0 < len(paths) <= _MAX_CLAIMS and self._is_name(text, split[first], key, alone=length == 1):
                return last, paths
        return first + 1, _NOBODY

    def _is_name(self, text: str, word: Word, key: str, *, alone: bool) -> bool:
        """Whether the words are written as a name here: "water" is not the page Water."""
        initial = text[word.start]
        if alone and key not in self._whole:
            # "Brother (song)" is not every Brother; in quotation marks it may be.
            return text[word.start - 1 : word.start] in _QUOTES
        cased = initial.lower() != initial.upper()
        return initial.isupper() if cased else not (initial.isdigit() and alone)


def _second_key(split: list[Word], first: int) -> str:
    """The key of the word behind ``first``, "" where there is none."""
    return _loose_key(split[first + 1].key) if first + 1 < len(split) else ""


def _loose_key(key: str) -> str:
    """``key`` without accents: documents differ in them ("Leonide", "Léonide")."""
    return key if key.isascii() else loose_key(key)


def find_mentions(
    names: Iterable[PageNames], build: Path, only: Iterable[str] | None = None
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Path of each page of the search index in ``build``, and the paths of those that it mentions, sorted.

    only: the pages to look into; None for all. Nothing is found where the index cannot be used.
    """
    index = SearchIndex.open(build / layout.SEARCH_DIR)
    if index.needs_rebuild is not None:
        return
    bodies = (
        _read_bodies(index, only)
        if only is not None
        else ((each.path, each.body) for each in index.records())
    )
    table = NameTable(names)
    for path, body in bodies:
        yield path, tuple(sorted(set(table.named(body)) - {path}))


def pages_holding(build: Path, names: Iterable[str]) -> set[str]:
    """Paths of the pages whose text holds all words of one of ``names``: more than mention it, never less."""
    from tantivy import Occur, Query

    index = SearchIndex.open(build / layout.SEARCH_DIR)
    wanted = {tuple(sorted(set(text_analyser().analyze(storable(name))))) for name in names}
    if index.needs_rebuild is not None:
        return set()
    searcher, schema = index.snapshot()
    found: set[str] = set()
    for terms in wanted - {()}:
        query = Query.boolean_query([(Occur.Must, Query.term_query(schema, "body", term)) for term in terms])
        hits = searcher.search(query, limit=max(searcher.num_docs, 1), count=False).hits
        found.update(stored_path(searcher.doc(address)) for _, address in hits)
    return found


def _read_bodies(index: SearchIndex, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Path and text of some pages of the index."""
    from tantivy import Query

    searcher, schema = index.snapshot()
    for path in paths:
        query = Query.term_query(schema, PATH, storable(path), index_option="basic")
        for _, address in searcher.search(query, limit=1, count=False).hits:
            yield path, str(searcher.doc(address).get_first("body"))
