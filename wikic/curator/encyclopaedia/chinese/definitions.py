"""What the first words of a note or an entry say: ``鲁彦 即王鲁彦（1902—1944），浙江镇海人，小说家。``

Of what kind a definition makes its headword says the first rule of a table that fits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from wikic.curator.encyclopaedia import things
from wikic.curator.encyclopaedia.chinese import name_shapes
from wikic.curator.encyclopaedia.chinese.name_shapes import (
    LATIN,
    PACK,
    YEARS,
    first_clause,
    has_years,
    strip_life_dates,
    summary_of,
)
from wikic.curator.encyclopaedia.things import Sort
from wikic.model.schema import Dimension, Schema

# A mostly Chinese corpus starts with these; ``accepts`` are the names under which documents in other
# languages file the same things.
CHINESE_DIMENSIONS: Final = tuple(
    Dimension(name, description, title, tuple(accepts.split()))
    for name, description, title, accepts in PACK.rows("directories")
)


def dimension_of(kind: Sort, schema: Schema) -> str:
    """The schema's dimension for ``kind``; its fallback where no name or description fits."""
    return things.choose_directory(kind, schema, PACK, described=True)


_COURTESY: Final = PACK.pattern("courtesy_name")
_NATIVE: Final = PACK.pattern("native")
_OCCUPATION: Final = PACK.pattern("occupation")
_OCCUPATION_ENDS: Final = PACK.pattern("occupation_ends")
_NATION_AND_OCCUPATION: Final = PACK.pattern("nation_and_occupation")
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
_FIRST_PHRASE: Final = re.compile("[《，]")
_PLACES: Final = name_shapes.CITIES | name_shapes.PROVINCES | name_shapes.COUNTRIES


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


def kind_of(label: str, title: str, rest: str) -> tuple[Sort, bool]:
    """The kind of thing that ``rest`` makes ``label``, and whether its own words decide it."""
    first = first_clause(rest)
    head = _Headword(label, title, first, strip_life_dates(first).strip())
    return next(((kind, sure) for fits, kind, sure in _RULES if fits(head)), ("concept", False))


def names_person(title: str) -> bool:
    """Whether ``title`` may be a person's name: Chinese, foreign, or short and nothing else."""
    if name_shapes.is_person(title) or name_shapes.is_foreign(title):
        return True
    if title in name_shapes.FOREIGN_WORDS:
        return False
    plain = title.replace("·", "").replace("．", "").replace(".", "")
    if not 2 <= len(plain) <= 12 or _NOT_PERSON.search(title) is not None or not name_shapes.has_han(title):
        return False
    rendering = sum(char in name_shapes.TRANSLITERATION for char in plain)
    return len(plain) <= 4 or rendering * 10 >= len(plain) * 7  # longer is a foreign name or a clause


def _is_known_organisation(head: _Headword) -> bool:
    return head.title in name_shapes.ORGANISATIONS


def _is_period(head: _Headword) -> bool:
    return head.title in name_shapes.PERIODS or _EVENT_TITLE.match(head.title) is not None


def _is_known_place(head: _Headword) -> bool:
    return _PUBLIC_PLACE.match(head.title) is not None or head.title in _PLACES


def _ends_like_an_organisation(head: _Headword) -> bool:
    return len(head.title) > 3 and head.title.endswith(name_shapes.ORGANISATION_SUFFIXES)


def _is_person(head: _Headword) -> bool:
    return names_person(head.title) and _is_defined_as_person(head)


def _is_organisation(head: _Headword) -> bool:
    return (
        len(head.title) <= 10
        and head.title[-1:] in name_shapes.SHORT_ORGANISATION_SUFFIXES
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
    if title in name_shapes.PEOPLE_OF_OLD:
        return True
    plain = len(title) == 3 and name_shapes.is_person(title, doubtful=False)
    return plain and not head.quoted and title[-1] not in name_shapes.NOUN_ENDS


def _looks_foreign(head: _Headword) -> bool:
    return (
        len(head.title) >= 3
        and name_shapes.is_foreign(head.title)
        and not _FOREIGN_TERM.search(head.first[:40])
    )


def _is_event(head: _Headword) -> bool:
    return _EVENT.match(head.body) is not None and _EVENT_YEAR.search(head.first) is not None


# The test, the kind, whether the definition's own words decide it.
_RULES: Final[tuple[tuple[Callable[[_Headword], bool], Sort, bool], ...]] = (
    (lambda head: head.label.startswith("《"), "work", True),
    (_is_known_organisation, "organization", True),
    (_is_period, "period", True),
    (_is_known_place, "place", True),
    (_ends_like_an_organisation, "organization", True),
    (_is_person, "person", True),
    (_is_organisation, "organization", True),
    (_is_publication, "work", True),
    (_is_place, "place", True),
    (_looks_like_a_person, "person", False),
    (_looks_foreign, "person", False),
    (_is_event, "period", False),
)


def _is_defined_as_person(head: _Headword) -> bool:
    """Whether a headword that may be a person's name is one by what is said of it."""
    title, body = head.title, head.body
    if has_years(head.first) and not _EVENT.match(body):
        return True
    if _NATIVE.search(body[:24]) or _COURTESY.search(body[:12]) or _NATION_AND_OCCUPATION.match(body):
        return True  # 藏原惟人，日本文艺评论家
    if not (name_shapes.is_person(title) or name_shapes.is_foreign(title)):
        return False
    if len(title) == 3 and title[-1] in name_shapes.NOUN_ENDS:
        return False
    # 党锢，汉末宦官…… speaks of an occupation, too: it counts where it ends its clause.
    sure = name_shapes.is_person(title, doubtful=False) or name_shapes.is_foreign(title)
    return (_OCCUPATION if sure else _OCCUPATION_ENDS).search(body[:30]) is not None


_ALIAS: Final = PACK.pattern("alias")
_IDENTITY: Final = PACK.pattern("identity")
_GIVEN: Final = PACK.pattern("given_name")
# What tells of an occasion or quotes a book, and defines nothing.
_STORY: Final = PACK.pattern("story")
_CITATION: Final = PACK.pattern("citation")
_NOT_TITLE: Final = PACK.pattern("no_title")
_NO_ALIAS: Final = PACK.pattern("no_alias")


@dataclass(frozen=True, slots=True)
class Definition:
    """What a note or entry says its headword is.

    title: the name a page would carry.
    kind: of the thing.
    aliases: other names the definition gives.
    summary: the definition, one line.
    sure: the definition's own words decide the kind.
    """

    title: str
    kind: Sort
    aliases: tuple[str, ...]
    summary: str
    sure: bool


def read_definition(label: str, rest: str) -> Definition | None:
    """The definition of ``label`` in ``rest``, the sentence after it; None when it names nothing."""
    title = work_title(label) if label.startswith("《") else label.strip("“”‘’")
    if not 1 <= len(title) <= 16 or _CITATION.match(rest) or rest.startswith("的"):
        return None
    kind, sure = kind_of(label, title, rest)
    if _NOT_TITLE.search(title) and kind != "work":
        return None
    if kind == "concept" and (not _is_term(title) or _STORY.match(rest)):
        return None
    if kind == "person" and not names_person(title):
        return None
    return Definition(title, kind, _find_aliases(title, kind, rest), summary_of(rest), sure)


def _is_term(title: str) -> bool:
    """Whether a headword can title a page on a term: short, no clause, in Chinese."""
    return name_shapes.has_han(title) and 2 <= len(title) <= 9


def work_title(quoted: str) -> str:
    """What stands between the marks of a title: ``《孟子》`` → ``孟子``."""
    return quoted.strip("《》").replace("〈", "《").replace("〉", "》").strip()


def _find_aliases(title: str, kind: Sort, rest: str) -> tuple[str, ...]:
    head = first_clause(rest)[:90]
    plain = YEARS.sub("，", head, count=1).replace("，：", "，")
    found = [match.group(1) for pattern in (_IDENTITY, _ALIAS) for match in pattern.finditer(plain)]
    if kind == "person":
        found += _names_of_a_life(title, head)
    latin = LATIN.match(rest)
    if latin:
        found.append(re.sub(r"\s+", " ", unicodedata.normalize("NFKC", latin.group(1))).strip(" ,"))
    return tuple(each for each in dict.fromkeys(found) if _alias_fits(each, title, kind))


def _names_of_a_life(title: str, head: str) -> list[str]:
    """A person's given name behind the surname, the surname before the title, the courtesy name."""
    found: list[str] = []
    given = _GIVEN.search(head[:24])
    if given and _is_named_so(title):
        found.append(title[:1] + given.group(1))
    courtesy = _COURTESY.search(head[:60])
    if courtesy:
        found.append(courtesy.group(1))
    return found


def _is_named_so(title: str) -> bool:
    """Whether a person's title is surname and name: 严又陵 and 胡适之, too, with function words in them."""
    if name_shapes.is_person(title):
        return True
    return 2 <= len(title) <= 3 and (
        title[0] in name_shapes.PLAIN_SURNAMES or title[0] in name_shapes.DOUBTFUL_SURNAMES
    )


def _alias_fits(alias: str, title: str, kind: Sort) -> bool:
    if alias == title or len(alias) < 2 or _NO_ALIAS.search(alias):
        return False
    if kind != "person" or not name_shapes.has_han(alias):
        return True
    shaped = name_shapes.is_person(alias) or name_shapes.is_foreign(alias) or len(alias) <= 3
    return shaped and _OCCUPATION.search(alias) is None
