"""Names whose parts a conjunction or an article joins."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.encyclopaedia.english.mention import Mention
from wikic.curator.encyclopaedia.english.vocabulary import (
    COUNTRIES,
    ENDINGS,
    FEMALE,
    GIVEN,
    HONORIFICS,
    MALE,
    OFFICES,
    TITLED,
    rows,
    words,
)

# A regnal number behind a given name.
_ROMAN = re.compile(r"^(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\.?$")


_FOR: Final = words("joined_by_for")
# Names that "and" joins to one.
_PAIRS: Final = rows("joined_names")


def joined(text: str, found: list[Mention]) -> list[Mention]:
    """Names whose parts are joined by "and": "Skull and Bones Society", "Trinidad and Tobago"."""
    result: list[Mention] = []
    for mention in found:
        previous = result[-1] if result else None
        if (
            previous is not None
            and not previous.quoted
            and not mention.quoted
            and previous.end <= mention.start
        ):
            gap = text[previous.end : mention.start]
            if (
                (gap in (" and ", " & ") and _one_name(text, previous, mention, gap))
                or (gap == " the " and _epithet(previous, mention))
                or (gap in (" for ", " for the ") and _institute(previous))
            ):
                result[-1] = Mention(
                    text[previous.start : mention.end], previous.start, mention.end, weak=False
                )
                continue
        result.append(mention)
    return result


def _one_name(text: str, left: Mention, right: Mention, gap: str) -> bool:
    if right.name in ("Company", "Sons", "Co", "Brothers", "Partners", "Associates") or (
        gap == " & " and " " not in left.name + right.name
    ):
        return True
    if (
        re.search(rf", (?:\d+\w\w )?(?:{TITLED}) of [^,]+$", left.name)
        and " " not in right.name
        and right.name not in GIVEN
    ):
        # "17th Earl of Strathmore and Kinghorne", but not "Duke of Cleves and Anna of …".
        return text[right.end : right.end + 4] != " of " and not right.weak
    if any(left.name.endswith(a) and right.name.startswith(b) for a, b in _PAIRS):
        return True
    if left.name.startswith("Prince") and left.name.endswith("Greece") and right.name == "Denmark":
        return True
    last = right.name.split()[-1]
    before = text[max(0, left.start - 4) : left.start].casefold()
    return (
        ENDINGS.get(last) == "organization"
        and " " in right.name
        and before.endswith("the ")
        and " " not in left.name
        and left.name not in COUNTRIES
    )


def _epithet(left: Mention, right: Mention) -> bool:
    """ "Louis the Junker": a given name, "the", one capitalised word that is no institution."""
    last = left.name.split()[-1]
    given = left.name in MALE or left.name in FEMALE or _ROMAN.match(last) is not None
    word = right.name
    return (
        given
        and " " not in word
        and not (
            word in ENDINGS or word in OFFICES or word in HONORIFICS or word in COUNTRIES or right.office
        )
    )


def _institute(left: Mention) -> bool:
    words = left.name.split()
    return words[-1] in _FOR
