"""Kind and holder of a statement: fact, claim, judgement or quotation, and whose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wikic.curator.encyclopaedia.english.principal import Principal
from wikic.curator.encyclopaedia.english.vocabulary import Mention, pattern
from wikic.language.pack_files import UPPER
from wikic.model.statement import StatementKind

_ACCORDING: Final = pattern("according_to")
_CLAIMS: Final = pattern("claims")
_QUOTE = re.compile(r"[\"“](?P<inner>[^\"“”]{2,})[\"”]|^[\"“](?P<open>[^\"“”]{2,})$")
_SAID_BEFORE: Final = pattern("said_before")
_SAID_AFTER: Final = pattern("said_after")
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_HOLDS: Final = pattern("holds_opinion")
_JUDGES: Final = pattern("judges")
_TURN: Final = re.compile(rf"(?:\[[^\]]*\] ?)?[{UPPER}][\w.’' -]{{0,40}}: ")
_QUOTED: Final = re.compile(r"[\"“][^\"“”]*[\"”]?|[\"”]")
_PREPOSITION: Final = pattern("preposition_before")
# Share of lines in quotation marks from which a work tells a story: its "I" is nobody the text names.
STORY: Final = 0.2


@dataclass(frozen=True, slots=True)
class Speech:
    """Who may speak in a document.

    principal: what it is about.
    author: who wrote it, where the document says so and tells no story; else None.
    """

    principal: Principal
    author: str | None

    def of(
        self, text: str, named: Sequence[tuple[Mention, object]], *, spoken: bool = False
    ) -> tuple[StatementKind, str | None]:
        """Kind and holder of a sentence that names ``named``; a fact has no holder, nor has anything whose
        holder no name of the text is.

        spoken: a quotation that opened in an earlier sentence goes on in it.
        """
        starts = [mention.start for mention, _ in named]
        said = _said(text, starts)
        if said is not None:
            return said
        work = self.principal.itself
        if work and spoken:
            return "quotation", None
        for quoted in _QUOTE.finditer(text):
            inner = quoted.group("inner") or quoted.group("open")
            if (work and len(inner) * 2 > len(text) and quoted.start() <= 1) or len(inner) + 4 > len(
                text
            ) > 12:
                return "quotation", None
        for said_by in (_ACCORDING, _CLAIMS):
            match = said_by.search(text)
            if match is not None and _names(text, match.start("holder"), match.end("holder"), starts):
                return "claim", match.group("holder").removeprefix("the ")
        if work and self.principal.sort == "work" and not _TURN.match(text):
            own = _QUOTED.sub(" ", text)
            if self.author is not None and (_HOLDS.search(own) or _JUDGES.search(own)):
                return "judgement", self.author
            if _HOLDS.search(own):
                return "claim", None
        return "fact", None


def _said(text: str, starts: Sequence[int]) -> tuple[StatementKind, str | None] | None:
    """A quotation whose speaker a name beside it is."""
    for quoted in _QUOTE.finditer(text):
        inner = quoted.group("inner") or quoted.group("open")
        if len(inner) <= 20 or _a_title(inner):
            continue
        after, before = _SAID_AFTER.match(text[quoted.end() :]), _SAID_BEFORE.search(text[: quoted.start()])
        found = [(after, "after", quoted.end()), (after, "before", quoted.end())] if after is not None else []
        found += [(before, "before", 0)] if before is not None else []
        for match, group, offset in found:
            start, end = match.start(group) + offset, match.end(group) + offset
            if match.group(group) is not None and _names(text, start, end, starts):
                holder = text[start:end]
                return "quotation", holder if holder.endswith(("Jr.", "Sr.")) else holder.rstrip(".")
    return None


def _names(text: str, start: int, end: int, starts: Sequence[int]) -> bool:
    """Whether the words from ``start`` are a name that the text gives somebody who speaks: recognised as one,
    no owner of what follows, and not what a preposition hangs on to ("a reporter for the Daily Post said").
    """
    if text[start:end].endswith(("'s", "’s")) or _PREPOSITION.search(text[:start].removesuffix("the ")):
        return bool(re.search(r"\b[Aa]ccording to $", text[:start].removesuffix("the ")))
    return start in starts


def tells_a_story(lines: Sequence[str], spoken: Sequence[bool]) -> bool:
    """Whether so many lines are speech that the text tells rather than argues."""
    told = sum(inside or line[:1] in '"“' for line, inside in zip(lines, spoken, strict=True))
    return told >= STORY * max(1, len(lines))


def _a_title(inner: str) -> bool:
    """Whether quoted words are written like a title ("Confessions of a Hollywood Director")."""
    long = _LONG_WORD.findall(inner)
    return bool(long) and 2 * sum(word[0].isupper() for word in long) > len(long)
