"""One plain sentence that says what a document is about, from its own words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from wikic.curator.library import attribution, clauses
from wikic.document.line_kinds import Words, is_question, without_pictures
from wikic.document.passage import Passage
from wikic.text import sentences
from wikic.text.normalise import CJK

_LOOK: Final = 8  # passages
_SHORTEST: Final = 5  # words
_SHORTEST_HAN: Final = 10  # characters
_LONGEST: Final = 280  # characters,
_LONGEST_HAN: Final = 140  # of one in Han script
_OPENED: Final = ("sentence", "list", "code")  # whose first line may be a sentence
_ENOUGH: Final = 3  # telling words, beyond which the first sentence is the best
_SEVERAL: Final = 3  # questions that are headings, which make a document of questions and answers
_WHOLE: Final = re.compile(r"[.!。！][\"”’」』)\]]*$")
_WORD: Final = re.compile(rf"[{CJK}]|[^\W_]+")
_HAN: Final = re.compile(f"[{CJK}]")
_ASIDE: Final = re.compile(r"\([^()]*\)")
_LABEL: Final = re.compile(r"^[^\W\d_][\w ]{0,24}: ")
_SPOKEN: Final = re.compile(r"^- ([^:]{1,40}): (.+)$")
_MOST_SPOKEN: Final = 34  # words of a sentence of talk
_FEWEST_SPOKEN: Final = 7
_TELLING: Final = 14  # heaviest words of a conversation
_STEM: Final = 6  # letters of a word that are looked for
_SAYING: Final = 2  # words of it that say something
_OPENING: Final = 1.5  # what it counts for that a conversation opens with it
_SHOWN: Final = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")  # a picture that was sent with it
_NAME: Final = re.compile(r"\s[A-Z][a-z]+")


def of_talk(passages: Sequence[Passage], words: Words, heaviest: Sequence[str]) -> str:
    """Who says the sentence that tells most of what a conversation is about, and the sentence; "" for none.

    heaviest: the words of the conversation, those that weigh most first.
    """
    names = {passage.holder.casefold() for passage in passages if passage.holder}
    known = [each for each in heaviest if each not in words.pack.chatter | words.pack.stopwords]
    told = [each[:_STEM] for each in known if not any(each in name for name in names)][:_TELLING]
    best, most = "", -_OPENING
    for at, passage in enumerate(passages):
        for speaker, line in _lines(passage):
            for sentence in sentences.split_by_script(line, words.pack.code):
                bare = _SHOWN.sub("", without_pictures(sentence))
                if not _stands_alone(bare, words):
                    continue
                found = _weight(bare, told, words) + _OPENING * (not at)
                if found > most:
                    best, most = f"{speaker}: {bare}", found
    return best


def _lines(passage: Passage) -> Iterator[tuple[str, str]]:
    """Who says what in a turn or an exchange."""
    opening, *rest = passage.text.split("\n")
    if passage.holder:
        yield passage.holder, opening
    for line in rest:
        if found := _SPOKEN.match(line):
            yield found[1], found[2]


def _stands_alone(sentence: str, words: Words) -> bool:
    """Whether a sentence of talk says something without the one before it."""
    if len(sentence) > _LONGEST or words.leans(sentence) or words.stands_in(sentence):
        return False
    told = words.substance(words.without_courtesies(sentence))
    return told >= _SAYING and len(_WORD.findall(sentence)) <= _MOST_SPOKEN


def _weight(sentence: str, told: Sequence[str], words: Words) -> float:
    """Its words that the conversation comes back to, its numbers and names, and all that is no courtesy.

    What one tells of himself counts more than what he says of others; what is short, asked or a reply, less.
    """
    low = sentence.casefold()
    given = any(map(str.isdigit, sentence)) + (_NAME.search(sentence) is not None)
    bare = words.without_courtesies(sentence)
    own = words.speaks_of_himself(bare) + (len(_WORD.findall(sentence)) >= _FEWEST_SPOKEN)
    less = words.replies(sentence) + is_question(sentence)
    return sum(each in low for each in told) + (given + own - less) / 2 + words.substance(bare) / 10


def summary(
    passages: Sequence[Passage],
    words: Words,
    telling: Sequence[str] = (),
    title: str = "",
    *,
    tabular: bool = False,
) -> str:
    """The first good sentence; "" where there is none. What stands below a table speaks of that table.

    telling: the document's heaviest words. In Han script, where a short text may begin anywhere, the sentence
    with most of them stands for it.
    title: of the document; a sentence may begin in small letters with its first word.
    tabular: whether the document has tables that lost their bars, which stand as they are: nothing below the
        first table stands for it.
    """
    if clauses.is_wide("".join(each.text for each in passages[:_LOOK])):
        return _most_telling(passages, words, telling)
    named = title.partition(" ")[0]
    asked = {each.place for each in passages if each.place and is_question(each.place[-1])}
    answering = asked if len(asked) >= _SEVERAL else frozenset()  # an answer of many is not what it is about
    table: tuple[str, ...] | None = None
    for at, passage in enumerate(passages[:_LOOK]):
        if tabular and passage.form in ("table", "code"):
            break
        table = passage.place if passage.form == "table" else table
        if passage.place == table:
            continue
        if passage.form in _OPENED and passage.kind == "fact" and passage.place not in answering:
            line = passage.text.partition("\n")[0]
            first = sentences.split_by_script(_unlabelled(line, words), words.pack.code)[0]
            of_itself = not at and words.pack.pattern("speaks_of_itself").match(first) is not None
            known = of_itself or (bool(named) and first.startswith(f"{named} "))
            if _is_clause(first, words) and _is_good(first, words, known=known):
                return first
    return ""


def _is_clause(sentence: str, words: Words) -> bool:
    """Whether words of the language bind a sentence together: "4 boats, 1 oar (lost in May)." only names.

    So does "Ada - oars by May.", whose words stand behind a dash. What stands in brackets binds nothing.
    """
    binding = words.pack.stopwords - words.pack.definite
    told = _WORD.findall(_ASIDE.sub("", sentence.partition(" - ")[0].casefold()))
    bound = {word for word in told if word in binding and len(word) > 1}
    amount = sentence[:1].isdigit()  # of something, mostly
    return len(bound) > amount if binding else not amount


def _unlabelled(line: str, words: Words) -> str:
    """What stands behind a label, "Context: …"; a remark, "Note: …", is left as it is."""
    found = _LABEL.match(line)
    if found is None or any(map(str.isdigit, found[0])) or found[0][:-2].casefold() in words.pack.callouts:
        return line
    return line[found.end() :]


def _most_telling(passages: Sequence[Passage], words: Words, telling: Sequence[str]) -> str:
    best, most = "", -_LOOK
    parted = any(passage.place for passage in passages[:_LOOK])
    for at, passage in enumerate(passages[:_LOOK]):
        if passage.form not in _OPENED or passage.kind != "fact":
            continue
        for sentence in sentences.split_by_script(passage.text.partition("\n")[0], words.pack.code):
            plain = sentence.strip()
            bare = "".join(attribution.told(plain, words))
            if _is_good(plain, words) and len(plain) <= _LONGEST_HAN and not words.is_furnished(bare):
                value = 2 * min(_ENOUGH, sum(each in plain.casefold() for each in telling)) - _lacks(
                    plain, words
                )
                value -= at // 2 * parted  # what has headings opens with what it is about
                if value > most:
                    best, most = plain, value
    return best


def _lacks(sentence: str, words: Words) -> int:
    """What speaks against a sentence that stands alone: its subject is elsewhere, or it only adds."""
    pointing = words.lacks_subject(sentence) or words.points_back(sentence) or words.goes_on(sentence)
    return 4 * pointing + 2 * words.stands_for_another(sentence) + 2 * words.adds(sentence)


def _is_good(sentence: str, words: Words, *, known: bool = False) -> bool:
    """Whether a sentence stands alone; ``known`` says that it is known what it opens with."""
    if not _WHOLE.search(sentence) or len(sentence) > _LONGEST or is_question(sentence):
        return False
    if sentence.endswith(("...", "…")):  # what it announces is not here
        return False
    if any(sentence.casefold().startswith(each) for each in words.pack.words("no_summary")):
        return False
    if (not known and (words.leans(sentence) or sentence[:1].islower())) or (
        sentence.isupper() and not _HAN.search(sentence)
    ):
        return False
    if _LABEL.match(sentence) or sentence[:1] in '"“「*~$-+<':
        return False
    count = len(_WORD.findall(sentence))
    return count >= (_SHORTEST_HAN if _HAN.search(sentence) else _SHORTEST)
