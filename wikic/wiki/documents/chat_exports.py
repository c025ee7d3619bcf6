"""Exports of Slack and Telegram, which are JSON: conversations, not records."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from wikic.errors import NotPlainError
from wikic.plain_file import read_plain
from wikic.wiki.documents.chat import Message, stretches, transcript
from wikic.wiki.documents.dates import parse_date
from wikic.wiki.documents.json_records import Record
from wikic.wiki.documents.titles import one_line

_USERS: Final = "users.json"
_LARGEST: Final = 32 << 20  # bytes of the list of users
# What stands beside the channels in an export of Slack and holds no conversation.
_LISTS: Final = frozenset(
    {
        _USERS,
        "channels.json",
        "groups.json",
        "dms.json",
        "mpims.json",
        "integration_logs.json",
        "canvases.json",
    }
)
_MENTION: Final = re.compile(r"<([@#!]?)([^<>|\n]{1,500})(?:\|([^<>\n]{0,500}))?>")
_FAULTS: Final = (ValueError, RecursionError, OverflowError, OSError)


def chats(value: Any, path: Path, root: Path | None) -> Iterator[Record] | None:
    """The conversations of a JSON file; None where it holds something else.

    path: of the file; Slack tells who its users are in a file of the folder above.
    root: the folder that was walked to it, or None.
    """
    if isinstance(value, list):
        if (
            path.name in _LISTS
            and value
            and all(isinstance(each, dict) and "text" not in each for each in value)
        ):
            return iter(())
        messages = [each for each in value if isinstance(each, dict)]
        slack = sum(_is_slack(each) for each in messages)
        return iter((_slack(messages, path, root),)) if slack and slack == len(value) else None
    found = _telegrams(value)
    return _telegram(found) if found else None


# --- Slack ------------------------------------------------------------------------------------------


def _is_slack(message: Mapping[str, Any]) -> bool:
    return message.get("type") == "message" and isinstance(message.get("ts"), str)


def _slack(messages: list[dict[str, Any]], path: Path, root: Path | None) -> Record:
    """A day of a channel; answers stand below what they answer."""
    above = path.parent.parent
    users = _users(above / _USERS, root if root is not None and above.is_relative_to(root) else above)
    said: list[tuple[float, float, Message]] = []
    for each in messages:
        time = _seconds(each.get("ts"))
        system = str(each.get("subtype") or "").startswith(("channel_", "group_", "reminder_", "tombstone"))
        text = _text(each)
        if system or time is None or not text:
            continue
        at = datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M")
        thread = _seconds(each.get("thread_ts"))
        said.append(
            (
                time if thread is None else thread,
                time,
                Message(at, _sender(each, users), _plain(text, users)),
            )
        )
    said.sort(key=lambda each: each[:2])
    made = transcript([message for _, _, message in said])
    # An export has a folder for each channel and a file for each day; any other file is called as it is.
    title = one_line(f"{path.parent.name}, {path.stem}") if parse_date(path.stem) else ""
    return Record(replace(made, title=title, date=path.stem), "", 0)


def _text(message: Mapping[str, Any]) -> str:
    """What a message says, and what a program attached to it does."""
    attached = message.get("attachments")
    parts = [message, *(attached if isinstance(attached, list) else ())]
    said = [each.get("text") or each.get("fallback") for each in parts if isinstance(each, dict)]
    return "\n".join(dict.fromkeys(each for each in said if isinstance(each, str) and each.strip()))


def _seconds(stamp: Any) -> float | None:
    try:
        seconds = float(stamp)
        return seconds if 0 <= seconds < 1e11 else None
    except (TypeError, ValueError):
        return None


def _sender(message: Mapping[str, Any], users: Mapping[str, str]) -> str:
    known = users.get(str(message.get("user")))
    profile = message.get("user_profile")
    own = profile.get("real_name") if isinstance(profile, dict) else None
    return next(
        (
            each
            for each in (known, own, message.get("username"), message.get("user"))
            if isinstance(each, str) and each
        ),
        "",
    )


def _plain(text: str, users: Mapping[str, str]) -> str:
    """Slack's marks as words: ``<@U1>`` is a user, ``<https://…|words>`` a link."""

    def words(found: re.Match[str]) -> str:
        sign, target, label = found[1], found[2], found[3]
        if sign == "@":
            return "@" + (users.get(target) or label or target)
        return ("#" if sign == "#" and label else "") + (label or target)

    return html.unescape(_MENTION.sub(words, text))


def _users(path: Path, inside: Path) -> Mapping[str, str]:
    try:
        status = path.stat()
        return _names(path, inside, status.st_mtime_ns, status.st_size)
    except OSError:
        return {}


@lru_cache(maxsize=8)
def _names(path: Path, inside: Path, _modified: int, _size: int) -> Mapping[str, str]:
    """Names by user; read once for all the days of an export, while the file stays as it is."""
    try:
        listed = json.loads(read_plain(path, _LARGEST, inside=inside, links=False))
    except (NotPlainError, *_FAULTS):
        return {}
    named: dict[str, str] = {}
    for each in listed if isinstance(listed, list) else ():
        if isinstance(each, dict) and isinstance(each.get("id"), str):
            profile = each.get("profile")
            told = profile if isinstance(profile, dict) else {}
            names = (told.get("real_name"), each.get("real_name"), told.get("display_name"), each.get("name"))
            named[each["id"]] = next((name for name in names if isinstance(name, str) and name), each["id"])
    return named


# --- Telegram ---------------------------------------------------------------------------------------


def _telegrams(value: Any) -> list[dict[str, Any]]:
    """The chats of ``result.json``: one, or the list of a whole account."""
    if not isinstance(value, dict):
        return []
    listed = value.get("chats")
    found = listed.get("list") if isinstance(listed, dict) else [value]
    chats = [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
    return [
        each for each in chats if isinstance(each.get("messages"), list) and _is_telegram(each["messages"])
    ]


def _is_telegram(messages: Any) -> bool:
    if not isinstance(messages, list) or not messages:
        return False
    kinds = ("message", "service")
    return all(isinstance(each, dict) and each.get("type") in kinds and "date" in each for each in messages)


def _telegram(chats: list[dict[str, Any]]) -> Iterator[Record]:
    number = 0
    for chat in chats:
        said = [_said(each) for each in chat["messages"] if each["type"] == "message"]
        named = one_line(str(chat.get("name") or "")) or "Telegram"
        for run in stretches([each for each in said if each.text.strip()]):
            number += 1
            made, day = transcript(run), run[0].at[:10]
            title = f"{named}, {day}"
            yield Record(replace(made, title=title, record=f"{named.replace('/', '-')} {day}"), "", number)


def _said(message: Mapping[str, Any]) -> Message:
    at = str(message["date"])[:16].replace("T", " ")
    return Message(at, str(message.get("from") or ""), _joined(message.get("text")))


def _joined(text: Any) -> str:
    """A message's text: a string, or a list of strings and of objects that mark words."""
    if isinstance(text, list):
        return "".join(each if isinstance(each, str) else _joined(_marked(each)) for each in text)
    return text if isinstance(text, str) else ""


def _marked(each: Any) -> str:
    words = each.get("text") if isinstance(each, dict) else ""
    return words if isinstance(words, str) else ""
