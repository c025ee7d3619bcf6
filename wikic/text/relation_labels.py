"""Labels of typed relations and what they are called from the other side.

A label is read from the statement's entity to the other: ``father`` on John V's page names his father. The
fold writes both sides, so every label has one inverse; questions are mapped onto the same words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from wikic.language.relations import LABELS, relations

MENTIONS: Final = "mentions"
LINKS: Final = "links to"  # of a document, by its author, to another

# (label, inverse). Where two labels share an inverse ("father" and "mother" are both "child" from the other
# side) the first pair that holds the inverse on its left decides what its own inverse is.
INVERSE: Final = tuple((each.label, each.inverse) for each in relations(LABELS))

_INVERSE_OF: Final = (
    dict(reversed(INVERSE)) | {right: left for left, right in reversed(INVERSE)} | dict(INVERSE)
)


def inverse(label: str) -> str:
    """What the relation ``label`` is called from the other side.

    Unknown labels, which a model or a person may write, become "<label> of" and lose a trailing " of" again.
    """
    known = _INVERSE_OF.get(label)
    if known is not None:
        return known
    return label.removesuffix(" of") if label.endswith(" of") else f"{label} of"


# (label, what it says more exactly). A page shows the exact one where documents give both.
NARROWER: Final[tuple[tuple[str, str], ...]] = (
    ("parent", "father"),
    ("parent", "mother"),
    ("child", "son"),
    ("child", "daughter"),
    ("sibling", "brother"),
    ("sibling", "sister"),
    ("spouse", "husband"),
    ("spouse", "wife"),
    (MENTIONS, ""),
    (inverse(MENTIONS), ""),
)


def narrowest(labels: Iterable[str]) -> set[str]:
    """The labels without those that another of them says more exactly; mentions only when there is no
    other.
    """
    found = set(labels)
    vague = {wide for wide, narrow in NARROWER if narrow in found or (not narrow and wide in found)}
    return found - vague or found
