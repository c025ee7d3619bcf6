"""What the agent controller costs beside its model, and when a model has to explore.

    python benchmarks/agent.py --wiki KB --questions DATA     overhead, tokens; DATA holds questions.jsonl
    python benchmarks/agent.py --escalation --set DATA KB [--set DATA KB …]
    python benchmarks/agent.py --handed --set DATA KB [--set DATA KB …]

No model is asked. The scripted agent goes the way of three hops: it searches what a question names, reads the
pages found in one call, reads in one more call what these relate to, and answers. Overhead is the time from a
reply of the model to the next request, by tool call. Tokens are estimated (``wikic.llm.tokens``), of all
requests of a question; the disk form is the same path with files in place of what ``wiki_read`` returns.

Escalation: the heuristic controller's evidence is complete when it cites every gold document. Its signals are
compared with that on half of the questions, by a hash of their text, to choose thresholds; those that
stand in ``navigate/ask/asker.py`` are then measured on both halves.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.documents import Documents
from wikic.layout import WIKI_DIR, page_file
from wikic.llm.protocol import Message, Reply, Request, ToolCall
from wikic.llm.tokens import request_tokens, text_tokens
from wikic.navigate.ask.agent.controller import Agent
from wikic.navigate.ask.agent.fact_handles import Handles
from wikic.navigate.ask.answer.compose import compose_answer
from wikic.navigate.ask.answer.evidence import FACTS, evidence_for_model
from wikic.navigate.ask.asker import (
    CONNECTED,
    COVERED,
    GIVEN,
    Asker,
    Signals,
    decide_route,
    escalation_signals,
)
from wikic.navigate.ask.heuristic.controller import Heuristic
from wikic.navigate.ask.heuristic.question import SURE
from wikic.navigate.library import Library
from wikic.navigate.tools.result import Reading

Question = dict[str, Any]

_UNREAD: Final = re.compile(r"not read: ([^\n]*)")
_LINK: Final = re.compile(r"\[\[([^\]|#]+)\]\]")
_FOLLOWED: Final = 5  # pages read at once, as the paper's k


# --- the scripted agent --------------------------------------------------------------------------


@dataclass
class Walker:
    """A model that goes three hops by what the tools show.

    names: what it searches for. requests: what it was sent. gaps: ms from reply to request, by call.
    """

    names: Sequence[str]
    name: str = "walker"
    requests: list[Request] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    _replied: float = 0.0
    _calls: int = 0

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """The next turn."""
        if self._replied:
            self.gaps += [1000 * (time.perf_counter() - self._replied) / self._calls] * self._calls
        self.requests.append(request)
        reply = self._turn(request)
        self._calls = max(1, len(reply.calls))
        self._replied = time.perf_counter()
        return reply

    def keep(self, request: Request, reply: Reply) -> None:
        """Nothing is kept."""

    def _turn(self, request: Request) -> Reply:
        turn = len(self.requests)
        said = "\n".join(message.text for message in request.messages[1:])
        if turn == 1:
            return _calls(*(("wiki_search", {"query": name}) for name in self.names))
        state = _UNREAD.findall(request.messages[-1].text)
        pages = _LINK.findall(state[-1])[:_FOLLOWED] if state else []
        if turn == 2:
            found = [
                page
                for message in request.messages
                for page in re.findall(r"^1\. \[\[([^\]]+)\]\]", message.text, re.M)
            ]
            return _calls(("wiki_read", {"paths": found or pages}))
        if turn == 3 and pages:
            return _calls(("wiki_read", {"paths": pages}))
        handle = next(iter(re.findall(r"\[F\d+\]", said)), "")
        return Reply(f"ANSWER: one\nIt says so {handle}.")


def _calls(*wanted: tuple[str, Any]) -> Reply:
    made = (ToolCall(f"c{at}", name, json.dumps(value)) for at, (name, value) in enumerate(wanted))
    return Reply("", tuple(made), "calls")


# --- overhead and tokens -------------------------------------------------------------------------


def overhead(root: Path, questions: list[Question]) -> None:
    """Print what a tool call and a question cost."""
    gaps: list[float] = []
    sent: dict[str, list[int]] = {"reading form": [], "disk form": []}
    results: dict[str, list[int]] = {"reading form": [], "disk form": []}
    with Library.current(root) as library:
        heuristic = Heuristic(library)
        print(f"{len(library.catalogue.pages):,} pages, {len(questions)} questions")
        for question in questions:
            named = heuristic.explore(question["question"]).question.names
            names = [each.match.name for each in named if each.weight >= SURE] or [question["question"]]
            walker = Walker(names)
            Agent(library, walker).run(question["question"])
            gaps += walker.gaps
            for form, requests in (
                ("reading form", walker.requests),
                ("disk form", [_on_disk(each, library, root) for each in walker.requests]),
            ):
                sent[form].append(sum(map(request_tokens, requests)))
                read = _reads(requests[-1])
                results[form].append(sum(text_tokens(message.text) for message in read))
    gaps.sort()
    half, most = _at(gaps, 0.5), _at(gaps, 0.99)
    print(f"own time per tool call: p50 {half:.2f} ms, p99 {most:.2f} ms ({len(gaps)} calls)")
    for form, counts in sent.items():
        print(
            f"{form:13} sent per question, all turns: p50 {_at(sorted(counts), 0.5):,.0f}, "
            f"mean {sum(counts) / len(counts):,.0f}; of pages read {sum(results[form]) / len(counts):,.0f}"
        )


def _reads(request: Request) -> list[Message]:
    """The results of ``wiki_read`` in a request."""
    ids = {
        (at, call.id)
        for at, message in enumerate(request.messages)
        for call in message.calls
        if call.name == "wiki_read"
    }
    found: list[Message] = []
    last = 0
    for at, message in enumerate(request.messages):
        last = at if message.calls else last
        if message.role == "tool" and (last, message.answers) in ids:
            found.append(message)
    return found


def _on_disk(request: Request, library: Library, root: Path) -> Request:
    """The same request with the files of the pages that were read, whole."""
    reads = {id(message) for message in _reads(request)}
    paths: list[str] = []
    messages: list[Message] = []
    for message in request.messages:
        for call in message.calls:
            if call.name == "wiki_read":
                paths = json.loads(call.arguments)["paths"]
        if id(message) in reads:
            found = [library.resolve(path).path for path in paths]
            files = [(root / WIKI_DIR / page_file(path)) for path in found if path is not None]
            message = replace(
                message, text="\n\n".join(file.read_text("utf-8") for file in files if file.exists())
            )
        messages.append(message)
    return replace(request, messages=tuple(messages))


# --- escalation ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judged:
    """A question: its set, the signals, whether the evidence cites all gold documents, and its half."""

    data: str
    signals: Signals
    complete: bool
    half: int


def judge(data: Path, root: Path) -> list[Judged]:
    """The questions of one set."""
    found: list[Judged] = []
    with Library.current(root) as library:
        held = Documents((each.key, each.title) for each in library.sources())
        asker = Asker(library)
        for question in _read(data):
            gold = {one for each in question.get("gold_docs") or () for one in held.of(each)}
            if not gold:
                continue
            exploration = asker.ask(question["question"]).exploration
            given = compose_answer(exploration, library, limit=GIVEN)
            cited = {cite.digest for each in given.evidence for cite in each.citations}
            half = int(hashlib.sha256(question["question"].encode()).hexdigest(), 16) % 2
            found.append(Judged(data.name, escalation_signals(exploration, given), gold <= cited, half))
    return found


def escalation(every: list[Judged]) -> None:
    """Print how well each signal tells, the thresholds of the first half, and what they do."""
    halves = [[each for each in every if each.half == half] for half in (0, 1)]
    print(
        f"\n{'area under ROC: set':24}"
        + "".join(f"{name:>11}" for name in ("connected", "covered", "named", "agreed"))
    )
    for name in (*dict.fromkeys(each.data for each in every), "all"):
        rows = [each for each in every if name in (each.data, "all")]
        print(
            f"{name:24}"
            + "".join(f"{_area(rows, key):11.2f}" for key in ("connected", "covered", "named", "agreed"))
        )
    print("\nchosen on the first half, by the share of incomplete evidence explored less that of complete:")
    for gain, one, other in sorted(_grid(halves[0]), reverse=True)[:5]:
        print(f"  connected {one:.2f}, covered {other:.2f}: {gain:.2f}")
    print(f"\nconnected {CONNECTED}, covered {COVERED}, {GIVEN} facts: share explored of evidence that is")
    print(f"{'':24}{'incomplete':>16}{'complete':>16}{'all':>8}")
    for name, rows in (("first half", halves[0]), ("second half", halves[1])):
        print(_row(name, rows))
    for name in dict.fromkeys(each.data for each in every):
        print(_row(name, [each for each in every if each.data == name]))


def _row(name: str, rows: list[Judged]) -> str:
    def share(some: list[Judged]) -> str:
        explored = sum(decide_route(each.signals).manner == "explore" for each in some)
        return f"{explored}/{len(some)} {100 * explored / max(1, len(some)):.0f} %"

    bad = [each for each in rows if not each.complete]
    good = [each for each in rows if each.complete]
    whole = 100 * sum(decide_route(each.signals).manner == "explore" for each in rows) / max(1, len(rows))
    return f"{name:24}{share(bad):>16}{share(good):>16}{whole:6.0f} %"


def _grid(rows: list[Judged]) -> Iterable[tuple[float, float, float]]:
    bad = [each.signals for each in rows if not each.complete]
    good = [each.signals for each in rows if each.complete]
    for connected in (at / 20 for at in range(13)):
        for covered in (0.0, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95):

            def explored(some: list[Signals], one: float = connected, other: float = covered) -> float:
                return sum(not s.agreed and (s.connected < one or s.covered < other) for s in some) / max(
                    1, len(some)
                )

            yield explored(bad) - explored(good), connected, covered


def _area(rows: list[Judged], key: str) -> float:
    good = [float(getattr(each.signals, key)) for each in rows if each.complete]
    bad = [float(getattr(each.signals, key)) for each in rows if not each.complete]
    if not good or not bad:
        return float("nan")
    return sum((a > b) + 0.5 * (a == b) for a in good for b in bad) / (len(good) * len(bad))


# --- what is handed over --------------------------------------------------------------------------


def hand_over(data: Path, root: Path) -> None:
    """Print what a model is handed against the best facts alone: documents, words of the answer, tokens."""
    rows: dict[str, list[tuple[bool, bool, int]]] = {}
    with Library.current(root) as library:
        documents = Documents((source.key, source.title) for source in library.sources())
        heuristic = Heuristic(library)
        for question in _read(data):
            exploration = heuristic.explore(question["question"])
            facts = {count: compose_answer(exploration, library, limit=count) for count in (FACTS, GIVEN)}
            if not facts[GIVEN].answered:
                continue
            forms = {f"{count} facts": answer.evidence for count, answer in facts.items()}
            forms["handed over"] = evidence_for_model(facts[FACTS], library)
            gold = {path for each in question.get("gold_docs") or () for path in documents.of(each)}
            wanted = str(question["answer"]).casefold()
            for name, evidence in forms.items():
                text = Handles().given(evidence, Reading())
                cited = {cite.digest for each in evidence for cite in each.citations}
                rows.setdefault(name, []).append(
                    (gold <= cited, wanted in text.casefold(), text_tokens(text))
                )
    for name, found in rows.items():
        cited_all, words, cost = (sum(column) for column in zip(*found, strict=True))
        print(
            f"{data.name:24}{name:14} gold documents {cited_all} of {len(found)}, "
            f"the answer's words {words}, tokens {cost / len(found):,.0f}"
        )


# --- running -------------------------------------------------------------------------------------


def _at(values: Sequence[float], share: float) -> float:
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def _read(data: Path) -> list[Question]:
    with (data / "questions.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--wiki", type=Path, help="a knowledge base, for overhead and tokens")
    parser.add_argument("--questions", type=Path, help="a folder with questions.jsonl about it")
    parser.add_argument("--escalation", action="store_true", help="signals against gold documents")
    parser.add_argument("--handed", action="store_true", help="what a model is handed, and what it costs")
    parser.add_argument("--set", nargs=2, action="append", default=[], metavar=("DATA", "KB"), type=Path)
    options = parser.parse_args()
    if options.wiki is not None and options.questions is not None:
        overhead(options.wiki, _read(options.questions))
    for data, root in options.set if options.handed else ():
        hand_over(data, root)
    if options.escalation:
        escalation([each for data, root in options.set for each in judge(data, root)])


if __name__ == "__main__":
    main()
