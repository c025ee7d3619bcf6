"""Names of a title and a surname, "Captain Aarvik", "许先生", read with the words of every language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from wikic import language

_HAN_NAME = range(2, 5)  # characters of a Chinese name


@dataclass(frozen=True, slots=True)
class Address:
    """A title or form of address and the surname beside it.

    form, surname: case folded.
    family: whether all who bear the surname may be addressed so.
    """

    form: str
    surname: str
    family: bool


@lru_cache(maxsize=1)
def _forms() -> dict[str, bool]:
    packs = [language.pack(code) for code in language.codes()]
    ranks = {form: False for each in packs for form in each.ranks}
    return ranks | {form: True for each in packs for form in each.addresses}


def read(name: str) -> Address | None:
    """What a folded name says if it is a title and a surname, else None."""
    words = name.split()
    forms = _forms()
    if len(words) == 2 and words[0] in forms and words[1] not in forms:
        return Address(words[0], words[1], forms[words[0]])
    if len(words) != 1 or not _is_han(name):
        return None
    for size in (1, 2):
        if name[size:] in forms:
            return Address(name[size:], name[:size], forms[name[size:]])
    return None


def surnames(name: str) -> tuple[str, ...]:
    """The surnames that who is called by a whole folded name may bear; () for what is no whole name."""
    words = name.split()
    if len(words) > 1:
        return () if read(name) is not None else (words[-1],)
    if _is_han(name) and len(name) in _HAN_NAME and read(name) is None:
        return (name[:1], name[:2])
    return ()


def _is_han(name: str) -> bool:
    return all("\u3400" <= letter <= "\u9fff" for letter in name)
