"""Whether a fact says of its subject what it is not: "X was not a painter", "X 不是画家".

Only a denial in so many words counts. That a page does not say "painter" tells nothing: it may say "artist".
"""

from __future__ import annotations

import re
from typing import Final

from wikic.language import all_packs
from wikic.text.names import base

# Right behind the subject. "Not only", "not the first" and the like deny nothing of the kind.
_DENIED: Final = tuple(map(re.compile, all_packs.expressions("denial")))
_BUT: Final = re.compile(all_packs.expression("but"))
_PRONOUN: Final = re.compile(rf"(?:{all_packs.expression('subject_pronoun')})(?![A-Za-z])")


def denied(text: str, name: str) -> str:
    """What a fact says its subject is not, in its words; "" where it denies nothing.

    name: of the page's subject; a fact that begins with something else is about something else.
    """
    begins = next((each for each in (name, base(name)) if each and text.startswith(each)), None)
    pronoun = _PRONOUN.match(text)
    if begins is None and pronoun is None:
        return ""
    at = len(begins) if begins is not None else pronoun.end() if pronoun is not None else 0
    found = next((found for each in _DENIED if (found := each.match(text, at))), None)
    return _BUT.split(found["kind"])[0] if found is not None else ""
