"""The files of a site's search, read back in Python."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from wikic.export.site import search_shards as bits


class Bits:
    """Numbers out of a text of bits, one after the other."""

    def __init__(self, text: str) -> None:
        digits = [code - (36 if code > 92 else 35) for code in text.encode()]
        pairs = zip(digits[::2], digits[1::2], strict=True)
        self._bits = iter("".join(f"{high * 91 + low:013b}" for high, low in pairs))

    def number(self, count: int) -> int:
        """The next ``count`` bits as a number."""
        return int("0" + "".join(next(self._bits) for _ in range(count)), 2)

    def unary(self) -> int:
        """Ones before the next zero."""
        count = 0
        while next(self._bits) == "1":
            count += 1
        return count

    def gamma(self) -> int:
        """A number from 1."""
        length = self.unary()
        return (1 << length) + self.number(length)

    def rice(self, k: int) -> int:
        """A number whose last ``k`` bits stand as they are."""
        return (self.unary() << k) + self.number(k)

    def rising(self, total: int) -> Iterator[int]:
        """Rising numbers below ``total``; levels are the caller's."""
        count = self.gamma()
        k, at = bits.shift(total, count), -1
        for _ in range(count):
            at += self.rice(k) + 1
            yield at


def parts(files: Mapping[str, bytes], name: str) -> list[Any]:
    """What one file hands to the page."""
    text = files[f"-/search/{name}.js"].decode()
    head = f'wikicShard("{name}",'
    assert text.startswith(head) and text.endswith(")\n")
    found: list[Any] = json.loads(text[len(head) : -2])
    return found


def names(files: Mapping[str, bytes], kind: str) -> list[str]:
    """The files that begin with a letter and a number."""
    found = (re.fullmatch(rf"-/search/({kind}[0-9a-f]+)\.js", path) for path in files)
    return [each[1] for each in found if each]


def words(files: Mapping[str, bytes]) -> dict[str, list[tuple[int, int]]]:
    """Every word of the index with pages and levels."""
    pages = parts(files, "index")[1]
    found: dict[str, list[tuple[int, int]]] = {}
    for name in names(files, "w"):
        _, front, _, text = parts(files, name)
        read, own = Bits(text), ""
        for each in re.findall("[A-Z][^A-Z]*", front):
            own = own[: ord(each[0]) - 65] + each[1:]
            assert own not in found
            found[own] = [(page, read.unary()) for page in read.rising(pages)]
    return found


def rows(files: Mapping[str, bytes]) -> list[list[str]]:
    """What is shown of pages, in order."""
    return [
        row
        for name in sorted(names(files, "p"), key=lambda each: int(each[1:]))
        for row in parts(files, name)[1:]
    ]
