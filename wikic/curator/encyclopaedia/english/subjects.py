"""Who a sentence is about, and its words with the subject made explicit where there is no doubt.

More than a quarter of the sentences of an encyclopaedia open with a pronoun, and often the sentence before
names someone else whom the pronoun might mean. The rule: a pronoun means the principal when the sentence
before was itself about the principal and number, gender and kind agree; else the words stay as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from wikic.curator.encyclopaedia.english import explicit_subject
from wikic.curator.encyclopaedia.english.explicit_subject import Named, Rivals
from wikic.curator.encyclopaedia.english.principal import Principal
from wikic.curator.encyclopaedia.english.vocabulary import NOUNS, load_pattern, load_words
from wikic.curator.encyclopaedia.things import Thing

_PRONOUN: Final = load_pattern("opening_pronoun")
_DUMMY: Final = load_pattern("dummy_it")
_CLAUSE = re.compile(r"^It (?:is|was) [^.;]{0,60}\b(?:that|who|whom)\b")
_DEFINITE = re.compile(
    r"^(?:The|This) (?:(?:[a-z][\w-]*|[A-Z][a-z]+|\d{4}) ){0,2}?(?P<noun>[a-z][\w-]*?)"
    r"(?P<owner>['’]s)?(?=[\s,.])"
)
_OPENING_ADVERBIAL = re.compile(r"^(?:.{1,200}?, )(?P<word>he|she|it|they|his|her|its|their)\b")
_EARLY_PRONOUN = re.compile(r"^.{0,160}?\b(?P<word>he|she|it|they)\b")
_VERB_AFTER: Final = load_pattern("verb_after_name")
_THE_THING: Final = load_pattern("the_thing")
_BACK: Final = load_pattern("back_reference")

_GENDER: Final = {
    "he": "m",
    "his": "m",
    "she": "f",
    "her": "f",
    "it": "n",
    "its": "n",
    "they": "p",
    "their": "p",
}
_PERSONS: Final = ("m", "f")


@dataclass(slots=True)
class Reading:
    """What is remembered from one sentence to the next.

    about: "principal" when the last sentence was about the principal, "other", or "".
    rivals: what else the text has spoken of.
    the: how the title is spoken of at the start of the first sentence, "The " or "".
    """

    about: str = ""
    rivals: Rivals = field(default_factory=Rivals)
    the: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a sentence is about.

    thing: the entity its statement belongs to.
    text: the sentence, its subject explicit where that is certain.
    certain: whether the sentence's relations may be read from ``thing``.
    kin: it opens with a relative of ``thing`` ("His mother was …"): only who that is may be read from it.
    """

    thing: Thing
    text: str
    certain: bool
    kin: bool = False


def says_something(rest: str) -> bool:
    """Whether a verb follows a name: ``rest`` is what stands behind it."""
    return _VERB_AFTER.match(rest) is not None or _PRESENT.match(rest) is not None


_PRESENT: Final = load_pattern("present_verb")


def find_subject(text: str, named: Named, principal: Principal, owner: Thing, reading: Reading) -> Subject:
    """The subject of ``text``; ``reading`` is brought up to date for the next sentence."""
    subject = _find_plain(text, named, principal, owner, reading)
    if subject.thing is owner and subject.text is text and not principal.itself:
        subject = _make_explicit(subject, named, principal, owner, reading)
    # "His songs …": the talk is still of him, though the sentence's relations are not his.
    still = subject.text is not text or (subject.certain and not subject.kin)
    # "Its capital …", "The score …": an "it" behind may mean either.
    part = principal.sort != "person" and _PART.match(text) is not None
    reading.about = "principal" if subject.thing is owner and still and not part else "other"
    if not reading.rivals.lines and text.startswith(f"The {principal.base}"):
        reading.the = "The "
    reading.rivals.read(text, named, principal, owner, reading.about)
    return subject


def _make_explicit(
    subject: Subject, named: Named, principal: Principal, owner: Thing, reading: Reading
) -> Subject:
    """The sentence with the principal's name for a description or a later pronoun that only it can be."""
    text = subject.text
    if _PRONOUN.match(text):
        return subject
    name = _short_name(principal)
    found: str | None = None
    definite = _DESCRIBED.match(text)
    if definite is not None and (definite.group("owner") or says_something(text[definite.end() :])):
        found = explicit_subject.name_description(
            text, principal, reading.the + name, reading.rivals, reading.about
        )
    rivals, about = reading.rivals, reading.about
    if found is None and rivals.lines and (about == "principal" or not rivals.since):
        found = explicit_subject.name_pronoun(text, named, principal, owner, name)
    return subject if found is None else replace(subject, text=found)


def opens_with_dummy(text: str) -> bool:
    """Whether a sentence opens with an "it" that means nothing: "It is known that …"."""
    return _DUMMY.match(text) is not None or _CLAUSE.match(text) is not None


_PART: Final = load_pattern("part_of_work")
_DESCRIBED = re.compile(r"^(?:The|This) (?:motion )?[A-Za-z][a-z-]+(?P<owner>['’]s?)?(?= )")


def _find_plain(text: str, named: Named, principal: Principal, owner: Thing, reading: Reading) -> Subject:
    pronoun = _PRONOUN.match(text)
    if pronoun is not None:
        return _of_pronoun(text, pronoun, principal, owner, reading)
    if named and named[0][0].start <= 5:
        return _of_name(text, named, principal, owner)
    definite = _DEFINITE.match(text)
    if definite is not None and not principal.itself:
        return _of_noun(text, definite, principal, owner)
    return Subject(owner, text, _is_certain(text, named, principal, owner, reading))


def _of_name(text: str, named: Named, principal: Principal, owner: Thing) -> Subject:
    """The subject of a sentence that opens with a name."""
    mention, thing = named[0]
    rest = text[mention.end :]
    possessive = rest.startswith(("'", "’"))
    if thing is owner:
        kin = possessive and _RELATIVE.match(text[mention.end :]) is not None
        return Subject(owner, text, not possessive or kin, kin)
    if thing is None or possessive or not _VERB_AFTER.match(rest):
        return Subject(owner, text, False)
    if principal.itself or not _refers_back(rest, named, owner):
        return Subject(thing, text, True)
    return Subject(owner, text, False)


def _of_noun(text: str, definite: re.Match[str], principal: Principal, owner: Thing) -> Subject:
    """The subject of a sentence that opens with a noun: "The film …", "The cast …", "This brother …"."""
    noun = definite.group("noun").casefold()
    if principal.sort == "person" and _RELATIVE.match(f" {noun}"):
        return Subject(owner, text, True, True)
    own = principal.definition is not None and noun == principal.definition.head
    if own or (NOUNS.get(noun) == principal.sort and principal.sort != "person" and noun in _GENERIC_HEADS):
        return Subject(owner, text, not definite.group("owner"))
    return Subject(owner, text, noun in _PARTS and principal.sort == "work")


def _is_certain(text: str, named: Named, principal: Principal, owner: Thing, reading: Reading) -> bool:
    """Whether a sentence that opens with something else is about the principal."""
    adverbial = _OPENING_ADVERBIAL.match(text)
    if adverbial is not None:
        return _pronoun_agrees(adverbial.group("word"), principal) and (
            reading.about == "principal" or not _people_before(named, adverbial.start("word"), owner)
        )
    if any(thing is owner and mention.start < 160 for mention, thing in named):
        return True
    early = _EARLY_PRONOUN.match(text)
    if early is not None and _pronoun_agrees(early.group("word"), principal):
        return not _people_before(named, early.start("word"), owner)
    return not principal.itself and _BARE_PARTICIPLE.match(text) is not None


# Parts of a work that a sentence may be about instead of the work, and still speak of it.
_PARTS: Final = ("cast", "score", "music", "screenplay", "script", "soundtrack", "story", "plot")
_BARE_PARTICIPLE = re.compile(r"(?:[A-Z][a-z]+ed|Born|Written|Set|Starring|Located)\b")
_GENERIC_HEADS: Final = load_words("generic_heads")


def _of_pronoun(
    text: str, match: re.Match[str], principal: Principal, owner: Thing, reading: Reading
) -> Subject:
    word = match.group("word").casefold()
    if principal.itself or match.group("is") is not None:
        return Subject(owner, text, False)
    if word == "it" and opens_with_dummy(text):
        return Subject(owner, text, False)
    rivals = reading.rivals
    alone = (
        rivals.lines > 0
        and not rivals.since
        and _GENDER[word] in _PERSONS
        and _GENDER[word] == principal.gender
    )
    if not _pronoun_agrees(word, principal) or not (reading.about == "principal" or alone):
        return Subject(owner, text, False)
    name = _short_name(principal)
    rest = text[match.end() :]
    if word in ("his", "her", "its", "their"):
        ending = "'" if name.endswith("s") and word == "their" else "'s"
        # "Her father" is hers; "Her" before a verb is not.
        if word == "her" and re.match(r"\s(?:was|is|and)\b", rest):
            return Subject(owner, text, False)
        kin = _RELATIVE.match(rest) is not None
        return Subject(owner, f"{name.rstrip(',')}{ending}{rest}", kin, kin)
    return Subject(owner, f"{name}{rest}", True)


def _pronoun_agrees(word: str, principal: Principal) -> bool:
    """Whether a pronoun can mean the principal."""
    gender = _GENDER[word.casefold()]
    if gender in _PERSONS:
        person = principal.sort == "person" and not explicit_subject.of_an_event(principal.base)
        return person and principal.gender in ("", gender)
    if gender == "n":
        return principal.sort != "person"
    return principal.sort == "organization" or principal.title.split(",")[0].endswith(
        ("Brothers", "Sisters", "Twins")
    )


def _short_name(principal: Principal) -> str:
    """What the subject is called: people by the part before the comma where that tells them apart on
    their page.
    """
    head, comma, _ = principal.base.partition(",")
    if principal.sort != "person" or not comma:
        return principal.base
    return head if " " in head else f"{principal.base},"


_RELATIVE: Final = load_pattern("relative_noun")


def _refers_back(rest: str, named: Named, owner: Thing) -> bool:
    if any(thing is owner for _, thing in named[1:]):
        return False
    return _BACK.search(rest) is not None or _THE_THING.search(rest) is not None


def _people_before(named: Named, at: int, owner: Thing) -> bool:
    return any(
        thing is not None and thing is not owner and thing.sort == "person" and mention.start < at
        for mention, thing in named
    )
