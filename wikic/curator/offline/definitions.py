"""Definitional sentences: "John V (…) was a German prince of the House of Ascania who …".

From one such sentence come what the thing is, its tags and its summary line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from wikic.curator.offline.vocabulary.lands import DEMONYMS, NOT_NATIONALITY
from wikic.curator.offline.vocabulary.nouns import NOUNS, PERSON_ENDINGS, Sort

MAX_SUMMARY: Final = 160  # characters: a line of an index
MAX_SUBJECT: Final = 240  # beyond this the verb does not belong to the first name

_PARENTHESES = re.compile(r"\s*\([^()]*\)")
_COPULA = re.compile(
    r"[\s,)\"”](?P<verb>is|was|are|were|became|(?:may|can|could) (?:also )?(?:refer to|mean)|refers to)\s"
    r"(?:(?:also|a former|formerly|originally|currently|still|often|usually|sometimes|generally|probably|best known as|"
    r"primarily|mainly|commonly)\s(?=an?\b|the\b|one\b))?"
)
_ARTICLE = re.compile(r"^(?:an?|the|one of the|one of|any of the|each of the|any|both|any one of)\s+", re.I)
_LIGHT = re.compile(
    r"^(?:(?:[\w-]+\s){0,3}(?:type|kind|form|species|genus|sort|class|style|subspecies|variety|breed|piece|work|set|series|collection|"
    r"group|pair|family|list|part|branch|member|name|title|version|example)s?)\s+(?:of|for)\s+(?:the\s+|an?\s+)?",
    re.I,
)
_KEEPS_SORT: Final[dict[str, Sort]] = {
    "member": "person", "name": "concept", "title": "concept", "list": "concept", "species": "species", "genus": "species",
    "subspecies": "species", "breed": "species", "series": "work", "type": "concept", "kind": "concept", "form": "concept",
    "branch": "concept", "style": "concept",
}  # fmt: skip
_BOUNDARY = re.compile(
    r"\s(?:of|in|by|from|who|whom|whose|which|that|where|when|with|for|on|at|to|and|or|set|starring|directed|written|based|"
    r"located|situated|born|founded|established|produced|released|made|published|known|named|called|during|under|about|between|"
    r"featuring|created|developed|designed|played|recorded|performed|composed|near|within|along|into|through|as|but|"
    r"serving|playing|operating|working|living|considered|originally|also|currently|best|noted|most|active|is|was)\b|[,.;:(–—\"“]"
)
_CUT = re.compile(r"[;.]\s|,\s|\s(?:who|which|that|and|where|with|while|when|but|directed|starring|from|in|for)\s")
_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_DROPPED: Final = re.compile(
    r"^(?:former|retired|late|professional|famous|prominent|notable|noted|renowned|popular|eminent|leading|small|large|major|"
    r"current|early|second|third|first|eldest|youngest|elder|younger|oldest|only|new|old|well-known|early|long|short|"
    r"influential|distinguished|\d+(?:st|nd|rd|th)?|\d{4}s?)$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Definition:
    """What a definitional sentence says.

    subject: the words before the verb, without parentheses.
    predicate: the words after it, without parentheses and article.
    sort: what kind of thing the head noun makes it, or None.
    head: the head noun, lower case, or "".
    tags: nationality and compound noun.
    summary: the predicate as one line.
    """

    subject: str
    predicate: str
    sort: Sort | None
    head: str
    tags: tuple[str, ...]
    summary: str


def define(sentence: str, base: str) -> Definition | None:
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
    match = _COPULA.search(text, max(1, start), MAX_SUBJECT)
    if match is None:
        return None
    subject = text[: match.start()].strip(" ,\"”“'")
    rest = text[match.end() :].strip()
    if not subject or not rest or re.match(r"(?:it|there|this|these|he|she|they|i|we|in|on|at|when|after)\b", subject, re.I):
        return None
    article = _ARTICLE.match(rest)
    verb = match.group("verb")
    if "refer" in verb or "mean" in verb:
        return Definition(subject, rest, "concept", "", (), "")
    if article is None and not (rest[:1].isupper() or _first_noun(rest)):
        return None
    predicate = rest[article.end() :] if article else rest
    sort, head = head_of(predicate)
    return Definition(subject, predicate, sort, head, tags(predicate), summary(predicate))


def head_of(predicate: str) -> tuple[Sort | None, str]:
    """Kind and head noun of a noun phrase without its article."""
    light = _LIGHT.match(predicate)
    if light is not None:
        word = light.group().split()
        for each in word:
            kept = _KEEPS_SORT.get(each.casefold())
            if kept is not None:
                inner, head = _head(predicate[light.end() :])
                return (inner or kept, head) if each.casefold() in ("series", "set", "group") else (kept, each.casefold())
        return _head(predicate[light.end() :])
    sort, head = _head(predicate)
    if sort is not None:
        return sort, head
    words = _WORD.findall(predicate)[:14]
    for each in words:
        found = _noun(each)
        if found is not None:
            return found, each.casefold()
    return None, ""


def _head(phrase: str) -> tuple[Sort | None, str]:
    boundary = _BOUNDARY.search(phrase)
    words = _WORD.findall(phrase[: boundary.start()] if boundary else phrase)
    for word in reversed(words[-6:]):
        sort = _noun(word)
        if sort is not None:
            return sort, word.casefold()
    return None, ""


def _noun(word: str) -> Sort | None:
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
    return bool(words) and len(words) <= 5 and _noun(words[-1]) is not None and not words[0].endswith("ed")


def tags(predicate: str) -> tuple[str, ...]:
    """Nationality and the compound nouns of a predicate: ("Danish", "film director")."""
    found: list[str] = []
    boundary = re.search(r"\s(?:of|in|by|from|who|which|that|where|with|for|on|at|to|starring|directed|based|located|born)\b|[.;:(]", predicate)
    phrase = predicate[: boundary.start()] if boundary else predicate
    for part in re.split(r",| and | & ", phrase)[:4]:
        words = part.split()
        nations = [w for w in words if w.strip("-") in DEMONYMS and w not in NOT_NATIONALITY]
        found += [word for word in nations if word not in found]
        rest = [w for w in words if w not in nations and not _DROPPED.match(w) and w.casefold() not in ("a", "an", "the")]
        rest = rest[-3:]
        while rest and not rest[0][0].isalpha():
            rest = rest[1:]
        if rest and _noun(rest[-1]) is not None and all(w.islower() for w in rest):
            label = " ".join(rest)
            if label not in found:
                found.append(label)
    return tuple(found[:5])


def summary(predicate: str) -> str:
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
