"""Texts of any length that make careless code slow: of one kind of thing alone, over and over."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final


def _repeated(part: str, between: str = "") -> Callable[[int], str]:
    def text(size: int) -> str:
        count = size // len((part + between).encode()) + 1
        return between.join([part] * count)

    return text


def _drawn(line: Callable[[random.Random, int], str], between: str = "\n") -> Callable[[int], str]:
    """Lines that all differ; the same ones each time."""

    def text(size: int) -> str:
        dice, lines, length = random.Random(7), list[str](), 0
        while length < size:
            lines.append(line(dice, len(lines)))
            length += len(lines[-1].encode()) + len(between)
        return between.join(lines)

    return text


def _word(dice: random.Random) -> str:
    return "".join(dice.choices("abdeiklmnorstu", k=dice.randint(3, 8)))


def _key_values(dice: random.Random, number: int) -> str:
    return (
        f"ts={1_700_000_000 + number} level=info msg={_word(dice)} path=/{_word(dice)}/{number} id={number:x}"
    )


def _name(dice: random.Random, number: int) -> str:
    return f"{_word(dice).title()} {_word(dice).title()}"


def _han(dice: random.Random, number: int) -> str:
    return "".join(chr(dice.randint(0x4E00, 0x9FA5)) for _ in range(40))


def _cue(dice: random.Random, number: int) -> str:
    at = f"{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}.000"
    return f"{at} --> {at[:-3]}900\n{_word(dice)} {_word(dice)} {_word(dice)}\n"


def _turn(dice: random.Random, number: int) -> str:
    who = ("Anna", "Ben", "Cleo")[number % 3]
    return f"[2024-03-04 08:{number % 60:02}] {who}: {_word(dice)} {_word(dice)} {number}."


TEXTS: Final[dict[str, Callable[[int], str]]] = {
    "one letter": _repeated("a"),
    "letters": _repeated("a b"),
    "digits": _repeated("7"),
    "dots": _repeated("."),
    "sentences": _repeated("A b.", " "),
    "brackets": _repeated("["),
    "closed brackets": _repeated("[]()"),
    "round brackets": _repeated("("),
    "dashes": _repeated("-"),
    "dashes in lines": _repeated("- -", "\n"),
    "backticks": _repeated("`a"),
    "stars": _repeated("*a "),
    "quotes": _repeated("“"),
    "pipes": _repeated("|a"),
    "key=value": _drawn(_key_values),
    "key=value in one line": _drawn(_key_values, " "),
    "Han without spaces": _drawn(_han, ""),
    "one Han letter": _repeated("日"),
    "names": _drawn(_name, ", "),
    "names in lines": _drawn(_name),
    "tags": _repeated("<a>"),
    "tags that stay open": _repeated("<a "),
    "turns": _drawn(_turn),
    "white space": _repeated(" \t"),
    "empty lines": _repeated("\n"),
}
FILES: Final[dict[str, tuple[str, Callable[[int], bytes]]]] = {
    "cues": (".vtt", lambda size: b"WEBVTT\n\n" + _drawn(_cue)(size).encode()),
    "cues of one speaker": (
        ".vtt",
        lambda size: (
            b"WEBVTT\n\n"
            + _drawn(lambda dice, n: _cue(dice, n).replace("\n", "\n<v Anna>", 1))(size).encode()
        ),
    ),
    "a subject of encoded words": (
        ".eml",
        lambda size: (
            b"From: a@example.org\nSubject: "
            + b"\n ".join([b"=?utf-8?q?w=C3=A4lder?="] * (size // 24))
            + b"\n\nHello.\n"
        ),
    ),
    "a subject in one line": (
        ".eml",
        lambda size: b"From: a@example.org\nSubject: " + b"=?utf-8?q?a?=" * (size // 13) + b"\n\nHello.\n",
    ),
    "nested div": (".html", lambda size: b"<div>" * (size // 6) + b"a\n" + b"</div>" * (size // 12)),
    "nested span": (".html", lambda size: b"<span>a" * (size // 7)),
    "rows": (".csv", lambda size: b"name,year\n" + b"a b,1900\n" * (size // 9)),
    "records": (".json", lambda size: b"[" + b'{"a":1},' * (size // 8) + b"0]"),
}
