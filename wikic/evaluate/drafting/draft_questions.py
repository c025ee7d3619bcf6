"""Draft questions about a wiki, evenly of all kinds that its statements allow.

From typed relations and dates: one fact, two steps, which of two came first. From documents that are pages
themselves: the questions they ask, aims of steps, cells, records, gaps.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, zip_longest
from typing import Any, Final

import msgspec

from wikic.evaluate.drafting.draft import (
    GAP,
    Draft,
    Related,
    Stated,
    find_wording,
    list_relations,
    list_statements,
    word_question,
)
from wikic.evaluate.wording import contains_answer
from wikic.language import pack_files
from wikic.navigate.ask.answer import dates
from wikic.navigate.library import Library

_PAIR: Final = re.compile(r"^(?:- )?(?P<name>[^:：\n]{2,40})[:：] ?(?P<value>[^\n]{1,120})$", re.M)
# A number with what it is written with: 1,800; 4.6; 35; 2026-11-22.
_NUMBER: Final = re.compile(r"(?<![\w.,%-])\d[\d.,:/-]*\d(?![\w-])|(?<![\w.,-])\d(?![\w.,-])")
_TABLE: Final = 3  # lines of the smallest: head, rule, row
_BEFORE_NO_GAP: Final = "〔[［【(（<>/\\"  # a number behind one of these is a note's, a list's, or code
_MONEY: Final = "$€£¥ "  # stands with a table's heading in some documents, with its cells on the page
_SHORTEST: Final = 30  # characters of a sentence that says enough without its number
_LONGEST: Final = 300  # characters of a sentence


def of_exchanges(stated: Iterable[Stated]) -> Iterator[Draft]:
    """A question that a document asks and answers: FAQ, chats."""
    for each in stated:
        if each.statement.form != "exchange":
            continue
        said = each.statement.text.partition("\n")[0].strip()
        if said.endswith(("?", "？")):
            asked = word_question(each.language, "exchange", title=each.title, name=said)
            yield Draft("exchange", asked or said, (), ((each.key,),), each.statement.text)


def of_headings(stated: Iterable[Stated]) -> Iterator[Draft]:
    """A heading that is a question; what stands below it answers, in no few words."""
    for each in stated:
        heading = each.statement.place[-1] if each.statement.place else ""
        if heading.rstrip().endswith(("?", "？")):
            yield Draft("heading", heading.strip(), (), ((each.key,),), each.quote)


def of_steps(stated: Iterable[Stated]) -> Iterator[Draft]:
    """What steps are for, out of the words before them."""
    for each in stated:
        lead = each.statement.text.partition("\n")[0]
        found = pack_files.pattern(each.language, "aim_of_steps").search(lead)
        if each.statement.form == "procedure" and found is not None:
            asked = word_question(each.language, "steps", name=found["name"])
            yield Draft("steps", asked, (), ((each.key,),), each.statement.text)


def of_tables(stated: Iterable[Stated]) -> Iterator[Draft]:
    """A cell with a number, by its row and column."""
    for each in stated:
        lines = [_split_cells(line) for line in each.statement.text.split("\n") if line.startswith("|")]
        if each.statement.form != "table" or len(lines) < _TABLE:
            continue
        head, rows = lines[0], [row for row in lines[2:] if len(row) == len(lines[0])]
        labels = [row[0] for row in rows]
        for row in rows:
            for column, cell in zip(head[1:], row[1:], strict=True):
                named = row[0] and column and labels.count(row[0]) == 1 and head.count(column) == 1
                if named and any(char.isdigit() for char in cell):
                    asked = word_question(
                        each.language, "table", title=each.title, name=row[0], column=column
                    )
                    why = f"{row[0]}: {column}: {cell}"
                    if asked:
                        answers = tuple(dict.fromkeys((cell, cell.strip(_MONEY))))
                        yield Draft("table", asked, answers, ((each.key,),), why)


def _split_cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def of_records(stated: Iterable[Stated]) -> Iterator[Draft]:
    """A value by its label."""
    for each in stated:
        if each.statement.form == "record":
            for pair in _PAIR.finditer(each.statement.text):
                asked = word_question(each.language, "record", title=each.title, name=pair["name"].strip())
                if asked:
                    value = pair["value"].strip()
                    yield Draft("record", asked, (value,), ((each.key,),), each.statement.text)


def of_gaps(stated: Iterable[Stated]) -> Iterator[Draft]:
    """A sentence without its only number."""
    for each in stated:
        text = each.statement.text
        numbers = list(_NUMBER.finditer(text))
        if each.statement.form != "sentence" or len(numbers) != 1 or not _SHORTEST <= len(text) <= _LONGEST:
            continue
        if text[: numbers[0].start()].strip()[-1:] in ("", *_BEFORE_NO_GAP) or numbers[0][0].count(".") > 1:
            continue
        sentence = text[: numbers[0].start()] + GAP + text[numbers[0].end() :]
        asked = word_question(each.language, "gap", title=each.title, sentence=sentence)
        if asked:
            yield Draft("gap", asked, (numbers[0][0],), ((each.key,),), each.quote)


# In this order: who is born or dies does not begin, and what begins does not come out.
_LIVES: Final = ("birth", "death")
_BEGINS: Final = ("start", "release")
# Between a name and the words that date it: "The Custom House was | built in 1821".
_NEAR: Final = 30
_BEFORE: Final = re.compile(r"(?:The|A|An) ")
_LONGER_NAME: Final = re.compile(r" [A-Z]")


@dataclass(frozen=True, slots=True)
class _Dated:
    """A thing with a date of a kind."""

    stated: Stated
    date: dates.Date


def of_relations(related: Sequence[Related]) -> Iterator[Draft]:
    """ "Who wrote X?": all that is stated is right."""
    for (_, label), told in _by_thing(related).items():
        first = told[0]
        asked = word_question(first.stated.language, label, name=first.name)
        if asked:
            yield Draft(label, asked, _list_answers(told), (_list_sources(told),), first.stated.quote)


def of_chains(related: Sequence[Related]) -> Iterator[Draft]:
    """ "Where was the author of X born?": along two relations that different documents state."""
    grouped = _by_thing(related)
    by_page: dict[str, list[tuple[str, list[Related]]]] = defaultdict(list)
    for (page, label), told in grouped.items():
        by_page[page].append((label, told))
    for (page, label), told in grouped.items():
        middle, code = told[0].other_page, told[0].stated.language
        step = find_wording(code, label)
        if step is None or middle in ("", page) or any(each.other_page != middle for each in told):
            continue
        name = step.described.format(name=told[0].name)
        for further, then in by_page[middle]:
            last = find_wording(code, further)
            apart = not set(_list_sources(told)) & set(_list_sources(then))
            if (
                last is None
                or not step.leads_to(last)
                or not apart
                or page in {each.other_page for each in then}
            ):
                continue
            why = f"{told[0].stated.quote} {then[0].stated.quote}"
            gold = (_list_sources(told), _list_sources(then))
            yield Draft(
                f"{label}, {further}", last.question.format(name=name), _list_answers(then), gold, why, 2
            )


def of_dates(stated: Iterable[Stated]) -> Iterator[Draft]:
    """ "When was X born?", and of two neighbours in time "Who was born first, X or Y?"."""
    facts = [each for each in stated if each.statement.kind == "fact" and each.statement.place is None]
    taken: set[str] = set()  # pages of things of another kind
    for kind in (*_LIVES, *_BEGINS):
        found: dict[str, _Dated] = {}
        for each in facts:
            date = None if kind in _BEGINS and each.page in taken else _find_date(kind, each)
            if date is not None:
                found.setdefault(each.page, _Dated(each, date))
        for one in found.values():
            asked = word_question(one.stated.language, kind, name=one.stated.name)
            if asked:
                yield Draft(kind, asked, (one.date.text,), ((one.stated.key,),), one.stated.quote)
        taken |= found.keys()
        yield from _which_first(kind, sorted(found.values(), key=lambda each: each.date))


def _find_date(kind: str, each: Stated) -> dates.Date | None:
    """The date of a kind that a fact gives the thing it begins with, and nothing else that it names."""
    text = each.statement.text
    article = _BEFORE.match(text)
    end = (article.end() if article is not None and not each.name.startswith(article[0]) else 0) + len(
        each.name
    )
    told = dates.date_told_in_fact(kind, text)
    if told is None or not text[:end].endswith(each.name) or _LONGER_NAME.match(text, end):
        return None
    date, place = told
    if kind in _LIVES:
        return date
    between = text[end:place]
    # A date of three digits is a number of something else.
    near = len(between) <= _NEAR and "," not in between and not re.fullmatch(r"\d{1,3}", date.text)
    return date if near else None


def _which_first(kind: str, dated: Sequence[_Dated]) -> Iterator[Draft]:
    """Of neighbours in time, so that a guess from the period alone does not do."""
    for early, late in pairwise(dated):
        if early.stated.language != late.stated.language or not dates.can_compare(early.date, late.date):
            continue
        # In order of name, or the first named were always the answer.
        name, other = sorted((early.stated.name, late.stated.name))
        asked = word_question(early.stated.language, f"first {kind}", name=name, other=other)
        if asked:
            gold = ((early.stated.key,), (late.stated.key,))
            why = f"{early.stated.quote} {late.stated.quote}"
            yield Draft(f"first {kind}", asked, (early.stated.name,), gold, why, 2)


def _by_thing(related: Iterable[Related]) -> dict[tuple[str, str], list[Related]]:
    found: dict[tuple[str, str], list[Related]] = defaultdict(list)
    for each in related:
        found[each.page, each.label].append(each)
    return found


def _list_answers(told: Sequence[Related]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.other for each in told))


def _list_sources(told: Sequence[Related]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.stated.key for each in told))


_NOWHERE: Final = 0.1  # share of questions that the wiki must refuse


def make_questions(library: Library, count: int, seed: int = 0) -> tuple[Draft, ...]:
    """At most ``count`` drafts, as many of each kind as there can be; the same for the same wiki and seed.

    A draft is kept where its source's own words hold the answer, and where no other draft asks the same.
    """
    stated, related = tuple(list_statements(library)), tuple(list_relations(library))
    found = chain(
        of_relations(related),
        of_chains(related),
        of_dates(stated),
        of_exchanges(stated),
        of_headings(stated),
        of_steps(stated),
        of_tables(stated),
        of_records(stated),
        of_gaps(stated),
    )
    unique = {each.question: each for each in found if _is_sound(each)}
    strangers = tuple(_draft_unanswerable(stated, library, seed))[: round(count * _NOWHERE)]
    return (*_draw_evenly(unique.values(), count - len(strangers), seed), *strangers)


def as_record(draft: Draft, place: int) -> dict[str, Any]:
    """A line of a file of questions, as ``read_questions`` reads it; ``why`` is for people."""
    record: dict[str, Any] = {"id": f"q{place:04}", "question": draft.question, "type": draft.type}
    if draft.drafted:
        record["drafted"] = draft.drafted
    if not draft.gold:
        return record | {"unanswerable": True, "why": draft.why}
    if draft.answers:  # steps and exchanges have a document that answers, and no answer in a few words
        record["answer"] = list(draft.answers)
    gold = [list(group) for group in draft.gold]
    return record | {"gold_groups": gold, "hops": draft.hops, "why": draft.why}


def as_lines(drafts: Sequence[Draft]) -> bytes:
    """The drafts as JSON Lines."""
    records = (as_record(each, place) for place, each in enumerate(drafts, start=1))
    return b"".join(msgspec.json.encode(each) + b"\n" for each in records)


def _is_sound(draft: Draft) -> bool:
    """Whether the answer stands in the words it comes from and not in the question."""
    if draft.type.startswith("first ") or not draft.answers:
        return True
    return any(
        contains_answer(draft.why, (each,)) and not contains_answer(draft.question, (each,))
        for each in draft.answers
    )


def _draft_unanswerable(stated: Sequence[Stated], library: Library, seed: int) -> Iterator[Draft]:
    """Questions about people that the wiki does not know, whose names are of two that it knows."""
    kinds = ("born in", "educated at", "written by", "birth")
    by_language: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for each in stated:
        parts = each.name.split()
        if len(parts) == 2 and all(part[:1].isupper() and part.isalpha() for part in parts):
            by_language[each.language].setdefault(each.name, parts)
    for code, names in sorted(by_language.items()):
        drawn = sorted(names.values(), key=lambda parts: _draw_key(" ".join(parts), seed))
        for at, (one, other) in enumerate(pairwise(drawn)):
            name = f"{one[0]} {other[1]}"
            asked = word_question(code, kinds[at % len(kinds)], name=name)
            if asked and not library.resolve(name).paths:
                yield Draft("unknown name", asked, (), (), f"nobody here is called {name}", 0)


def _draw_evenly(drafts: Iterable[Draft], count: int, seed: int) -> list[Draft]:
    """``count`` of them, one of each type after the other, drawn by hash."""
    by_type: dict[str, list[Draft]] = defaultdict(list)
    for each in sorted(drafts, key=lambda each: _draw_key(each.question, seed)):
        by_type[each.type].append(each)
    rounds = zip_longest(*(by_type[name] for name in sorted(by_type)))
    return [each for row in rounds for each in row if each is not None][: max(count, 0)]


def _draw_key(text: str, seed: int) -> bytes:
    return hashlib.sha256(f"{seed} {text}".encode()).digest()
