"""Labels of typed relations and what they are called from the other side.

A label is read from the statement's entity to the other: ``father`` on John V's page names his father. The
fold writes both sides, so every label has one inverse; questions are mapped onto the same words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MENTIONS: Final = "mentions"

# (label, inverse). Where two labels share an inverse ("father" and "mother" are both "child" from the other
# side) the first pair that holds the inverse on its left decides what its own inverse is.
INVERSE: Final[tuple[tuple[str, str], ...]] = (
    ("mentions", "mentioned by"),
    # family
    ("parent", "child"),
    ("child", "parent"),
    ("father", "child"),
    ("mother", "child"),
    ("son", "parent"),
    ("daughter", "parent"),
    ("sibling", "sibling"),
    ("brother", "sibling"),
    ("sister", "sibling"),
    ("half-sibling", "half-sibling"),
    ("spouse", "spouse"),
    ("husband", "spouse"),
    ("wife", "spouse"),
    ("partner", "partner"),
    ("grandparent", "grandchild"),
    ("grandchild", "grandparent"),
    ("great-grandparent", "great-grandchild"),
    ("great-grandchild", "great-grandparent"),
    ("uncle or aunt", "nephew or niece"),
    ("nephew or niece", "uncle or aunt"),
    ("cousin", "cousin"),
    ("stepparent", "stepchild"),
    ("stepchild", "stepparent"),
    ("parent-in-law", "child-in-law"),
    ("child-in-law", "parent-in-law"),
    ("sibling-in-law", "sibling-in-law"),
    ("descendant of", "ancestor of"),
    ("ancestor of", "descendant of"),
    ("relative", "relative"),
    # places in a life
    ("born in", "birthplace of"),
    ("native of", "home of"),
    ("died in", "place of death of"),
    ("buried in", "burial place of"),
    ("lived in", "residence of"),
    ("educated at", "educated"),
    ("worked for", "employer of"),
    ("member of", "has member"),
    ("played for", "had player"),
    ("manager of", "managed by"),
    ("managed by", "manager of"),
    ("represented", "represented by"),
    ("student of", "teacher of"),
    ("teacher of", "student of"),
    ("held office in", "office holder"),
    ("ruler of", "ruled by"),
    ("ruled by", "ruler of"),
    ("participated in", "participant"),
    ("awarded", "awarded to"),
    # works
    ("directed by", "director of"),
    ("director of", "directed by"),
    ("written by", "author of"),
    ("author of", "written by"),
    ("composed by", "composer of"),
    ("composer of", "composed by"),
    ("produced by", "producer of"),
    ("producer of", "produced by"),
    ("starring", "starred in"),
    ("starred in", "starring"),
    ("performed by", "performer of"),
    ("performer of", "performed by"),
    ("edited by", "editor of"),
    ("editor of", "edited by"),
    ("designed by", "designer of"),
    ("designer of", "designed by"),
    ("published by", "publisher of"),
    ("publisher of", "published by"),
    ("distributed by", "distributor of"),
    ("based on", "basis of"),
    ("basis of", "based on"),
    ("part of", "has part"),
    ("has part", "part of"),
    ("published in", "published"),
    ("collected in", "contains"),
    ("named after", "namesake of"),
    ("translated by", "translator of"),
    # organisations, places, time
    ("founded by", "founder of"),
    ("founder of", "founded by"),
    ("owned by", "owner of"),
    ("owner of", "owned by"),
    ("located in", "location of"),
    ("headquartered in", "headquarters of"),
    ("country", "country of"),
    ("capital of", "capital"),
    ("capital", "capital of"),
    ("tributary of", "has tributary"),
    ("borders", "borders"),
    ("succeeded by", "preceded by"),
    ("preceded by", "succeeded by"),
    ("merged with", "merged with"),
    ("affiliated with", "affiliated with"),
    ("created by", "creator of"),
    ("creator of", "created by"),
    ("developed by", "developer of"),
    ("developer of", "developed by"),
    ("discovered by", "discoverer of"),
    ("discoverer of", "discovered by"),
    ("depends on", "required by"),
    ("required by", "depends on"),
)

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
