"""The persons of a story in Han script: who opens clauses, comes back, and speaks.

No capital shows a name there and nothing parts it from its verb. So a name is a stretch that opens clauses,
comes back before different words, and of which the story says "… 说" more than once. A form of calling
somebody, 阿发 or 七斤嫂, is evidence too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from wikic.curator.library.characters import PEOPLE
from wikic.language import Pack
from wikic.model.statement import MAX_TERM_BLOCKS, Block, Term
from wikic.text import cjk

_NAME_CHAR: Final = r"[\u4e00-\u9fffA-ZＡ-Ｚ]"
_HEAD: Final = re.compile(rf"(?:^|(?<=[。！？；，：“”…—　\s]))(?={_NAME_CHAR}{{2}})")
_NOTE: Final = re.compile(r"^\W*(?:〔\s*[0-9０-９]{1,3}\s*〕|[⑴-⒇①-⑳]|\[\d{1,3}\])")
_LONGEST: Final = 4  # characters
_FEWEST_HEADS: Final = 4  # clauses that a name opens, and
_FEWEST_USES: Final = 6  # blocks that have it, and
_RETURNING: Final = 8  # blocks that have one who has a page by his tale alone
_FEWEST_WORDS: Final = 2  # times that it speaks; once where it is a form of calling somebody
_FEWEST_ACTS: Final = 4  # clauses in which one acts who speaks but once
_DOING: Final = 0.3  # share of the clauses it opens in which a name speaks or acts
_WHOLE: Final = 0.6  # share of a stretch's clauses in which one more character follows, that then is of it
_TALK: Final = 0.08  # share of blocks with speech from which a document is a tale
_FEWEST_TALK: Final = 8


def characters(title: str, blocks: Sequence[Block], pack: Pack) -> list[Term]:
    """Those who speak in a tale, as people; none where a document is no tale.

    One who comes back often has a page though no other document names him: a tale is a whole, and no chapter.
    """
    told = [block for block in blocks if block.kind == "sentence" and not _NOTE.match(block.text)]
    talk = sum(pack.pattern("story_talk").search(block.text) is not None for block in told)
    if talk < max(_FEWEST_TALK, _TALK * len(told)):
        return []
    text = "\n".join(block.text for block in told)
    found = (_term(name, told) for name in _names(text, pack) if name != title)
    return [term for term in found if term.uses >= _FEWEST_USES]


def _names(text: str, pack: Pack) -> Iterator[str]:
    heads, speaking, acting = _openings(text, pack)
    calling, never = pack.pattern("story_calling"), pack.pattern("not_a_character")
    excluded = {*pack.words("not_characters"), *pack.words("common_words")}
    found: list[str] = []
    for name in sorted(heads, key=lambda each: (-len(each), each)):
        called = calling.fullmatch(name) is not None
        words = speaking[name]
        speaks = words >= _FEWEST_WORDS or (words and (called or acting[name] >= _FEWEST_ACTS))
        if heads[name] < _FEWEST_HEADS or not speaks:
            continue
        if name in excluded or never.search(name) or any(name[:2] == each for each in pack.stopwords):
            continue
        if not called and acting[name] + words < _DOING * heads[name]:
            continue
        if _goes_on(name, heads):
            continue
        if any(name in longer and heads[longer] >= _WHOLE * heads[name] for longer in found):
            continue
        found.append(name)
    yield from found


def _openings(text: str, pack: Pack) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """How often each stretch opens a clause; of these, how often it speaks then, and acts."""
    heads: Counter[str] = Counter()
    speaking: Counter[str] = Counter()
    acting: Counter[str] = Counter()
    speaks, acts = pack.pattern("story_speaking"), pack.pattern("story_acting")
    for head in _HEAD.finditer(text):
        at = head.start()
        for end in range(at + 2, at + _LONGEST + 1):
            name = text[at:end]
            if not re.fullmatch(rf"{_NAME_CHAR}+", name):
                break
            heads[name] += 1
            if speaks.match(text, end):
                speaking[name] += 1
            elif acts.match(text, end):
                acting[name] += 1
    return heads, speaking, acting


def _goes_on(name: str, heads: Counter[str]) -> bool:
    """Whether a stretch is a piece of something longer."""
    longer = max(
        (heads[each] for each in heads if len(each) == len(name) + 1 and each.startswith(name)), default=0
    )
    return longer >= _WHOLE * heads[name]


def _term(name: str, blocks: Sequence[Block]) -> Term:
    holding = [block for block in blocks if name in block.text]
    about = [block for block in holding if block.text.startswith(name)]
    best = sorted(holding, key=lambda block: (block not in about, -len(block.text), block.number))
    return Term(
        cjk.tidy(name),
        PEOPLE,
        len(holding),
        # The fold asks for two documents where a name has capitals.
        capital=0 if len(holding) >= _RETURNING else 1,
        about=len(about),
        blocks=tuple(each.id for each in best[:MAX_TERM_BLOCKS]),
    )
