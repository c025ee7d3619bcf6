"""Subtitles (WebVTT, SubRip): who says what, or, where nobody is named, what is said."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

from wikic.errors import InputError
from wikic.wiki.documents.chat import Message, transcript
from wikic.wiki.documents.read_outcome import Draft

_TIMES: Final = re.compile(
    r"^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,]\d{1,3}\s+-->\s+(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,]\d{1,3}"
)
_VOICE: Final = re.compile(r"^<v(?:\.[\w.-]+)?[ \t]+([^<>]{1,60})>")
_LABEL: Final = re.compile(r"^(?:>>\s*|-\s*)?([^\W\d_a-z][^:：<>\[\]]{0,37})[:：](?:\s+|(?<=：))(?=\S)")
_TAG: Final = re.compile(r"</?[^<>\n]{0,80}>|\{\\[^{}\n]{0,40}\}")
_PAUSE: Final = 3  # seconds of silence that end a paragraph
_PARAGRAPH: Final = 700  # characters after which the end of a sentence ends it
_HEAD: Final = 40  # lines
_ENDED: Final = re.compile(r"[.!?…。！？][\"”’」』)]*$")


def has_subtitles(text: str) -> bool:
    """Whether a text begins with cues."""
    return "-->" in text and any(map(_TIMES.match, text.split("\n")[:_HEAD]))


def read_subtitles(text: str) -> Draft:
    """A conversation, or plain paragraphs. Raises InputError where there is no cue."""
    turns: list[_Turn] = []
    speaker, silent_since = "", 0
    last = ""
    found = False
    for start, end, lines in _cues(text):
        found = True
        for line in lines:
            who, words = _spoken(line)
            if not words or (words == last and not who):  # live captions say each line twice
                continue
            last = words
            same = bool(turns) and (not who or who == speaker)
            speaker = who or speaker
            if same and (speaker or not _breaks(turns[-1], start - silent_since)):
                turns[-1].add(words)
            else:
                turns.append(_Turn(speaker, words))
        silent_since = end
    if not found:
        raise InputError("holds no subtitles")
    if any(turn.who for turn in turns):
        return transcript([Message("", turn.who, turn.text) for turn in turns if turn.who])
    return Draft(text="\n\n".join(turn.text for turn in turns) + "\n" if turns else "")


class _Turn:
    """What somebody says, line by line; "" for nobody who is named."""

    def __init__(self, who: str, words: str) -> None:
        self.who = who
        self.lines = [words]
        self.length = len(words)

    def add(self, words: str) -> None:
        self.lines.append(words)
        self.length += 1 + len(words)

    @property
    def text(self) -> str:
        return " ".join(self.lines)


def _breaks(before: _Turn, silence: int) -> bool:
    ended = before.length >= _PARAGRAPH and _ENDED.search(before.lines[-1]) is not None
    return silence >= _PAUSE or ended


def _cues(text: str) -> Iterator[tuple[int, int, list[str]]]:
    """Seconds at which each cue begins and ends, and its lines."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        times = _TIMES.match(lines[at])
        at += 1
        if times is None:
            continue
        below = at
        while at < len(lines) and lines[at].strip():
            at += 1
        seconds = [int(each or 0) for each in times.groups()]
        yield (
            seconds[0] * 3600 + seconds[1] * 60 + seconds[2],
            seconds[3] * 3600 + seconds[4] * 60 + seconds[5],
            lines[below:at],
        )


def _spoken(line: str) -> tuple[str, str]:
    """The speaker of a line, "" where none is named, and what is said."""
    voice = _VOICE.match(line.strip())
    bare = " ".join(html.unescape(_TAG.sub("", line)).split())
    if voice is not None:
        return " ".join(html.unescape(voice[1]).split()), bare
    label = _LABEL.match(bare)
    if label is not None and len(label[1].split()) <= 3:
        return label[1].strip(), bare[label.end() :]
    return "", bare.removeprefix(">>").strip()
