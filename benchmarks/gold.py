"""What a wiki holds of a question set's gold labels: sentences that facts cite, triples that relations link.

    .venv/bin/python benchmarks/gold.py --data DIR --wiki KB [--misses]

DIR holds ``corpus.jsonl`` and ``questions.jsonl`` with ``supporting_facts`` ([title, sentence number]) and
``evidences`` ([subject, relation, object]); KB is the compiled corpus. Labels are counted once each, however
many questions share them.

**Sentences.** The data set numbers sentences and keeps only the paragraph, so it is split here by a rule of
the benchmarks' own (``paragraphs.py``). A sentence is *cited* when the blocks that facts of any page
cite cover nine tenths of its letters, *in part* when they cover any. It is *certain* when this splitter and
wikic's agree on the sentence of that number. A sentence is *told* when it holds the object of a gold triple
on its document: the label then means this one beyond doubt. Where the paragraph has no sentence of that
number, the data set split it finer, and the whole paragraph must be cited. The last row is the floor to
compare with: every sentence of every article, gold or not.

**Triples.** An end of a triple is the page of the question's gold title that it names (whole, without the
parenthesis, before the comma, or, for what is a subject in the question, as the only one to hold the name),
else the page with that title or alias. *Typed*: Related Pages of
either page link the two by something else than a mention. *Any*: mentions too. *Right*: the label is one that
``LABELS`` lists for the relation. *Stated*: a fact on the subject's page names the object in words. Dates
link to nothing: for them, whether one fact of the subject's page holds day, month and year.
"""

from __future__ import annotations

import argparse
import calendar
import json
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import paragraphs
from benchmarks.compiled import Compiled, Entry
from wikic.text import sentences
from wikic.text.names import base
from wikic.text.normalise import fold_name, normalise
from wikic.text.relation_labels import inverse

COVERED: Final = 0.9  # blocks may leave out a bullet or a closing quotation mark
# Labels on the subject's page that say the relation; the object's page may say the inverse instead.
LABELS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("director", ("directed by",)),
    ("father", ("father",)),
    ("mother", ("mother",)),
    ("spouse", ("spouse", "husband", "wife")),
    ("sibling", ("sibling", "brother", "sister", "half-sibling")),
    ("child", ("child", "son", "daughter")),
    ("place of birth", ("born in",)),
    ("place of death", ("died in",)),
    ("country", ("country", "located in")),
    ("country of origin", ("country",)),
    ("country of citizenship", ("country",)),
    ("educated at", ("educated at",)),
    ("employer", ("worked for", "held office in", "member of")),
    ("performer", ("performed by",)),
    ("composer", ("composed by",)),
    ("producer", ("produced by",)),
    ("founded by", ("founded by",)),
)
MENTIONS: Final = frozenset({"mentions", "mentioned by"})
_MONTHS: Final = frozenset(calendar.month_name[number].casefold() for number in range(1, 13))
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A gold sentence.

    title: of its document.
    number: from 0; -1 when the paragraph has no sentence of the number and is taken whole.
    text: by our splitter.
    share: of its letters that cited blocks cover.
    own: the same, counting facts on the page of its title alone.
    certain: two splitters agree on it.
    told: it holds the object of a gold triple.
    """

    title: str
    number: int
    text: str
    share: float
    own: float
    certain: bool
    told: bool


@dataclass(frozen=True, slots=True)
class Triple:
    """A gold triple and how the wiki links its ends.

    subject, relation, object: as labelled.
    date: the object is a date.
    pages: both ends have a page (of a date: the subject has).
    labels: labels from the subject's page to the object's.
    stated: a fact on the subject's page names the object (all parts of a date).
    right: a label is one of those listed for the relation; None where none is listed.
    """

    subject: str
    relation: str
    object: str
    date: bool
    pages: bool
    labels: tuple[str, ...]
    stated: bool
    right: bool | None

    @property
    def typed(self) -> bool:
        """Whether something else than a mention links the two."""
        return bool(set(self.labels) - MENTIONS)


# --- sentences -----------------------------------------------------------------------------------


def covered(text: str, quotes: Iterable[str]) -> list[bool]:
    """For every character of ``text``, whether one of the quotes covers it."""
    mask = [False] * len(text)
    for quote in quotes:
        at = text.find(quote)
        while at >= 0:
            mask[at : at + len(quote)] = [True] * len(quote)
            at = text.find(quote, at + 1)
    return mask


def share(text: str, mask: Sequence[bool], start: int, end: int) -> float:
    """Share of the letters and digits of ``text[start:end]`` that ``mask`` covers."""
    letters = [at for at in range(start, end) if text[at].isalnum()]
    return sum(mask[at] for at in letters) / len(letters) if letters else 0.0


def sentence_labels(
    questions: list[dict[str, Any]], texts: dict[str, str], wiki: Compiled
) -> tuple[list[Sentence], list[float]]:
    """Every gold sentence once; and of every sentence of the corpus the share that is cited."""
    wanted = {(title, number) for each in questions for title, number in each["supporting_facts"]}
    objects: dict[str, set[str]] = {}
    for question in questions:
        for subject, _, value in question["evidences"]:
            for title in meant(subject, question):
                objects.setdefault(title, set()).add(value)
    anywhere, on_own = citations(wiki)
    digest_of = {fold_name(wiki.article(digest).title): digest for digest in wiki.digests}
    gold: dict[str, list[int]] = {}
    for title, number in sorted(wanted):
        gold.setdefault(title, []).append(number)
    found: list[Sentence] = []
    floor: list[float] = []
    for title, plain in texts.items():
        text = normalise(plain)
        bounds = paragraphs.spans(text)
        digest = digest_of.get(fold_name(title), "")
        quotes = wiki.blocks(digest) if digest else {}
        everywhere = covered(text, (quotes[block] for block in anywhere.get(digest, ()) if block in quotes))
        floor += [share(text, everywhere, start, end) for start, end in bounds]
        if title not in gold:
            continue
        own = {block for entry in wiki.named(title) for block in on_own.get((entry.path, digest), ())}
        there = covered(text, (quotes[block] for block in own if block in quotes))
        theirs = sentences.split(text)
        for number in gold[title]:
            start, end = bounds[number] if number < len(bounds) else (0, len(text))
            sentence = text[start:end].strip()
            found.append(
                Sentence(
                    title,
                    number if number < len(bounds) else -1,
                    sentence,
                    share(text, everywhere, start, end),
                    share(text, there, start, end),
                    number < len(bounds) and number < len(theirs) and theirs[number].strip() == sentence,
                    number < len(bounds) and any(holds(sentence, value) for value in objects.get(title, ())),
                )
            )
    return found, floor


def citations(wiki: Compiled) -> tuple[dict[str, set[str]], dict[tuple[str, str], set[str]]]:
    """Blocks that facts cite: by digest, and by page and digest."""
    anywhere: dict[str, set[str]] = {}
    on_page: dict[tuple[str, str], set[str]] = {}
    for entry in wiki.pages.values():
        for fact in entry.facts:
            for digest, block in fact.citations:
                anywhere.setdefault(digest, set()).add(block)
                on_page.setdefault((entry.path, digest), set()).add(block)
    return anywhere, on_page


# --- triples -------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """The words of ``text``, case folded, one space between and around them."""
    return f" {' '.join(_WORD.findall(normalise(text).casefold()))} "


def names(name: str, title: str) -> bool:
    """Whether a label's ``name`` is the thing a document of ``title`` is about."""
    whole = base(title)
    return plain(name) in (plain(title), plain(whole), plain(whole.partition(",")[0]))


def meant(name: str, question: dict[str, Any]) -> list[str]:
    """The question's gold titles that ``name`` may mean: at most one as a rule."""
    titles: list[str] = [title for title in question["gold_titles"] if names(name, title)]
    if not titles and any(subject == name for subject, _, _ in question["evidences"]):
        titles = [title for title in question["gold_titles"] if plain(name) in plain(title)]
    return titles if len(titles) == 1 else [title for title in titles if names(name, title)]


def pages_of(name: str, question: dict[str, Any], wiki: Compiled) -> list[Entry]:
    """Pages that ``name`` means in a question."""
    titles = meant(name, question)
    gold = [entry for title in titles for entry in wiki.named(title)]
    return gold or [entry for title in titles for entry in wiki.named(base(title))] or wiki.named(name)


def date_parts(text: str) -> tuple[str, ...] | None:
    """Day, month name and year of a date as its words, those it has; None for anything else."""
    words = [word.casefold() for word in _WORD.findall(text)]
    if not words or not all(word.isdigit() or word in _MONTHS for word in words):
        return None
    return tuple(words)


def holds(text: str, value: str) -> bool:
    """Whether ``text`` names ``value``; of a date, all its parts."""
    parts = date_parts(value)
    if parts is not None:
        return set(parts) <= {word.casefold() for word in _WORD.findall(text)}
    return plain(base(value)) in plain(text)


def triple_labels(questions: list[dict[str, Any]], wiki: Compiled) -> list[Triple]:
    """Every gold triple once."""
    found: dict[tuple[str, str, str], Triple] = {}
    for question in questions:
        for subject, relation, value in question["evidences"]:
            subjects = pages_of(subject, question, wiki)
            date = date_parts(value) is not None
            objects = [] if date else pages_of(value, question, wiki)
            labels = {label for one in subjects for other in objects for label in between(one, other)}
            listed = dict(LABELS).get(relation)
            stated = any(holds(fact.text, value) for one in subjects for fact in one.facts)
            found[subject, relation, value] = Triple(
                subject,
                relation,
                value,
                date,
                bool(subjects and (date or objects)),
                tuple(sorted(labels)),
                stated,
                None if listed is None else bool(labels & set(listed)),
            )
    return [found[each] for each in sorted(found)]


def between(one: Entry, other: Entry) -> set[str]:
    """Labels of the relations from ``one`` to ``other`` as either page has them, read from ``one``."""
    return set(one.related.get(other.stem, ())) | {inverse(each) for each in other.related.get(one.stem, ())}


# --- tables --------------------------------------------------------------------------------------


def percent(part: int, whole: int) -> str:
    """``part of whole`` with its percentage."""
    return f"{part:>5} of {whole:<5}{100 * part / whole if whole else 0:6.1f} %"


def say_sentences(found: list[Sentence], floor: list[float]) -> None:
    """Three selections of the gold sentences, and all sentences there are."""
    whole = sum(each.number < 0 for each in found)
    print(f"{len(found)} gold sentences; {whole} of them are paragraphs taken whole\n")
    print(f"{'gold sentences':<28}{'cited':>22}{'in part or whole':>24}{'cited on own page':>24}")
    for name, chosen in (
        ("all", found),
        ("certain", [each for each in found if each.certain]),
        ("told by a triple", [each for each in found if each.told]),
    ):
        full = sum(each.share >= COVERED for each in chosen)
        part = sum(each.share > 0 for each in chosen)
        own = sum(each.own >= COVERED for each in chosen)
        cells = "".join(f"  {percent(count, len(chosen))}" for count in (full, part, own))
        print(f"{name:<26}{cells}")
    full, part = sum(each >= COVERED for each in floor), sum(each > 0 for each in floor)
    print(f"{'every sentence there is':<26}  {percent(full, len(floor))}  {percent(part, len(floor))}")


def say_triples(found: list[Triple]) -> None:
    """A row per relation, dates apart."""
    print(f"\n{'gold triples':<28}{'count':>6}{'pages':>7}{'typed':>7}{'right':>7}{'any':>7}{'stated':>8}")
    linked = [each for each in found if not each.date]
    relations = sorted(
        {each.relation for each in linked}, key=lambda name: -sum(e.relation == name for e in linked)
    )
    rows = [(name, [each for each in linked if each.relation == name]) for name in relations]
    for name, chosen in [*rows, ("all entity objects", linked)]:
        labelled = [each for each in chosen if each.right is not None]
        right = str(sum(bool(each.right) for each in labelled)) if labelled else "-"
        print(
            f"{name:<28}{len(chosen):>6}{sum(e.pages for e in chosen):>7}{sum(e.typed for e in chosen):>7}"
            f"{right:>7}{sum(bool(e.labels) for e in chosen):>7}{sum(e.stated for e in chosen):>8}"
        )
    total = len(linked)
    for name, count in (
        ("typed", sum(each.typed for each in linked)),
        ("right label", sum(bool(each.right) for each in linked)),
        ("any relation", sum(bool(each.labels) for each in linked)),
        ("any relation or stated", sum(bool(each.labels) or each.stated for each in linked)),
    ):
        print(f"  {name:<26}{percent(count, total)}")
    dates = [each for each in found if each.date]
    print(f"\n{'date objects in a fact':<28}{percent(sum(each.stated for each in dates), len(dates))}")


def say_misses(found: list[Sentence], triples: list[Triple]) -> None:
    """What is not held, one line each."""
    print("\nSentences not cited")
    for sentence in found:
        if sentence.share < COVERED:
            flags = ("" if sentence.certain else " uncertain") + (" told" if sentence.told else "")
            print(f"  {sentence.title} [{sentence.number}] {sentence.share:.0%}{flags}: {sentence.text}")
    print("\nSentences cited, but not on the page of their title")
    for sentence in found:
        if sentence.share >= COVERED > sentence.own:
            print(f"  {sentence.title} [{sentence.number}] {sentence.own:.0%}: {sentence.text}")
    print("\nTriples without the right typed relation (p: a page is missing, m: mention, s: stated in words)")
    for each in triples:
        if not each.date and not (each.typed if each.right is None else each.right):
            marks = ("" if each.pages else "p") + ("m" if each.labels else "") + ("s" if each.stated else "")
            print(f"  {marks:<4}{each.subject} | {each.relation} | {each.object}  {', '.join(each.labels)}")
    print("\nDates in no fact of the subject's page")
    for each in triples:
        if each.date and not each.stated:
            print(f"  {'' if each.pages else 'p':<4}{each.subject} | {each.relation} | {each.object}")


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--data", type=Path, required=True, help="folder with corpus.jsonl and questions.jsonl"
    )
    parser.add_argument("--wiki", type=Path, required=True, help="the knowledge base compiled from it")
    parser.add_argument("--misses", action="store_true", help="also list what the wiki does not hold")
    options = parser.parse_args()
    texts = {
        each["title"]: each["text"]
        for each in map(json.loads, (options.data / "corpus.jsonl").open(encoding="utf-8"))
    }
    questions = [json.loads(line) for line in (options.data / "questions.jsonl").open(encoding="utf-8")]
    wiki = Compiled(options.wiki)
    facts = sum(len(entry.facts) for entry in wiki.pages.values())
    size = f"{len(wiki.digests):,} sources, {len(wiki.pages):,} pages, {facts:,} facts"
    print(f"{len(questions)} questions; {size}")
    found, floor = sentence_labels(questions, texts, wiki)
    triples = triple_labels(questions, wiki)
    say_sentences(found, floor)
    say_triples(triples)
    if options.misses:
        say_misses(found, triples)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
