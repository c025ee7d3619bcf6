"""What single sentences and lines are, by the words of a language: courtesy, navigation, question."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from wikic import language
from wikic.language import Pack, all_packs
from wikic.text.normalise import CJK

_HAN: Final = re.compile(f"[{CJK}]")
_TOKEN: Final = re.compile(rf"[{CJK}]|[^\W_]+(?:['’.-][^\W_]+)*")
_QUESTION: Final = re.compile(
    r"[?？]+[\"”’」』)\]]*\s*(?:[\U0001F000-\U0010FFFF\u2600-\u27BF\uFE0F\u200D\s]*)$"
)
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PICTURES: Final = re.compile("[\U0001f000-\U0010ffff\u2190-\u2bff\ufe0f\u200d\u20e3]+")
_NOT_WORDS: Final = re.compile(r"[\W_]+")
_NUMBER: Final = re.compile(r"\d+")
_HEAD: Final = re.compile(r"^[\"“‘'(\[「『（《\s]*")
_FURNITURE: Final = 160  # characters
_NEAR_FURNITURE: Final = 14  # characters
_ADDRESS: Final = 50  # characters of a line that greets
_NEVER: Final = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Words:
    """The lists of one pack, ready to be asked about a sentence.

    pack: the lists themselves.
    leaning, greeting, boilerplate, titling, midway, joining, unnamed, proposing: patterns over them.
    """

    pack: Pack
    leaning: re.Pattern[str]
    greeting: re.Pattern[str]
    boilerplate: re.Pattern[str]
    titling: re.Pattern[str]
    midway: re.Pattern[str]
    joining: re.Pattern[str]
    unnamed: re.Pattern[str]
    proposing: re.Pattern[str]

    def leans(self, sentence: str) -> bool:
        """Whether a sentence points back to the one before it."""
        return self.leaning.match(sentence) is not None

    def stands_in(self, sentence: str) -> bool:
        """Whether a sentence opens with a word that stands for someone or something named before."""
        first = _TOKEN.search(sentence.replace("’", "'"))
        return first is not None and first.group().casefold() in self.pack.pronouns

    def lacks_subject(self, sentence: str) -> bool:
        """Whether a sentence begins with its verb, or with what only the text before it makes clear."""
        return sentence.lstrip("“‘（( ").startswith(self.pack.words("subjectless"))

    def points_back(self, sentence: str) -> bool:
        """Whether a sentence begins with a circumstance and speaks of what was named before behind it."""
        return self.pack.pattern("points_back").match(sentence) is not None

    def adds(self, sentence: str) -> bool:
        """Whether a sentence adds to what was said: "too" or "still" stands behind its subject."""
        return self.pack.pattern("adds").match(sentence) is not None

    def is_notice(self, sentence: str) -> bool:
        """Whether a sentence is what a site says of itself, wherever it says so."""
        plain = sentence.casefold()
        return len(plain) <= _FURNITURE and any(each in plain for each in self.pack.words("notices"))

    def goes_on(self, sentence: str) -> bool:
        """Whether a sentence goes on from another one, so that no document opens with it."""
        return self.midway.match(sentence) is not None

    def without_joint(self, sentence: str) -> str:
        """A sentence without the word that joins it to the one before."""
        found = self.joining.match(sentence)
        return sentence if found is None else sentence[found.end() :].lstrip("，, ：:")

    def stands_for_another(self, line: str) -> bool:
        """Whether a line speaks of someone or something that is named elsewhere."""
        return self.unnamed.search(line) is not None

    def is_boilerplate(self, sentence: str) -> bool:
        """Whether a sentence is what a site puts under every document."""
        return self.boilerplate.match(sentence) is not None

    def without_label(self, line: str) -> str:
        """A line without the label that says it is the title."""
        return self.titling.sub("", line, count=1)

    def is_furnished(self, sentence: str) -> bool:
        """Whether words of a site stand at the head of a sentence."""
        return any(each in sentence[:_NEAR_FURNITURE].casefold() for each in self.pack.furniture)

    def addresses(self, line: str) -> bool:
        """Whether a line opens or ends a letter and says nothing else: "Hi Piet,", "Kind regards, Anna"."""
        said = self.greeting.match(line)
        if said is None or len(line) > _ADDRESS:
            return False
        # One word of courtesy may be a name of its own: "Nice, France".
        ended = line.endswith((",", "，")) or (" " in said[0] and "," in line)
        names = _TOKEN.findall(line[said.end() :])
        return ended and all(name[:1].isupper() or not name[:1].isascii() for name in names)

    def is_navigation(self, line: str) -> bool:
        """Whether a line leads around and says nothing."""
        return folded(line) in self.pack.navigation

    def without_courtesies(self, sentence: str) -> str:
        """What a sentence of talk says beside its courtesies and pictures: ``bare`` below."""
        return self.greeting.sub(" ", _PICTURES.sub(" ", sentence.replace("’", "'")))

    def speaks_of_himself(self, bare: str) -> bool:
        """Whether one who talks tells of himself; true of every sentence where the language has no list."""
        speaking = self.pack.speaking
        return not speaking or any(word.casefold() in speaking for word in _TOKEN.findall(bare))

    def replies(self, sentence: str) -> bool:
        """Whether a sentence of talk speaks of what was said before it, anywhere in it."""
        found = [word.casefold() for word in _TOKEN.findall(sentence.replace("’", "'"))]
        return bool(self.pack.pronouns) and (
            self.leans(sentence)
            or any(word in self.pack.pronouns for word in found)
            or any(word in self.pack.leaning for word in (*found[1:3], *found[-1:]))
        )

    def asks_unmarked(self, sentence: str) -> bool:
        """Whether a sentence of talk asks by its words alone, without a mark at its end."""
        return self.pack.pattern("asks_unmarked").match(sentence) is not None

    def is_courteous(self, sentence: str) -> bool:
        """Whether a sentence of talk has a phrase or word of courtesy."""
        plain = sentence.replace("’", "'")
        found = {word.casefold() for word in _TOKEN.findall(plain)}
        return self.greeting.search(plain) is not None or not found.isdisjoint(self.pack.chatter)

    def appointed(self, bare: str) -> frozenset[str]:
        """The numbers, days and times that talk names."""
        days = (found.group().casefold() for found in self.pack.pattern("appoints").finditer(bare))
        return frozenset((*_NUMBER.findall(bare), *days))

    def wonders_when(self, question: str) -> bool:
        """Whether a question is a statement in its form and names a time: "I'm thinking around 3 PM?"."""
        first = _TOKEN.search(question.replace("’", "'"))
        asks = first is None or first.group().casefold() in self.pack.questions
        bare = self.without_courtesies(question)
        return bool(self.pack.questions) and not asks and bool(self.appointed(bare))

    def denies(self, bare: str) -> bool:
        """Whether a sentence of talk says that something is not so."""
        return self.pack.pattern("denies").search(bare) is not None

    def commits(self, bare: str) -> bool:
        """Whether one who talks says what he is going to do."""
        return self.pack.pattern("commits").search(bare) is not None

    def assents(self, sentence: str) -> bool:
        """Whether a sentence answers with yes or no."""
        return self.pack.pattern("assents").match(sentence.replace("’", "'")) is not None

    def proposes(self, question: str) -> bool:
        """Whether a question proposes something, and does not ask who, where or what is to be proposed."""
        found = self.proposing.search(question := question.replace("’", "'"))
        if found is None:
            return False
        before = _TOKEN.findall(question[: found.start()])
        return self.pack.questions.isdisjoint(word.casefold() for word in before)

    def substance(self, bare: str, known: Collection[str] = ()) -> int:
        """How much a sentence of talk says: its words that are neither courtesy nor common, numbers twice.

        known: words that say nothing in it, as ``words_of_names`` gives them.
        """
        count = 0
        for word in _TOKEN.findall(bare):
            key = word.casefold()
            if key in known or key in self.pack.stopwords or key in self.pack.chatter:
                continue
            count += 2 if any(map(str.isdigit, word)) else 1
        return count


def words_of_names(names: Iterable[str]) -> frozenset[str]:
    """The names, folded, and their words."""
    pieces = (piece for name in names for piece in (name, *_TOKEN.findall(written_out(name))))
    return frozenset(map(str.casefold, pieces))


def written_out(name: str) -> str:
    """A name with its words apart: ``WolfgangSchulz`` is "Wolfgang Schulz"."""
    return _CAMEL.sub(" ", name)


def folded(line: str) -> str:
    """A line's words in lower case, without marks."""
    return _NOT_WORDS.sub(" ", line.casefold()).strip()


def is_question(sentence: str) -> bool:
    """Whether a sentence ends in a question mark."""
    return _QUESTION.search(sentence) is not None


def without_pictures(text: str) -> str:
    """``text`` without emoji at its end."""
    return re.sub(r"\s*[\U0001F000-\U0010FFFF\u2600-\u27BF\uFE0F\u200D\u20E3]+\s*$", "", text).rstrip()


@lru_cache(maxsize=32)
def words_of(code: str) -> Words:
    """The words of a language, by its tag."""
    pack = language.pack(code)
    folded_navigation = frozenset(folded(each) for each in pack.navigation)
    pack = _with_navigation(pack, folded_navigation)
    return Words(
        pack,
        _opening(pack.leaning, elided=True),
        _anywhere(pack.greetings),
        _opening(pack.boilerplate, whole=False),
        re.compile(rf"^(?:{_alternatives(all_packs.words('titling'))})\s*[:：]\s*", re.I),
        _opening(pack.midway),
        _opening(pack.joining),
        _anywhere(pack.unnamed, shortest=1),
        _anywhere(pack.proposing),
    )


def _with_navigation(pack: Pack, navigation: frozenset[str]) -> Pack:
    from dataclasses import replace

    return replace(pack, navigation=navigation)


def _alternatives(items: Iterable[str]) -> str:
    return "|".join(re.escape(each) for each in sorted(items, key=lambda each: (-len(each), each)))


def _opening(items: frozenset[str], *, whole: bool = True, elided: bool = False) -> re.Pattern[str]:
    """A pattern for one of ``items`` at the head of a sentence; whole words in scripts that part them.

    elided: a verb may have lost its head behind them: "it's", "he'll".
    """
    if not items:
        return _NEVER
    spaced = [each for each in items if not _HAN.search(each)]
    dense = [each for each in items if _HAN.search(each)]
    parts = [f"(?:{_alternatives(dense)})"] if dense else []
    if spaced:
        verb = r"(?:['’](?:s|ll|d|re|ve))?" if elided else ""
        parts.append(f"(?:{_alternatives(spaced)}){verb}" + (r"(?![\w'’-])" if whole else ""))
    return re.compile(_HEAD.pattern + f"(?:{'|'.join(parts)})", re.I)


def _anywhere(items: frozenset[str], shortest: int = 2) -> re.Pattern[str]:
    if not items:
        return _NEVER
    spaced = [each for each in items if not _HAN.search(each)]
    dense = [each for each in items if _HAN.search(each) and len(each) >= shortest]
    parts = [f"(?:{_alternatives(dense)})"] if dense else []
    if spaced:
        parts.append(rf"(?<![\w'])(?:{_alternatives(spaced)})(?![\w'])")
    return re.compile("|".join(parts), re.I)
