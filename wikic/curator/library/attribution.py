"""What of a sentence is not what it tells: when, by whose report, in whose words."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.library import clauses
from wikic.document.line_kinds import Words
from wikic.language import Pack

_SHORTEST: Final = 8  # characters of what is left in Han script,
_FEWEST: Final = 4  # words in others
_OPENED: Final = 2  # clauses that may go before it
_MARKS: Final = ' ，。,：:；;“”"'


def told(sentence: str, words: Words) -> tuple[str, str]:
    """Who says what a sentence tells, "" where nobody does, and what it tells, without date and source."""
    pack = words.pack
    text = _without_head(sentence, pack)
    speech = pack.pattern("speaker_and_statement").match(text)
    if speech is not None and _is_someone(speech[1], words):
        said = words.without_joint(_without_head(speech[2].strip(_MARKS), pack))
        return f"{speech[1]}：", _closed(said)
    shorter = pack.pattern("behind_a_statement").sub("", text)
    return "", _closed(shorter) if _is_enough(shorter) else text


def _is_someone(name: str, words: Words) -> bool:
    """Whether what stands before a verb of saying names who says it: not "he", not "generally"."""
    if words.pack.pattern("no_speaker").search(name):
        return False
    known = not (words.leans(name) or words.stands_for_another(name) or words.lacks_subject(name))
    return known and not clauses.is_suspended(name, words.pack, wide=True)


def _without_head(sentence: str, pack: Pack) -> str:
    """A sentence without the clauses at its head that say when and by whose report."""
    opener = pack.pattern("before_a_statement")
    for _ in range(_OPENED):
        found = opener.match(sentence)
        rest = sentence[found.end() :] if found else ""
        if not _is_enough(rest):
            break
        sentence = rest[:1].upper() + rest[1:]
    return sentence


def _is_enough(text: str) -> bool:
    return len(text) >= _SHORTEST if not text.isascii() else len(text.split()) >= _FEWEST


def _closed(text: str) -> str:
    """A text without a quotation mark whose partner is gone."""
    if text.count("“") == text.count("”"):
        return text
    return (
        re.sub(r"^“|”$", "", text, count=1) if text[:1] == "“" or text[-1:] == "”" else text.replace("”", "")
    )
