"""What people call a note by the name of its file: "FAQ.md", "B-0912.md"; not by "readme" or a hash."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from wikic.language import all_packs
from wikic.layout import slug
from wikic.text.normalise import fold_name, normalise
from wikic.wiki.documents.dates import date_in_name
from wikic.wiki.documents.note_names import NOTES, note_name

_LONGEST: Final = 80  # characters; more is a sentence that a program took
_NUMBERS: Final = re.compile(r"[\W\d_]*([^\W\d_].*?)[\W\d_]*")  # around words
_LEADING: Final = re.compile(r"\d{1,4}[-_.) ]+(?=\D)")  # "01-introduction": a place in an order
_SLUG: Final = re.compile(r"[^\s_-]+(?:[_-]+[^\s_-]+)*")
_WORDS: Final = re.compile(r"[^\W_]+")
# Names that programs give: "d00012", "p12", a hash, a day with its time.
_RECORDED: Final = re.compile(
    r"[A-Za-z]{0,4}[-_ ]?\d{5,}|[a-z]{1,3}[-_]?\d+|.*\d{8}[-_ T]+\d{2}:?\d{2}.*"
    r"|(?:.*[\W_])?(?=[a-z-]*\d)[0-9a-f]{8}[0-9a-f-]{8,}(?:[\W_].*)?"
)
_DESIGNATION: Final = re.compile(r"(?=.*\d)[A-Z][A-Z0-9]*(?:[-_.][A-Z0-9]+)*")


def spoken_name(path: str) -> str:
    """The name of a note's file without its extension, where people would call the note so; else "".

    path: of the file, or the document's key.
    """
    extension = next((each for each in NOTES if path.casefold().endswith(each)), None)
    if extension is None:
        return ""
    stem = normalise(path[: -len(extension)].rpartition("/")[2])
    words = _NUMBERS.fullmatch(stem)
    if words is None or len(stem) > _LONGEST or _RECORDED.fullmatch(stem) or is_generic(stem):
        return ""
    return stem


def designation(path: str) -> str:
    """The name of a note's file where that is letters and digits that people say as they are: "B-0912"."""
    stem = spoken_name(path)
    return stem if _DESIGNATION.fullmatch(stem) and note_name(path) is None else ""


def is_generic(name: str) -> bool:
    """Whether a name says only that something was written: "untitled 3", "README", "12"."""
    words = _NUMBERS.fullmatch(normalise(name))
    return words is None or " ".join(_WORDS.findall(fold_name(words[1]))) in _generic()


def alias(path: str, title: str) -> str:
    """The name of a note's file where people would call the note so and its title does not say it; else "".

    A slug says what its title says without the small words; a date before a slug is that of a post. A common
    word is no name of a thing.
    """
    stem = spoken_name(path)
    if stem.isalpha() and stem[0].islower():
        return ""
    if not stem or slug(_LEADING.sub("", stem)).casefold() == slug(title).casefold():
        return ""
    if _SLUG.fullmatch(stem) and stem == stem.lower() and not stem.isalpha():
        post = date_in_name(stem)[1] != stem and note_name(path) is None
        return "" if post or _telling(_LEADING.sub("", stem)) == _telling(title) else stem
    return stem


def _telling(name: str) -> list[str]:
    return [word for word in _WORDS.findall(fold_name(name)) if word not in _small()]


@cache
def _generic() -> frozenset[str]:
    return frozenset(all_packs.words("generic_names"))


@cache
def _small() -> frozenset[str]:
    return frozenset(all_packs.words("stopwords"))
