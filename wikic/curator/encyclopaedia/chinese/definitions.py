"""What the first words of a note or an entry say: ``鲁彦 即王鲁彦（1902—1944），浙江镇海人，小说家。``"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from wikic.curator.encyclopaedia.chinese import kinds, name_shapes, vocabulary
from wikic.curator.encyclopaedia.chinese.dimensions import Kind
from wikic.curator.encyclopaedia.chinese.life_dates import LATIN, YEARS, first_clause, has_years, summary_of
from wikic.curator.encyclopaedia.chinese.vocabulary import PACK

_ALIAS: Final = PACK.pattern("alias")
_IDENTITY: Final = PACK.pattern("identity")
_GIVEN: Final = PACK.pattern("given_name")
_COURTESY: Final = PACK.pattern("courtesy_name")
_SURNAME: Final = PACK.pattern("family_name")
_MEANT: Final = PACK.pattern("person_meant")
_JOINED: Final = PACK.pattern("joined_headword")
_NATIVE_FORM: Final = PACK.pattern("native_headword")
_CITATION: Final = PACK.pattern("citation")
_NOT_TITLE: Final = PACK.pattern("no_title")
_TERM_END: Final = PACK.pattern("term_end")
_STORY: Final = PACK.pattern("story")
_ACTS: Final = PACK.pattern("acts")
_NO_ALIAS: Final = PACK.pattern("no_alias")
_OCCUPATION: Final = PACK.pattern("occupation")
(_PEN_NAME,) = PACK.words("pen_name")
(_SIR,) = PACK.words("sir")


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
    kind: Kind
    aliases: tuple[str, ...]
    summary: str
    sure: bool


def define(label: str, rest: str) -> Definition | None:
    """The definition of ``label`` in ``rest``, the sentence after it; None when it names nothing."""
    label, rest = _split(label, rest)
    title = work_title(label) if label.startswith("《") else label.strip("“”‘’")
    if not 1 <= len(title) <= 16 or _CITATION.match(rest) or rest.startswith("的"):
        return None
    if rest.startswith("指") or len(title) <= 4:
        person = _person_meant(title, rest)
        if person is not None:
            return person
    parts = _called_and_full(title) if label == title else None
    if parts is not None and kinds.of(parts[1], parts[1], rest) == ("person", True):
        aliases = (parts[0], *(alias for alias in _aliases(parts[1], "person", rest) if alias not in parts))
        return Definition(parts[1], "person", aliases, summary_of(rest), True)
    kind, sure = kinds.of(label, title, rest)
    if kind == "concept" and (not _is_term(title) or _is_story(rest)):
        return None
    if kind != "work" and _NOT_TITLE.search(title):
        return None
    if kind == "person" and not kinds.names_person(title):
        return None
    return Definition(title, kind, _aliases(title, kind, rest), summary_of(rest), sure)


def _person_meant(label: str, rest: str) -> Definition | None:
    """The person whom a note names for words of the text: ``“学者” 指陈西滢``, ``谢君 谢玉生，湖南耒阳人``.

    What the text says instead of the name is an alias only where it is a part of it or a pen name: 学者 and
    谢君 are others elsewhere.
    """
    named = _MEANT.match(rest)
    if named is None or not name_shapes.is_person(named.group(2), doubtful=named.group(1) is not None):
        return None
    title, after = named.group(2), rest[named.end() :]
    if title == label:
        return None
    if not (named.group(1) or after.startswith("。") or not after or kinds.tells_who(after)):
        return None
    aliases = _aliases(title, "person", after)
    own = (
        label in title
        or _PEN_NAME + label in after
        or (label[0] == title[0] and name_shapes.is_person(label))
    )
    if (own or label == title[1:] + _SIR) and label not in aliases and len(label) > 1:
        aliases = (label, *aliases)
    return Definition(title, "person", aliases, summary_of(after), True)


def _called_and_full(title: str) -> tuple[str, str] | None:
    """``季茀许寿裳`` (the text's name and the full name, run together) → both."""
    if not 4 <= len(title) <= 6 or name_shapes.is_foreign(title) or "·" in title:
        return None
    for length in (3, 2):
        called, full = title[:-length], title[-length:]
        if (
            name_shapes.is_person(full)
            and 2 <= len(called) <= 3
            and full[0] not in vocabulary.FUNCTION_SURNAMES
        ):
            return called, full
    return None


def _split(label: str, rest: str) -> tuple[str, str]:
    """Headword and definition apart where the print ran them together, or gives the name in Latin first."""
    joined = _JOINED.match(label)
    if joined is not None and not has_years(rest):  # 长谷川如是闲（1875—1969） is one name
        return joined.group(1), f"{label[joined.start(2) :]}，{rest.lstrip('，')}"
    if not name_shapes.has_han(label):
        native = _NATIVE_FORM.match(rest)
        if native is not None and name_shapes.is_foreign(native.group(1)):
            return native.group(1), rest[native.end() :].lstrip("，")
    return label, rest


def _is_term(title: str) -> bool:
    """Whether a headword can title a page on a term: short, no clause, in Chinese."""
    if _NOT_TITLE.search(title) or not name_shapes.has_han(title) or not 2 <= len(title) <= 9:
        return False
    return len(title) <= 5 or _TERM_END.search(title) is not None


def _is_story(rest: str) -> bool:
    """Whether what follows a headword tells of an occasion or quotes a book instead of defining."""
    if _STORY.match(rest):
        return True
    return any(name_shapes.is_person(rest[:n], doubtful=False) and _ACTS.match(rest, n) for n in (2, 3))


def work_title(quoted: str) -> str:
    """``《孟子·梁惠王》`` → ``孟子``: a chapter is cited as its book; foreign names keep their dot."""
    inner = quoted.strip("《》").replace("〈", "《").replace("〉", "》").strip()
    head, dot, tail = inner.partition("·")
    if not dot or len(tail.strip()) < 2 or not head.strip():
        return inner
    if name_shapes.is_foreign(inner) or _foreign_part(head, tail):
        return inner
    return head.strip()


def _foreign_part(head: str, tail: str) -> bool:
    letters = head + tail.replace("·", "")
    known = sum(char in vocabulary.TRANSLITERATION for char in letters)
    return known * 4 >= len(letters) * 3 and all(char in vocabulary.TRANSLITERATION for char in head)


def _aliases(title: str, kind: Kind, rest: str) -> tuple[str, ...]:
    head = first_clause(rest)[:90]
    plain = YEARS.sub("，", head, count=1).replace("，：", "，")
    found = [match.group(1) for pattern in (_IDENTITY, _ALIAS) for match in pattern.finditer(plain)]
    if kind == "person":
        found += _names_of_a_life(title, head)
    latin = LATIN.match(rest)
    if latin:
        found.append(re.sub(r"\s+", " ", unicodedata.normalize("NFKC", latin.group(1))).strip(" ,"))
    return tuple(each for each in dict.fromkeys(found) if _fits(each, title, kind))


def _names_of_a_life(title: str, head: str) -> list[str]:
    """A person's given name behind the surname, the surname before the title, the courtesy name."""
    found: list[str] = []
    given = _GIVEN.search(head[:24])
    if given and _is_named_so(title):
        found.append(title[:1] + given.group(1))
    family = _SURNAME.match(head)
    if family:
        found.append(family.group(1) + title)
    courtesy = _COURTESY.search(head[:60])
    if courtesy:
        found.append(courtesy.group(1))
    return found


def _is_named_so(title: str) -> bool:
    """Whether a person's title is surname and name: 严又陵 and 胡适之, too, with function words in them."""
    if name_shapes.is_person(title):
        return True
    return 2 <= len(title) <= 3 and (
        title[0] in vocabulary.PLAIN_SURNAMES or title[0] in vocabulary.DOUBTFUL_SURNAMES
    )


def _fits(alias: str, title: str, kind: Kind) -> bool:
    if alias == title or len(alias) < 2 or _NO_ALIAS.search(alias):
        return False
    if kind != "person" or not name_shapes.has_han(alias):
        return True
    shaped = name_shapes.is_person(alias) or name_shapes.is_foreign(alias) or len(alias) <= 3
    return shaped and _OCCUPATION.search(alias) is None
