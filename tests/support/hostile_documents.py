"""Documents as nobody should send them: a file for every number, the same each time."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Callable
from typing import Final

from support.fragments import FRAGMENTS

_WORDS: Final = "Ada Lovelace was born in London in 1815. Rome is a city. 谭盾是作家。 \n\n# H\n- a\n"
_ENCODINGS: Final = (
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-32",
    "latin-1",
    "gb18030",
    "shift_jis",
    "cp037",
    "utf-7",
)
_MAGIC: Final = (
    b"PK\x03\x04", b"%PDF-1.7\n", b"\x7fELF", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"\x1f\x8b\x08",
    b"\xd0\xcf\x11\xe0",
    b"{\\rtf1", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\xff\xfe\0\0", b"BZh9", b"\0\0\0\x18ftyp",
)  # fmt: skip
_NAMES: Final = (
    "md", "markdown", "txt", "rst", "html", "htm", "json", "jsonl", "ndjson", "pdf", "docx", "xlsx", "odt",
    "epub", "csv", "tsv", "ipynb", "eml", "mbox", "vtt", "srt",
)  # fmt: skip
Kind = Callable[[random.Random, int], bytes]


def document(number: int, size: int = 6_000) -> tuple[str, bytes]:
    """Name and content of hostile document ``number``; ``size`` bounds most of them."""
    rng = random.Random(number)
    kind, own = KINDS[number % len(KINDS)]
    made = kind(rng, size)
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        made = rng.choice(_CHANGES)(rng, made)
    odd = rng.choice(("", "", "", " ", "\x1b[31m", "-", "é", "谭", "'", "%s", "\u202e", "--x", "a" * 200))
    return f"{number}{odd}.{rng.choice(own if rng.random() < 0.7 else _NAMES)}", made


def _noise(rng: random.Random, size: int) -> bytes:
    return rng.choice((b"", *_MAGIC)) + rng.randbytes(rng.randrange(size))


def _repeated(rng: random.Random, size: int) -> bytes:
    pieces = rng.sample(FRAGMENTS, rng.randint(1, 4))
    unit = "".join(pieces)
    return (unit * (size // len(unit) + 1)).encode("utf-8", "surrogatepass")


def _mixed(rng: random.Random, size: int) -> bytes:
    pieces = [
        rng.choice((_WORDS, rng.choice(FRAGMENTS), rng.choice(FRAGMENTS))) for _ in range(rng.randrange(300))
    ]
    return "".join(pieces)[:size].encode(rng.choice(_ENCODINGS), "replace")


def _frontmatter(rng: random.Random, size: int) -> bytes:
    keys = ("title", "author", "date", "language", "collection", "id", "url", "tags")
    values = (
        "&a [*a]", "[" * rng.randrange(1_000), "{a: " * rng.randrange(300), "|", ">-",
        "!!python/object:os.system x",
        "*b", "&b x", "0o777", "9" * rng.randrange(6_000), "2024-13-45", "\x00", "'", '"\\ud800"', "~",
        "a: b",
        "../../../etc/passwd", "T" * size, "\u202e\x9b",
    )  # fmt: skip
    lines = [f"{rng.choice(keys)}: {rng.choice(values)}" for _ in range(rng.randint(1, 6))]
    if rng.random() < 0.3:
        lines = ["a0: &a0 lol", *(f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9)}]" for at in range(1, 12))]
        lines += ["title: *a11", "author: *a10"]
    return ("---\n" + "\n".join(lines) + "\n---\n" + _WORDS).encode("utf-8", "surrogatepass")


def _json(rng: random.Random, size: int) -> bytes:
    depth = rng.choice((3, 300, 900, 5_000))
    odd = (
        '{"text": ' * depth, "[" * depth,
        '{"text": "a", "author": ' + "[" * depth + '"x"' + "]" * depth + "}",
        '{"text": "' + "\\ud83d" * 100 + '"}', '{"text": ' + "9" * 5_000 + "}", '{"text": NaN}',
        '{"text": 1e999}',
        '{"text": null, "text": "a. b."}', '{"id": "../../x", "text": "Rome is a city."}', "[[[]]]",
        "[1, 2, null]",
        '{"text": "# ' + "Rome is a city. " * 40 + '"}', '{"text": ["a", {"b": 1}]}',
        '{"documents": {"text": "x"}}',
        json.dumps({"text": _WORDS * 3, "title": ["a"] * 1_000, "date": "9" * 13, "id": "x" * 5_000}),
        '{"text": "\\u0000\\u001b[31m Rome is a city."}', "{" * depth + "}" * depth,
        json.dumps({"id": "\x1b\n\0..", "text": "Rome is a city.", "date": "٣" * 10, "language": "e" * size}),
    )  # fmt: skip
    return rng.choice(("\n", "", " ", "\n\n")).join(rng.choices(odd, k=rng.randint(1, 3))).encode()


def _html(rng: random.Random, size: int) -> bytes:
    tags = (
        "div",
        "table",
        "tr",
        "td",
        "ul",
        "li",
        "b",
        "a",
        "p",
        "h1",
        "svg",
        "template",
        "pre",
        "blockquote",
        "ol",
    )
    one, two = rng.choice(tags), rng.choice(tags)
    body = rng.choice(
        (
            f"<{one}>" * rng.randrange(3_000),
            f"<{one}><{two}>x" * rng.randrange(800) + f"</{one}>" * 5,
            f"<{one} title='{'<' * 500}" * 5,
            "<!--" * 500 + "<![CDATA[" * 100,
            "<ol start=99999999999999999999><li>a</ol>" + "<ol start=-1><li>" * 50,
            "<meta name=date content='" + "9" * 999 + "'><title>" + "T" * size + "</title>",
            "&#0;&#xd800;&#x110000;&#99999999999;&notanentity;" * 200,
            "<script>" + "a" * size,
        )
    )
    return (
        rng.choice(("<!doctype html>", "<html lang='" + "x" * 500 + "'>", "\ufeff", "")) + body + _WORDS
    ).encode()


def _long(rng: random.Random, size: int) -> bytes:
    unit = rng.choice(("a", "A ", "A, ", "谭", "é", "\u0301", "x" * 50 + " ", "1", "“", "(", "\ud800"))
    return (rng.choice(("# ", "- ", "| ", "> ", "")) + unit * (4 * size)).encode("utf-8", "surrogatepass")


def _zip_like(rng: random.Random, size: int) -> bytes:
    return b"PK\x03\x04" + rng.randbytes(26) + zlib.compress(b"\0" * (size * 100)) + b"PK\x05\x06" + bytes(18)


# What makes a document, and the types it passes for most of the time.
KINDS: Final[tuple[tuple[Kind, tuple[str, ...]], ...]] = (
    (_noise, _NAMES),
    (_repeated, ("md", "txt", "html")),
    (_mixed, ("md", "txt", "rst", "html", "csv", "eml")),
    (_frontmatter, ("md",)),
    (_json, ("json", "jsonl", "ipynb")),
    (_html, ("html", "htm")),
    (_long, ("md", "txt", "html", "rst")),
    (_zip_like, ("docx", "xlsx", "odt", "epub", "pdf")),
)


def _cut(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _with_nuls(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes(rng.randrange(1, 20)) + data[at:]


def _flipped(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(min(20, len(changed))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _other_ends(rng: random.Random, data: bytes) -> bytes:
    return data.replace(b"\n", rng.choice((b"\r", b"\r\n", "\u2028".encode(), b"\x85", b"\x0c")))


_CHANGES: Final = (_cut, _with_nuls, _flipped, _other_ends)
