"""Whether pages are what the documents speak of, or the documents: chosen for each collection from a sample.

An encyclopaedia's documents are titled with a name and define it in their first sentence: three fifths
of them and more in the encyclopaedias we saw, one in twenty-five at most in all other collections.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from wikic import language
from wikic.language import Pack
from wikic.model.article import Article
from wikic.model.topics import Layout
from wikic.schema.library.document_features import DocumentFeatures, features_of
from wikic.schema.sampling import Record
from wikic.text import cjk
from wikic.text.normalise import normalise
from wikic.text.tokens import tokens

THINGS: Final = 0.4  # share of documents that define their title from which pages are of things

_FRONT: Final = 800  # characters of a document that can hold its first sentence
_SUBJECT: Final = 200  # characters of it, asides left out, before what defines
_LONGEST_NAME: Final = 10  # words
_LONGEST_HAN: Final = 14  # characters
_FRONT_WORDS: Final = 4  # of a sentence, one of which is of the title where it is not told in full

_MARKUP: Final = re.compile(r"^\s*(?:#+|=+|>|\*+|[-–—]+|```)?\s*")
_ASIDE: Final = re.compile(r"\s*[(（\[][^()（）\[\]]*[)）\]]")
_QUALIFIED: Final = re.compile(r"\s*[(（].*|, .*")
_NO_NAME: Final = re.compile(r"[?!:;。？！：；]|\.\.\.|…")
_IMPRINT: Final = re.compile(r"[©@]|\(c\)", re.I)  # of a title page, which says nothing of the title
_END: Final = re.compile(r"(?<=[^\W\d_]{2})[.!?](?=\s|$)|[。！？]|\n\s*\n")


def layout_for(sample: Sequence[Article]) -> tuple[Layout, float]:
    """The layout for documents like these, and the share of them that define their title."""
    share = sum(map(defines_title, sample)) / len(sample) if sample else 1.0
    return ("things" if share >= THINGS else "library"), share


def defines_title(article: Article) -> bool:
    """Whether a document is titled with a name that its first sentence defines."""
    title = normalise(article.title)
    name = _QUALIFIED.sub("", title) or title
    # A line or two is too short to tell its language; most of those are English.
    pack = language.pack(article.language if article.language != "und" else "en")
    first = _first_sentence(article.text, title)
    if name.islower():  # of a file: "nasam.txt" begins with "Nasam is …"
        found = re.search(rf"\b{re.escape(name)}\b", first, re.IGNORECASE)
        name = found.group() if found else name
    if not first or not _is_name(name, pack):
        return False
    if cjk.is_cjk(first):
        return _defined_in_han(first, name, pack)
    return _defines_name(first, name, pack)


def _is_name(name: str, pack: Pack) -> bool:
    """Whether it reads as a name: short, no clause, its words in capitals where the script has them."""
    if not name or _NO_NAME.search(name) or not any(map(str.isalpha, name)):
        return False
    if cjk.is_cjk(name):
        return len(name) <= _LONGEST_HAN
    words = [word for word in name.split() if any(map(str.isalpha, word))]
    counted = [word for word in words if word.casefold() not in pack.stopwords] or words
    return len(words) <= _LONGEST_NAME and not any(word[0].islower() for word in counted[:1])


def _first_sentence(text: str, title: str) -> str:
    """The first sentence of prose; the title again above it, rules and fences are passed over."""
    front = text[:_FRONT].replace("\u3000", " ")
    lines = [_MARKUP.sub("", line).strip() for line in front.split("\n")]
    kept = [line for line in lines if line and normalise(line).casefold() != title.casefold()]
    while kept and len(kept[0]) < len(title) + 2 and not _END.search(kept[0]):
        kept.pop(0)  # a label, a date line
    prose = normalise(_ASIDE.sub("", _ASIDE.sub("", " ".join(kept)))).replace("*", "").replace("_", " ")
    end = _END.search(prose)
    # "St." and "No." end no sentence that has not come to its verb.
    while end is not None and end.start() < len(title) + 10:
        end = _END.search(prose, end.end())
    return prose[: end.start()] if end else prose


def _defines_name(first: str, name: str, pack: Pack) -> bool:
    """Whether what stands before the words that define names the title: at its front, or in full."""
    cue = _defining_cues(pack).search(first) if pack.defining else None
    if cue is None or cue.start() > _SUBJECT or _IMPRINT.search(first, 0, cue.start()):
        return False
    subject = tokens(first[: cue.start()])
    named = [word for word in tokens(name) if word not in pack.stopwords] or tokens(name)
    told = sum(word in subject for word in named)
    at_front = any(word in named for word in subject[:_FRONT_WORDS])
    return told == len(named) or (at_front and 2 * told >= len(named))


def _defined_in_han(first: str, name: str, pack: Pack) -> bool:
    at = first.find(name)
    if not 0 <= at <= 4:
        return False
    rest = first[at + len(name) : at + len(name) + 60].lstrip('》”」』" ')
    return rest.startswith(("，", ",", *pack.defining))


@lru_cache(maxsize=32)
def _defining_cues(pack: Pack) -> re.Pattern[str]:
    phrases = "|".join(sorted(map(re.escape, pack.defining), key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{phrases})(?!\w)", re.IGNORECASE)


ASKED: Final = 200  # documents that decide a layout
READ: Final = 2_000  # documents in which topics are looked for: a topic of 1.5 % is thirty of them


@dataclass(frozen=True, slots=True)
class Draw:
    """Which documents of a collection are looked at, drawn by the hash of their keys.

    keys: of all its documents.
    asked: those that decide its layout. read: those in which topics are looked for.
    """

    name: str
    keys: tuple[str, ...]
    asked: tuple[str, ...]
    read: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """A collection that was looked at.

    keys: of all its documents.
    share: of the documents looked at, those that define their title.
    chosen: whether the layout was chosen by that share, and not said.
    leaves: documents in which topics are looked for; none where the layout is ``things``.
    """

    name: str
    keys: tuple[str, ...]
    layout: Layout
    share: float
    chosen: bool
    leaves: tuple[DocumentFeatures, ...] = ()


def draw_samples(records: Iterable[Record], fit: Iterable[Record]) -> list[Draw]:
    """What to look at of each collection, in order of name.

    fit: those of ``records`` that say something; where a collection has such, they decide.
    """
    every: dict[str, list[Record]] = {}
    for each in sorted(records, key=lambda each: (each.rank, each.key)):
        every.setdefault(each.key.partition("/")[0], []).append(each)
    telling = {each.key for each in fit}
    found: list[Draw] = []
    for name, some in sorted(every.items()):
        asked = [each.key for each in some if each.key in telling] or [each.key for each in some]
        keys = sorted(each.key for each in some)
        read = [each.key for each in some[:READ]]
        found.append(Draw(name, tuple(keys), tuple(asked[:ASKED]), tuple(read)))
    return found


def look_at(
    draw: Draw, articles: Mapping[str, Article], leaves: Mapping[str, DocumentFeatures], said: Layout | None
) -> Looked:
    """A collection's layout and leaves.

    articles: those that decide among them; documents without one have a leaf. said: a layout that a person
    chose.
    """
    asked = [articles[key] for key in draw.asked if key in articles]
    layout, share = layout_for(asked)
    layout = said or layout
    found: Sequence[DocumentFeatures] = ()
    if layout == "library":
        found = [
            leaves.get(key) or features_of(articles[key])
            for key in draw.read
            if key in leaves or key in articles
        ]
    return Looked(draw.name, draw.keys, layout, share, said is None, tuple(found))
