"""Sentences → statements: whose they are, of which kind, in words that stand alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from wikic.curator.offline.chinese.dimensions import Kind
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
_PRONOUN_KIND: Final[tuple[tuple[Kind, str], ...]] = (
    ("person", "他 她"),
    ("work", "该刊 该报 该书 此书"),
    ("organisation", "该社 该会 该校 该党"),
)
# Notes also speak of the passage they explain: those sentences are about the document.
_OF_THE_TEXT: Final = re.compile(
    r"^(?:这里|下面|这两?[句几篇段]|此处|下文|上文|文中|本文|本篇|原文|作者|鲁迅|按[，：:]?)"
)
# A note on several words defines the second in a later sentence: ``荐绅，即……``.
_DEFINES_ANOTHER: Final = re.compile(
    r"^[“《]?[\u4e00-\u9fff·]{1,10}[”》]?，(?:即|指|是|又名|亦称|语出|语见|见《|意即|旧时|古代|[^，。]{0,20}(?:人物|典故))"
)
_USELESS: Final = re.compile(r"^.{0,24}参看(?:本[卷书]|注|《[^》]+》)[^，。]{0,24}。?$")
_SAID: Final = re.compile(
    r"^[^“：，。]{0,10}(?:说过?|道|云|曰|写道|问道?|答道?|喊道?|叫道?|指出|宣称|声称|回答)"
    r"[^“。，]{0,4}[：，,:]\s*[“「]"
)
_SAID_AFTER: Final = re.compile(r"^[^。，“”]{0,6}(?:说|道|问|答|喊|叫)")


# What an "I" holds.
_HOLDS: Final = re.compile(
    r"(?:我|我们|笔者)(?:个人|一向|向来|从前|总|也|却|倒|便|就|还|并不|不|是|实在|自己)*"
    r"(?:以为|认为|觉得|想(?:，|来|：)|相信|看来|主张|怀疑|希望|赞成|反对)|依我看|据我看|我看(?:，|来)|在我看来"
)
_QUOTED: Final = re.compile(r"[“「][^”」]*[”」]?")
_VERB: Final = "(?:说|道|问|答|喊|叫|嚷)"
_TOLD: Final = re.compile(
    rf"(?P<before>[“「][^”」]*[”」])[^“”「」：]{{0,16}}{_VERB}[^“”「」]{{0,4}}$"
    rf"|[^“”「」]*{_VERB}[^“”「」]{{0,4}}[：，]\s?(?P<after>[“「][^”」]*[”」])[。！？]?$"
)
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


_NAME_AND_YEARS: Final = re.compile(r"([\u4e00-\u9fff·]{2,12})（[^）]*[0-9]{3,4}[？?]?\s*[—–－-]")


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
    aside = re.match(r"（[^（）]*）", text[end:])
    if aside is not None:
        end += aside.end()
        mark = "，"
    rest = text[end:].lstrip("：: ") if text[end : end + 1] in "：: " else text[end:]
    if not rest or re.match(r"[，。；、：）是即为指乃系等的]|[^\w“‘《]", rest):
        return text
    return f"{text[:end]}{mark}{rest}"


def _named(text: str, head: Thing, mentions: list[Mention]) -> str:
    """A follow-up sentence that says whose it is.

    A pronoun becomes the headword where nothing else fits it, a sentence without a subject gets the
    headword before it; one that names the headword or opens with another name stays as it is.
    """
    title = f"《{head.title}》" if head.kind == "work" else head.title
    pronoun = _PRONOUN.match(text)
    if pronoun is not None and any(
        kind == head.kind and pronoun.group() in forms.split() for kind, forms in _PRONOUN_KIND
    ):
        return title + text[pronoun.end() :]
    if any(each.thing is head or (each.start == 0 and each.thing.kind != "period") for each in mentions):
        return text
    if head.title in text or any(word in text[:24] for word in ("他", "她", "它")):
        return text
    if head.kind == "person" and _FOLLOWS.match(text):
        return title + text
    return f"{title}：{text}"


def _introduced(text: str, mentions: list[Mention]) -> Thing | None:
    """The thing a sentence opens with and then defines: ``《北斗》，文艺月刊``, ``叶灵凤（1904—1975）``."""
    if not mentions or mentions[0].start > 0:
        return None
    after = text[mentions[0].end :]
    if re.match(r"（[^）]*[0-9０-９]{3,4}\s*[—–－-]", after):
        return mentions[0].thing
    if re.match(
        r"，(?:即|字|原名|名|又名|[^，。]{0,14}(?:人|月刊|周刊|日报|半月刊|报纸|杂志|刊物|丛书|诗集|剧本|译本|团体|书局|小说|学校|组织))[，。；]",
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
