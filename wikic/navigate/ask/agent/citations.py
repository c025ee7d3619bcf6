"""Citations as models write them, ``[F7]``, ``[F7, F9]``, ``【F7】``, ``[1]``, ids; which facts they mean;
the numbers of documents that readers see in their place, in order of first citation.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.navigate.ask.agent.fact_handles import PREFIX, Handles
from wikic.text.tokens import tokens

_ONE: Final = rf"(?:{PREFIX}\d+|\^?[fp][0-9a-f]{{8}}|\d{{1,3}})"
# [F7], [F7, F9], 【F7】, (F7), and addresses as pages have them.
CITED: Final = re.compile(
    rf"[ \t]{{0,4}}(?:[\[【(（]\s*(?P<many>{_ONE}(?:\s*[,;，；、]\s*{_ONE})*)\s*[\]】)）]"
    r"|\[\[[^\[\]\n]*#\^(?P<address>[fp][0-9a-f]{8})\]\])",
    re.IGNORECASE,
)
# An address in an answer is where a page that gives orders could carry something out of the wiki.
LINK: Final = re.compile(
    r"!?\[([^\[\]\n]*)\]\(\s*<?(?:[A-Za-z][A-Za-z0-9+.-]*:|www\.|/|\.)[^()]*\)"  # of Markdown, by its target
    r"|(?:(?:https?|ftp|file|data):|www\.)[^\s<>()\[\]]+|</?[A-Za-z!][^<>]*>",
    re.IGNORECASE,
)
_HANDLE: Final = re.compile(rf"{PREFIX}\d+")
_OF_DOCUMENT: Final = 2  # facts that the number of a document stands for, of all that were read


def citation_names(match: re.Match[str]) -> tuple[str, ...]:
    """What one citation names, as it was written; nothing where it is no citation."""
    if match["address"]:
        return (match["address"].lower(),)
    names = tuple(re.findall(_ONE, match["many"], re.IGNORECASE))
    # In round brackets a number is a number.
    return () if match.group().lstrip()[0] in "(（" and all(map(str.isdecimal, names)) else names


def cited_handles(name: str, handles: Handles, words: str = "") -> tuple[str, ...]:
    """The handles of the facts that a citation means; none where it means nothing that was shown.

    words: of the sentence that cites: the number of a document stands for those of its facts that were shown
        and say most of them.
    """
    upper = name.upper()
    if _HANDLE.fullmatch(upper):
        return (upper,) if upper in handles else ()
    if name.isdecimal():
        said = frozenset(tokens(words))
        held = handles.of_document(int(name))
        shared = {handle: len(said.intersection(tokens(handles[handle].text))) for handle in held}
        return tuple(sorted(held, key=lambda handle: -shared[handle])[:_OF_DOCUMENT])
    found = handles.address(name.lstrip("^").lower())
    return () if found is None else (found,)


def without_citations(text: str) -> str:
    """``text`` without its citations."""
    return CITED.sub(lambda match: "" if citation_names(match) else match.group(), text)


class Numbering:
    """Numbers given to documents so far, in order of first citation.

    handles: cited so far, in order.
    """

    def __init__(self, handles: Handles) -> None:
        self.handles: dict[str, None] = {}
        self._all = handles
        self._numbers: dict[str, int] = {}

    def text(self, text: str) -> str:
        """``text`` with numbers for citations; those of words without a source are left out."""
        return CITED.sub(self._number, text)

    def _number(self, match: re.Match[str]) -> str:
        names = citation_names(match)
        if not names:
            return match.group()
        found: dict[int, None] = {}
        for handle in (each for name in names for each in cited_handles(name, self._all)):
            self.handles[handle] = None
            citations = self._all[handle].citations
            if citations:
                found[self._numbers.setdefault(citations[0].digest, len(self._numbers) + 1)] = None
        space = match.group()[: len(match.group()) - len(match.group().lstrip())]
        return space + "".join(f"[{number}]" for number in found) if found else ""
