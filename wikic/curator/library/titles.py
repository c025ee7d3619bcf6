"""What a document is called: as it is titled, else by who speaks and when, else by its first sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.library import clauses, sections
from wikic.curator.library.given_titles import as_written
from wikic.curator.library.headline import headline
from wikic.document.line_kinds import Words
from wikic.document.passage import Passage
from wikic.model.article import Article
from wikic.text import sentences
from wikic.text.normalise import CJK
from wikic.wiki.documents.file_names import designation, is_generic
from wikic.wiki.documents.note_names import note_name
from wikic.wiki.documents.titles import markdown_title, name_title, one_line

_MOST_SPEAKERS: Final = 3
_STAMP: Final = re.compile(
    r"(?<!\d)(\d{4})[-_./]?(\d{2})[-_./]?(\d{2})(?:[T_ -]+(\d{2})[:.h-]?(\d{2}))?(?!\d)"
)
_JOINTS: Final = re.compile(r"[\W_]+")
_LETTERS: Final = re.compile(rf"[^\W\d_]{{3,}}|[{CJK}]{{2,}}")
_IDENTIFIER: Final = re.compile(r"^(?=.*\d)[\w.-]{6,}$|^[0-9a-f]{12,}$|^[a-z]{1,3}\d+$", re.I | re.ASCII)

# Names that programs give: "d00012", a hash, a day with its time.
_RECORDED: Final = re.compile(
    r"^[a-z]{0,4}[-_ ]?\d{5,}$|^(?=.*\d)[0-9a-f-]{16,}$|\d{8}[-_ T]+\d{2}:?\d{2}", re.I
)
_MARKDOWN: Final = (".md", ".markdown")


def spelt(stamp: str) -> str:
    """A day as a program writes it, as people do: "20260304_09:45" is "2026-03-04 09:45"; else ``stamp``."""
    found = _STAMP.fullmatch(stamp)
    if found is None:
        return stamp
    time = f" {found[4]}:{found[5]}" if found[4] else ""
    return f"{found[1]}-{found[2]}-{found[3]}{time}"


def is_name(title: str, key: str) -> bool:
    """Whether a title says something: no id, no date alone, no file's number."""
    bare = title.strip()
    if not bare or not any(map(str.isalpha, _STAMP.sub("", bare))):
        return False
    if " " in bare and sum(map(str.isalpha, bare)) >= 3:
        return True
    without_file = re.sub(r"\.\w{1,5}$", "", bare)
    if not _LETTERS.search(bare):
        return False
    return _IDENTIFIER.match(without_file) is None or not (
        any(map(str.isdigit, without_file)) or without_file == key.rpartition("/")[2]
    )


def is_authors(title: str, article: Article) -> bool:
    """Whether a title that says little is the author's word all the same: "C++", "Q3", "2026".

    It is the heading of the text, or the frontmatter's of a Markdown file, and no id and no time.
    """
    if not any(map(str.isalnum, title)) or _RECORDED.search(title):
        return False
    headed = one_line(markdown_title(article.text)) == article.title
    front = article.key.casefold().endswith(_MARKDOWN) and article.title != name_title(article.key)
    return headed or front


def given(article: Article, heading: str, speakers: Sequence[str], words: Words) -> str:
    """The title that a document has or its speakers give it; "" where only its text can.

    heading: the first heading of the document that is none of a part, or "".
    """
    written = as_written(article, words)
    named = is_name(written, article.key) or is_authors(written, article)
    headed = one_line(markdown_title(article.text)) == written
    if named and not _is_files(article) and (headed or not words.is_navigation(written)):
        held = sections.section(article.text, words) if sections.is_page(written) else ""
        return f"{written}: {held}" if held else written
    if speakers:
        return _of_talk(article, speakers, words)
    if (note := note_name(article.key)) and article.title == note.title:
        return article.title
    if article.title == designation(article.key):
        return article.title
    return heading if is_name(heading, article.key) else ""


def _is_files(article: Article) -> bool:
    """Whether a title is only the name of its file and says nothing: "Untitled 2", and no heading says so."""
    title = article.title
    if title != name_title(article.key) or not is_generic(title):
        return False
    return one_line(markdown_title(article.text)) != title


def of_text(article: Article, passages: Sequence[Passage], words: Words, telling: Sequence[str]) -> str:
    """A title for a document that has none, from its text; telling: the heaviest words of that."""
    told = article.text if clauses.is_wide(article.text[:400]) else _told(passages)
    if found := headline(told, words, telling):
        return found
    lines = (line.removeprefix("- ") for each in passages for line in each.text.split("\n"))
    values = (line.partition(": ")[2] or line for line in lines)
    named = (_first(each, words) for each in values if is_name(each, article.key))
    shortened = (clauses.shortened(each, words.pack)[0] for each in named)
    return next(shortened, as_written(article, words))


def _told(passages: Sequence[Passage]) -> str:
    return "\n\n".join(each.text for each in passages if each.form == "sentence")


def _first(text: str, words: Words) -> str:
    """The first sentence of several words."""
    found = sentences.split_by_script(text, words.pack.code)
    return next((each for each in found if len(each.split()) > 3 or not each.isascii()), text)


def _of_talk(article: Article, speakers: Sequence[str], words: Words) -> str:
    """ "Anna and Ben, 2026-09-24 20:00": who talks, and when."""
    # "MeiLin" and "Mei Lin" are one.
    spelled = {_JOINTS.sub("", name.casefold()): name for name in reversed(speakers)}
    speakers = tuple(reversed(spelled.values()))
    names = list(speakers[:_MOST_SPEAKERS])
    more = " …" if len(speakers) > _MOST_SPEAKERS else ""
    both = words.pack.both
    if len(names) == 2 and both and not more:
        who = f"{names[0]}{both}{names[1]}" if re.match(f"[{CJK}]", both) else f"{names[0]} {both} {names[1]}"
    else:
        who = ", ".join(names) + more
    stamp = _STAMP.search(article.title) or _STAMP.search(article.key)
    if stamp is not None:
        return f"{who}, {spelt(stamp[0])}"
    return f"{who}, {article.date}" if article.date else who
