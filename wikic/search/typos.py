"""Names that are meant when a name is mistyped.

tantivy walks its term dictionary with a Levenshtein automaton. Measured on 46,000 proper names of an
encyclopedia and 300 queries with two edits each (``benchmarks/typos.py --titles FILE``; 2 cores):

==========================  ========  =======  =========  ========  ======
method                      built in  memory   load       p50       recall
==========================  ========  =======  =========  ========  ======
tantivy automaton, 2 edits  0.2 s     mapped   none       0.46 ms   0.987
rapidfuzz ``OSA``           none      keys     28 ms      4.9 ms    0.987
rapidfuzz ``ratio`` >= 80   none      keys     28 ms      2.5 ms    0.993
deletions, 2 of 10 letters  3.6 s     380 MB   2.4 s      0.06 ms   0.987
deletions, 1                1.4 s     190 MB   1.0 s      0.02 ms   0.240
==========================  ========  =======  =========  ========  ======

A deletion-neighbourhood dictionary is quickest once it is loaded, and loading it alone would take six
times what ``wikic search`` may take in all. The automaton needs nothing loaded and follows every commit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wikic.search.fields import LOOSE_KEY, PATH, keys_of
from wikic.search.name_keys import is_unspaced, loose_key
from wikic.search.query import exclude_query

if TYPE_CHECKING:
    import tantivy

# Shorter names have too many neighbours: "Hume" is one letter from "Hums", "Home" and "Fume".
_ONE_EDIT: Final = 4
_TWO_EDITS: Final = 8  # letters, from which two edits are forgiven
# A character of a script without spaces carries a word: of two, one may not differ.
_ONE_EDIT_UNSPACED: Final = 3
# The automaton grows with the text; longer names are found by their words.
_MAX_LENGTH: Final = 120
MAX_NAMES: Final = 20  # pages
_DIGITS: Final = re.compile(r"[0-9]+")
_ROMAN: Final = re.compile(r"(?=.)m{0,3}(?:c[md]|d?c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})")


@dataclass(frozen=True, slots=True)
class Near:
    """A page one of whose names is close.

    document: the page as stored.
    key: the key that is close.
    edits: how many edits at most; 0 where only accents differ.
    """

    document: tantivy.Document
    key: str
    edits: int


def allowed_edits(key: str) -> int:
    """How many edits are forgiven in a name of this length."""
    if len(key) > _MAX_LENGTH:
        return 0
    if any(map(is_unspaced, key)):
        return 1 if len(key) >= _ONE_EDIT_UNSPACED else 0
    return 2 if len(key) >= _TWO_EDITS else 1 if len(key) >= _ONE_EDIT else 0


def near_names(
    searcher: tantivy.Searcher,
    schema: tantivy.Schema,
    key: str,
    within: tantivy.Query | None = None,
    *,
    without: tantivy.Query | None = None,
) -> list[Near]:
    """Pages with a name nearest to ``key``, by path: those of the smallest number of edits that finds any.

    within: a filter the pages must match. without: one they must not.
    """
    import tantivy

    loose = loose_key(key)
    for edits in range(allowed_edits(loose) + 1):
        if edits:
            query = tantivy.Query.fuzzy_term_query(schema, LOOSE_KEY, loose, distance=edits)
        elif searcher.doc_freq(LOOSE_KEY, loose):
            query = tantivy.Query.term_query(schema, LOOSE_KEY, loose, index_option="basic")
        else:
            continue
        if within is not None:
            query = query.and_must_match(within)
        query = exclude_query(query, without)
        hits = searcher.search(
            query, limit=MAX_NAMES, count=False, order_by_field=PATH, order=tantivy.Order.Asc
        ).hits
        found = [
            Near(document, known, edits)
            for document in (searcher.doc(address) for _, address in hits)
            if (known := _closest_key(loose, document, edits)) is not None
        ]
        if found:
            return found
    return []


def _closest_key(loose: str, document: tantivy.Document, edits: int) -> str | None:
    """The key of ``document`` that is within ``edits`` of ``loose`` (optimal string alignment), if any."""
    from rapidfuzz.distance import OSA

    title, aliases = document.get_first("name") or "", tuple(document.get_all("aliases"))
    names, others = keys_of(document.get_first(PATH) or "", title, aliases)
    close = [
        (distance, known)
        for known in sorted(names | others)
        if (distance := OSA.distance(loose, loose_key(known), score_cutoff=edits)) <= edits
        and _key_numbers(loose) == _key_numbers(loose_key(known))
    ]
    return min(close)[1] if close else None


def _key_numbers(loose: str) -> list[str]:
    """The numbers of a key: a year, or the V of Henry V, is never a typo of another."""
    return sorted(_DIGITS.findall(loose) + [word for word in loose.split("-") if _ROMAN.fullmatch(word)])
