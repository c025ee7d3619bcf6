"""Proper names in one sentence, by their shape alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from wikic.curator.offline.vocabulary.common import COMMON, DAYS, MONTHS
from wikic.curator.offline.vocabulary.given import FEMALE, MALE
from wikic.curator.offline.vocabulary.lands import COUNTRIES, DEMONYMS, STATES
from wikic.curator.offline.vocabulary.nouns import Sort
from wikic.curator.offline.vocabulary.shapes import ENDINGS, HONORIFICS, OFFICES, TITLED
from wikic.text.letters import UPPER

MAX_NAME: Final = 80  # characters; longer runs of capitals are headings, not names

_INITIALS: Final = rf"[{UPPER}]\.(?:[ -]?[{UPPER}]\.)*"
_SHORTENED: Final = r"(?:St|Ste|Mt|Jr|Sr|Dr|Mr|Mrs|Ms|Prof|Rev|Gen|Col|Lt|Capt|Bros|Inc|Ltd|Corp|Hon|Fr|Maj|Gov|Sen)\."
_LETTERS: Final = rf"(?:(?:[dDlL]|al|el|as|ad|ash|an|ul|de)['’‘-])?[{UPPER}][^\W_]*(?:(?:['’](?!s\b)|[-‘&])[^\W_]+)*"
_OWNED: Final = (
    r"(?:['’]s|(?<=s)['’])(?=\s(?:Party|Union|Association|Federation|Club|Hospital|School|Home|Company|Guild|College|League|"
    r"Organi[sz]ation|Council|Society|Day|Court|Army|Church|Cathedral|Island|Unit|Committee|Institute|Park|Bay|Point|Cup)\b)"
)
_PLAIN: Final = rf"(?:{_LETTERS}(?:{_OWNED})?)"
_WORD: Final = rf"(?:{_INITIALS}(?=\s|,|$|\)|[{UPPER}])|{_SHORTENED}|{_PLAIN})"
_PARTICLE: Final = (
    r"(?:of the|of|de la|de las|de los|de l['’]|de|del|della|dello|delle|di|da|do|dos|das|du|des|von der|von und zu|von|"
    r"van der|van den|van de|van|der|den|ter|ten|zu|zur|y|la|le|les|al|el|bin|ibn|ben|bint|binti|af|av|upon|à la|à|og|"
    r"mac|ap|ferch|for the Blind|"
    r"the(?= (?:Great|Elder|Younger|Bold|Bald|Fat|Good|Pious|Wise|Strong|Short|Tall|Black|Red|White|Lion|Fair|Handsome|"
    r"Conqueror|Confessor|Magnificent|Terrible|Proud|Child|Posthumous|Peaceful|Rich|Young|Old|Brave|Cruel|Fowler|Simple|"
    r"Stammerer|Lame|Impaler|Baptist|Evangelist|Apostle|Martyr|Merciful|Generous|Just|Lazy|Quiet|Blind|Bear|Victorious|"
    r"Illustrious|Debonair|Fearless|Unready|Navigator|Venerable|Magnanimous|Constant|Fat|Hunchback|Catholic|Chaste|Kind|Long)\b))"
)
_RUN: Final = rf"{_WORD}(?:\s(?:{_PARTICLE}\s)?{_WORD})*"
_TITLE_OF: Final = rf"(?:{TITLED})(?: (?:of|von|de|zu|du|in) (?:the )?{_RUN})?"
_STATES: Final = "|".join(re.escape(state) for state in sorted(STATES))
_NAME = re.compile(
    rf"(?<![\w@/.#-])(?:(?:1[5-9]|20)\d\d (?=[{UPPER}])|\d{{1,3}}(?:st|nd|rd|th) (?=[{UPPER}]))?(?:{_RUN})"
    rf"(?:,? (?:Jr|Sr)\b\.?|, (?:\d+(?:st|nd|rd|th) (?:and (?:last|\d+(?:st|nd|rd|th)) )?{_TITLE_OF}(?:\s{_RUN})?|{_TITLE_OF})|, (?:{_STATES})\b)?"
)
_QUOTED = re.compile(r"[\"“«]([^\"“”«»]{1,90})[\"”»]")
_ROMAN = re.compile(r"^(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\.?$")
_STARTS_ANEW = re.compile(r"(?:^|[.!?:;…]\s+|[\"“‘«(\[—]\s*|--\s*)$")
_OFFICE_OF = re.compile(r"^(?P<office>.+?) (?:of|for) (?:the )?(?P<rest>.+)$")
_WORK_BEFORE = re.compile(
    r"\b(?:films?|movies?|novels?|novella|songs?|singles?|albums?|books?|series|plays?|operas?|operetta|poems?|magazine|newspaper|journal|"
    r"episodes?|shows?|sitcom|musicals?|tracks?|titled|entitled|documentary|stories|story|trilogy|comics?|manga|anime|game|soap|"
    r"drama|comedy|essay|painting|column|LP|EP|thriller|sequel|hit|ballet|symphony|hymn|called|for|in|of|works?)[,:]?\s*$",
    re.I,
)
_NICKNAME_BEFORE = re.compile(
    r"\b(?:as|nicknamed|dubbed|called|named|nickname|alias|character|means?|meaning|translat\w+|lit\.|word|term|phrase|motto|"
    r"said|says|asked|replied|style|title of|pseudonym|name)[,:]?\s*$",
    re.I,
)

# Institutions that every country has: alone they name none of them.
_GENERIC: Final = frozenset(
    """
    Parliament Church State States House Houses Government Army Navy Congress Senate University College Court Crown Union Party
    Cabinet Council Assembly Commons Lords Treaty Act Bill War Wars Kingdom Empire Republic Province County District Region City
    Town Village River Lake Sea Island Islands Mountain Mountains Street Road Park School Academy Institute Museum Library
    Hospital Board Committee Commission Department Ministry Office Bureau Agency Company Corporation Club League Cup
    Championship Championships Games Festival Award Awards Prize Medal Order Society Association Federation Foundation Bank North South
    East West Northern Southern Eastern Western Central God Lord Bible Internet Web Earth Sun Moon TV DVD CD VHS LP EP FM AM
    BC AD CE BCE PhD Ph.D B.A M.A MP MPs QC KC OBE CBE MBE KBE GCB KCB DSO PC NGO ID No Nos Vol Chapter Part Section Article
    Figure Table Book Volume Episode Season Series Title Volume Number Page Note Notes References External Links See
    Constitution Capital Renaissance Mass Sr Jr Esq Ltd Inc Co Corp Hon HM HRH II III IV VI VII VIII IX XI XII XIII XIV XV
    Senior Junior Baronet Baronetcy Peerage Majesty Highness Royal Imperial Holiness Excellency Honour Honor Lordship
    Ladyship Reverend Sir Madam Dear Mr Mrs Miss Ms Dr Prof St O Oh Ah Midfielder Striker Goalkeeper Defender Forward Executive
    """.split()
)
_STATED_PLURALS: Final = (("Trinidad", "Tobago"), ("Bosnia", "Herzegovina"), ("Antigua", "Barbuda"), ("Tyne", "Wear"),
                          ("Schleswig", "Holstein"), ("Hesse", "Rhine"), ("Jammu", "Kashmir"), ("Brighton", "Hove"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mention:
    """A proper name where it stands.

    name: the name as a page would carry it.
    start, end: offsets in the sentence.
    quoted: it stands in quotation marks (a work, as a rule).
    alias: the same name with its honorific, or None.
    office: lower-case words of an office that stood before "of" ("king", "mayor"), or "".
    weak: a single word at the start of a sentence, which may be a common word.
    """

    name: str
    start: int
    end: int
    quoted: bool = False
    alias: str | None = None
    office: str = ""
    weak: bool = False


def find(text: str) -> list[Mention]:
    """The names of ``text``, in order, none within another."""
    found: list[Mention] = []
    quoted: list[tuple[int, int]] = []
    for match in _QUOTED.finditer(text):
        work = _work(text, match)
        if work is not None:
            found.append(work)
            quoted.append(match.span())
    for match in _NAME.finditer(text):
        if any(start < match.end() and match.start() < end for start, end in quoted):
            continue
        found.extend(_names(text, match.group(), match.start()))
    found.sort(key=lambda mention: mention.start)
    return _joined(text, found)


def _work(text: str, match: re.Match[str]) -> Mention | None:
    """A quotation that is a title: capitals all through, or named as a work."""
    inner = match.group(1).strip().rstrip(",")
    if not inner or inner[-1] in ";:" or not (inner[0].isupper() or inner[0].isdigit()):
        return None
    before = text[max(0, match.start() - 30) : match.start()]
    words = re.findall(r"[^\W\d_][\w'’-]*", inner)
    if not words or len(words) > 12:
        return None
    long = [word for word in words if len(word) > 3]
    capital = sum(word[0].isupper() for word in long)
    titled = capital * 10 >= len(long) * 7
    named = _WORK_BEFORE.search(before) is not None
    if match.group(1).rstrip().endswith(",") and not named:
        return None
    if _NICKNAME_BEFORE.search(before) and not re.search(r"(?:films?|songs?|albums?|novels?|series|single|entitled|titled)", before):
        return None
    if not titled and not (named and long and words[0][0].isupper() and len(words) <= 8):
        return None
    if len(words) == 1 and (words[0].casefold() in COMMON or words[0] in DEMONYMS) and not named:
        return None
    return Mention(inner.rstrip("."), match.start(), match.end(), quoted=True)


def _names(text: str, run: str, at: int) -> list[Mention]:
    """The names in a run of capitalised words that starts at ``at``: none, one, or two."""
    run, at = _without_number(run, at)
    head, comma, state = run.rpartition(", ")
    if comma and state in STATES and (head in STATES or head in COUNTRIES or head in MONTHS):
        return [*_names(text, head, at), *_names(text, state, at + len(head) + 2)]
    anew = _STARTS_ANEW.search(text[max(0, at - 4) : at]) is not None
    name, shift = _without_opening(run, anew)
    at += shift
    name = _without_tail(name)
    if not name:
        return []
    words = name.split()
    if len(words) > 1 and words[0] in DEMONYMS and _is_person_or_office(words):
        cut = len(words[0]) + 1
        name, at, words = name[cut:], at + cut, words[1:]
    if all(_empty(word) for word in words):
        return []
    first_comma = name.split(",")[0]
    office = _OFFICE_OF.match(first_comma)
    if office is not None and any(w in OFFICES for w in office.group("office").split()) and all(w in OFFICES or _empty(w) or w in DEMONYMS or w in _LINKS for w in office.group("office").split()):
        rest = office.group("rest")
        inner = at + office.start("rest")
        return [
            Mention(each.name, each.start, each.end, office=office.group("office").casefold())
            for each in _names(text, rest, inner)
            if not each.weak or len(rest.split()) > 1
        ] if len(rest) < len(name) else []
    if len(name) > MAX_NAME or len(name) < 2:
        return []
    end = at + len(name)
    bare, alias = _honorific(name)
    weak = anew and shift == 0 and len(words) == 1
    if weak and (name.casefold() in COMMON or (len(name) < 3 and not name.isupper())):
        return []
    return [Mention(bare, at, end, alias=alias, weak=weak)]


_LINKS: Final = frozenset("of the for and in de von".split())


def _without_number(run: str, at: int) -> tuple[str, int]:
    """A year or ordinal belongs to an event or a firm ("1972 Summer Olympics", "20th Century Fox"), else not."""
    first, _, rest = run.partition(" ")
    if not first[0].isdigit():
        return run, at
    words = rest.split()
    kept = words[-1] in ENDINGS and ENDINGS[words[-1]] == "event" or words[-1] in ("Olympics", "Season")
    if not first.isdigit():
        kept = len(words) > 1 and words[0] not in OFFICES and words[0] not in DEMONYMS and "," not in rest
    return (run, at) if kept else (rest, at + len(first) + 1)


def _without_opening(run: str, anew: bool) -> tuple[str, int]:
    """A run without the common words that a sentence put before the name, and how many characters went."""
    name, shift = run, 0
    while True:
        first, _, rest = name.partition(" ")
        plain = first.rstrip("'’,.")
        drop = (anew or shift) and plain.casefold() in COMMON and plain not in HONORIFICS and plain not in DEMONYMS
        drop = bool(drop) or plain in ("The", "I", "A", "An") and (anew or plain in ("I", "A")) or plain in ("I'm", "I've", "I'll", "I’m")
        if plain in MONTHS and (not rest or not rest[0].isupper()):
            drop = True
        if plain in ("Mr", "Mrs", "Miss", "Ms", "May", "Will", "Mark", "Grant") and rest and rest[:1].isupper():
            drop = False
        if not drop:
            return name, shift
        if not rest:
            return "", shift
        trimmed = re.sub(rf"^(?:{_PARTICLE}\s)+", "", rest)
        shift += len(name) - len(trimmed)
        name = trimmed


def _without_tail(name: str) -> str:
    """A run without trailing months, days, lone "I" and dangling commas."""
    while name:
        words = name.rsplit(" ", 1)
        last = words[-1]
        if len(words) == 2 and (last in MONTHS - {"May", "April", "June", "August", "Jan"} or last in DAYS or last in ("The", "In", "He", "She", "It", "A")):
            name = re.sub(rf"(?:\s{_PARTICLE})+$", "", words[0]).rstrip(", ")
            continue
        break
    if re.search(r"(?:^|\s)[IVX]\.$", name):  # a numeral before the full stop: "World War I."
        name = name[:-1]
    return name.rstrip("'’, &-")


def _empty(word: str) -> bool:
    """Whether a capitalised word by itself names nothing."""
    plain = word.rstrip("'’,.")
    return (
        plain in DEMONYMS or plain in MONTHS or plain in DAYS or plain in _GENERIC or plain in OFFICES or plain in HONORIFICS
        or word in _LINKS or plain.casefold() in ("the", "a", "an", "and", "of")
        or "-" in plain and all(piece in DEMONYMS or piece.islower() for piece in plain.split("-"))
        or bool(plain) and all(piece in DEMONYMS for piece in plain.split("-"))
    )  # fmt: skip


def _is_person_or_office(words: list[str]) -> bool:
    rest = words[1:]
    if rest[-1] in ENDINGS:
        return False
    return rest[0] in MALE or rest[0] in FEMALE or rest[0] in OFFICES or rest[0] in HONORIFICS


def _honorific(name: str) -> tuple[str, str | None]:
    """A name without the style before it, and the styled form; a single name keeps its style.

    Prince, Princess, Archduke and Duke stay: they are part of how such people are told apart.
    """
    words = name.split(" ")
    cut = 0
    while cut < len(words) - 1 and words[cut] in HONORIFICS and words[cut] not in _KEPT_STYLES:
        cut += 1
    rest = words[cut:]
    if cut == 0 or len(rest) < 2 or len([w for w in rest if not _ROMAN.match(w) and w[0].isupper()]) < 2:
        return name, None
    if words[0] in ("Saint", "St", "St.", "Mount", "Lady", "Lord", "Brother", "Sister", "Chief", "Grand", "Crown", "Vice", "Field"):
        return name, None
    if rest[0] == "of" or rest[-1] in ENDINGS or not (rest[0] in MALE or rest[0] in FEMALE or words[0] not in OFFICES or _regnal(rest)):
        return name, None
    return " ".join(rest), name


_KEPT_STYLES: Final = frozenset(
    "Prince Princess Archduke Archduchess Duke Duchess Infante Infanta Grand Landgrave Landgravine Margrave Margravine Countess Lady Lord "
    "Saint St St. Mother Father Brother Sister Don".split()
)


def _regnal(words: list[str]) -> bool:
    return any(_ROMAN.match(word) for word in words[1:])


def _joined(text: str, found: list[Mention]) -> list[Mention]:
    """Names whose parts are joined by "and": "Skull and Bones Society", "Trinidad and Tobago"."""
    result: list[Mention] = []
    for mention in found:
        previous = result[-1] if result else None
        if previous is not None and not previous.quoted and not mention.quoted and previous.end <= mention.start:
            gap = text[previous.end : mention.start]
            if gap in (" and ", " & ") and _one_name(text, previous, mention) or gap in (" for ", " for the ") and _institute(previous):
                result[-1] = Mention(text[previous.start : mention.end], previous.start, mention.end, weak=False)
                continue
        result.append(mention)
    return result


def _one_name(text: str, left: Mention, right: Mention) -> bool:
    if any(left.name.endswith(a) and right.name.startswith(b) for a, b in _STATED_PLURALS):
        return True
    last = right.name.split()[-1]
    before = text[max(0, left.start - 4) : left.start].casefold()
    return (
        ENDINGS.get(last) == "organization" and " " in right.name and before.endswith("the ") and " " not in left.name
        and left.name not in COUNTRIES
    )  # fmt: skip


def _institute(left: Mention) -> bool:
    words = left.name.split()
    return words[-1] in ("Society", "Institute", "Center", "Centre", "Committee", "Association", "Foundation", "Council", "Campaign",
                         "Movement", "Organization", "Organisation", "Agency", "Department", "Ministry", "Prize", "Award", "School", "Commission",
                         "Coalition", "Alliance", "College", "Academy")  # fmt: skip
