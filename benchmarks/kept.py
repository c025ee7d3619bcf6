"""Does what a question asks for still stand on the pages of its gold documents?

    python benchmarks/kept.py --set DATA KB [--set DATA KB …] [--misses]

DATA holds corpus.jsonl and questions.jsonl, KB was compiled from it. Of a question that names gold documents:

**Turns** (`gold_turns`, "ID:N" for the line that begins with "[…:N]"): each is cited by a fact of the
document's page. **Answer**: of the answer's telling words (numbers, names, words of four letters and
more; in Chinese two characters running) those that the gold documents hold stand on their pages, in facts,
headings, title or summary; counted by words and by answers that are whole, of which a long guide
rarely is. A form of a word counts as the word. **Kept**: both, as far as the question has
them; a question with neither (an answer "yes", in the document's words nowhere) is not counted. Selection is
judged alone: what was asked for and never was in the document is no loss.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.compiled import Compiled, Entry
from benchmarks.documents import Documents
from wikic import language
from wikic.search.fields import text_analyser
from wikic.text.normalise import CJK, normalise

Record = dict[str, Any]

_HAN_PAIR: Final = re.compile(f"(?=([{CJK}]{{2}}))")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")  # "LiHua" is "Li Hua"
_WORD: Final = re.compile(r"[^\W_]+")
_SHORTEST: Final = 4  # letters of a word in small letters that is looked for
# "[D4:12] Anna: …": turn 12.
_LABEL: Final = re.compile(r"^\[[^\]\n]{1,40}\](?=[ \t])", re.M)
_TURN: Final = re.compile(r"^\[[^\]\n]*?:(?P<number>\d+)\][ \t]*(?P<text>[^\n]*)", re.M)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What of one question stands on pages.

    question: as asked.
    turns: each gold turn and whether a fact cites it.
    words: each telling word of the answer that the gold documents hold, and whether their pages do.
    """

    question: str
    turns: tuple[tuple[str, bool], ...]
    words: tuple[tuple[str, bool], ...]

    @property
    def counted(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self.turns or self.words)

    @property
    def kept(self) -> bool:
        """Whether all of it stands."""
        return all(stands for _, stands in (*self.turns, *self.words))


def telling(answer: str) -> set[str]:
    """The words of an answer that a page has to hold: stems, and pairs of Chinese characters."""
    common = language.pack("en").stopwords | {"yes"}
    words = {
        word
        for word in _WORD.findall(answer)
        if word.casefold() not in common
        and (len(word) >= _SHORTEST or not word.islower() or any(map(str.isdigit, word)))
    }
    return stems(" ".join(words)) | set(_HAN_PAIR.findall(answer))


def stems(text: str) -> set[str]:
    """The forms under which a text is found."""
    return set(text_analyser().analyze(f"{text} {_CAMEL.sub(' ', text)}")) | set(_HAN_PAIR.findall(text))


class Kept:
    """The pages of one wiki, asked question after question."""

    def __init__(self, root: Path) -> None:
        self._wiki = Compiled(root)
        articles = {digest: self._wiki.article(digest) for digest in self._wiki.digests}
        self.documents = Documents((each.key, each.title) for each in articles.values())
        self._texts = {digest: article.text for digest, article in articles.items()}
        self._pages: dict[str, list[Entry]] = {digest: [] for digest in self._wiki.digests}
        for entry in self._wiki.pages.values():
            for digest in entry.sources:
                self._pages.setdefault(digest, []).append(entry)

    def verdict(self, question: Record) -> Verdict:
        """What of a question's evidence stands."""
        turns = [(turn, self._stands(turn)) for turn in question.get("gold_turns", ())]
        named = zip(question["gold_docs"], question["gold_titles"], strict=True)
        gold = [digest for document, title in named for digest in self.documents.of(document, title)]
        held = {stem for digest in gold for stem in stems(_LABEL.sub("", self._texts[digest]))}
        shown = {stem for digest in gold for stem in stems(self._shown(digest))}
        answer = "" if question.get("adversarial") else str(question.get("answer") or "")
        words = [(stem, stem in shown) for stem in sorted(telling(answer) & held)]
        return Verdict(question["question"], tuple(turns), tuple(words))

    def _shown(self, digest: str) -> str:
        """What the pages of a document say of it, without what other documents say there."""
        lines: list[str] = []
        for entry in self._pages[digest]:
            facts = [fact for fact in entry.facts if any(cited == digest for cited, _ in fact.citations)]
            lines += [entry.title, entry.summary, *(head for fact in facts for head in fact.place)]
            lines += [fact.text for fact in facts]
        return "\n".join(lines)

    def _stands(self, turn: str) -> bool:
        """Whether a fact cites the block that a turn was read as."""
        document, _, number = turn.rpartition(":")
        digest = next(iter(self.documents.of(document)), "")
        lines = {found["number"]: found["text"] for found in _TURN.finditer(self._texts.get(digest, ""))}
        if number not in lines:
            return False
        cited = {
            block
            for entry in self._pages[digest]
            for fact in entry.facts
            for of, block in fact.citations
            if of == digest
        }
        line = normalise(lines[number])
        quotes = self._wiki.blocks(digest)
        return any(block in cited for block, quote in quotes.items() if quote in line or line in quote)


def _read(file: Path) -> list[Record]:
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def share(part: int, whole: int) -> str:
    """``part of whole`` and its percentage."""
    return f"{part:>5} of {whole:<5}{100 * part / max(whole, 1):6.1f} %"


def measure(data: Path, root: Path, *, misses: bool) -> None:
    """Print one set's figures."""
    kept = Kept(root)
    questions = [each for each in _read(data / "questions.jsonl") if each.get("gold_docs")]
    gold = [pair for each in questions for pair in zip(each["gold_docs"], each["gold_titles"], strict=True)]
    kept.documents.check(gold, root)
    found = [verdict for question in questions if (verdict := kept.verdict(question)).counted]
    turns = {turn: stands for verdict in found for turn, stands in verdict.turns}
    answered = [verdict for verdict in found if verdict.words]
    whole = sum(all(stands for _, stands in verdict.words) for verdict in answered)
    print(f"\n{data.name}: {len(questions)} questions, {len(found)} with evidence to look for")
    if turns:
        print(f"{'gold turns cited':24}{share(sum(turns.values()), len(turns))}")
    told = [stands for verdict in answered for _, stands in verdict.words]
    print(f"{'answers, by words':24}{share(sum(told), len(told))}")
    print(f"{'answers whole':24}{share(whole, len(answered))}")
    print(f"{'questions kept':24}{share(sum(verdict.kept for verdict in found), len(found))}")
    if misses:
        for verdict in found:
            lost = [name for name, stands in (*verdict.turns, *verdict.words) if not stands]
            if lost:
                print(f"  {verdict.question}  {', '.join(lost)}")


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", nargs=2, action="append", required=True, metavar=("DATA", "KB"), type=Path)
    parser.add_argument("--misses", action="store_true", help="also list what does not stand")
    options = parser.parse_args()
    for data, root in options.set:
        measure(data, root, misses=options.misses)


if __name__ == "__main__":
    main()
