"""The principal's name in place of words that can mean nothing else: "The film was …", "In 1587 he …".

A wrong name is worse than a vague sentence, so each rule asks for the absence of every rival: another thing
of that noun, another person of that gender, named or only spoken of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from wikic.curator.offline.mention import Mention
from wikic.curator.offline.principal import Principal
from wikic.curator.offline.roster import Thing
from wikic.curator.offline.vocabulary.nouns import FEMALE_NOUNS, MALE_NOUNS, NOUNS
from wikic.text.wordlist import words

Named = Sequence[tuple[Mention, Thing | None]]

# Nouns that are used for one and the same thing.
_SAME: Final[tuple[tuple[str, str], ...]] = (
    ("film", "movie picture telefilm"),
    ("movie", "film picture"),
    ("telefilm", "film movie"),
    ("series", "show sitcom programme program"),
    ("sitcom", "series show"),
    ("song", "single track"),
    ("single", "song track"),
    ("album", "record"),
    ("novel", "book"),
    ("book", "novel"),
    ("band", "group quartet trio duo quintet"),
    ("group", "band"),
    ("duo", "band group"),
    ("company", "firm corporation business"),
    ("corporation", "company firm"),
    ("manufacturer", "company firm"),
    ("retailer", "company firm"),
    ("village", "settlement"),
    ("club", "team"),
    ("team", "club"),
    ("newspaper", "paper"),
    ("magazine", "journal"),
    ("ship", "vessel"),
    ("battle", "engagement"),
)
# A noun before one of these names something else: "film director", "song writer".
_COMPOUND: Final = (
    r"(?:director|producer|festival|industry|actor|actress|maker|critic|studio|company|score|debut|career|rights"
    r"|star|award|crew|music|school|market|hall|council|manager|member|leader|owner|house|title|version"
    r"|adaptation|chart|series|writer|review|list|center|centre|role|editor|historian|work)s?"
)
_OTHER_OF_A_WORK: Final = re.compile(
    r"\b(?:sequel|prequel|remake|remade|follow-up|spin-off|adaptations?|version|versions|reboot|trilogy|original"
    r"|originally titled|predecessor|successor|double feature)\b"
)
# A part of a work, and no rival of it.
_PARTS: Final = words("cast score soundtrack screenplay script plot cinematography")
_DEFINITE: Final = re.compile(
    r"^(?:The|This) (?:motion (?=picture))?(?P<noun>[A-Za-z][a-z-]+)(?P<owner>['’]s?)?(?= )"
)
_TITLE_WORD: Final = re.compile(r"[^\W\d_][\w-]*")
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_PERSONAL: Final = re.compile(r"\b(?:[Hh]e|[Ss]he|[Hh]im|[Hh]is|[Hh]er|[Hh]imself|[Hh]erself|[Hh]ers)\b")
_FRONTED: Final = re.compile(
    r"^(?:(?:However|Later|Subsequently|Eventually|Afterwards|Finally|Meanwhile|Additionally|Then|There|Also"
    r"|Today|Initially|Originally|Nevertheless|Furthermore|Moreover|Thereafter|Soon|Instead|Here),? "
    r"|(?:In|On|At|From|After|Before|During|By|For|Since|Until|Around|Between|Following|Upon|Throughout|Under"
    r"|Despite|Besides|Along|Aside|Within|As an?|As the|Prior to|Apart from|About|Over) [^;:\"“”]{1,120}?,? "
    r"|[A-Z][a-z]+(?:ed|ing)\b [^;:\"“”]{1,120}, (?:only )?)$"
)
# "A member of the party, he …": what stands before is said of him, whoever else is named in it.
_APPOSED: Final = re.compile(
    r"^(?:An?|One of(?: the)?|The(?: \w+){0,2} (?:son|daughter|child|brother|sister|nephew|niece|grandson"
    r"|granddaughter|cousin)) "
    r"(?![^;:]*\b(?:was|were|is|are|had|has|have|said|told|that|who|whom|when|asked)\b)"
    r"[^;:\"“”]{3,160}, $"
)
# "After completing his studies, he worked": his is he, so he takes the name.
_HE_BEHIND: Final = re.compile(r"^[A-Z][^,;:\"“”]{1,100}, (?P<word>he|she)\b")
_SUBORDINATE: Final = re.compile(
    r"^(?:After|Before|Since|Until) (?:the |a |an )?[^,]*\b(?:was|were|had|is|are)\b"
)
_MEANT_BY_WHO: Final = re.compile(
    r"\b(?:who|whom|whose|someone|anyone|everyone|one|latter|former|another|person)\b"
)
_NOT_HERS: Final = words(
    """
    in to as for at on with and from by the a an was is were are had has that when who into but or after
    before during until while because if then again up out off away back down over about against
    """
)
_IT_FRONTED: Final = re.compile(
    r"^(?:In|On|At|By|Since|During|For|From) (?:the )?(?:(?:\d{1,2} )?[A-Z][a-z]+(?: \d{1,2})?,? ?)?"
    r"(?:\d{4}s?)?,? (?P<it>it)\b"
)
_SAYS_NOTHING: Final = re.compile(
    r" (?:(?:was|is|had been|has been) (?:\w+ )?(?:that|to)\b|(?:was|is|seemed|appeared|became|has been) (?:not "
    r"|also |widely |officially |later |then )*(?:announced|reported|revealed|confirmed|said|decided|rumou?red"
    r"|estimated|claimed|known|clear|suggested|stated|discovered|found|believed|thought|possible|necessary"
    r"|agreed|proposed|noted|argued|alleged|speculated)\b)"
)
_CAST: Final = re.compile(
    r"^(?:\([^()]*\) )?(?:co-)?(?:(?:stars|starred|co-stars|co-starred|appears|appeared|plays|played|portrays"
    r"|portrayed) (?:as |the (?:title |lead |leading |main |titular )?(?:role|part|character)\b)"
    r"|(?:plays|portrays) )"
)
_PLAYED: Final = words(
    """
    film movie series show sitcom telefilm miniseries soap drama comedy thriller musical western serial opera
    play documentary
    """
)


@dataclass(slots=True)
class Rivals:
    """What the text has spoken of, beside the principal, that "the film" or "he" might mean.

    noun: another thing of the principal's noun, or one that might be of it.
    named: another person has been named.
    spoken: the last sentence spoke of a person of the principal's gender without a name.
    same: the last sentence named another thing of the principal's kind.
    lines: how many sentences were read.
    """

    noun: bool = False
    named: bool = False
    spoken: bool = False
    same: bool = False
    lines: int = 0
    nouns: frozenset[str] = field(default_factory=frozenset)

    def read(self, text: str, named: Named, principal: Principal, owner: Thing) -> None:
        """Take in one more sentence."""
        if principal.sort == "person":
            self.named = self.named or any(_a_person(thing, owner) for _, thing in named)
            self.spoken = spoken_of(text, principal.gender)
        else:
            if not self.lines:
                self.nouns = _nouns(principal)
            self.same = any(
                thing is not None and thing is not owner and thing.sort == principal.sort
                for _, thing in named
            )
            self.noun = self.noun or self._rival(text, named, principal, owner)
        self.lines += 1

    def _rival(self, text: str, named: Named, principal: Principal, owner: Thing) -> bool:
        own = 0 if self.lines else 1  # the definition's own noun
        if self.lines and re.match(r"(?:It|This|The [a-z]+) (?:is|was) (?:a|an|the|one)\b", text):
            own = 1
        for noun in self.nouns:
            if noun not in text.casefold():
                continue
            found = re.findall(
                rf"(?<!\b[Tt]he )(?<!\b[Tt]his )\b{re.escape(noun)}\b(?! {_COMPOUND}\b)", text, re.I
            )
            if len(found) > own and not (self.lines and _quoted_itself(text, principal)):
                return True
        if principal.sort != "work":
            return False
        if self.lines and _OTHER_OF_A_WORK.search(text):
            return True
        return any(
            thing is not None
            and thing is not owner
            and thing.sort == "work"
            and not _of_other_kind(text[: mention.start], self.nouns)
            for mention, thing in named
        )


def _quoted_itself(text: str, principal: Principal) -> bool:
    """The principal's own title in the sentence may hold its noun: "Love Song"."""
    return principal.base in text


def _of_other_kind(before: str, nouns: frozenset[str]) -> bool:
    """Whether a title stands right behind a noun that tells it from the principal: 'the novel "…'."""
    said = _WORD.findall(before[-40:].casefold())
    return bool(said) and any(NOUNS.get(word) == "work" and word not in nouns for word in said[-1:])


def _a_person(thing: Thing | None, owner: Thing) -> bool:
    """Whether a name may be another person's; one that is nobody's page ("Robert") may be, too."""
    return thing is None or (thing is not owner and thing.sort in ("person", "concept"))


def spoken_of(text: str, gender: str) -> bool:
    """Whether a text speaks of a single person whom a pronoun of ``gender`` could mean."""
    other = {"m": FEMALE_NOUNS, "f": MALE_NOUNS}.get(gender, frozenset())
    return any(
        NOUNS.get(word) == "person" and word not in other for word in _WORD.findall(text.casefold())
    ) or bool(_MEANT_BY_WHO.search(text))


def _nouns(principal: Principal) -> frozenset[str]:
    """The nouns that call the principal: its definition's, its title's last word, their synonyms."""
    heads: set[str] = set()
    if principal.definition is not None and principal.definition.head and not principal.definition.loose:
        heads.add(principal.definition.head)
    last = _TITLE_WORD.findall(principal.base)[-1:]
    if last and NOUNS.get(last[0].casefold()) == principal.sort:
        heads.add(last[0].casefold())
    same = {word for head, others in _SAME if head in heads for word in others.split()}
    return frozenset(word for word in heads | same if NOUNS.get(word) != "person" and len(word) > 1)


def description(text: str, principal: Principal, name: str, rivals: Rivals, about: str) -> str | None:
    """``text`` with the title for "The film …", "The cast …"; None where it might be another's."""
    match = _DEFINITE.match(text)
    if match is None or principal.sort == "person" or rivals.noun or not rivals.lines:
        return None
    if rivals.same and principal.sort != "work" and (rivals.lines > 1 or about != "principal"):
        return None
    noun, owner, rest = match.group("noun").casefold(), match.group("owner"), text[match.end() :]
    if noun in rivals.nouns:
        return f"{name}{owner or ''}{rest}"
    if noun in _PARTS and principal.sort == "work" and not owner:
        return f"The {noun} of {name}{rest}"
    return None


def pronoun(
    text: str, named: Named, principal: Principal, owner: Thing, name: str, rivals: Rivals, about: str
) -> str | None:
    """``text`` with the principal's name for its first "he", "his", "him", which does not open it; None
    where it might be another's.
    """
    if not rivals.lines or not (about == "principal" or (not rivals.named and not rivals.spoken)):
        return None
    if principal.sort != "person":
        return _it(text, principal, name) if about == "principal" else None
    match = _PERSONAL.search(text)
    if match is None or not match.start() or match.group()[0].isupper():
        return None
    behind = _HE_BEHIND.match(text)
    if (
        behind is not None
        and match.group() in ("his", "her", "himself", "herself")
        and match.end() < behind.end()
    ):
        return _behind(text, behind, named, principal, owner, name)
    word = match.group()
    if word in ("himself", "herself", "hers") or principal.gender != ("f" if word in ("she", "her") else "m"):
        return None
    before, rest = text[: match.start()], text[match.end() :]
    if word in ("he", "she") and _APPOSED.match(before) and not any(thing is owner for _, thing in named):
        return before + name + rest
    if '"' in before or "“" in before or rest.startswith(("'", "’")) or spoken_of(before, principal.gender):
        return None
    if any(
        thing is owner or (_a_person(thing, owner) and mention.start < match.start())
        for mention, thing in named
    ):
        return None
    fronted = word in ("he", "she") and _FRONTED.match(before) and not _SUBORDINATE.match(before)
    if not fronted and (
        any(_a_person(thing, owner) for _, thing in named) or spoken_of(rest, principal.gender) or '"' in rest
    ):
        return None
    return before + _cased(word, name, rest) + rest


def _behind(
    text: str, behind: re.Match[str], named: Named, principal: Principal, owner: Thing, name: str
) -> str | None:
    """The name for the "he" of "After completing his studies, he …", where both are the principal."""
    at = behind.start("word")
    owners = {"m": "his", "f": "her"}.get(principal.gender, "")
    if (
        not owners
        or (behind.group("word") == "she") != (principal.gender == "f")
        or re.search(rf"\b{owners}\b", text[:at]) is None
        or spoken_of(text[:at], principal.gender)
        or any(thing is owner or (_a_person(thing, owner) and mention.start < at) for mention, thing in named)
    ):
        return None
    return f"{text[:at]}{name}{text[behind.end() :]}"


def _cased(word: str, name: str, rest: str) -> str:
    if word == "his":
        return f"{name.rstrip(',')}'s"
    if word == "her":
        following = _WORD.match(rest.strip())
        if following is not None and rest[:1] == " " and following.group().casefold() not in _NOT_HERS:
            return f"{name.rstrip(',')}'s"
    return name if rest[:1] not in ".,;:)" else name.rstrip(",")


def _it(text: str, principal: Principal, name: str) -> str | None:
    """ "In 1987, it …" of a thing the talk is of."""
    match = _IT_FRONTED.match(text)
    if match is None or _SAYS_NOTHING.match(text[match.end() :]):
        return None
    return f"{text[: match.start('it')]}{name}{text[match.end() :]}"


def cast(text: str, named: Named, principal: Principal, subject: Thing, owner: Thing) -> str:
    """ "Ann Lee plays Eve." said on Ann Lee's page: the work it is said of, named."""
    if subject is owner or principal.sort != "work" or subject.sort != "person" or not named:
        return text
    head = principal.definition.head if principal.definition is not None else ""
    others = (thing is owner or (thing is not None and thing.sort == "work") for _, thing in named)
    if head not in _PLAYED or any(others) or re.search(r"\b(?:film|movie|series|show|play)\b", text):
        return text
    first = named[0][0]
    if first.start or not _CAST.match(text[first.end :].lstrip()):
        return text
    return f"In {principal.base}, {text}"
