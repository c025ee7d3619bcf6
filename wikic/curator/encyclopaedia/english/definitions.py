"""Definitional sentences: "John V (…) was a German prince of the House of Ascania who …".

From one such sentence come what the thing is, its tags and its summary line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, cast

from wikic.curator.encyclopaedia.english.vocabulary import (
    DEMONYMS,
    NOT_NATIONALITY,
    NOUNS,
    PERSON_ENDINGS,
    load_kinds,
    load_pattern,
    load_words,
    rows,
)
from wikic.curator.encyclopaedia.things import Sort

MAX_SUMMARY: Final = 160  # characters: a line of an index
MAX_SUBJECT: Final = 240  # beyond this the verb does not belong to the first name

_PARENTHESES = re.compile(r"\s*\([^()]*\)")
_COPULA: Final = load_pattern("copula")
_ARTICLE: Final = load_pattern("article_of_predicate")
_LIGHT: Final = load_pattern("light_noun")
# "a series of films" is a work: what stands for its members keeps a kind of its own.
_KEEPS_SORT: Final = load_kinds("collectives")
_BOUNDARY: Final = load_pattern("phrase_end")
_TAGS_END: Final = load_pattern("tags_end")
_CUT: Final = load_pattern("summary_cut")
_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_DROPPED: Final = load_pattern("dropped_adjective")


_NO_TAGS: Final = load_words("no_tags")


@dataclass(frozen=True, slots=True)
class Definition:
    """What a definitional sentence says.

    subject: the words before the verb, without parentheses.
    predicate: the words after it, without parentheses and article.
    sort: what kind of thing the head noun makes it, or None.
    head: the head noun, lower case, or "".
    tags: nationality and compound noun.
    summary: the predicate as one line.
    loose: the noun that gave the sort is not the head of the phrase.
    refers: it lists what a name may refer to.
    """

    subject: str
    predicate: str
    sort: Sort | None
    head: str
    tags: tuple[str, ...]
    summary: str
    loose: bool = False
    refers: bool = False


def read_definition(sentence: str, base: str) -> Definition | None:
    """The definition in ``sentence``, where it defines something; ``base`` is the document's bare title."""
    text = sentence
    while "(" in text:
        shorter = _PARENTHESES.sub("", text)
        if shorter == text:
            break
        text = shorter
    # A title may hold a verb of its own: "What Is Life is a 1944 book".
    bare = text.lstrip("\"“'‘ ")
    start = text.find(base) + len(base) if base and bare.startswith(base) else 1
    for match in _COPULA.finditer(text, max(1, start), MAX_SUBJECT + 20):
        subject = text[: match.start()].strip(" ,\"”“'")
        rest = text[match.end() :].strip()
        refers = "refer" in match.group("verb") or "mean" in match.group("verb")
        if not subject or not (rest or refers) or (_NO_SUBJECT.match(subject) and not bare.startswith(base)):
            return None
        if refers:
            return Definition(subject, rest, "concept", "", (), "", refers=True)
        article = _ARTICLE.match(rest)
        if article is None and not (rest[:1].isupper() or _first_noun(rest)):
            continue
        return _make_definition(subject, rest[article.end() :] if article else rest)
    return None


def _make_definition(subject: str, predicate: str) -> Definition:
    sort, head = head_of(predicate)
    loose = (
        sort is not None
        and _find_head(predicate)[0] is None
        and _LIGHT.match(predicate) is None
        and head != ""
    )
    labels = read_tags(predicate)
    if sort == "person":  # "film and television director": no "film" among what he is
        labels = tuple(tag for tag in labels if tag in DEMONYMS or _noun_kind(tag.split()[-1]) == "person")
    return Definition(subject, predicate, sort, head, labels, cut_summary(predicate), loose)


_NO_SUBJECT: Final = load_pattern("no_subject")


def head_of(predicate: str) -> tuple[Sort | None, str]:
    """Kind and head noun of a noun phrase without its article."""
    light = _LIGHT.match(predicate)
    if light is not None:
        word = light.group().split()
        for each in word:
            kept = _KEEPS_SORT.get(each.casefold())
            if kept is not None:
                inner, head = _find_head(predicate[light.end() :])
                return (
                    (inner or kept, head)
                    if each.casefold() in ("series", "set", "group")
                    else (kept, each.casefold())
                )
        return _find_head(predicate[light.end() :])
    sort, head = _find_head(predicate)
    if sort is not None:
        return sort, head
    # "a collaborator …, who led the department": what "who" stands for is a person.
    if re.search(r"\b(?:who|whose|whom)\b", predicate[:120]) or re.match(
        r"(?:first|only) (?:\w+ ){0,3}to [a-z]", predicate
    ):
        return "person", ""
    joined = _coordinated_person(predicate, _BOUNDARY.search(predicate))
    if joined is not None:  # "television, stage, and movie actress"
        return joined
    words = _WORD.findall(re.split(r";| which | that | who ", predicate)[0])[:12]
    for each in words:
        found = _noun_kind(each)
        if found is not None:
            return found, each.casefold()
    return None, ""


def _find_head(phrase: str) -> tuple[Sort | None, str]:
    boundary = _BOUNDARY.search(phrase)
    words = _WORD.findall(phrase[: boundary.start()] if boundary else phrase)
    tail = words[-6:]
    for at in range(len(tail) - 1, -1, -1):
        word = tail[at]
        sort = _compound_kind(tail[:at], word) or _noun_kind(word)
        if sort is not None and word == "native" and any(_noun_kind(each) for each in tail[:at]):
            continue  # "a spider native to"
        if sort is not None:
            return _coordinated_person(phrase, boundary) or (sort, word.casefold())
    last = words[-1] if words else ""
    if last in DEMONYMS and last not in ("Western",):
        return "person", ""
    return None, ""


def _coordinated_person(phrase: str, boundary: re.Match[str] | None) -> tuple[Sort, str] | None:
    """ "film and television director": what is joined are modifiers of a person, not a film."""
    if boundary is None or boundary.group() not in (" and", " or", ","):
        return None
    rest = re.sub(r"^(?:,? (?:and|or)|,)\s+", "", phrase[boundary.start() :])
    if rest[:2] in ("a ", "an") or rest[:4] == "the ":
        return None
    stop = _BOUNDARY.search(rest)
    words = _WORD.findall(rest[: stop.start()] if stop else rest)
    if (
        stop is not None
        and stop.group() in (" and", " or", ",")
        and words
        and _noun_kind(words[-1]) != "person"
    ):
        return _coordinated_person(rest, stop)
    return ("person", words[-1].casefold()) if words and _noun_kind(words[-1]) == "person" else None


# Two words that are something else than the second alone: kind, first words, second word.
_COMPOUNDS: Final = tuple(
    (cast("Sort", sort), frozenset(first.split(", ")), second) for sort, first, second in rows("compounds")
)


def _compound_kind(before: list[str], word: str) -> Sort | None:
    for sort, first, second in _COMPOUNDS:
        if word == second and not first.isdisjoint(before[-2:]):
            return sort
    return None


def _noun_kind(word: str) -> Sort | None:
    plain = word.casefold()
    for form in (plain, plain.removesuffix("s"), plain.rpartition("-")[2]):
        if form in NOUNS:
            return NOUNS[form]
    if word.islower() and plain.endswith(PERSON_ENDINGS) and len(plain) > 6:
        return "person"
    return None


def _first_noun(rest: str) -> bool:
    boundary = _BOUNDARY.search(rest)
    words = _WORD.findall(rest[: boundary.start()] if boundary else rest)
    return (
        bool(words) and len(words) <= 5 and _noun_kind(words[-1]) is not None and not words[0].endswith("ed")
    )


def read_tags(predicate: str) -> tuple[str, ...]:
    """Nationality and the compound nouns of a predicate: ("Danish", "film director")."""
    found: list[str] = []
    boundary = _TAGS_END.search(predicate)
    phrase = predicate[: boundary.start()] if boundary else predicate
    for part in re.split(r",| and | or | & ", phrase)[:4]:
        words = part.split()
        nations = [w for w in words if w.strip("-") in DEMONYMS and w not in NOT_NATIONALITY]
        found += [word for word in nations if word not in found]
        rest = [
            w
            for w in words
            if w not in nations and not _DROPPED.match(w) and w.casefold() not in ("a", "an", "the")
        ]
        rest = rest[-3:]
        while rest and not rest[0][0].isalpha():
            rest = rest[1:]
        if rest and _noun_kind(rest[-1]) is not None and all(w.islower() for w in rest):
            label = " ".join(rest)
            if label not in found and label not in _NO_TAGS:
                found.append(label)
    return tuple(found[:5])


def cut_summary(predicate: str) -> str:
    """A predicate as one line of at most ``MAX_SUMMARY`` characters, cut at a clause."""
    text = predicate.strip().rstrip(".:;, ")
    if len(text) > MAX_SUMMARY:
        cuts = [match.start() for match in _CUT.finditer(text, 20, MAX_SUMMARY)]
        cut = max(cuts) if cuts else text.rfind(" ", 0, MAX_SUMMARY)
        text = text[: cut if cut > 0 else MAX_SUMMARY].rstrip(".:;, ")
    else:
        stop = re.search(r"(?<=[^\W\d_]{3})\. (?=\S)", text)
        text = text[: stop.start()] if stop else text
    if text.count('"') % 2:
        text = text.replace('"', "")
    return text[:1].upper() + text[1:]
