"""What a document is called: the title in its own spelling, where a file name or capitals had to serve."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.encyclopaedia.english.mention import Mention
from wikic.curator.encyclopaedia.english.quote_cleanup import tidy
from wikic.curator.encyclopaedia.english.vocabulary import pattern, words
from wikic.language.letters import UPPER
from wikic.model.article import Article

_SLUG = re.compile(r"[^\W_A-Z]+(?:[-_ ][^\W_A-Z]+)+")
_LETTERS = re.compile(r"[^\W_]+")
_SMALL: Final = words("small_words")
_ROMAN = re.compile(r"[IVXLC]+$")
_TITLE_PAGE: Final = 1_500  # characters from the top among which a book names itself


def titled(
    article: Article,
    lines: Sequence[str],
    mentions: Sequence[Sequence[Mention]],
) -> str:
    """The document's title; where a file name had to serve ("nils-aarvik"), the words in the text that
    spell it; where it stands in capitals, the text's own spelling.
    """
    title = tidy(article.title) or "Untitled"
    slug = _SLUG.fullmatch(title) is not None
    if not slug and not _shouts(title):
        return title
    wanted = [word.casefold() for word in _LETTERS.findall(title)]
    for line, named in zip(lines, mentions, strict=True):
        for mention in named:
            if _same(mention.name, wanted) and not _shouts(mention.name):
                return mention.name if mention.office else line[mention.start : mention.end]
    if not slug:
        return title
    return _spelled(wanted, article.text) or title


def _same(name: str, wanted: list[str]) -> bool:
    """Whether a name has the words of a title, an article in front of either aside."""
    found = [word.casefold() for word in _LETTERS.findall(name)]
    return _bare(found) == _bare(wanted)


def _bare(found: list[str]) -> list[str]:
    return found[1:] if found[:1] == ["the"] and len(found) > 2 else found


def _shouts(title: str) -> bool:
    """Whether a title of several words stands in capitals all through."""
    return title.isupper() and len(_LETTERS.findall(title)) > 1


def _spelled(wanted: list[str], text: str) -> str | None:
    """A title that lines of the title page spell: one of them, several in a row, or the start of one."""
    top = [tidy(line) for line in text[:_TITLE_PAGE].split("\n") if line.strip()]
    for start in range(len(top)):
        found: list[str] = []
        spelling: list[str] = []
        for line in top[start:]:
            found += [word.casefold() for word in _LETTERS.findall(line)]
            spelling.append(line.strip(" .:#*_="))
            if found == wanted:
                return capitals_undone(" ".join(spelling))
            if found != wanted[: len(found)]:
                break
        if len(spelling) == 1 and found[: len(wanted)] == wanted and top[start][:1].isupper():
            last = list(_LETTERS.finditer(spelling[0]))[len(wanted) - 1]
            return capitals_undone(spelling[0][: last.end()])
    return None


_NAME: Final = rf"[{UPPER}][\w'’.-]*(?: (?:(?:de|von|van|of) )?[{UPPER}][\w'’.-]*){{1,3}}"
_BYLINE = re.compile(
    rf"^\W*(?:[Ww]ritten |[Pp]oems? |[Ee]ssays? )?(?:[Bb]y|BY)[: ]\s*(?P<name>{_NAME})\W*$", re.M
)
_SIGNED = re.compile(rf"^\s*(?:—|–|--|-)\s*(?P<name>{_NAME})\W*$", re.M)
_NOBODY = re.compile(r"(?:the|an?|author|editor)\b", re.I)
_BYLINES: Final = 600  # characters from the top; a "by" further down is not the author's
_SIGNATURE: Final = 200  # characters from the end


_OTHER_CRAFT: Final = pattern("other_craft")
_HOUSE: Final = pattern("publishing_house")
_QUOTE_ENDS = re.compile(r"[\"”»]\s*$")


def byline(text: str) -> str | None:
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
            result.append(re.sub(r"[^\W\d_]+(?:['’][^\W\d_]+)*", _capital, word.lower()))
    return " ".join(result)


def _capital(match: re.Match[str]) -> str:
    word = match.group()
    return word[:1].upper() + word[1:]
