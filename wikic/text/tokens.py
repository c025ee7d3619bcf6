"""Words of any script, for counting and comparing, and literal tables of them."""

from __future__ import annotations

import re

# Ideographs carry no spaces: each is a token of its own, as the search index has it.
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_TOKEN = re.compile(rf"[{_HAN}]|[^\W_{_HAN}]+(?:['’][^\W_{_HAN}]+)?")


def tokens(text: str) -> list[str]:
    """The words of ``text`` in order, case folded; Han characters one by one."""
    return [match.group().casefold().replace("’", "'") for match in _TOKEN.finditer(text)]


def words(text: str) -> frozenset[str]:
    """The words of ``text``, between white space."""
    return frozenset(text.split())
