"""Sentences → statements: whose they are, of which kind, in words that stand alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from wikic.curator.encyclopaedia.chinese.entity_register import Mention, Registry, Thing
from wikic.curator.encyclopaedia.chinese.layout import Line
from wikic.curator.encyclopaedia.chinese.vocabulary import PACK
from wikic.model.statement import StatementKind

MAX_LENGTH: Final = 400  # characters of a statement; longer quotes are verse or unpunctuated text

_FOLLOWS: Final = PACK.pattern("goes_on_about")
_PRONOUN: Final = PACK.pattern("pronoun")
_PRONOUNS: Final = {kind: forms.split() for kind, forms in PACK.rows("pronouns")}
_THIRD_PERSONS: Final = PACK.words("third_persons")
# Notes also speak of the passage they explain: those sentences are about the document.
_OF_THE_TEXT: Final = PACK.pattern("of_the_text")
# A note on several words defines the second in a later sentence: ``荐绅，即……``.
_DEFINES_ANOTHER: Final = PACK.pattern("defines_another")
_USELESS: Final = PACK.pattern("useless")
_NAME_AND_YEARS: Final = PACK.pattern("name_and_years")
_YEARS_FOLLOW: Final = PACK.pattern("years_follow")
_DEFINED_HERE: Final = PACK.pattern("defined_here")
_NO_MARK_NEEDED: Final = PACK.pattern("no_mark_needed")
_ASIDE: Final = PACK.pattern("aside")
_SAID: Final = PACK.pattern("said")
_SAID_AFTER: Final = PACK.pattern("said_after")
_TOLD: Final = PACK.pattern("told")
# What an "I" holds.
_HOLDS: Final = PACK.pattern("holds")
_QUOTED: Final = re.compile(r"[“「][^”」]*[”」]?")
_WHOLE_QUOTE: Final = re.compile(r"[“「][^“”「」]*[”」]")
_LEAD_IN: Final = 16  # characters: "他这样说：" says nothing without what follows


@dataclass(frozen=True, slots=True)
class Said:
    """One statement before ids are given.

    of: the thing it is about.
    kind: fact, claim, judgement or quotation.
    text: one line.
    blocks: numbers of its blocks.
    holder: who says or judges it, or None.
    mentions: what its text names.
    """

    of: Thing
    kind: StatementKind
    text: str
    blocks: tuple[int, ...]
    holder: str | None
    mentions: list[Mention]


def of_body(
    line: Line, quoted: bool, about: Thing, author: str | None, argues: bool, registry: Registry
) -> Said | None:
    """A sentence of the document's own text: the author's judgement, a fact of an entry, or speech.

    An essay that does not say whose it is has facts, and claims that nobody is named for.
    ``quoted``: a quotation that opened earlier goes on in it.
    """
    text = _fit(line.text)
    if text.endswith("：") and len(text) < _LEAD_IN:
        return None
    mentions = registry.mentions(text)
    holder = _speaker(text, mentions)
    if holder is not None or quoted or _WHOLE_QUOTE.fullmatch(text) or _opens_quote(text) or _told(text):
        name = holder.title if holder is not None else None
        return Said(about, "quotation", text, (line.block.number,), name, mentions)
    if about.self_ and argues and author is not None:
        return Said(about, "judgement", text, (line.block.number,), author, mentions)
    if about.self_ and _HOLDS.search(_QUOTED.sub("", text)):
        return Said(about, "claim", text, (line.block.number,), None, mentions)
    if not about.self_:
        named = _named(text, about, mentions)
        mentions = registry.mentions(named) if named != text else mentions
        text = named
    return Said(about, "fact", text, (line.block.number,), None, mentions)


def of_note(
    line: Line, first: bool, head: Thing | None, opening: int, about: Thing, registry: Registry
) -> Said | None:
    """A sentence of an editor's note: a fact of what the note defines, else of the document.

    ``first``: it opens the note; ``opening``: number of the block that does.
    """
    if _USELESS.match(line.text):
        return None
    text = _fit(line.text)
    blocks: tuple[int, ...] = (line.block.number,)
    subject = head if head is not None else about
    label = line.note.label if line.note is not None else ""
    if first and label:
        text = punctuated(text, label)
    if first or head is None:
        mentions = registry.mentions(text)
        if head is None and not first:
            subject = _introduced(text, mentions) or subject
        return Said(subject, "fact", text, blocks, None, mentions)
    mentions = registry.mentions(text)
    introduced = _introduced(text, mentions)
    if introduced is not None:
        return Said(introduced, "fact", text, blocks, None, mentions)
    if opens_another(text, head):
        return Said(about, "fact", text, blocks, None, mentions)
    if _OF_THE_TEXT.match(text) or (_DEFINES_ANOTHER.match(text) and not text.startswith(head.title)):
        return Said(about, "fact", text, blocks, None, mentions)
    named = _named(text, head, mentions)
    if named != text:
        text, blocks, mentions = named, (opening, line.block.number), registry.mentions(named)
    return Said(head, "fact", text, blocks, None, mentions)


def opens_another(text: str, head: Thing) -> bool:
    """Whether a sentence opens with a name and life dates, and the name is not the headword's."""
    named = _NAME_AND_YEARS.match(text)
    return named is not None and named.group(1) not in (head.title, *head.aliases)


def _told(text: str) -> bool:
    """Whether most of a sentence is what somebody says in it, named or not: “……”他断续的说。"""
    quote = _TOLD.match(text)
    return quote is not None and 2 * len(quote["before"] or quote["after"]) > len(text)


def _opens_quote(text: str) -> bool:
    return text[:1] in "“「" and text.count("“") + text.count("「") > text.count("”") + text.count("」")


def punctuated(text: str, label: str) -> str:
    """``text`` with the mark between headword and definition that a space or bold print stood for."""
    if not text.startswith(label):
        return text
    end = len(label)
    mark = "："
    aside = _ASIDE.match(text[end:])
    if aside is not None:
        end += aside.end()
        mark = "，"
    rest = text[end:].lstrip("：: ") if text[end : end + 1] in "：: " else text[end:]
    if not rest or _NO_MARK_NEEDED.match(rest):
        return text
    return f"{text[:end]}{mark}{rest}"


def _named(text: str, head: Thing, mentions: list[Mention]) -> str:
    """A follow-up sentence that says whose it is.

    A pronoun becomes the headword where nothing else fits it, a sentence without a subject gets the
    headword before it; one that names the headword or opens with another name stays as it is.
    """
    title = f"《{head.title}》" if head.kind == "work" else head.title
    pronoun = _PRONOUN.match(text)
    if pronoun is not None and pronoun.group() in _PRONOUNS.get(head.kind, ()):
        return title + text[pronoun.end() :]
    if any(each.thing is head or (each.start == 0 and each.thing.kind != "period") for each in mentions):
        return text
    if head.title in text or any(word in text[:24] for word in _THIRD_PERSONS):
        return text
    if head.kind == "person" and _FOLLOWS.match(text):
        return title + text
    return f"{title}：{text}"


def _introduced(text: str, mentions: list[Mention]) -> Thing | None:
    """The thing a sentence opens with and then defines: ``《北斗》，文艺月刊``, ``叶灵凤（1904—1975）``."""
    if not mentions or mentions[0].start > 0:
        return None
    after = text[mentions[0].end :]
    if _YEARS_FOLLOW.match(after) or _DEFINED_HERE.match(after):
        return mentions[0].thing
    return None


def _speaker(text: str, mentions: list[Mention]) -> Thing | None:
    """The person whom the sentence itself names as speaking its quotation."""
    for mention in mentions:
        if mention.thing.kind != "person":
            continue
        if (mention.start == 0 or text[mention.start - 1] in "，。；：（") and _SAID.match(
            text[mention.end :]
        ):
            return mention.thing
        if text[max(0, mention.start - 1) : mention.start] in ("”", "」") and _SAID_AFTER.match(
            text[mention.end :]
        ):
            return mention.thing
    return None


def _fit(text: str) -> str:
    return text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 1] + "…"
