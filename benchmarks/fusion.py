"""May the vectors of an embedding model have a say where names and links find little?

The rules of `wikic ask` beside themselves with a place for the document nearest by `semantic_search`'s
vectors: the fifth place, or the answer to a question that was refused; for every question, and for those
that name nothing the wiki knows. Differences of R@5 with their paired bootstrap intervals, over the same
questions. A refusal is worth something where the wiki does not say: so each set is asked the other sets'
questions as well, and a nearest sentence has to be nearer than all but a twentieth of those in even places;
told are those in odd ones. The ceiling is a rule that knew when the fifth place pays: no rule of this form
can surpass it.

    wikic embed -C KB      # with [embedding] in its wikic.toml
    python benchmarks/fusion.py --set DATA KB [--set DATA KB …] [--documents]

With --documents nearness is that of whole documents, 8,000 characters of each, as the arm `dense` has it.

DATA holds corpus.jsonl and questions.jsonl, KB was compiled from it and has vectors.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.ask import EVIDENCE, _questions, _read, wanted
from benchmarks.documents import Documents
from wikic.evaluate.arms.passages import Dense, article_passages
from wikic.evaluate.metrics import recall_at
from wikic.evaluate.summary import paired_difference
from wikic.layout import DIGESTS_DIR, SCHEMA_FILE, WIKI_DIR, stem
from wikic.llm.open_models import Models
from wikic.navigate.ask.asker import Asker
from wikic.navigate.library import Library
from wikic.progress import Silent
from wikic.schema.new_wiki import read_schema
from wikic.search.sentence_vectors import Meaning
from wikic.session import Session

_SENTENCES: Final = 100  # that are ranked for the five nearest documents
_TOP: Final = 5
_FOREIGN: Final = 40  # questions of every other set
_RULE: Final = "fifth place, names unknown"
_OF_STRANGERS: Final = 0.05  # of other sets' questions, at most so many may be answered for their nearness


@dataclass(frozen=True, slots=True)
class Looked:
    """What one question found.

    ruled: documents by rules; none where it was refused. near: the nearest documents, best first.
    cosine: of the nearest sentence. known: whether it surely names a page.
    gold: groups of documents wanted.
    """

    ruled: tuple[str, ...]
    near: tuple[str, ...]
    cosine: float
    known: bool
    gold: tuple[frozenset[str], ...]

    def score(self, ranked: Sequence[str]) -> float:
        """R@5."""
        return recall_at(list(ranked), list(self.gold), _TOP)

    @property
    def fifth(self) -> list[str]:
        """Four by rules, then the nearest document that is not among them; what was refused stays refused."""
        if not self.ruled:
            return []
        more = [each for each in self.near if each not in self.ruled[: _TOP - 1]]
        return [*self.ruled[: _TOP - 1], *more[:1]]

    @property
    def best(self) -> Sequence[str]:
        """By rules or with the fifth place, whichever is right."""
        return max(self.ruled, self.fifth, key=self.score)


@dataclass(frozen=True, slots=True)
class Opened:
    """One set: its name, whether its wiki is a library, and what its own and others' questions found."""

    name: str
    library: bool
    own: tuple[Looked, ...]
    strangers: tuple[Looked, ...]


Near = Callable[[str], dict[str, float]]
"""Digests of the documents nearest to a text with their cosines, best first."""


def by_sentences(meaning: Meaning) -> Near:
    """A document is as near as its nearest sentence."""

    def near(text: str) -> dict[str, float]:
        found: dict[str, float] = {}
        for path, _, cosine in meaning.nearest(text, _SENTENCES):
            found.setdefault(f"{DIGESTS_DIR}/{stem(path)}", cosine)
        return found

    return near


def by_documents(library: Library, models: Models) -> Near:
    """A document is as near as its beginning."""
    digests = {source.key: source.digest for source in library.sources()}
    texts = article_passages(library)
    dense = Dense([each.text for each in texts], models.embedder(), Silent())
    return lambda text: {digests[texts[at].keys[0]]: cosine for at, cosine in dense.rank(text, _TOP + 4)}


def look(near: Near, asker: Asker, text: str, gold: Iterable[set[str]]) -> Looked:
    """Ask by rules and by vectors."""
    answer = asker.ask(text, evidence=EVIDENCE).answer
    found = near(text)
    return Looked(
        tuple(each.digest for each in answer.sources),
        tuple(found)[:_TOP],
        max(found.values(), default=0.0),
        bool(asker.named(text)),
        tuple(frozenset(each) for each in gold),
    )


def opened(data: Path, root: Path, others: Sequence[Path], *, documents: bool) -> Opened:
    """Ask a wiki its own set's questions, and those of ``others``."""
    titles = {record["id"]: record.get("title", "") for record in _read(data / "corpus.jsonl")}
    session = Session.open(root)
    with ExitStack() as stack:
        library = stack.enter_context(Library.current(root))
        models = stack.enter_context(session.models())
        meaning = None if documents else session.meaning(models)
        if meaning is None and not documents:
            raise SystemExit(f"{root} has no vectors: wikic embed -C {root}")
        near = by_sentences(meaning) if meaning is not None else by_documents(library, models)
        held = Documents((each.key, each.title) for each in library.sources())
        held.check(titles.items(), root)
        asker = Asker(library)

        def gold(question: dict[str, Any]) -> Iterator[set[str]]:
            for group in wanted(question):
                yield {one for each in group for one in held.of(each, titles[each])}

        own = [look(near, asker, each["question"], gold(each)) for each in _questions(data)]
        foreign = [each["question"] for other in others for each in _questions(other)[:_FOREIGN]]
        strangers = [look(near, asker, text, ()) for text in foreign]
    layout = read_schema(root / WIKI_DIR / SCHEMA_FILE).layout
    return Opened(data.name, layout == "library", tuple(own), tuple(strangers))


def line(name: str, found: Sequence[Looked], ranked: Callable[[Looked], Sequence[str]]) -> str:
    """R@5 before and with the rule, and the difference with its interval, in points."""
    before = [each.score(each.ruled) for each in found]
    after = [each.score(ranked(each)) for each in found]
    gain = paired_difference(after, before)
    mean, low, high = (100 * value for value in (gain.gain.mean, gain.gain.low, gain.gain.high))
    score = f"{100 * sum(before) / len(before):5.1f} {100 * sum(after) / len(after):5.1f}"
    return f"  {name:34}{score}  {mean:+5.1f} ({low:+.1f} to {high:+.1f})  {gain.won}/{gain.tied}/{gain.lost}"


def told(each: Opened) -> None:
    """The table of one set."""
    unknown = [one for one in each.own if not one.known]
    refused = [one for one in each.own if not one.ruled]
    kind = "a library" if each.library else "things"
    print(f"\n{each.name} ({kind}): {len(each.own)} questions, {len(unknown)} name nothing known, "
          f"{len(refused)} refused")  # fmt: skip
    print(line("vectors alone", each.own, lambda one: one.near))
    print(line("fifth place, every question", each.own, lambda one: one.fifth))
    print(line(_RULE, each.own, lambda one: one.ruled if one.known else one.fifth))
    print(line("fifth place, the ceiling", each.own, lambda one: one.best))
    least = nearness(each.strangers[::2])
    odd = each.strangers[1::2]
    wrongly = [one for one in odd if not one.ruled and one.cosine >= least]
    now = sum(bool(one.ruled) for one in odd)
    for rule, may in (("refused: the nearest five", True), ("refused, names unknown", False)):

        def ranked(one: Looked, may: bool = may) -> Sequence[str]:
            takes = not one.ruled and one.cosine >= least and (may or not one.known)
            return one.near if takes else one.ruled

        print(line(rule, each.own, ranked))
    print(f"  strangers answered, odd places: {now} of {len(odd)} by rules, {len(wrongly)} more by nearness "
          f"(cosine {least:.2f})")  # fmt: skip


def nearness(strangers: Sequence[Looked]) -> float:
    """The cosine above which at most 5 % of strangers' questions lie that rules refuse."""
    cosines = sorted((one.cosine for one in strangers if not one.ruled), reverse=True)
    return cosines[min(int(_OF_STRANGERS * len(strangers)), len(cosines) - 1)] + 1e-6 if cosines else 1.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--set", nargs=2, action="append", required=True, metavar=("DATA", "KB"), type=Path)
    parser.add_argument("--documents", action="store_true", help="nearness of whole documents")
    given = parser.parse_args()
    found = [
        opened(data, root, [other for other, _ in given.set if other != data], documents=given.documents)
        for data, root in given.set
    ]
    for each in found:
        told(each)
    for name, sets in (
        ("all libraries", [each for each in found if each.library]),
        ("all of things", [each for each in found if not each.library]),
        ("all", found),
    ):
        if len(sets) > 1:
            own = [one for each in sets for one in each.own]
            print(f"\n{name}: {len(own)} questions")
            print(line("fifth place, every question", own, lambda one: one.fifth))
            print(line(_RULE, own, lambda one: one.ruled if one.known else one.fifth))
            print(line("fifth place, the ceiling", own, lambda one: one.best))


if __name__ == "__main__":
    main()
