"""The words that type a relation, and its label, read from the subject of the sentence.

Patterns end in ``$``: a cue counts when it is the last one before the name.
"""

from __future__ import annotations

from typing import Final

PARTICIPLES: Final = (
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


MADE_BY: Final = (
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


KIN: Final = (
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
    (
        "great-grandfather|great-grandmother|great grandfather|great grandmother",
        "great-grandparent",
        "great-grandchild",
    ),
    (
        "great-grandson|great-granddaughter|great grandson|great granddaughter|great-great-grandson",
        "great-grandchild",
        "great-grandparent",
    ),
    ("uncle|aunt|uncles|aunts|great-uncle|great-aunt", "uncle or aunt", "nephew or niece"),
    ("nephew|niece|nephews|nieces|great-nephew|grandnephew", "nephew or niece", "uncle or aunt"),
    ("cousins?|first cousin", "cousin", "cousin"),
    ("stepfather|stepmother", "stepparent", "stepchild"),
    ("stepson|stepdaughter", "stepchild", "stepparent"),
    ("father-in-law|mother-in-law|father in law|mother in law", "parent-in-law", "child-in-law"),
    ("son-in-law|daughter-in-law|son in law|daughter in law", "child-in-law", "parent-in-law"),
    ("brother-in-law|sister-in-law|brother in law|sister in law", "sibling-in-law", "sibling-in-law"),
    ("descendants?", "ancestor of", "descendant of"),
    ("ancestors?", "descendant of", "ancestor of"),
    ("partner|girlfriend|boyfriend|lover|mistress|fiancée?", "partner", "partner"),
)


PLACE_CUES: Final = (
    (
        (
            r"\bborn(?: and raised| and brought up)?\b(?:(?! and )[^;()])*?\b(?:in|at|near)\b(?:(?! "
            r"and )[^;()]){0,60}$"
        ),
        "born in",
    ),
    (
        (
            r"\b(?:died|killed|assassinated|executed|murdered|drowned|death)\b(?:(?! and )[^;()])*?\b(?:in"
            r"|at|near)\b(?:(?! and )[^;()]){0,60}$"
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


PERSON_CUES: Final = (
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
        r"\b(?:professor|lecturer|teacher|taught|teaches|teaching|researcher|worked"
        r"|works(?! of)|working(?!.class)"
        r"|employed|employee|instructor|chair|fellow|"
        r"dean|rector|director|president|chairman|ceo|editor|journalist|reporter|curator|secretary|partner"
        r"|principal|librarian|career)\b[^.;]*?\b(?:at|for|with|by|of)\b[^.;()]{0,50}$",
        "worked for",
    ),
    (
        (
            r"\b(?:members?(?! of (?:the )?(?:\w+ )?parliament)|belongs|belonged|elected"
            r"|fellow|founding member|joined|affiliated|initiate)\b"
            r"[^.;]*?(?:\b(?:of|to|in|into|with)\b)?[^.;()]{0,40}$"
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
        r"\b(?:king|queen|duke|duchess|count|countess|earl|emperor|empress|prince|lord"
        r"|margrave|landgrave|elector|baron|sultan|shah|"
        r"ruler|tsar|ruled|reigned|regent|viceroy|doge|khan|emir|chief|monarch)\b[^.;]*?(?:\b(?:of|over"
        r"|in)\b)?[^.;()]{0,30}$",
        "ruler of",
    ),
)


WORKED_ON: Final = (
    (r"\b(?:directed|directing|director of|directorial debut|helmed|directs)\b[^.;()]{0,50}$", "director of"),
    (
        (
            r"\b(?:wrote|author of|writer of|authored|co-wrote|co-author of|writing|penned|writes"
            r"|(?:his|her)(?: [\w-]+){0,3} (?:novels?|books?|poems?|memoirs?|autobiography"
            r"|essays?))\b[^.;()]{0,50}$"
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
            r"\b(?:starr(?:ed|ing)|stars|appear(?:ed|ing|s|ances?)|acted|roles?|(?<!in )parts?|played"
            r"|portray(?:ed|ing|s|al)|playing|starring|cast|debut(?:ed)?|performances?)\b[^.;()]{0,70}$"
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


THING_CUES: Final = (
    (
        (
            r"\b(?:stars?|starred|starring|co-stars?|co-starring"
            r"|featuring|features?(?!-)|cast includes?|cast of"
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


ANY_CUES: Final = (
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
