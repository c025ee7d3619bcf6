"""Markdown inside a line as plain words; code between backticks stays as it stands."""

from __future__ import annotations

import re
from typing import Final

from wikic.markdown.escape import MATHS
from wikic.model import attachment
from wikic.text.normalise import CJK, normalise

_CODE: Final = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)|" + attachment.LINK + "|" + MATHS, re.DOTALL)
_BADGE: Final = re.compile(r"\[!\[[^\]]*\]\(\w+://[^()\s]*\)\]\([^()\s]*\)")
_REMOTE: Final = re.compile(r"!\[([^\]]*[^\W\d_][^\]]*)\]\((https?://[^()\s]*)(?:\s+\"[^\"]*\")?\)")
_IMAGE: Final = re.compile(r"!\[[^\]]*\]\([^()\s]*(?:\([^()]*\))?[^()]*\)|!\[\[[^\]]*\]\]")
_EMBED: Final = re.compile(r"!(\[\[([^\[\]|#]*)[^\[\]]*\]\])")
_CALLOUT: Final = re.compile(r"^\[![a-zA-Z]+\][+-]? ")
_ATTACHED: Final = re.compile(attachment.LINK)
_WIKILINK: Final = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")
_LINK: Final = re.compile(
    r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*<?([^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)?)>?(?:\s+\"[^\"]*\")?\s*\)"
)
_AUTOLINK: Final = re.compile(r"<((?:https?|ftp|mailto):[^\s<>]+)>")
_TAG: Final = re.compile(
    r"</?(?:b|i|u|em|strong|small|span|div|p|br|hr|sup|sub|font|center|mark|kbd|wbr|abbr|cite|q|a|img|table|tr|td"
    r"|th|tbody|thead|ul|ol|li|h[1-6]|details|summary|figure|figcaption)(?:\s[^<>]*)?/?>",
    re.I,
)
_ENTITY: Final = {"&nbsp;": " ", "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'"}
_ENTITIES: Final = re.compile("|".join(_ENTITY))
_STRONG: Final = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_STARRED: Final = re.compile(r"(?<![\w*\\])\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*(?![\w*])")
_UNDERSCORED: Final = re.compile(r"(?<![\w_\\/.])_(?=[^\s_])([^_\n]+?)(?<=[^\s_])_(?![\w_/])")
_STRUCK: Final = re.compile(r"~~(?=\S)((?:(?!~~).)+?)(?<=\S)~~(?!~)")
_SPACED: Final = re.compile(r"^\$\$ ?((?:(?!\$\$).)*?) ?\$\$$")  # a formula that stood between lines of "$$"
_END_MARKS: Final = (".", "!", "?", "。", "！", "？")
_WORDS: Final = re.compile(rf"[{CJK}]|[^\W_]+")
_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_PATH: Final = re.compile(r"\\\w")
# reStructuredText: ":ref:`the gauge <gauge>`", "`Tides <https://…>`_", "[#]_", "``gauge``"
_ROLE: Final = re.compile(r":[a-z]+(?::[a-z]+)?:`([^`<]+?)(?:\s*<[^`>]*>)?`")
_NAMED: Final = re.compile(r"`([^`<]+?)\s*<([^`>]+)>`__?")
_FOOTNOTE: Final = re.compile(r"\s?\[#?\w*\]_(?!\w)")
_JOINED: Final = re.compile(r"(?<=`)\\ |\\ (?=`)")  # "merged-\\ ``/srv``"
_LITERAL: Final = re.compile(r"``([^`]+)``")
# "==" beside an operand is code: "a==b".
_HIGHLIGHT: Final = re.compile(r"(?<![\w=!<>])==(?=[^\s=])((?:(?!==)[^\n])+?)(?<=[^\s=])==(?![\w=])")
_MARKED: Final = re.compile(r"[\[*_`<&~\\!=]")
_ASIDE: Final = "\ue000"  # holds the place of code, also in the words of a link
_LAID_ASIDE: Final = re.compile(rf"{_ASIDE}(\d+){_ASIDE}")


def plain(text: str) -> str:
    """``text`` on one line without emphasis and tags; a link, and a picture that lies elsewhere, is its words
    and outer address. Links to attachments stay, badges go.
    """
    line = _SPACED.sub(r"$$\1$$", _CALLOUT.sub("", normalise(text)))
    if not _MARKED.search(line):
        return line
    if "`" in line or "]_" in line:
        line = _FOOTNOTE.sub("", _NAMED.sub(r"\1 (\2)", _ROLE.sub(r"\1", line)))
        line = _LITERAL.sub(r"`\1`", _JOINED.sub("", line))
    code: list[str] = []

    def laid_aside(found: re.Match[str]) -> str:
        code.append(found.group())
        return f"{_ASIDE}{len(code) - 1}{_ASIDE}"

    worded = _words(_CODE.sub(laid_aside, line.replace(_ASIDE, "")))
    return normalise(_LAID_ASIDE.sub(lambda found: code[int(found.group(1))], worded))


def _words(text: str) -> str:
    if not _MARKED.search(text):
        return text
    text = _BADGE.sub("", text)
    text = _REMOTE.sub(r"[\1](\2)", text)
    text = _IMAGE.sub("", _EMBED.sub(_embedded, text))
    text = _WIKILINK.sub(_named, text)
    text = _LINK.sub(_link, text)
    text = _AUTOLINK.sub(r"\1", text)
    text = _TAG.sub(" ", text) if "<" in text else text
    text = _STRUCK.sub(_struck, text)
    for pattern in (_STRONG, _STARRED, _UNDERSCORED, _HIGHLIGHT):
        text = pattern.sub(lambda found: found.group(found.lastindex or 0), text)
    if "\\" in text and not _PATH.search(text):
        text = _ESCAPED.sub(r"\1", text)
    return _ENTITIES.sub(lambda found: _ENTITY[found.group()], text) if "&" in text else text


def _struck(found: re.Match[str]) -> str:
    """Nothing for what a sentence corrects within itself; what says more stays struck, as withdrawn or done.

    That is what has no other words beside it, a whole sentence, and words before those that took their place.
    """
    struck, before, behind = found[1], found.string[: found.start()], found.string[found.end() :]
    alone = not _WORDS.search(_STRUCK.sub("", before + behind))
    opens = not _WORDS.search(before) and len(_WORDS.findall(struck)) > 1
    said = struck.endswith(_END_MARKS) or (opens and not any(map(str.isdigit, struck)))
    return found.group() if alone or said else ""


def _embedded(found: re.Match[str]) -> str:
    """A note that is embedded within a line is linked to; alone on it, it says nothing here."""
    alone = found.group() == found.string.strip()
    file = found.group(2).strip().lower().endswith(attachment.KINDS)
    return found.group() if alone or file else found.group(1)


def _named(found: re.Match[str]) -> str:
    """The words of a wikilink; a heading stands behind its note as Obsidian shows it, a block nowhere."""
    note, sign, place = found.group(1).partition("#")
    if "|" in found.group() or not sign or not place:
        return found.group(1)
    return " > ".join(filter(None, (note, *(step for step in place.split("#") if step[:1] != "^"))))


def _link(found: re.Match[str]) -> str:
    words, target = found.group(1), found.group(2)
    outside = target.startswith(("http://", "https://", "ftp://"))
    return f"{words} ({target})" if outside and target not in words and words else words or target


def is_link(text: str) -> bool:
    """Whether a line is a link within its own site and nothing else."""
    bare = text.strip().rstrip(".")
    if _ATTACHED.fullmatch(bare):
        return False
    found = _LINK.fullmatch(bare) or _WIKILINK.fullmatch(bare)
    return found is not None and not bare.partition("](")[2].startswith("http")
