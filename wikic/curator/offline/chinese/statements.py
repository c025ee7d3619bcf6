"""Sentences → statements: whose they are, of which kind, in words that stand alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from wikic.curator.offline.chinese.definitions import Definition
from wikic.curator.offline.chinese.layout import Line
from wikic.curator.offline.chinese.registry import Mention, Registry, Thing
from wikic.model.statement import StatementKind

MAX_LENGTH: Final = 400  # characters of a statement; longer quotes are verse or unpunctuated text

_FOLLOWS: Final = re.compile(
    r"^(?:著有|曾|历任|早年|后|晚年|当时[任是为]|毕业|留学|出生|生于|卒于|主编|原籍|幼年|自幼|一生|其后|同年|次年|不久|编有|译有|[0-9０-９一二]{1}[0-9０-９九八○〇]{1}[^，。]{0,8}年)"
)
_PRONOUN: Final = re.compile(
    r"^(?:他|她|它|该刊|该报|该书|该社|该会|该校|该党|此书|本书)(?!们|人|的话|俩|乡|日|山)"
)
_PRONOUN_KIND: Final = (("他", "person"), ("她", "person"), ("该刊", "work"), ("该报", "work"), ("该书", "work"), ("此书", "work"),
                        ("该社", "organisation"), ("该会", "organisation"), ("该校", "organisation"), ("该党", "organisation"))  # fmt: skip
_USELESS: Final = re.compile(r"^.{0,24}参看(?:本[卷书]|注|《[^》]+》)[^，。]{0,24}。?$")
_SAID: Final = re.compile(
    r"^[^“：，。]{0,10}(?:说过?|道|云|曰|写道|问道?|答道?|喊道?|叫道?|指出|宣称|声称|回答)[^“。，]{0,4}[：，,:]\s*[“「]"
)
_SAID_AFTER: Final = re.compile(r"^[^。，“”]{0,6}(?:说|道|问|答|喊|叫)")


@dataclass(frozen=True, slots=True)
class Said:
    """One statement before ids are given.

    of: the thing it is about.
    kind: fact, judgement or quotation.
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


def of_body(line: Line, about: Thing, author: str | None, narrative: bool, registry: Registry) -> Said | None:
    """A sentence of the document's own text: the author's judgement, a fact of an entry, or speech."""
    text = _fit(line.text)
    mentions = registry.mentions(text)
    holder = _speaker(text, mentions)
    if holder is not None:
        return Said(about, "quotation", text, (line.block.number,), holder.title, mentions)
    if about.self_ and not narrative:
        return Said(about, "judgement", text, (line.block.number,), author, mentions)
    return Said(about, "fact", text, (line.block.number,), None, mentions)


def of_note(
    line: Line,
    first: bool,
    head: Thing | None,
    opening: int,
    about: Thing,
    registry: Registry,
    definition: Definition | None,
) -> Said | None:
    """A sentence of an editor's note: a fact of what the note defines, else of the document.

    ``first``: it opens the note; ``opening``: number of the block that does.
    """
    if _USELESS.match(line.text):
        return None
    text = _fit(line.text)
    blocks: tuple[int, ...] = (line.block.number,)
    subject = head if head is not None else about
    if head is not None and line.note is not None:
        if first:
            text = punctuated(text, line.note.label)
        else:
            named = _named(text, head)
            if named != text:
                text, blocks = named, (opening, line.block.number)
    mentions = registry.mentions(text)
    if not first or head is None:
        subject = _introduced(text, mentions) or subject
    if head is None and subject is about and first and line.note is not None and line.note.label:
        text = punctuated(text, line.note.label)
        mentions = registry.mentions(text)
    return Said(subject, "fact", text, blocks, None, mentions)


def punctuated(text: str, label: str) -> str:
    """``text`` with the mark between headword and definition that a space or bold print stood for."""
    if not text.startswith(label):
        return text
    end = len(label)
    mark = "："
    aside = re.match(r"（[^（）]*）", text[end:])
    if aside is not None:
        end += aside.end()
        mark = "，"
    rest = text[end:].lstrip("：: ") if text[end : end + 1] in "：: " else text[end:]
    if not rest or re.match(r"[，。；、：）是即为指乃系等]|[^\w“‘《]", rest):
        return text
    return f"{text[:end]}{mark}{rest}"


def _named(text: str, head: Thing) -> str:
    """A follow-up sentence with its subject: a pronoun that can only be the headword, or no subject at all."""
    pronoun = _PRONOUN.match(text)
    if pronoun is not None:
        fits = any(pronoun.group() == word and head.kind == kind for word, kind in _PRONOUN_KIND)
        title = f"《{head.title}》" if head.kind == "work" else head.title
        return title + text[pronoun.end() :] if fits else text
    if (
        head.kind == "person"
        and _FOLLOWS.match(text)
        and not re.match(r"^[^，。]{0,12}[，。]?[^，。]{0,4}(?:他|她)", text)
    ):
        return f"{head.title}{text}" if not text[0].isdigit() else text
    return text


def _introduced(text: str, mentions: list[Mention]) -> Thing | None:
    """The thing a sentence opens with and then defines: ``《北斗》，文艺月刊，…``, ``叶灵凤（1904—1975），…``."""
    if not mentions or mentions[0].start > 0:
        return None
    after = text[mentions[0].end :]
    if re.match(r"（[^）]*[0-9０-９]{3,4}\s*[—–－-]", after):
        return mentions[0].thing
    if re.match(
        r"，(?:即|字|原名|名|又名|[^，。]{0,14}(?:人|月刊|周刊|日报|半月刊|报纸|杂志|团体|书局|小说|学校|组织))[，。；]",
        after,
    ):
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
