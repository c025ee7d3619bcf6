"""Typed relations from the words between two names.

The words before a name, back to the name before it, are its *gap*. The last cue of a gap types the relation
from the sentence's subject to the name; a gap that only coordinates ("A, B and C") hands the relation on.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.offline.vocabulary.nouns import Sort
from wikic.text.wordlist import words

# Between a cue and the name may stand what describes the name, no second clause.
_NEAR: Final = r"(?:[ ,](?:the|a|an|his|her|its|their|my|late|former|[a-z’'-]+|[^\W\d_][\w-]*))??"
_TAIL: Final = r"[^.;:()]{0,48}$"
_SHORT: Final = r"[^.;:(),]{0,32}$"

_PARTICIPLES: Final = (
    ("directed", "directed by"),
    ("co-directed", "directed by"),
    ("helmed", "directed by"),
    ("written", "written by"),
    ("co-written", "written by"),
    ("authored", "written by"),
    ("penned", "written by"),
    ("scripted", "written by"),
    ("produced", "produced by"),
    ("co-produced", "produced by"),
    ("composed", "composed by"),
    ("scored", "composed by"),
    ("performed", "performed by"),
    ("sung", "performed by"),
    ("recorded", "performed by"),
    ("edited", "edited by"),
    ("published", "published by"),
    ("released", "published by"),
    ("distributed", "distributed by"),
    ("issued", "published by"),
    ("founded", "founded by"),
    ("co-founded", "founded by"),
    ("established", "founded by"),
    ("created", "created by"),
    ("developed", "developed by"),
    ("maintained", "developed by"),
    ("designed", "designed by"),
    ("built", "created by"),
    ("discovered", "discovered by"),
    ("invented", "created by"),
    ("owned", "owned by"),
    ("operated", "owned by"),
    ("translated", "translated by"),
    ("succeeded", "succeeded by"),
    ("replaced", "succeeded by"),
    ("preceded", "preceded by"),
    ("managed", "managed by"),
    ("coached", "managed by"),
    ("illustrated", "created by"),
    ("choreographed", "created by"),
    ("painted", "created by"),
    ("sculpted", "created by"),
    ("ruled", "ruled by"),
    ("governed", "ruled by"),
    ("hosted", "performed by"),
    ("presented", "performed by"),
    ("employed", "worked for"),
    ("commissioned", "created by"),
    ("manufactured", "created by"),
)
_PARTICIPLE_OF: Final = dict(_PARTICIPLES)
_VERBS: Final = "|".join(sorted((word for word, _ in _PARTICIPLES), key=len, reverse=True))
_BY = re.compile(
    (
        rf"\b((?:(?:{_VERBS})(?:, and |, | and | or |/| & )?(?:[a-z-]+ed(?:, and |, | and ))?)+)(?: "
        rf"[^,;.()]{{0,40}}?)?\bby\b{_SHORT}"
    ),
    re.I,
)

_MADE_BY: Final = (
    ("film|movie|documentary|serial|short", "directed by"),
    (
        "novel|book|play|poem|story|stories|novella|lyrics|screenplay|script|libretto|words|essay|memoir|drama|comic|manga|article|treatise|"
        "teleplay|scenario|adaptation",
        "written by",
    ),
    ("song|album|single|ep|track|band|recording|mixtape", "performed by"),
    ("music|score|opera|symphony|soundtrack|composition|ballet|operetta|sonata|concerto|tune", "composed by"),
    ("painting|sculpture|statue|portrait|print|design|software|library|tool|programme|program", "created by"),
)
_NOUN_BY: Final = tuple(
    (
        re.compile(
            rf"\b(?:{nouns})s?,?(?: (?:is|was|were|are|composed|written))?(?: \w+)? by\b{_SHORT}", re.I
        ),
        label,
    )
    for nouns, label in _MADE_BY
)

_KIN: Final = (
    ("father", "father", "child"),
    ("mother", "mother", "child"),
    ("parents?", "parent", "child"),
    ("son", "son", "parent"),
    ("daughter", "daughter", "parent"),
    ("sons|daughters|children|child|kids", "child", "parent"),
    (
        "brothers?|sisters?|siblings?|twins?|half-brothers?|half-sisters?|half brothers?|half sisters?",
        "sibling",
        "sibling",
    ),
    ("wife|husband|spouse|consort|widow|widower|queen consort|bride|wives", "spouse", "spouse"),
    ("grandfather|grandmother|grandparents?", "grandparent", "grandchild"),
    ("grandson|granddaughter|grandchild|grandsons|granddaughters", "grandchild", "grandparent"),
    ("great-grandfather|great-grandmother", "great-grandparent", "great-grandchild"),
    ("great-grandson|great-granddaughter|great-great-grandson", "great-grandchild", "great-grandparent"),
    ("uncle|aunt|uncles|aunts|great-uncle|great-aunt", "uncle or aunt", "nephew or niece"),
    ("nephew|niece|nephews|nieces|great-nephew|grandnephew", "nephew or niece", "uncle or aunt"),
    ("cousins?|first cousin", "cousin", "cousin"),
    ("stepfather|stepmother", "stepparent", "stepchild"),
    ("stepson|stepdaughter", "stepchild", "stepparent"),
    ("father-in-law|mother-in-law", "parent-in-law", "child-in-law"),
    ("son-in-law|daughter-in-law", "child-in-law", "parent-in-law"),
    ("brother-in-law|sister-in-law", "sibling-in-law", "sibling-in-law"),
    ("descendants?", "ancestor of", "descendant of"),
    ("ancestors?", "descendant of", "ancestor of"),
    ("partner|girlfriend|boyfriend|lover|mistress|fiancée?", "partner", "partner"),
)
_ALL_KIN: Final = "|".join(
    sorted((word for words, _, _ in _KIN for word in words.split("|")), key=len, reverse=True)
)
# "the eldest son of X": the name is what the noun is read from.
_KIN_OF = re.compile(
    (
        rf"(?:^|[\s,(-])(?:great-)?({_ALL_KIN})(?:—[^—]{{1,60}}—)?(?: and (?:\w+ ){{0,2}}(?:heir"
        rf"|successor|namesake|\w+))?(?: \([^)]*\))?,?(?: |(?<=—))(?:of|to|with)(?! (?:his|her"
        rf"|their)\b)\b[^.;:()]{{0,40}}$"
    ),
    re.I,
)
# "his son X", "Raghnall's father, X", "had a daughter, X": the name is the noun.
_KIN_IS = re.compile(
    rf"(?:(?:^|\b)(?:his|her|its|the|an?|one|two|three|four|five|had|father|mother|by|['’]s?)\s"
    rf"(?:[\w-]+\s){{0,4}}?)({_ALL_KIN})"
    rf"(?! of\b)(?:'s)?(?:,|:| (?:was|is|were|are|named|called|being|include[ds]?)(?: (?:also|named"
    rf"|called|the|an?|former|fellow|\w+)){{0,4}},?)?(?: [^.;:(),]{{0,30}})?\s*$",
    re.I,
)
_KIN_LABEL: Final = {
    word: (noun, of) for words, noun, of in _KIN for word in words.replace("?", "").split("|")
}

_MARRIED = re.compile(
    r"\b(?:married|marries|marrying|wed|wedded|marriage (?:to|with|of)|married to|remarried)\b[^.;:]{0,60}$",
    re.I,
)
_BORN_TO = re.compile(
    (
        r"\bborn\b[^.;()]{0,60}?(?<!moved )\bto\b[^.;:]{0,60}$|\b(?:born|child|children|issue"
        r"|marriage) (?:from|of) (?:the )?(?:marriage|union) of\b[^.;]{0,30}$"
    ),
    re.I,
)

_PLACE_CUES: Final = (
    (
        r"\bborn(?: and raised| and brought up)?\b(?:(?! and )[^;()])*?\b(?:in|at|near)\b[^;()]{0,60}$",
        "born in",
    ),
    (
        (
            r"\b(?:died|killed|assassinated|executed|murdered|drowned|death)\b(?:(?! and )[^;()])*?\b(?:in"
            r"|at|near)\b[^;()]{0,60}$"
        ),
        "died in",
    ),
    (
        r"\b(?:buried|interred|entombed|burial)\b(?:(?! and )[^;()])*?\b(?:in|at|near)\b[^;()]{0,40}$",
        "buried in",
    ),
    (r"\b(?:native) (?:of|to)\b[^;()]{0,30}$", "born in"),
    (
        (
            r"\b(?:lives?|lived|resides?|resided|settled|moved|emigrated|immigrated|relocated|grew up"
            r"|raised|living|residing)\b(?:(?! and )[^;()])*?\b(?:in|to|near|at)\b[^;()]{0,40}$"
        ),
        "lived in",
    ),
)

_PERSON_CUES: Final = (
    (
        (
            r"\b(?:educated|studied|enrolled|schooled|trained|matriculated|student)\b[^.;]*?\b(?:at|in|with"
            r"|from)\b[^.;()]{0,60}$"
        ),
        "educated at",
    ),
    (
        (
            r"\b(?:graduated|graduate|degrees?|diploma|ph\.?d\.?|doctorate|bachelor|master|alumn\w+|ba|ma"
            r"|b\.a\.|m\.a\.)\b[^.;]*?\b(?:from|at|of)\b[^;()]{0,60}$"
        ),
        "educated at",
    ),
    (r"\battend(?:ed|ing|s)\b[^.;()]{0,40}$", "educated at"),
    (
        r"\b(?:plays?|played|playing|player|footballer|midfielder|striker|forward|defender|goalkeeper"
        r"|winger|pitcher|signed|loan|"
        r"quarterback|catcher|outfielder|infielder|caps|cap|apprentice|competes?)\b[^.;]*?\b(?:for|with|to"
        r"|at|of)\b[^.;()]{0,50}$",
        "played for",
    ),
    (
        r"\b(?:coach|manager|managed|coached|managing|coaching)\b(?: (?:of|at|for))?[^.;()]{0,30}$",
        "manager of",
    ),
    (
        r"\b(?:professor|lecturer|teacher|taught|teaches|teaching|researcher|worked|works|working"
        r"|employed|employee|instructor|chair|fellow|"
        r"dean|rector|director|president|chairman|ceo|editor|journalist|reporter|curator|secretary|partner"
        r"|principal|librarian|career)\b[^.;]*?\b(?:at|for|with|by|of)\b[^.;()]{0,50}$",
        "worked for",
    ),
    (
        (
            r"\b(?:members?|belongs|belonged|elected|fellow|founding member|joined|affiliated"
            r"|initiate)\b[^.;]*?(?:\b(?:of|to|in|into|with)\b)?[^.;()]{0,40}$"
        ),
        "member of",
    ),
    (r"\brepresent(?:ed|ing|s)\b[^.;()]{0,40}$", "represented"),
    (
        (
            r"\b(?:won|awarded|received|recipient|nominated|nomination|honou?red|wins|earned"
            r"|winner)\b[^.;()]{0,60}$"
        ),
        "awarded",
    ),
    (
        r"\b(?:competed|competing|participated|participating|fought|took part|served|serving"
        r"|participant|competitor|veteran|medal|finished|contested|commanded)\b[^.;]*?"
        r"\b(?:in|at|during|of|throughout)\b[^.;()]{0,50}$",
        "participated in",
    ),
    (r"\b(?:student|pupil|disciple|protégé|studied) (?:of|with|under)\b[^.;()]{0,30}$", "student of"),
    (
        r"\b(?:mayor|governor|senator|ambassador|bishop|archbishop|mp|member of parliament|minister"
        r"|president|premier|chancellor|councillor|"
        r"congressman|judge|consul|envoy|sheriff|attorney general|secretary)\b[^.;]*?\b(?:of|for|to|from"
        r"|in)\b[^.;()]{0,30}$",
        "held office in",
    ),
    (
        r"\b(?:king|queen|duke|duchess|count|countess|earl|emperor|empress|prince|princess|lord|lady"
        r"|margrave|landgrave|elector|baron|sultan|shah|"
        r"ruler|tsar|ruled|reigned|regent|viceroy|doge|khan|emir|chief|monarch)\b[^.;]*?(?:\b(?:of|over"
        r"|in)\b)?[^.;()]{0,30}$",
        "ruler of",
    ),
)

_WORKED_ON: Final = (
    (r"\b(?:directed|directing|director of|directorial debut|helmed|directs)\b[^.;()]{0,50}$", "director of"),
    (
        (
            r"\b(?:wrote|author of|writer of|authored|co-wrote|co-author of|writing|penned|writes|novels?"
            r"|books?|poems?|memoir|autobiography|essays?|columnist)\b[^.;()]{0,50}$"
        ),
        "author of",
    ),
    (
        r"\b(?:composed|composer of|composing|scored|score for|music for|soundtrack)\b[^.;()]{0,50}$",
        "composer of",
    ),
    (r"\b(?:produced|producer of|producing|produces)\b[^.;()]{0,50}$", "producer of"),
    (r"\b(?:edited|editor of|editor-in-chief of|edits)\b[^.;()]{0,50}$", "editor of"),
    (
        (
            r"\b(?:starr(?:ed|ing)|stars|appear(?:ed|ing|s|ances?)|acted|roles?|parts?|played|portray(?:ed"
            r"|ing|s|al)|playing|starring|cast|debut(?:ed)?|performances?)\b[^.;()]{0,70}$"
        ),
        "starred in",
    ),
    (
        r"\b(?:recorded|released|sang|sung|performed|(?:his|her|their|hit|debut|studio)(?: "
        r"[\w-]+){0,2} (?:singles?|albums?|songs?|hits?|EP))\b"
        r"(?![^.;()]*\b(?:film|novel|play|musical|show)\b)[^.;()]{0,50}$",
        "performer of",
    ),
    (
        (
            r"\b(?:created|creator of|co-created|creating|designed|painted|developed"
            r"|invented)\b[^.;()]{0,50}$"
        ),
        "creator of",
    ),
)

_THING_CUES: Final = (
    (
        (
            r"\b(?:stars?|starred|starring|co-stars?|co-starring|featuring|features?|cast includes?|cast of"
            r"|leads?|lead roles?|roles?)\b[^.;()]{0,60}$"
        ),
        "starring",
    ),
    (
        (
            r"\b(?:based on|adapted from|adaptation of|inspired by|remake of|loosely on|retelling of"
            r"|version of)\b[^.;()]{0,60}$"
        ),
        "based on",
    ),
    (
        (
            r"\b(?:named after|named for|named in honou?r of|in honou?r of|eponym of|called after"
            r"|dedicated to)\b[^.;()]{0,40}$"
        ),
        "named after",
    ),
    (
        r"(?:\b(?:is|was|are|forms?|formed|as|being|now|,|^) (?:an? |the )?(?:\w+ )?part of|\b"
        r"(?:episode of|season of|series of|division of|subsidiary of|branch of|member of|belongs to"
        r"|subdivision of|suburb of|district of|"
        r"single from|track (?:on|from)|song from|taken from|from (?:the|his|her|their)(?: \w+){0,3} album"
        r"|chapter of|instal+ment (?:in|of)|sequel to|unit of|component of|section of|seat of|family"
        r"|genus))\b[^.;()]{0,40}$",
        "part of",
    ),
    (r"\bcapital(?: city)? of\b[^.;()]{0,30}$", "capital of"),
    (r"\bcapital(?: city)? (?:is|was)\b[^.;()]{0,20}$", "capital"),
    (r"\btributary of\b[^.;()]{0,30}$", "tributary of"),
    (r"\b(?:headquartered|headquarters|based) (?:is |are )?(?:in|at)\b[^.;()]{0,30}$", "headquartered in"),
    (r"\b(?:borders|bordered by|borders on|bounded by)\b[^.;()]{0,30}$", "borders"),
    (r"\b(?:merged|merger) (?:with|into)\b[^.;()]{0,30}$", "merged with"),
    (r"\b(?:affiliated|associated|partnered) (?:with|to)\b[^.;()]{0,30}$", "affiliated with"),
    (
        (
            r"\b(?:requires|depends on|built on|built with|runs on|uses|written in|implemented in|powered "
            r"by)\b[^.;()]{0,30}$"
        ),
        "depends on",
    ),
    (r"\b(?:kingdom|reign|rule|dynasty)\b[^.;()]{0,20}\bof\b[^.;()]{0,20}$", "ruled by"),
)
_ANY_CUES: Final = (
    (
        (
            r"\b(?:founded|founder of|co-founded|co-founder of|established|founding)\b(?!.*\b(?:in"
            r"|by)\b)[^.;()]{0,40}$"
        ),
        "founder of",
    ),
    (
        (
            r"\b(?:succeeded(?! by)|successor (?:of|to)|replaced(?! by)|replacing|succeeding|followed(?! "
            r"by))\b(?! in\b| as\b)[^.;()]{0,40}$"
        ),
        "preceded by",
    ),
    (r"\b(?:successor|succeeded(?: \w+){0,5} by|replaced by|followed by)\b[^.;()]{0,40}$", "succeeded by"),
    (r"\b(?:predecessor|preceded by)\b[^.;()]{0,30}$", "preceded by"),
    (r"\b(?:owns|owner of|owned)\b[^.;()]{0,30}$", "owner of"),
    (r"\b(?:discoverer of|discovered)\b[^.;()]{0,30}$", "discoverer of"),
)
_LOCATED = re.compile(
    r"(?:\b(?:located|situated|lies|lying|stands|sits|based|nestled|(?:is|was|are|were) (?:an? |the "
    r"|one of |in |on |at )|held|founded|established|opened|built)\b"
    r"(?:(?! and (?:is|was|has) |\b(?:by|from|to|border\w*|separat\w*|connect\w*|serv\w+|named|known"
    r"|called)\b)[^.;()])*?|^)"
    r"\b(?:in|on|at|near|within|of)\b(?: the)?(?: [a-z-]+){0,5}(?: of(?: the)?)?\s*$",
    re.I,
)


def _compiled(table: tuple[tuple[str, str], ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern, re.I), label) for pattern, label in table)


_PLACE: Final = _compiled(_PLACE_CUES)
_PERSON: Final = _compiled(_PERSON_CUES)
_WORK: Final = _compiled(_WORKED_ON)
_THING: Final = _compiled(_THING_CUES)
_ANY: Final = _compiled(_ANY_CUES)

_COORDINATES = re.compile(
    r"^[\"”]?(?:\s*\([^()]*\))?\s*[,;&]?\s*(?:and|or|&|as well as|along with|und|plus|with)?,?\s*"
    r"(?:both |also |the |an? |by |of |with |his |her |their |its |"
    r"fellow |former |later |then |co-|brothers? |sisters? |daughters? |sons? |wife |husband ){0,3}"
    r"(?:[a-z][\w-]*,? ){0,4}[\"“]?$"
)
_VERBAL = re.compile(
    r"\b(?:their|whose|[a-z]+ed|[a-z]+ing|is|was|were|are|has|had|have|who|which|that|when|where|while"
    r"|after|before|married|directed|written|produced|starring|composed|"
    r"born|died|became|served|founded|did|does|will|would|but|as|until|since|during)\b",
    re.I,
)
_APPOSITION = re.compile(r"^(?:,)? ?(?:[a-z][\w-]* ?){1,4}$")

_FATHERS: Final = frozenset({"father"})
_KIN_SORTS: Final = frozenset(label for _, noun, of in _KIN for label in (noun, of))
KIN_LABELS: Final = _KIN_SORTS


def coordinates(gap: str) -> bool:
    """Whether the words between two names only join them."""
    return len(gap) < 60 and _COORDINATES.match(gap) is not None and _VERBAL.search(gap) is None


_WITHIN = re.compile(
    r"^[\"”]?(?:,| and)? (?:both )?(?:in|near|at|within) (?:the )?(?:[a-z][\w-]* ){0,3}$|^, "
    r"(?:[a-z][\w-]* ){1,3}$"
)
_PLACE_LABELS: Final = frozenset(
    {"born in", "died in", "buried in", "located in", "lived in", "headquartered in"}
)


def within(gap: str, label: str) -> bool:
    """Whether a place goes on with the place it lies in: "born in Erick in Oklahoma"."""
    return label in _PLACE_LABELS and _WITHIN.match(gap) is not None


def kin(gap: str) -> bool:
    """Whether the words before a name say whose relative it is."""
    return _KIN_OF.search(gap) is not None or _KIN_IS.search(gap) is not None


def labels(
    gap: str, target: Sort, subject: Sort | None, *, office: str = "", quoted: bool = False
) -> tuple[str, ...]:
    """Labels of the relation from the subject to a name after ``gap``; () when no cue types it.

    The cue nearest to the name wins; ties go to the order of the tables.
    """
    if not gap:
        return ()
    by = _BY.search(gap)
    if by is not None:
        return _by(by.group(1))
    found: tuple[str, ...] = ()
    if target in ("person", "concept", "organization"):
        for pattern, label in _NOUN_BY:
            if pattern.search(gap):
                if re.search(r"\bbased on|adapted from|inspired by", gap, re.I):
                    return ("based on",)
                return (label,)
    if target in ("person", "concept"):
        found = _family(gap)
        if found:
            return found
    if subject == "person" or subject is None:
        if target in ("place", "organization", "concept"):
            for pattern, label in _PLACE:
                if target != "concept" and pattern.search(gap):
                    if label == "lived in" and target != "place":
                        continue
                    return (label,)
        if target == "work":
            return _first(_WORK, gap)
        if target == "person":
            return _first(_ANY, gap) or (
                ("student of",)
                if re.search(
                    r"\b(?:student|pupil|disciple|studied) (?:of|with|under)\b[^.;()]{0,30}$", gap, re.I
                )
                else ()
            )
        if office:
            return _held(gap, office, target)
        text = gap
        hit = _nearest(_PERSON, text, target)
        return hit or _first(_ANY, gap)
    hit = _first(_THING, gap)
    if hit:
        if hit[0] == "starring" and target not in ("person", "concept", "organization"):
            hit = ()
        if hit and hit[0] == "headquartered in" and subject != "organization":
            hit = ("located in",)
    if hit:
        return hit
    hit = _first(_ANY, gap)
    if hit:
        return hit
    if (
        target in ("place", "concept")
        and subject in ("place", "organization", "event", "concept", "product")
        and _LOCATED.search(gap)
    ):
        return ("located in",)
    return ()


_HOLDS = re.compile(
    r"(?:\b(?:is|was|became|as|becoming|be|been|elected|appointed|crowned|made|proclaimed|named|and"
    r"|later|also)\b|,|^)\s*(?:[\w-]+\s){0,4}$"
)
_RULERS: Final = words(
    """
    king queen duke duchess count countess earl emperor empress prince princess lord lady margrave
    margravine landgrave landgravine elector electress baron baroness sultan shah tsar regent
    viceroy doge khan emir viscount viscountess marquess marquis palatine archduke archduchess
    caliph maharaja raja seigneur despot stadtholder
    """
)


def _held(gap: str, office: str, target: Sort) -> tuple[str, ...]:
    """Whoever *is* "king of Cyprus" rules it; whoever has dealings with the king does not."""
    at = gap.casefold().rfind(office.split()[-1])
    lead = gap[: gap.casefold().rfind(office)] if office in gap.casefold() else gap[:at]
    if _HOLDS.search(lead) is None or re.search(
        r"\b(?:of|with|by|to|for|from|under|against|son|daughter|between)\s+(?:the\s+)?(?:\w+\s)?$", lead
    ):
        return ()
    if target == "organization" and set(office.split()) & {
        "director",
        "president",
        "chairman",
        "dean",
        "professor",
        "rector",
        "secretary",
        "head",
    }:
        return ("worked for",)
    return ("ruler of",) if set(office.split()) & _RULERS else ("held office in",)


def _by(words: str) -> tuple[str, ...]:
    found = [
        _PARTICIPLE_OF[word] for word in re.findall(r"[a-z-]+", words.casefold()) if word in _PARTICIPLE_OF
    ]
    return tuple(dict.fromkeys(found))


def _family(gap: str) -> tuple[str, ...]:
    if ("born" in gap or "marriage" in gap or "union" in gap) and _BORN_TO.search(gap):
        return ("parent",)
    of = _KIN_OF.search(gap)
    if of is not None:
        return (
            (_KIN_LABEL[of.group(1).casefold()][1],)
            if of.group(1).casefold() in _KIN_LABEL
            else _plural(of.group(1), 1)
        )
    named = _KIN_IS.search(gap)
    if named is not None and not re.search(r"\bof\s*$", gap):
        label = _plural(named.group(1), 0)
        if label:
            return label
    if _MARRIED.search(gap):
        return ("spouse",)
    return ()


def _plural(word: str, side: int) -> tuple[str, ...]:
    key = word.casefold()
    for form in (key, key.removesuffix("s"), key.removesuffix("e")):
        if form in _KIN_LABEL:
            return (_KIN_LABEL[form][side],)
    return ()


def _first(table: tuple[tuple[re.Pattern[str], str], ...], gap: str) -> tuple[str, ...]:
    for pattern, label in table:
        if pattern.search(gap):
            return (label,)
    return ()


_FITS: Final[dict[str, tuple[Sort, ...]]] = {
    "educated at": ("organization", "place", "concept"),
    "played for": ("organization", "place", "concept"),
    "manager of": ("organization", "place"),
    "worked for": ("organization", "work", "concept", "place"),
    "member of": ("organization", "event", "concept", "place"),
    "represented": ("organization", "place"),
    "awarded": ("event", "concept", "organization"),
    "participated in": ("event", "organization"),
    "student of": ("person", "concept"),
    "held office in": ("place", "organization"),
    "ruler of": ("place",),
}


def _nearest(table: tuple[tuple[re.Pattern[str], str], ...], gap: str, target: Sort) -> tuple[str, ...]:
    """The fitting cue that starts last."""
    best = -1
    label: tuple[str, ...] = ()
    for pattern, each in table:
        if target not in _FITS.get(each, (target,)):
            continue
        match = pattern.search(gap)
        if match is not None and match.start() > best:
            best, label = match.start(), (each,)
    return label
