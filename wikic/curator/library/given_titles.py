"""A title that a document has, as a reader would write it."""

from __future__ import annotations

import re
from typing import Final

from wikic.document.line_kinds import Words, folded
from wikic.language import all_packs
from wikic.model.article import Article
from wikic.wiki.documents.titles import name_title

# Who publishes it, behind a mark at the title's end: "- United States", "| BBC", "_新华网".
_TAIL: Final = re.compile(
    rf"\s*(?:\s[-–—|]\s|\s?[|｜_]\s?|[-—–](?=[^-—–]{{1,12}}(?:{all_packs.expression('publisher_behind_a_dash')})))"
    r"([^-–—|｜_]{2,40})$"
)
_REGIONS: Final = frozenset({"united states", "united kingdom", "global", "canada", "australia", "english"})
_PUBLISHER: Final = re.compile(
    all_packs.expression("publisher")
    + r"|^(?:bbc|cnn|reuters|ap|the guardian|wikipedia|the new york times|npr|abc|nbc|cbs)(?:\s\w+)?$"
    r"|(?:news|times|post|\.com|\.org|\.net|support|wikipedia)$",
    re.I,
)
_NAME_LINE: Final = re.compile(r"^\s*(?:#+\s*)?NAME\s*\n+\s*(\S[^\n]*? [-–—] [^\n]+)", re.M)
_MANUAL: Final = re.compile(r"^([\w.+-]+\(\d\w*\))(?:\s.*\s\1|)$", re.I)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_FILE: Final = re.compile(r"\.[A-Za-z]{2,5}$")  # at the end of a key: a record is titled as it is titled
_SHORTEST_NAME: Final = 4  # letters of a file's name that may stand for a title
_LONG: Final = 9  # letters in capitals from which a title is shouted
_INITIALS: Final = 3  # letters at most of a word that may be the first ones of others
_ROMAN: Final = re.compile(r"[IVXLC]+")  # the number of a chapter


def as_written(article: Article, words: Words) -> str:
    """The document's own title without label and publisher; no file's name in small letters."""
    title = words.without_label(article.title.strip())
    if title.casefold() == "webvtt":
        return _named(name_title(article.key))
    columns = re.split(r"\s{3,}", title)
    if len(columns) > 2 and columns[0] == columns[-1]:
        title = columns[0]  # the running head of a manual page
    if _MANUAL.match(title):
        said = _NAME_LINE.search(article.text[:4_000])
        return re.sub(r"\s+", " ", said[1]).strip().rstrip(".") if said else title.lower()
    if title.casefold() == name_title(article.key).casefold():
        return _named(title)
    named = _named(name_title(article.key))
    says = " " in named or (named.isalpha() and len(named) >= _SHORTEST_NAME)
    if _FILE.search(article.key) and is_part_heading(title) and says and not is_part_heading(named):
        return named
    return quiet(_without_tail(title), article.text, words)


def is_part_heading(title: str) -> bool:
    """Whether a title is that of a document's first part and of many another: "Introduction"."""
    return folded(title) in all_packs.words("part_headings")


def _without_tail(title: str) -> str:
    found = _TAIL.search(title)
    if found is None or len(title[: found.start()].strip()) < 4:
        return title
    tail = found[1].strip()
    return title[: found.start()].strip() if tail.casefold() in _REGIONS or _PUBLISHER.search(tail) else title


def _named(name: str) -> str:
    """A file's name as a heading: ``fishing season`` is "Fishing season"."""
    return name[:1].upper() + name[1:] if name.islower() and " " in name else name


def quiet(title: str, text: str, words: Words) -> str:
    """A title all in capitals as the text writes its words, else in title case."""
    if not title.isupper() or " " not in title or sum(map(str.isascii, title)) < _LONG:
        return title
    inside = text.replace(title, " ")

    def written(found: re.Match[str]) -> str:
        word = found[0]
        if _ROMAN.fullmatch(word):
            return word
        if found.start() and word.casefold() in words.pack.stopwords:
            return word.lower()
        if any(map(str.isdigit, title[max(0, found.start() - 1) : found.end() + 1])):
            return word  # a part of a number: "PM66670"
        forms = re.findall(rf"(?<![\w./@-]){re.escape(word)}(?![\w/@-]|\.\w)", inside, re.I)
        capitals = forms.count(word) * 2 > len(forms) or (not forms and _is_initials(word, words))
        return word if capitals else word[:1] + word[1:].lower()

    return _WORD.sub(written, title)


def _is_initials(word: str, words: Words) -> bool:
    """Whether a short word that its text does not have is no word of the language: "IBM", "PDF"."""
    pack = words.pack
    lists = (pack.stopwords, pack.common, pack.untelling, pack.imperatives, pack.chatter)
    known = not pack.stopwords or any(word.casefold() in each for each in lists)
    return len(word) <= _INITIALS and not known
