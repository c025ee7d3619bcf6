"""Does the heuristic navigator find the documents that hold the answer, and say it?

Recall of the gold documents among the first k that `wikic ask` cites, beside BM25 over the articles in the
same run; what each part of the navigator is worth, by leaving it out; exact match and F1 of short answers, a
missing one counted as wrong; time per question in process. What is refused counts as nothing found.

    python benchmarks/ask.py --set DATA KB [--set DATA KB …] [--limit N] [--parts] [--strangers]

DATA holds corpus.jsonl and questions.jsonl, KB was compiled from the file or the folder. Where a question has
`gold_groups`, one document of each group is looked for, whichever. Only BM25 reads the articles: pages alone
carry the rest, and hiding `sources/` from the navigator (`--hidden`) changes no figure.

`--strangers` asks every set's questions of every wiki: how many of its own and of the others' each refuses,
over the questions in even places and over those in odd ones. Form and threshold were chosen on both.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.documents import Documents
from wikic.evaluate.arms.passages import Bm25, ranked_places
from wikic.evaluate.metrics import all_gold, recall_at
from wikic.evaluate.wording import exact_match, token_f1
from wikic.layout import SOURCES_DIR, WIKI_DIR
from wikic.model.answer import Answer
from wikic.navigate.ask.asker import Asker
from wikic.navigate.ask.heuristic.options import Options
from wikic.navigate.library import Library
from wikic.store.tree import TreeStore

Record = dict[str, Any]

CUTS: Final = (2, 5, 10)
# What is asked for: enough facts to cite ten documents.
EVIDENCE: Final = 20
PARTS: Final = (
    ("without relations", Options(relations=False)),
    ("without mentions", Options(mentions=False)),
    ("without PageRank", Options(pagerank=False)),
    ("without links", Options(links=False)),
)


class _Hidden:
    """A store without sources: neither digests nor articles."""

    def __init__(self, store: TreeStore) -> None:
        self._store = store

    def get(self, path: str) -> Any:
        """What the store has, unless it is of a source."""
        return None if path.startswith(SOURCES_DIR) else self._store.get(path)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


# --- counting ------------------------------------------------------------------------------------


def recalls(ranked: list[str], gold: list[set[str]]) -> dict[str, float]:
    """``R@k`` for every cut, and whether all that is wanted is among the first five.

    gold: groups; any one document of a group will do.
    """
    groups = [frozenset(group) for group in gold]
    return {f"R@{cut}": recall_at(ranked, groups, cut) for cut in CUTS} | {
        "all@5": all_gold(ranked, groups, 5)
    }


def wanted(question: Record) -> list[set[str]]:
    """The groups of a question's gold documents: each its own, unless the set groups them."""
    groups = question.get("gold_groups") or [[each] for each in dict.fromkeys(question["gold_docs"])]
    return [set(group) for group in groups]


# --- running -------------------------------------------------------------------------------------


def run(
    questions: list[Record], ranked: Callable[[str], list[str]], gold: Callable[[Record], list[set[str]]]
) -> str:
    """One row of the table: means over the questions."""
    sums: dict[str, float] = {}
    for question in questions:
        for name, value in recalls(ranked(question["question"]), gold(question)).items():
            sums[name] = sums.get(name, 0.0) + value
    return "".join(
        f"{100 * sums[name] / len(questions):7.1f}" for name in (*(f"R@{cut}" for cut in CUTS), "all@5")
    )


def measure(data: Path, root: Path, limit: int | None, *, parts: bool, hidden: bool) -> None:
    """Print the tables of one set."""
    records = _read(data / "corpus.jsonl")
    questions = _questions(data)[:limit]
    titles = {record["id"]: record.get("title", "") for record in records}
    bm25 = Bm25([f"{record['title']} {record['text']}" for record in records])
    store = _Hidden(TreeStore(root / WIKI_DIR)) if hidden else None
    with Library.current(root, store=store) as library:
        held = Documents((each.key, each.title) for each in library.sources())
        held.check(titles.items(), root)
        print(
            f"\n{data.name}: {len(records):,} documents, {len(library.catalogue.pages):,} pages, "
            f"{len(questions)} questions"
        )

        def best(text: str) -> list[str]:
            return [records[at]["id"] for at in ranked_places(bm25.rank(text, max(CUTS)))]

        print(f"{'':22}" + "".join(f"{name:>7}" for name in (*(f"R@{cut}" for cut in CUTS), "all@5")))
        print(f"{'BM25 over articles':22}" + run(questions, best, wanted))

        def gold(question: Record) -> list[set[str]]:
            groups = wanted(question)
            return [{one for each in group for one in held.of(each, titles[each])} for group in groups]

        rows = [("wikic ask", Options()), *(PARTS if parts else ())]
        for name, options in rows:
            asker = Asker(library, options)

            def documents(text: str, asker: Asker = asker) -> list[str]:
                return [each.digest for each in asker.ask(text, evidence=EVIDENCE).answer.sources]

            print(f"{name:22}" + run(questions, documents, gold))
        _answers(questions, library)


def _answers(questions: list[Record], library: Library) -> None:
    """Short answers and times, over a fresh asker: what one question after another costs."""
    asker = Asker(library)
    times: list[float] = []
    given = exact = words = said = 0.0
    for question in questions:
        start = time.perf_counter()
        answer: Answer = asker.ask(question["question"]).answer
        times.append(1000 * (time.perf_counter() - start))
        said += answer.answered
        if answer.short is not None:
            golds = [question["answer"], *question.get("aliases", ())]
            given += 1
            exact += exact_match(answer.short.text, golds)
            words += token_f1(answer.short.text, golds)
    count = len(questions)
    print(
        f"short answers: given {given:.0f}, EM {100 * exact / count:.1f}, F1 {100 * words / count:.1f}; "
        f"right when given {100 * exact / max(given, 1):.0f} %; answered at all {100 * said / count:.0f} %"
    )
    times.sort()
    print(f"time: p50 {times[count // 2]:.1f} ms, p99 {times[min(count - 1, count * 99 // 100)]:.1f} ms")


def strangers(sets: list[tuple[Path, Path]]) -> None:
    """Print what each wiki refuses of its own questions and of the other sets'."""
    asked = {data: _spread(_questions(data)) for data, _ in sets}
    print(f"\n{'refused, %':22}{'own':>14}{'strangers':>18}   (questions in even places, in odd ones)")
    every: dict[tuple[bool, int], list[bool]] = {}
    for data, root in sets:
        counts: dict[tuple[bool, int], list[bool]] = {}
        with Library.current(root) as library:
            asker = Asker(library)
            for other, questions in asked.items():
                for at, question in enumerate(questions if other == data else _spread(questions, 24)):
                    refused = not asker.ask(question["question"]).answer.answered
                    counts.setdefault((other == data, at % 2), []).append(refused)
        for key, values in counts.items():
            every.setdefault(key, []).extend(values)
        print(f"{data.name:22}" + _refused(counts), flush=True)
    print(f"{'all':22}" + _refused(every))


def _refused(counts: dict[tuple[bool, int], list[bool]]) -> str:
    shares = {key: f"{100 * sum(values) / len(values):.1f}" for key, values in counts.items()}
    return "".join(f"{shares[own, 0]:>9} {shares[own, 1]:>5}" for own in (True, False))


def _spread(questions: list[Record], count: int = 100) -> list[Record]:
    """At most ``count`` of them, evenly drawn."""
    return questions[:: max(1, -(-len(questions) // count))]


def _questions(data: Path) -> list[Record]:
    return [each for each in _read(data / "questions.jsonl") if each.get("gold_docs")]


def _read(file: Path) -> list[Record]:
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", nargs=2, action="append", required=True, metavar=("DATA", "KB"), type=Path)
    parser.add_argument("--limit", type=int, help="questions per set")
    parser.add_argument("--parts", action="store_true", help="also with parts left out")
    parser.add_argument("--strangers", action="store_true", help="each wiki asked every set's questions")
    parser.add_argument("--hidden", action="store_true", help="with sources/ hidden from the navigator")
    options = parser.parse_args()
    for data, root in options.set:
        measure(data, root, options.limit, parts=options.parts, hidden=options.hidden)
    if options.strangers:
        strangers([(data, root) for data, root in options.set])


if __name__ == "__main__":
    main()
