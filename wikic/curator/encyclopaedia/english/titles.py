"""What a document is called: the title in its own spelling, and other names in its own words, each vetted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from wikic.curator.encyclopaedia.english.quote_cleanup import tidy_quote
from wikic.curator.encyclopaedia.english.vocabulary import (
    COMMON,
    COUNTRIES,
    DAYS,
    DEMONYMS,
    FEMALE,
    HONORIFICS,
    MALE,
    MONTHS,
    OFFICES,
    Mention,
    load_pattern,
    load_words,
)
from wikic.curator.encyclopaedia.things import Sort
from wikic.language.pack_files import UPPER
from wikic.model.article import Article
from wikic.text import names
from wikic.text.normalise import fold_name

_SLUG = re.compile(r"[^\W_A-Z]+(?:[-_ ][^\W_A-Z]+)+")
_LETTERS = re.compile(r"[^\W_]+")
_SMALL: Final = load_words("small_words")
_ROMAN = re.compile(r"[IVXLC]+$")
_TITLE_PAGE: Final = 1_500  # characters from the top among which a text names itself


def choose_title(article: Article, lines: Sequence[str], mentions: Sequence[Sequence[Mention]]) -> str:
    """The document's title; where a file name had to serve ("nils-aarvik"), the words in the text that
    spell it; where it stands in capitals, the text's own spelling.
    """
    title = tidy_quote(article.title) or "Untitled"
    slug = _SLUG.fullmatch(title) is not None
    if not slug and not _is_all_capitals(title):
        return title
    wanted = [word.casefold() for word in _LETTERS.findall(title)]
    for line, named in zip(lines, mentions, strict=True):
        for mention in named:
            if _is_same_title(mention.name, wanted) and not _is_all_capitals(mention.name):
                return mention.name if mention.office else line[mention.start : mention.end]
    words = r"\W+".join(map(re.escape, wanted))
    spelled = re.search(rf"^\W*({words})\b", article.text[:_TITLE_PAGE], re.IGNORECASE | re.MULTILINE)
    if not slug or spelled is None or not spelled[1][0].isupper():
        return title
    return capitals_undone(" ".join(spelled[1].split()))


def _is_same_title(name: str, wanted: list[str]) -> bool:
    """Whether a name has the words of a title, an article in front of either aside."""
    found = [word.casefold() for word in _LETTERS.findall(name)]
    return _without_article(found) == _without_article(wanted)


def _without_article(found: list[str]) -> list[str]:
    return found[1:] if found[:1] == ["the"] and len(found) > 2 else found


def _is_all_capitals(title: str) -> bool:
    """Whether a title of several words stands in capitals all through."""
    return title.isupper() and len(_LETTERS.findall(title)) > 1


_NAME: Final = rf"[{UPPER}][\w'’.-]*(?: (?:(?:de|von|van|of) )?[{UPPER}][\w'’.-]*){{1,3}}"
_BYLINE = re.compile(
    rf"^\W*(?:[Ww]ritten |[Pp]oems? |[Ee]ssays? )?(?:[Bb]y|BY)[: ]\s*(?P<name>{_NAME})\W*$", re.M
)
_SIGNED = re.compile(rf"^\s*(?:—|–|--|-)\s*(?P<name>{_NAME})\W*$", re.M)
_NOBODY = re.compile(r"(?:the|an?|author|editor)\b", re.I)
_BYLINES: Final = 600  # characters from the top; a "by" further down is not the author's
_SIGNATURE: Final = 200  # characters from the end


_OTHER_CRAFT: Final = load_pattern("other_craft")
_HOUSE: Final = load_pattern("publishing_house")
_QUOTE_ENDS = re.compile(r"[\"”»]\s*$")


def find_byline(text: str) -> str | None:
    """Who wrote a text, where a line of its own says so: "by Ann Lee" at the top, "— Ann Lee" at the end.

    A name below "With illustrations", a publisher's, and one that says whose words are quoted are not.
    """
    top, end = text[:_BYLINES], text[-_SIGNATURE:]
    for found in _BYLINE.finditer(top):
        if not _OTHER_CRAFT.search(top[: found.start()]) and _a_writer(found.group("name")):
            return capitals_undone(found.group("name").rstrip(".,"))
    signed = _SIGNED.search(end)
    if signed is None or _QUOTE_ENDS.search(end[: signed.start()]) or not _a_writer(signed.group("name")):
        return None
    return capitals_undone(signed.group("name").rstrip(".,"))


def _a_writer(name: str) -> bool:
    return not _NOBODY.match(name) and not _HOUSE.search(name)


def capitals_undone(text: str) -> str:
    """ "AN UNSENTIMENTAL JOURNEY THROUGH CORNWALL" as one writes a title; mixed case stays as it is."""
    if not text.isupper():
        return text
    result: list[str] = []
    for word in text.split():
        bare = re.sub(r"\W", "", word)
        inner = result and not result[-1].endswith((":", ".", "—", "-"))
        if inner and word.casefold() in _SMALL:
            result.append(word.casefold())
        elif (
            _ROMAN.match(bare)
            and not re.search(r"[a-z]", bare)
            and bare not in ("I", "L", "C")
            and len(bare) < 7
        ):
            result.append(word)
        else:
            result.append(re.sub(r"[^\W\d_]+(?:['’][^\W\d_]+)*", _capitalise, word.lower()))
    return " ".join(result)


def _capitalise(match: re.Match[str]) -> str:
    word = match.group()
    return word[:1].upper() + word[1:]


MAX_ALIAS: Final = 80  # characters; longer ones are phrases

_KNOWN_AS: Final = load_pattern("known_as")
_IN_LANGUAGE = re.compile(
    rf"(?:^|[;,(] ?)(?:in )?(?:[{UPPER}][a-z]+(?: [{UPPER}][a-z]+)?)(?: title| language| name)?: ?"
    rf"(?P<first>[^;:,()]{{2,60}}?)(?=[;,()]|$| lit| pronounced)"
)
_LEADING: Final = load_pattern("leading_alias")
_OR: Final = load_pattern("or_alias")
_DATE = re.compile(r"\d{3,4}|\b(?:c\.|ca\.|died|born|fl\.|d\.|b\.)\s?\d?|\d(?:st|nd|rd|th) century", re.I)
_NUMERAL_ONLY: Final = re.compile(r"^[IVXLC]+\.?$")


def aliases_in(sentence: str, title: str) -> list[str]:
    """Names that a definitional sentence gives beside ``title``, unvetted, in order."""
    head = _COPULA_CUT.split(sentence, maxsplit=1)[0] if "(" not in sentence[:200] else sentence
    result: list[str] = []
    opening = sentence[:400]
    if opening.lstrip('"“').startswith(title):
        alternative = _OR.match(opening)
        if alternative is not None and fold_name(alternative.group("title")) == fold_name(title):
            result.append(alternative.group("first"))
    for match in _KNOWN_AS.finditer(opening):
        # "… married Mary, better known as Molly": only before the predicate, or said of the subject itself.
        maiden = match.group().startswith(("née", "né ", "born", "birth")) and " " not in match.group("first")
        # "alternately titled Trieste del mio cuore": a name that goes on in small letters was cut short.
        cut = _GOES_ON.match(opening, match.end()) is not None
        if match.start() <= max(len(head), 60) + 160 and not maiden and not cut:
            result += [name for name in (match.group("first"), match.group("second")) if name]
    bracket = re.search(r"\(([^()]{2,300})\)", sentence[: len(title) + 160])
    # "The Lightning play in the League (WNBL)": what stands behind the verb is somebody else's.
    if bracket is not None and not _COPULA_CUT.search(sentence, 0, bracket.start()):
        result += _bracketed_aliases(bracket.group(1), sentence[: bracket.start()], title)
    return [
        name.strip(" \"“”'‘’,").rstrip(".") if not re.search(r"\b[A-Z]\.$", name) else name.strip(' "“”')
        for name in result
    ]


_GOES_ON: Final = load_pattern("goes_on_small")
_COPULA_CUT = re.compile(r"\s(?:is|was|are|were)\s(?:an?|the|one)\b")


def _bracketed_aliases(inside: str, before: str, title: str) -> list[str]:
    result: list[str] = []
    for part in re.split(r"[;]", inside):
        part = part.strip()
        language = _IN_LANGUAGE.search(part)
        if language is not None:
            result.append(language.group("first").strip())
        elif not _DATE.search(part) and (leading := _LEADING.match(part)) is not None:
            result.append(leading.group("first"))
    return result


def vetted_aliases(
    candidates: Iterable[str], title: str, *, sort: Sort, others: Iterable[str] = ()
) -> tuple[str, ...]:
    """The candidates that may stand as aliases of ``title``, a thing of kind ``sort``, each once;
    ``others`` are names of other things.
    """
    person = sort == "person"
    taken = {fold_name(title)} | {fold_name(name) for name in others}
    result: list[str] = []
    for name in candidates:
        key = fold_name(name)
        if (
            key in taken
            or not _is_sound_alias(name, title, person)
            or _only_shortens(name, names.base(title), sort)
        ):
            continue
        taken.add(key)
        result.append(name)
    return tuple(result)


# Words that may be missing from a name without making it another one.
_LIGHT: Final = load_words("light_words")


def _only_shortens(name: str, title: str, sort: Sort) -> bool:
    """Whether an alias only leaves out words of the title: "Ahmedabad" is not the "History of Ahmedabad", nor
    "Nuts" the film "Just Nuts", nor a series one of its films. What may go is the place behind a comma, and
    inside the name of an organization its middle.
    """
    ours, theirs = _telling_words(name), _telling_words(title)
    if not ours or ours == theirs:
        # "Dream" is not "The Dream".
        return (
            sort == "work"
            and len(ours) == 1
            and name != title
            and name.casefold() in title.casefold().split()
        )
    if not set(ours) < set(theirs):
        return False
    if sort == "person":
        # "Leofric" and "John III" are many people's names.
        return len(ours) == 1 or (len(ours) == 2 and _NUMERAL_ONLY.match(ours[1].upper()) is not None)
    if sort != "work" and name == title.split(",")[0]:
        return sort == "organization" and len(ours) == 1
    return not (sort == "organization" and len(ours) > 1 and (ours[0], ours[-1]) == (theirs[0], theirs[-1]))


def _telling_words(name: str) -> list[str]:
    return [word for word in re.findall(r"[^\W_]+", fold_name(name)) if word not in _LIGHT]


def _is_sound_alias(name: str, title: str, person: bool) -> bool:
    """No pronoun, bare first name, common word, date, nationality or office; nothing that conflicts."""
    if re.search(r"(?:^|\s)[^\W\d_]\.$", name) and not re.search(r"[^\W\d_]\.[^\W\d_]\.$", name):
        return False
    if not 2 <= len(name) <= MAX_ALIAS or not any(char.isalpha() for char in name):
        return False
    if not (name[0].isupper() or name[0].isdigit() or not name[0].isascii() or name[0] in "‘'"):
        return False
    parts = name.replace("-", " ").split()
    if len(parts) == 1:
        word = parts[0]
        if (
            word.casefold() in COMMON
            or word in DEMONYMS
            or word in MONTHS
            or word in DAYS
            or word in HONORIFICS
            or word in OFFICES
        ):
            return False
        if word in COUNTRIES and word != title:
            return False
        if person and (word in MALE or word in FEMALE):
            return False
        if _NUMERAL_ONLY.match(word):
            return False
    if all(
        word.casefold() in COMMON or word in OFFICES or word in HONORIFICS or word in DEMONYMS
        for word in parts
    ):
        return False
    if _DATE.search(name) and not re.search(r"\d", title):
        return False
    return not names.conflict(name, title)
