"""One question over many wikis: what is found beside the same documents in one wiki, time, memory.

    python benchmarks/federation.py WIKIS --questions DATA [--one KB] [--most 12] [--limit N]

WIKIS is a folder of knowledge bases (`wikic fleet`), DATA holds questions.jsonl, whose gold documents are
known by id. `R@5` is the recall of gold documents among the first five that are cited, `routed` the share of
gold documents whose wiki was asked, `refused` the questions that no wiki answers. KB is one wiki of the same
documents, asked in the same run. Times are in process, the wikis open after the first time they are asked.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from wikic.evaluate.metrics import recall_at
from wikic.federation.ask import FANOUT, Federation
from wikic.model.answer import Answer
from wikic.navigate.ask.asker import Asker
from wikic.navigate.library import Library

EVIDENCE: Final = 20
# Documents and answer for a question, and names of the wikis that were asked.
Ask = Callable[[str], tuple[Answer, list[str]]]


def ids(answer: Answer) -> list[str]:
    """The documents that an answer cites by the last step of their keys."""
    return [each.key.rpartition("/")[2] for each in answer.sources]


def table(name: str, questions: list[dict[str, Any]], ask: Ask, homes: dict[str, set[str]]) -> None:
    """One row: recall, share of gold documents whose wiki was asked, refused, times, memory."""
    found = routed = 0.0
    refused = exact = 0
    times: list[float] = []
    for question in questions:
        start = time.perf_counter()
        answer, asked = ask(question["question"])
        times.append(time.perf_counter() - start)
        gold = [frozenset({each}) for each in dict.fromkeys(question["gold_docs"])]
        found += recall_at(ids(answer), gold, 5)
        there = [bool(homes.get(each, set()) & set(asked)) for group in gold for each in group]
        routed += sum(there) / len(there)
        refused += not answer.answered
        exact += (
            answer.short is not None and answer.short.text.casefold() == str(question["answer"]).casefold()
        )
    count = len(questions)
    times.sort()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{name:14}{100 * found / count:7.1f}{100 * routed / count:8.1f}{100 * refused / count:9.1f}"
        f"{100 * exact / count:8.1f}{1000 * times[count // 2]:9.0f}{1000 * times[int(count * 0.95)]:9.0f}"
        f"{memory:8.0f}",
        flush=True,
    )


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("wikis", type=Path)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--one", type=Path)
    parser.add_argument("--most", type=int, nargs="*", default=[FANOUT])
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    lines = (options.questions / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines][: options.limit]
    start = time.perf_counter()
    with Federation(options.wikis) as federation:
        made = time.perf_counter() - start
        homes: dict[str, set[str]] = {}
        pages = 0
        for name in federation.members:
            with federation.library(name) as library:
                pages += len(library.catalogue.pages)
                for source in library.sources():
                    homes.setdefault(source.key.rpartition("/")[2], set()).add(name)
        print(
            f"{len(federation.members)} wikis, {pages:,} pages, {len(questions)} questions; "
            f"registry {made:.1f} s"
        )
        print(f"{'':14}{'R@5':>7}{'routed':>8}{'refused':>9}{'exact':>8}{'p50 ms':>9}{'p95 ms':>9}{'MB':>8}")
        for most in options.most:

            def many(text: str, most: int = most) -> tuple[Answer, list[str]]:
                found = federation.ask(text, evidence=EVIDENCE, most=most)
                return found.answer, [each.wiki for each in found.asked]

            table(f"{most} wikis", questions, many, homes)
    if options.one is not None:
        with Library.current(options.one) as library:
            asker = Asker(library)

            def one(text: str) -> tuple[Answer, list[str]]:
                return asker.ask(text, evidence=EVIDENCE).answer, ["one"]

            everything = {each.key.rpartition("/")[2]: {"one"} for each in library.sources()}
            table("one wiki", questions, one, everything)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
