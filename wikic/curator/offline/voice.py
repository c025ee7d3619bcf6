"""Kind and holder of a statement: fact, claim, judgement or quotation, and whose."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.offline.principal import Principal
from wikic.model.statement import StatementKind
from wikic.text.letters import UPPER

_NAME: Final = rf"(?:the )?[{UPPER}][\w’'.-]*(?: (?:(?:of|de|von|van|al|el|the) )?[{UPPER}][\w’'.-]*){{0,4}}"
_ACCORDING = re.compile(rf"^According to (?P<holder>{_NAME})(?:'s[^,]*)?,")
_ACCORDING_LATE = re.compile(rf", according to (?P<holder>{_NAME})[.,]")
_CLAIMS = re.compile(
    rf"^(?P<holder>{_NAME})(?: \([^)]*\))?(?:, [^,]{{1,60}},)? (?:has |have |had |also |himself "
    rf"|herself )*(?:claim(?:s|ed)?|argue[sd]?|assert(?:s|ed)?|allege[sd]?|contend(?:s|ed)?|"
    r"maintain(?:s|ed)|believe[sd]?|suggest(?:s|ed)?|speculate[sd]?|insist(?:s|ed)?|theori[sz]e[sd]?"
    r"|propose[sd]? that|"
    r"estimate[sd]?|considers?|considered|thinks?|thought|stated|states|wrote that|writes that)\b"
)
_SAID: Final = (
    r"(?:said|says|asked|replied|answered|cried|exclaimed|whispered|remarked|added|told|observed"
    r"|continued|shouted|declared|returned|muttered|wrote|writes|stated|noted)"
)
_QUOTE = re.compile(r"[\"“](?P<inner>[^\"“”]{2,})[\"”]|^[\"“](?P<open>[^\"“”]{2,})$")
# Who speaks stands directly before the quotation or directly behind it: '…," Ann Varley said.'
_SAID_BEFORE = re.compile(
    rf"(?P<before>{_NAME})(?:, [^,\"“]{{1,40}},)? (?:has |have |had |also |later |then |once |famously "
    rf"|reportedly |simply |further )*{_SAID}\b[^.;\"“”]{{0,50}}$"
)
_SAID_AFTER = re.compile(
    rf"^\W*(?:{_SAID} (?P<after>{_NAME})|(?P<before>{_NAME})(?:, [^,\"“]{{1,40}},)? {_SAID}\b)"
)
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_JUDGES = re.compile(
    r"\b(?:I|[Ww]e)\s(?:(?:do|can|could|would|must|will|should|still|also|never|not|cannot|only"
    r"|really)\s)*(?:think|thought|believe|believed|feel|felt|suppose|hope|"
    r"hoped|fear|feared|doubt|find|consider|hold|confess|suspect|prefer|like|love|hate|wish|regret|am "
    r"sure|am convinced|admire|despise)\b|"
    r"\b(?:in my|my own|our) (?:opinion|view|judg(?:e)?ment|belief)\b|\b(?:should|must(?! have)|ought"
    r"|cannot but|surely|perhaps|undoubtedly|unfortunately|alas|best|worst|"
    r"worse|wrong|terrible|beautiful|foolish|wise|noble|ugly|wonderful|dreadful|absurd)\b"
)


def of(text: str, principal: Principal, author: str | None) -> tuple[StatementKind, str | None]:
    """Kind and holder of a sentence; a fact has no holder."""
    for quoted in _QUOTE.finditer(text):
        inner = quoted.group("inner") or quoted.group("open")
        said = None
        if len(inner) > 20 and not _a_title(inner):
            said = _SAID_AFTER.match(text[quoted.end() :]) or _SAID_BEFORE.search(text[: quoted.start()])
        if said is not None:
            holder = said.groupdict().get("after") or said.group("before")
            if not re.match(r"(?:The|He|She|It|They|I|We|You)\b", holder):
                return "quotation", holder if holder.endswith(("Jr.", "Sr.")) else holder.rstrip(".")
        if (principal.itself and len(inner) * 2 > len(text) and quoted.start() <= 1) or len(inner) + 4 > len(
            text
        ) > 12:
            return "quotation", None
    for pattern in (_ACCORDING, _ACCORDING_LATE, _CLAIMS):
        match = pattern.search(text)
        if match is not None and not re.match(
            r"(?:He|She|It|They|The|This|These|Some|Many|I|We)\b", match.group("holder")
        ):
            return "claim", match.group("holder").removeprefix("the ")
    if principal.itself and principal.sort == "work" and _JUDGES.search(text):
        return "judgement", author
    return "fact", None


def _a_title(inner: str) -> bool:
    """Whether quoted words are written like a title ("Confessions of a Hollywood Director")."""
    long = _LONG_WORD.findall(inner)
    return bool(long) and 2 * sum(word[0].isupper() for word in long) > len(long)
