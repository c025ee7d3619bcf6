"""What kind of thing a definition makes its headword: the first rule of a table that fits."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from wikic.curator.encyclopaedia.chinese import gazetteer, name_shapes, vocabulary
from wikic.curator.encyclopaedia.chinese.dimensions import Kind
from wikic.curator.encyclopaedia.chinese.life_dates import YEARS, first_clause, has_years, without
from wikic.curator.encyclopaedia.chinese.vocabulary import PACK

_IDENTITY: Final = PACK.pattern("identity")
_GIVEN: Final = PACK.pattern("given_name")
_COURTESY: Final = PACK.pattern("courtesy_name")
_SURNAME: Final = PACK.pattern("family_name")
_NATIVE: Final = PACK.pattern("native")
_OCCUPATION: Final = PACK.pattern("occupation")
_OCCUPATION_ENDS: Final = PACK.pattern("occupation_ends")
_NATION_AND_OCCUPATION: Final = PACK.pattern("nation_and_occupation")
_TRANSLATED: Final = PACK.pattern("translated_name")
_STANDS_FOR: Final = PACK.pattern("stands_for")
_NOT_PERSON: Final = PACK.pattern("no_person")
_ORGANISATION: Final = PACK.pattern("organisation_noun")
_PERIODICAL: Final = PACK.pattern("publication_noun")
_PLACE: Final = PACK.pattern("place_defined")
_PLACE_TITLE: Final = PACK.pattern("place_title")
_PLACE_WORDS: Final = PACK.pattern("place_words")
_PUBLIC_PLACE: Final = PACK.pattern("public_place")
_EVENT: Final = PACK.pattern("event_defined")
_EVENT_TITLE: Final = PACK.pattern("event_title")
_EVENT_YEAR: Final = PACK.pattern("event_year")
_FOREIGN_TERM: Final = PACK.pattern("foreign_term")
_OLD_NAME_END: Final = PACK.pattern("old_name_end")
_FIRST_PHRASE: Final = re.compile("[《，]")
_PLACES: Final = gazetteer.CITIES | gazetteer.PROVINCES | gazetteer.COUNTRIES


@dataclass(frozen=True, slots=True)
class _Headword:
    """A headword and what its definition says.

    label: as the document writes it.
    title: without quotation marks.
    first: the first clause of the definition.
    body: the same without life dates and the name in Latin letters.
    """

    label: str
    title: str
    first: str
    body: str

    @property
    def quoted(self) -> bool:
        return self.label[0] in "“‘"


def of(label: str, title: str, rest: str) -> tuple[Kind, bool]:
    """The kind of thing that ``rest`` makes ``label``, and whether its own words decide it."""
    first = first_clause(rest)
    head = _Headword(label, title, first, without(first).strip())
    return next(((kind, sure) for fits, kind, sure in _RULES if fits(head)), ("concept", False))


def names_person(title: str) -> bool:
    """Whether ``title`` may be a person's name: Chinese, foreign, or short and nothing else."""
    if name_shapes.is_person(title) or name_shapes.is_foreign(title):
        return True
    if title in vocabulary.FOREIGN_WORDS:
        return False
    plain = title.replace("·", "").replace("．", "").replace(".", "")
    if not 2 <= len(plain) <= 12 or _NOT_PERSON.search(title) is not None or not name_shapes.has_han(title):
        return False
    rendering = sum(char in vocabulary.TRANSLITERATION for char in plain)
    return len(plain) <= 4 or rendering * 10 >= len(plain) * 7  # longer is a foreign name or a clause


def tells_who(after: str) -> bool:
    """Whether what follows a person's name says who that is: life dates, a birthplace, an occupation."""
    body = YEARS.sub("", first_clause(after), count=1)
    return (
        has_years(after) or _NATIVE.search(body[:24]) is not None or _COURTESY.search(body[:12]) is not None
    )


def _is_known_organisation(head: _Headword) -> bool:
    return head.title in gazetteer.ORGANISATIONS


def _is_period(head: _Headword) -> bool:
    return head.title in gazetteer.PERIODS or _EVENT_TITLE.match(head.title) is not None


def _is_known_place(head: _Headword) -> bool:
    return _PUBLIC_PLACE.match(head.title) is not None or head.title in _PLACES


def _ends_like_an_organisation(head: _Headword) -> bool:
    return len(head.title) > 3 and head.title.endswith(vocabulary.ORGANISATION_SUFFIXES)


def _is_person(head: _Headword) -> bool:
    if head.label == head.title and _stands_for_person(head.title, head.body):
        return True
    return names_person(head.title) and _is_defined_as_person(head)


def _is_organisation(head: _Headword) -> bool:
    return (
        len(head.title) <= 10
        and head.title[-1:] in vocabulary.SHORT_ORGANISATION_SUFFIXES
        and _ORGANISATION.search(head.body[:50]) is not None
    )


def _is_publication(head: _Headword) -> bool:
    phrase = _FIRST_PHRASE.split(head.body)[0][:16]
    return _PERIODICAL.search(phrase) is not None and len(head.title) >= 2 and not head.quoted


def _is_place(head: _Headword) -> bool:
    if _PLACE.match(head.body):
        return True
    return _PLACE_TITLE.match(head.title) is not None and _PLACE_WORDS.match(head.body) is not None


def _looks_like_a_person(head: _Headword) -> bool:
    title = head.title
    if title in gazetteer.PEOPLE_OF_OLD:
        return True
    plain = len(title) == 3 and name_shapes.is_person(title, doubtful=False)
    return plain and not head.quoted and title[-1] not in vocabulary.NOUN_ENDS


def _looks_foreign(head: _Headword) -> bool:
    return (
        len(head.title) >= 3
        and name_shapes.is_foreign(head.title)
        and not _FOREIGN_TERM.search(head.first[:40])
    )


def _is_event(head: _Headword) -> bool:
    return _EVENT.match(head.body) is not None and _EVENT_YEAR.search(head.first) is not None


# The test, the kind, whether the definition's own words decide it.
_RULES: Final[tuple[tuple[Callable[[_Headword], bool], Kind, bool], ...]] = (
    (lambda head: head.label.startswith("《"), "work", True),
    (_is_known_organisation, "organisation", True),
    (_is_period, "period", True),
    (_is_known_place, "place", True),
    (_ends_like_an_organisation, "organisation", True),
    (_is_person, "person", True),
    (_is_organisation, "organisation", True),
    (_is_publication, "work", True),
    (_is_place, "place", True),
    (_looks_like_a_person, "person", False),
    (_looks_foreign, "person", False),
    (_is_event, "period", False),
)


def _stands_for_person(title: str, body: str) -> bool:
    """Whether the text hides a person behind its headword: ``Ｋ委员 指顾孟余，国民党政客``."""
    found = _STANDS_FOR.match(body)
    return (
        found is not None
        and name_shapes.is_person(found.group(1), doubtful=len(found.group(1)) > 2)
        and names_person(title)
    )


def _is_defined_as_person(head: _Headword) -> bool:
    """Whether a headword that may be a person's name is one by what is said of it."""
    title, body = head.title, head.body
    if _TRANSLATED.match(body) and name_shapes.is_foreign(title):
        return True
    if has_years(head.first) and not _EVENT.match(body):
        return True
    if _NATIVE.search(body[:24]) or _SURNAME.match(body):
        return True
    if _GIVEN.search(body[:12]) or _COURTESY.search(body[:12]):
        return True
    if body.startswith("即"):
        return _is_another_name(title, body)
    if _NATION_AND_OCCUPATION.match(body):  # 藏原惟人，日本文艺评论家
        return True
    if not (name_shapes.is_person(title) or name_shapes.is_foreign(title) or _OLD_NAME_END.search(title)):
        return False
    if len(title) == 3 and title[-1] in vocabulary.NOUN_ENDS:
        return False
    # 党锢，汉末宦官…… speaks of an occupation, too: it counts where it ends its clause.
    sure = name_shapes.is_person(title, doubtful=False) or name_shapes.is_foreign(title)
    return (_OCCUPATION if sure else _OCCUPATION_ENDS).search(body[:30]) is not None


def _is_another_name(title: str, body: str) -> bool:
    """Whether "that is" leads from the headword to a person's other name."""
    alias = _IDENTITY.search(body[:16])
    if alias is None:
        return False
    doubtful = name_shapes.is_person(title, doubtful=False)
    return (
        name_shapes.is_person(alias.group(1), doubtful=doubtful) or alias.group(1) in gazetteer.PEOPLE_OF_OLD
    )
