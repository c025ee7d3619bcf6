"""Text as words and characters: the one way in which pages and what a reader asks are cut.

``search.js`` cuts by the same rules; tests hold the two against each other.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from wikic.search.fields import SearchRecord, storable
from wikic.search.name_keys import SPACED, UNSPACED, base_name
from wikic.site.rendering import lean

if TYPE_CHECKING:
    import tantivy

# What follows tells C from C++ and from C#; a plus alone is arithmetic.
_SIGNS: Final = r"(?:\+\+|#)?"
_ASCII_WORD: Final = re.compile(rf"[a-z0-9]+{_SIGNS}")
# Accents of Latin, Greek and Cyrillic letters; marks of other scripts are letters like others.
_DROPPED: Final = re.compile("[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]+")
# Longer ones are data, not words.
MAX_WORD: Final = 40


def fold(text: str) -> str:
    """``text`` in one case, without accents, wide forms as usual ones.

    By way of capitals, since they know more: ``ß`` becomes ``ss``.
    """
    if text.isascii():
        return text.lower()
    bare = _DROPPED.sub("", normalize("NFKD", storable(text)))
    return normalize("NFC", bare.upper().lower().replace("ς", "σ"))


def spaced(folded: str) -> list[str]:
    """The words of a folded text, of the scripts that part them by spaces."""
    if folded.isascii():
        found = _ASCII_WORD.findall(folded)
    else:
        found = _analyser(f"{SPACED}+{_SIGNS}").analyze(folded)
    return [word if len(word) <= MAX_WORD else word[:MAX_WORD] for word in found]


def unspaced(folded: str) -> list[str]:
    """The runs of characters in a folded text that belong to scripts without spaces between words."""
    return [] if folded.isascii() else _analyser(f"{UNSPACED}+").analyze(folded)


@cache
def _analyser(pattern: str) -> tantivy.TextAnalyzer:
    import tantivy

    return tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.regex(pattern)).build()


# Two of 91 characters hold 13 bits: ``#`` to ``~`` without the backslash.
_BITS: Final = 13
_DIGITS: Final = [chr(code) for code in range(35, 127) if code != 92]
_PAIRS: Final = [
    _DIGITS[value // len(_DIGITS)] + _DIGITS[value % len(_DIGITS)] for value in range(1 << _BITS)
]


def unary(value: int) -> str:
    """So many ones, then a zero."""
    return "1" * value + "0"


def gamma(value: int) -> str:
    """Elias gamma of a number from 1: its length in unary, then all but its first bit."""
    digits = f"{value:b}"
    return unary(len(digits) - 1) + digits[1:]


def shift(total: int, count: int) -> int:
    """The Rice parameter for ``count`` gaps that make ``total``: integers only, as in the browser."""
    return max(0, (total * 11 // (16 * count)).bit_length() - 1)


@cache
def rice(value: int, k: int) -> str:
    """``value`` without its last ``k`` bits in unary, then these."""
    last = f"{value & ((1 << k) - 1):0{k}b}" if k else ""
    return unary(value >> k) + last


def gaps(numbers: Iterable[int], k: int) -> list[str]:
    """Rising numbers, each as its distance from the one before."""
    found, before = [], -1
    for number in numbers:
        found.append(rice(number - before - 1, k))
        before = number
    return found


def bits_text(bits: str) -> str:
    """``bits`` as text, filled up with zeros."""
    padded = bits + "0" * (-len(bits) % _BITS)
    return "".join([_PAIRS[int(padded[at : at + _BITS], 2)] for at in range(0, len(padded), _BITS)])


FOLDER: Final = "-/search"
# Levels of a word on a page: in its body once, up to three times, more often; in its summary or tags; in a
# name of four words or more, of three, of two; a name by itself. The commoner the smaller, since they are
# written in unary.
_OFTEN: Final = (1, 3)
_SUMMARY: Final = 3
_NAMED: Final = 8
_MOST_NAMED: Final = 4
# Words that begin alike share a file: the last word asked for may be half typed.
_PREFIX: Final = 3
# Each field begins at a multiple of it, so that a small change does not move what comes after.
SLOT: Final = 16
_CHARACTERS: Final = 5_000  # of a shard, about: smaller ones would cost more requests than they save
PAGES: Final = 16  # in a file of what is shown
_SUMMARY_SHOWN: Final = 160


@dataclass(slots=True)
class _Postings:
    """What is known of the words of all pages.

    words: word to page and level, in order of pages. characters: character to positions, rising.
    lengths: of pages, in words and characters. slots: of names, summary and body of each page.
    """

    words: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    characters: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    lengths: list[int] = field(default_factory=list)
    slots: tuple[list[int], ...] = field(default_factory=lambda: ([], [], []))
    end: int = 0


def search_files(records: Iterable[SearchRecord], url_of: Callable[[str], str]) -> dict[str, bytes]:
    """The index of ``records`` as files by their path below the site's root; the same for any order of them.

    url_of: page path to its address relative to the site's root.

    A page whose words change touches the files of these words; a page more or less, or one in a script
    without spaces that grew, most files: what is counted on from there moves.
    """
    pages = sorted({record.path: record for record in records}.values(), key=lambda record: record.path)
    postings = _Postings()
    for number, record in enumerate(pages):
        _add(postings, number, record)
    engine = _lean("search_engine.js")
    terms = _encoded(postings, len(pages))
    size = sum(len(word) + len(code) * 2 // 13 for words in terms.values() for word, code in words)
    count = 1 << (size // _CHARACTERS).bit_length()
    # What the files of one numbering have in common; those of two do not fit together.
    numbering = "\n".join([engine, *(record.path for record in pages), str(postings.slots), str(count)])
    stamp = hashlib.sha256(storable(numbering).encode()).hexdigest()[:8]
    shards: dict[int, list[tuple[str, str]]] = {number: [] for number in range(count)}
    for key, found in terms.items():
        shards[key_hash(key) % count] += found
    files = {"index": [stamp, len(pages), count, bits_text(_lengths(postings))]}
    for number, found in shards.items():
        files[f"w{number:x}"] = [stamp, *_shard(found)]
    for first in range(0, len(pages), PAGES):
        files[f"p{first // PAGES}"] = [stamp, *_shown(pages[first : first + PAGES], url_of)]
    written = {f"{FOLDER}/{name}.js": _script(name, parts) for name, parts in files.items()}
    return {**written, f"{FOLDER}/engine.js": engine.encode()}


def loader() -> str:
    """The script that every page needs to search: it loads the others with the first question."""
    return _lean("search.js")


# --- from records to postings ------------------------------------------------------------------------


def _add(postings: _Postings, number: int, record: SearchRecord) -> None:
    """Take in one page."""
    names = [record.title, *record.aliases]
    if (base := base_name(record.title)) is not None:
        names.append(base)
    named = [fold(name) for name in dict.fromkeys(names)]
    summary = fold("\n".join([record.summary, *record.tags]))
    # A summary is often a line of the body: it is found once, where it weighs more.
    body = fold("\n".join([line for line in record.body.split("\n") if line != record.summary]))

    counts = Counter(spaced(body))
    levels = {word: sum(count > most for most in _OFTEN) for word, count in counts.items()}
    about = spaced(summary)
    levels.update(dict.fromkeys(about, _SUMMARY))
    in_names = 0
    for name in named:
        words = [*spaced(name), *(run[:MAX_WORD] for run in unspaced(name))]
        level = _NAMED - min(len(words), _MOST_NAMED)
        for word in words:
            levels[word] = max(levels.get(word, 0), level)
        in_names += len(words)
    for word, level in levels.items():
        postings.words[word].append((number, level))

    fields = ([run for name in named for run in unspaced(name)], unspaced(summary), unspaced(body))
    for slots, runs in zip(postings.slots, fields, strict=True):
        slots.append(_lay(postings, runs))
    characters = sum(len(run) for runs in fields for run in runs)
    postings.lengths.append(counts.total() + len(about) + in_names + characters)


def _lay(postings: _Postings, runs: list[str]) -> int:
    """Give the characters of a field their positions, with a gap after each run; how many slots they take."""
    start = at = postings.end
    characters = postings.characters
    for run in runs:
        for character in run:
            characters[character].append(at)
            at += 1
        at += 1
    slots = -(-(at - start) // SLOT)
    postings.end = start + slots * SLOT
    return slots


# --- from postings to bits ---------------------------------------------------------------------------


def _encoded(postings: _Postings, pages: int) -> dict[str, list[tuple[str, str]]]:
    """Terms and their bits, by the key that says in which shard they are; ``" 石"`` is a character."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    level = [unary(number) for number in range(_NAMED)]
    for word, places in postings.words.items():
        k = shift(pages, len(places))
        distances = gaps((number for number, _ in places), k)
        pieces = [gap + level[where] for gap, (_, where) in zip(distances, places, strict=True)]
        # A name in a script without spaces lies beside its first character.
        key = word[:_PREFIX] if word[0] not in postings.characters else word[0]
        found[key].append((word, gamma(len(places)) + "".join(pieces)))
    for character, positions in postings.characters.items():
        k = shift(postings.end, len(positions))
        code = gamma(len(positions)) + "".join(gaps(positions, k))
        found[character].append((f" {character}", code))
    return found


def key_hash(key: str) -> int:
    """A number for a key that the browser reckons in the same way."""
    value = 0
    for character in key:
        value = (value * 31 + ord(character)) % 65_521
    return value


def _lengths(postings: _Postings) -> str:
    """The length of each page in steps of half an octave, and the slots of its fields."""
    pages = len(postings.lengths)
    if not pages:
        return ""
    shifts = [shift(sum(slots), pages) for slots in postings.slots]
    pieces = [gamma(k + 1) for k in shifts]
    for number, length in enumerate(postings.lengths):
        pieces.append(f"{min(15, max(0, (length * length).bit_length() - 7)):04b}")
        pieces += [rice(slots[number], k) for slots, k in zip(postings.slots, shifts, strict=True)]
    return "".join(pieces)


# --- files --------------------------------------------------------------------------------------------


def _shard(terms: list[tuple[str, str]]) -> list[str]:
    """Words, characters, and the bits of both, words first.

    A word is written as a capital that says how many letters it shares with the one before (``A`` none) and
    the rest of it. Bits of a word: how many pages in gamma, then for each the distance from the one before
    in Rice code, and its level in unary. Of a character the same, with positions and without levels.
    """
    ordered = sorted(terms)
    characters = [(term[1], code) for term, code in ordered if term[0] == " "]
    words = [each for each in ordered if each[0][0] != " "]
    front, before = [], ""
    for word, _ in words:
        same = 0
        # The browser counts characters beyond the first plane twice: none is shared.
        while same < min(25, len(before), len(word)) and before[same] == word[same] < "\U00010000":
            same += 1
        front.append(chr(65 + same) + word[same:])
        before = word
    stream = "".join([code for _, code in words] + [code for _, code in characters])
    return ["".join(front), "".join(character for character, _ in characters), bits_text(stream)]


def _shown(pages: list[SearchRecord], url_of: Callable[[str], str]) -> list[list[str]]:
    """Title, address, summary or first line of pages; directory, where it is not that of the one before."""
    rows, directory = [], ""
    for record in pages:
        said = record.summary or record.body or record.borrowed
        summary = " ".join(said.strip().partition("\n")[0].split())
        if len(summary) > _SUMMARY_SHOWN:
            summary = summary[: _SUMMARY_SHOWN - 1].rstrip() + "…"
        row = [storable(each) for each in (record.title, url_of(record.path), summary)]
        if record.directory != directory:
            directory = record.directory
            row.append(storable(directory))
        rows.append(row)
    return rows


def _script(name: str, parts: list[object]) -> bytes:
    written = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    # The two line ends that JSON allows in a string and scripts of before 2019 do not.
    written = written.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f'wikicShard("{name}",{written})\n'.encode()


def _lean(name: str) -> str:
    return lean(Path(__file__).with_name(name).read_text("utf-8"))
