"""Questions with what a good reply holds, out of a JSON Lines file."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from wikic.errors import InputError
from wikic.plain_file import RECORDING, read_plain

_ANSWERS: Final = ("answer", "answers", "aliases")
_GOLD: Final = ("gold", "gold_docs", "gold_sources")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_ID_DIGITS: Final = 12


@dataclass(frozen=True, slots=True)
class Question:
    """A question and what is known of its answer; what is not known narrows what can be measured.

    id: of the file, or a hash of the text.
    text: as it is asked.
    answers: any one of them is right.
    gold: groups of documents by key, record id, title or quote; one document of each group is wanted.
    type, hops: as the file names them; "" and None without.
    unanswerable: the wiki should say that it does not know.
    claims: what a right answer says, a claim each (AuthTrace).
    """

    id: str
    text: str
    answers: tuple[str, ...] = ()
    gold: tuple[tuple[str, ...], ...] = ()
    type: str = ""
    hops: int | None = None
    unanswerable: bool = False
    claims: tuple[str, ...] = ()


def read_questions(path: Path) -> tuple[Question, ...]:
    """The questions of a JSON Lines file, in order.

    Of each line: ``question``; ``answer``, ``answers`` and ``aliases`` (texts or lists); ``gold``,
    ``gold_docs`` or ``gold_groups`` (a list of sources, or a list of lists of which one source each will do);
    ``quotes`` (sentences of the documents wanted); ``id``, ``type``, ``hops``; ``unanswerable`` or
    ``adversarial``; ``claims`` (texts). Other columns are left alone.

    Raises InputError for a file that cannot be read or a line that holds no question, and for two questions
    of one id.
    """
    try:
        text = read_plain(path, RECORDING).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8: {error.reason}") from error
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    found: dict[str, Question] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            question = _question(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}:{number}: {error}", hint='a line is {"question": "…", …}') from error
        if question.id in found:
            raise InputError(f"{path}:{number}: a second question with the id {question.id!r}")
        found[question.id] = question
    if not found:
        raise InputError(f"{path}: holds no question", hint='write one JSON object a line: {"question": "…"}')
    return tuple(found.values())


def _question(record: Any) -> Question:
    if not isinstance(record, Mapping):
        raise ValueError("is no JSON object")
    text = record.get("question")
    if not isinstance(text, str) or not text.strip():
        raise ValueError("has no question")
    if _SURROGATE.search(json.dumps(record, ensure_ascii=False)):
        raise ValueError("holds half of a character (a lone surrogate)")
    answers = tuple(dict.fromkeys(each for name in _ANSWERS for each in _texts(record.get(name))))
    return Question(
        id=str(record.get("id") or hashlib.sha256(text.encode()).hexdigest()[:_ID_DIGITS]),
        text=text,
        answers=answers,
        gold=tuple(_groups(record)),
        type=str(record["type"]) if record.get("type") not in (None, "") else "",
        hops=record["hops"] if isinstance(record.get("hops"), int) else None,
        unanswerable=bool(record.get("unanswerable") or record.get("adversarial")),
        claims=tuple(_texts(record.get("claims"))),
    )


def _groups(record: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """The groups of gold documents; a list of names is a group for each, a list of lists is groups."""
    listed: Any = record.get("gold_groups") or next((record[name] for name in _GOLD if record.get(name)), [])
    seen: set[tuple[str, ...]] = set()
    for each in [*(listed if isinstance(listed, list) else [listed]), *_texts(record.get("quotes"))]:
        group = tuple(dict.fromkeys(_texts(each)))
        if group and group not in seen:
            seen.add(group)
            yield group


def _texts(value: Any) -> list[str]:
    """A text, a number, or a list of them, as texts; nothing for nothing."""
    if value is None or isinstance(value, Mapping):
        return []
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, list):
        return [text for each in value for text in _texts(each)]
    return [text] if (text := str(value).strip()) else []
