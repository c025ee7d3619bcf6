"""How far a reader who knows nothing but the listings walks to a gold document, in the skills of a wiki.

The walker stands for an agent: it knows the skills' descriptions, reads what looks best of all that it has
seen (a SKILL.md, an INDEX.md, a document: one read each), and goes back where something seen before looks
better. It compares words alone, so a model that understands does better: it is a floor, to compare ways of
cutting with.

    wikic export skills OUT -C KB && python benchmarks/skills.py OUT --questions DATA/questions.jsonl
"""

from __future__ import annotations

import argparse
import heapq
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import log
from pathlib import Path

from wikic.document.document_words import WordReader

READS = (2, 3, 4, 6, 10)
_MOST = 40  # reads after which a walk has failed
_GROUP = re.compile(r"^- \*\*(?P<name>.+?)/\*\* \(.*?\): (?P<line>.*)$")
_DOCUMENT = re.compile(r"^- `(?P<file>.+?\.md)`(?: lines (?P<first>\d+)-(?P<last>\d+))?: (?P<title>.*)$")
_INHERITED = 0.3  # of how good a listing looked that counts for what it lists


@dataclass(frozen=True)
class Option:
    """What may be read next. text: what is known of it. lines: of a document in its file; else None."""

    text: str
    file: Path
    lines: tuple[int, int] | None = None


def listed(file: Path, skill: Path) -> Iterator[Option]:
    """What a SKILL.md or INDEX.md offers."""
    for line in file.read_text("utf-8").splitlines():
        if group := _GROUP.match(line):
            said = f"{group['name'].replace('-', ' ')} {group['line']}"
            yield Option(said, file.parent / group["name"] / "INDEX.md")
        elif found := _DOCUMENT.match(line):
            lines = int(found["first"] or 0), int(found["last"] or 0)
            yield Option(found["title"], skill / found["file"], lines)


def described(file: Path) -> str:
    """The description in a file's frontmatter."""
    said = re.search(r"^description: (\".*\")$", file.read_text("utf-8"), re.MULTILINE)
    return str(json.loads(said[1])) if said else ""


def keys_of(option: Option) -> set[str]:
    """Last parts of the keys of the sources that a document names."""
    first, last = option.lines or (0, 0)
    lines = option.file.read_text("utf-8").split("\n")
    text = "\n".join(lines[first - 1 : last] if last else lines)
    return set(re.findall(r"/([^/()\s]+)\)$", text.rpartition("## Sources")[2], re.MULTILINE))


class Forest:
    """The skills in a directory, with how rare each word of their listings is. code: their language."""

    def __init__(self, out: Path, code: str) -> None:
        self._reader = WordReader(code)
        self.roots = [Option(described(file), file) for file in sorted(out.glob("skill-*/SKILL.md"))]
        self.below = {
            file: list(listed(file, out / file.relative_to(out).parts[0]))
            for name in ("SKILL.md", "INDEX.md")
            for file in out.rglob(name)
        }
        every = [*self.roots, *(each for some in self.below.values() for each in some)]
        self._counts = Counter(word for each in every for word in self.words(each.text))
        self._size = len(every)

    def words(self, text: str) -> set[str]:
        """The words of a text that are compared."""
        return set(self._reader.words(text))

    def promise(self, question: set[str], option: Option) -> float:
        """How well what is known of an option fits a question."""
        words = self.words(option.text)
        weight = sum(log(1 + self._size / self._counts[word]) for word in question & words)
        return weight / (1 + (0.02 if option.lines is None else 0.05) * len(words))


def walk(forest: Forest, question: str, found: Callable[[set[str]], bool]) -> int:
    """Reads until a document is read of which ``found`` says yes; more than any limit where none was."""
    asked, order = forest.words(question), count()
    heap = [(-forest.promise(asked, each), next(order), each) for each in forest.roots]
    heapq.heapify(heap)
    for reads in range(1, _MOST + 1):
        if not heap:
            break
        worth, _, option = heapq.heappop(heap)
        if option.lines is not None:
            if found(keys_of(option)):
                return reads
            continue
        for each in forest.below[option.file]:
            promise = -forest.promise(asked, each) + _INHERITED * worth
            heapq.heappush(heap, (promise, next(order), each))
    return _MOST + 1


def report(name: str, reads: Sequence[int]) -> str:
    """Shares of the questions whose gold document was read in time."""
    shares = ", ".join(f"{most}: {sum(each <= most for each in reads) / len(reads):.0%}" for most in READS)
    return f"{name}: {len(reads)} questions; gold document within so many reads: {shares}"


def main() -> None:
    """Print how far the questions' walks were."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("out", type=Path, nargs="+", help="directories of skills")
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--number", type=int, default=1_000)
    parser.add_argument("--language", default="en")
    options = parser.parse_args()
    lines = options.questions.read_text("utf-8").splitlines()[: options.number]
    questions: list[Mapping[str, object]] = [json.loads(line) for line in lines]
    for out in options.out:
        forest = Forest(out, options.language)
        reads = []
        for each in questions:
            gold = {str(key) for key in each["gold_docs"]}  # type: ignore[attr-defined]
            reads.append(walk(forest, str(each["question"]), lambda keys, gold=gold: bool(keys & gold)))  # type: ignore[misc]
        print(report(out.name, reads))


if __name__ == "__main__":
    main()
