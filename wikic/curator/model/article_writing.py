"""``write``: composes an article from numbered units, and keeps of it what they bear out.

A sentence names the units it rests on. Code refuses what has a name, number or date that they do not have,
links, markup, orders, one side of what documents dispute; a model that checks judges the rest. What is
refused is asked for once more, with the reason, then left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from itertools import combinations
from typing import Final

from wikic.curator.model import bounds
from wikic.curator.model.document_evidence import grounded, quoted
from wikic.curator.model.foreign_language import foreign_script
from wikic.curator.model.plain_line import foreign_path, plain_line
from wikic.curator.model.prompts import language_of, leaked
from wikic.curator.model.reply_shapes import ReworkReply, WriteReply, WrittenLine
from wikic.curator.model.typed_call import ask
from wikic.curator.model.verification import Record, refused
from wikic.curator.packs import Claimed
from wikic.curator.written_articles import Draft
from wikic.errors import ReplyError
from wikic.language import all_packs
from wikic.llm.prompt_files import Language
from wikic.llm.protocol import Model
from wikic.model.statement import Block
from wikic.model.written import FORMS, Form, Part, Sentence, Written
from wikic.text import code_tokens, compare
from wikic.text.normalise import fold_name
from wikic.wiki.fold.written_articles import Evidence, Subject
from wikic.wiki.page_blocks import GENERATED_SECTIONS

_LEAD: Final = 4  # sentences
_PARTS: Final = 8  # beside it
_LINES: Final = 20  # of one of them
_COLUMNS: Final = 6
_CITED: Final = 12  # units of one sentence: of more nobody can say what each bears out
_NAMES: Final = 6  # other names of the thing that are shown
_HEADING: Final = 60  # characters
_UNIT: Final = 320  # characters of a unit that are shown
_ORDER: Final = re.compile(all_packs.expression("order_to_a_model"), re.I)
_ADDRESS: Final = re.compile(r"\b[a-z][a-z0-9+.-]*://|\bwww\.|\b[\w.+-]+@[\w-]+\.\w", re.I)
_LINKED: Final = re.compile(r" ?\[?(?:https?|ftp)://[^\s\]]+\]?")
_FIGURES: Final = 12  # numbers of which sums and differences are looked at
_COUNTS: Final = frozenset("23456")
_NEXT: Final = re.compile(r"[ -]([^\W\d_]+)")
_CAUSE: Final = re.compile(all_packs.expression("stated_cause"), re.I)
_GIVEN_CAUSE: Final = re.compile(all_packs.expression("given_cause"), re.I)
_YEAR: Final = re.compile(r"1\d{3}|20\d{2}")


@dataclass(frozen=True, slots=True)
class _Proposal:
    """A sentence as a model proposes it.

    at: number of its part. spoken: what it says by itself. why: what is wrong with it, "" for nothing.
    """

    at: int
    sentence: Sentence
    spoken: str
    why: str = ""


def write(model: Model, verifier: Model | None, subject: Subject, written_with: str) -> Draft:
    """The article of a subject, one or two calls to write and one or two to check.

    verifier: None where rules alone check.
    """
    return _Writing(model, verifier, subject).run(written_with)


class _Writing:
    """One article on its way."""

    def __init__(self, model: Model, verifier: Model | None, subject: Subject) -> None:
        self._model = model
        self._verifier = verifier
        self._subject = subject
        self._units = subject.units
        self._language: Language = language_of("und", " ".join(each.unit.text for each in subject.units))
        self._parts: list[Part] = []

    def run(self, written_with: str) -> Draft:
        """Raises what ``ask`` does, where nothing came of the first call."""
        shown = show_subject(self._subject)
        reply = ask(self._model, "write", self._language, shown, WriteReply, _lacks_lead)
        proposals = self._judged(list(self._proposed(reply)))
        failed = [each for each in proposals if each.why]
        again = self._judged(list(self._reworked(failed))) if failed else []
        kept = self._merged(proposals, again)
        subject = self._subject
        parts = [replace(part, sentences=tuple(kept[at])) for at, part in enumerate(self._parts)]
        parts = [part for part in self._with_lead(parts) if part.sentences]
        lost = tuple(f"{each.why}: {each.spoken}" for each in again if each.why)
        if not parts or parts[0].form != "lead":
            return Draft(None, lost)
        units = tuple(each.unit for each in subject.units)
        return Draft(Written(subject.title, subject.things, units, tuple(parts), written_with), lost)

    def _merged(self, first: Sequence[_Proposal], again: Sequence[_Proposal]) -> list[list[Sentence]]:
        """What holds, by part: a sentence that was put right stands where it stood."""
        second = iter(again)
        found: list[list[Sentence]] = [[] for _ in self._parts]
        for each in first:
            said = next(second, None) if each.why else each
            if said is not None and not said.why and said.sentence not in found[each.at]:
                found[each.at].append(said.sentence)
        return found

    def _with_lead(self, parts: Sequence[Part]) -> list[Part]:
        """The parts, with a lead that rests on two documents, or on one that is about the thing or is named.

        The first sentence, and all where none is like that, name their document; others stand below.
        """
        lead, *rest = parts
        firm = [self._is_firm(each) for each in lead.sentences]
        kept = [
            each if held else self._attributed(each)
            for at, (each, held) in enumerate(zip(lead.sentences, firm, strict=True))
            if held or not at or not any(firm)
        ]
        others = [each for each, held in zip(lead.sentences[1:], firm[1:], strict=True) if not held]
        below = Part("prose", "", tuple(others if any(firm) else ()))
        return [replace(lead, sentences=tuple(kept)), below, *rest]

    def _is_firm(self, sentence: Sentence) -> bool:
        units = [self._units[at] for at in sentence.units]
        named = fold_name(units[0].document) in fold_name(sentence.cells[0])
        return len({each.unit.key for each in units}) > 1 or named or any(each.about for each in units)

    def _attributed(self, sentence: Sentence) -> Sentence:
        """A sentence with its document's title before its full stop."""
        text, document = sentence.cells[0], self._units[sentence.units[0]].document
        stop = text[-1:] if text[-1:] in ".。!?" else ""
        return replace(sentence, cells=(f"{text.removesuffix(stop)} ({document}){stop}",))

    # --- what is proposed ---------------------------------------------------------------------------

    def _proposed(self, reply: WriteReply) -> Iterator[_Proposal]:
        told = [each for each in reply.parts if each.form == "lead"][:1]
        told += [each for each in reply.parts if each.form != "lead"][:_PARTS]
        for each in told:
            form: Form = next((form for form in FORMS if form == each.form), "prose")
            head = tuple(map(self._heading, each.head)) if form == "table" else ()
            if form == "table" and not (1 < len(head) <= _COLUMNS and all(head)):
                continue
            heading = each.heading if form != "lead" else ""
            if form == "timeline" and not self._heading(heading):
                heading = _TIMELINE[self._language]
            self._parts.append(Part(form, self._heading(heading), (), head))
            for line in each.lines[: _LEAD if form == "lead" else _LINES]:
                yield self._proposal(len(self._parts) - 1, line)

    def _heading(self, raw: str) -> str:
        """A heading that names nothing the units do not name; "" for none."""
        text = plain_line(raw).text.rstrip(".:：。")
        evidence = self._evidence(range(len(self._units)))
        fits = 0 < len(text) <= _HEADING and not self._foreign(text, evidence)
        known = fold_name(text) in {fold_name(each) for each in (*GENERATED_SECTIONS, self._subject.title)}
        return text if fits and not known and not compare.unsupported(text, evidence) else ""

    def _proposal(self, at: int, reply: WrittenLine) -> _Proposal:
        part = self._parts[at]
        cells = {"timeline": 2, "table": len(part.head)}.get(part.form, 1)
        told = reply.says if cells > 1 else [" ".join(reply.says)]
        made = [plain_line(_NUMBERED.sub("", each)) for each in told]
        numbers = tuple(dict.fromkeys(each - 1 for each in reply.units))
        shown = range(len(self._units))
        known = tuple(each for each in numbers if each in shown and not _is_order(self._units[each]))
        sentence = Sentence(tuple(each.text for each in made), known)
        spoken = part.spoken(sentence)
        fault = next((each.fault for each in made if each.fault), "")
        why = self._fault(spoken, known, part.head) if len(known) == len(numbers) else _NO_UNIT
        if len(told) != cells:
            why = f"has not {cells} cells"
        if fault:
            why = "has a link or markup"
        return _Proposal(at, sentence, spoken, why)

    # --- what holds ---------------------------------------------------------------------------------

    def _fault(self, text: str, units: Sequence[int], head: Sequence[str]) -> str:
        """Why code refuses a sentence, "" where it does not. head: columns of the table it is a row of."""
        if not any(char.isalnum() for char in text) or len(text) > bounds.TEXT:
            return "says nothing, or too much for one sentence"
        if not 0 < len(units) <= _CITED:
            return _NO_UNIT if not units else f"rests on more than {_CITED} units"
        evidence = [*head, *self._evidence(units)]
        quotes = [self._units[at].unit.text for at in units]
        if _ADDRESS.search(text):
            return "has an address"
        if (foreign := self._foreign(text, evidence)) or code_tokens.altered(
            text, quotes, [self._subject.title]
        ):
            return foreign or "alters code"
        missing = [
            each
            for each in compare.unsupported(text, evidence)
            if not (self._is_computed(each, quotes) or self._is_count(each, text, quotes))
        ]
        if missing:
            return f"its units do not say {', '.join(missing)}"
        turned = compare.overstated(text, quotes) or compare.misplaced(text, quotes)
        if self._verifier is None:  # what these find is less certain
            turned = turned or compare.opposed(text, quotes)
            turned = turned or ("" if grounded(text, evidence) else text)
        if turned:
            return f"its units do not bear out {turned!r}"
        cause = _CAUSE.search(text)
        if cause is not None and not any(map(_GIVEN_CAUSE.search, quotes)):
            return f"its units do not say {cause[0]!r}"
        return self._one_sided(text, units)

    def _foreign(self, text: str, evidence: Sequence[str]) -> str:
        if _ORDER.search(text) or leaked(text, evidence):
            return "is an order or an instruction"
        if foreign_path(text, evidence):
            return "has a path"
        return "is in another language" if foreign_script(text, " ".join(evidence)) else ""

    def _evidence(self, units: Iterable[int]) -> list[str]:
        """What a sentence may use: its units, what stands above them, what the thing is called."""
        subject = self._subject
        found = [self._units[at] for at in units]
        around = [
            text for each in found for text in (each.document, each.date, each.place, each.said) if text
        ]
        return [
            *subject.aliases,
            *dict.fromkeys(around),
            *quoted(subject.title, (each.unit.text for each in found)),
        ]

    def _is_computed(self, missing: str, quotes: Sequence[str]) -> bool:
        """Whether a number is the sum or difference of two in the units, where somebody checks that."""
        given = {value for quote in quotes for value in compare.numbers.held(quote)}
        figures = sorted(filter(None, map(_decimal, given)))[:_FIGURES]
        said = {value for each in compare.numbers.numbers(missing) for value in each.values}
        wanted = set(filter(None, map(_decimal, said)))
        if self._verifier is None or _YEAR.fullmatch(missing):
            return False
        return any(not wanted.isdisjoint((a + b, abs(a - b))) for a, b in combinations(figures, 2))

    def _is_count(self, missing: str, text: str, quotes: Sequence[str]) -> bool:
        """Whether a word counts what the units name, "the two founders", where somebody checks that.

        What the units give a number of themselves, "nine awards", has that number.
        """
        found = next((each for each in compare.numbers.numbers(text) if each.shown == missing), None)
        if self._verifier is None or found is None or missing[:1].isdigit() or not found.values & _COUNTS:
            return False
        counted = _NEXT.match(text, found.end)
        stem = counted[1].casefold()[:5] if counted is not None else ""
        given = (_NEXT.match(quote, each.end) for quote in quotes for each in compare.numbers.numbers(quote))
        return all(each is None or each[1].casefold()[:5] != stem for each in given)

    def _one_sided(self, text: str, units: Sequence[int]) -> str:
        """What a sentence leaves out of what documents dispute, "" for nothing."""
        for group in self._subject.differing:
            said = [(at, value) for at, value in group if not compare.unsupported(value, [text])]
            silent = [at for at, value in group if compare.unsupported(value, [text])]
            if any(at in units for at, _ in said) and silent:
                both = " ".join(f"[{at + 1}]" for at, _ in group)
                return f"units {both} differ: say both, or neither"
        return ""

    def _judged(self, proposals: list[_Proposal]) -> list[_Proposal]:
        """The proposals, with what the verifier has against those that code passes."""
        asked = [at for at, each in enumerate(proposals) if not each.why]
        if self._verifier is None or not asked:
            return proposals
        blocks = {str(at): _block(each, at + 1) for at, each in enumerate(self._units)}
        claimed = Claimed(self._called(), (), blocks)
        for start in range(0, len(asked), bounds.CHECKS):
            group = asked[start : start + bounds.CHECKS]
            records = [
                Record(
                    at, str(at), proposals[at].spoken, tuple(map(str, sorted(proposals[at].sentence.units)))
                )
                for at in group
            ]
            for reply in refused(self._verifier, [(claimed, records)], "check"):
                why = bounds.one_line(plain_line(reply.missing).text, bounds.LINE)
                at = group[reply.number - 1]
                proposals[at] = replace(proposals[at], why=f"not said: {why}" if why else "not said")
        return proposals

    def _called(self) -> str:
        also = f" (= {'; '.join(self._subject.aliases[:_NAMES])})" if self._subject.aliases else ""
        return f"{self._subject.title}{also}"

    # --- once more ----------------------------------------------------------------------------------

    def _reworked(self, failed: Sequence[_Proposal]) -> Iterator[_Proposal]:
        """Each sentence that failed as the model says it now; one that it gives up stays as it is."""
        used = sorted({at for each in failed for at in (*each.sentence.units, *self._near(each))})
        lines = [*_unit_lines((at, self._units[at]) for at in used)]
        for number, each in enumerate(failed, start=1):
            marks = " ".join(f"[{at + 1}]" for at in each.sentence.units)
            lines.append(f"({number}) {bounds.one_line(each.spoken, bounds.TEXT)} < {marks} | {each.why}")
        try:
            reply = ask(self._model, "rework", self._language, "\n".join(lines), ReworkReply)
        except ReplyError:
            yield from failed
            return
        said = {each.number: each for each in reply.lines}
        for number, each in enumerate(failed, start=1):
            found = said.get(number)
            yield self._proposal(each.at, found) if found is not None else each

    def _near(self, failed: _Proposal) -> Iterator[int]:
        """The units on the other side of a dispute."""
        for group in self._subject.differing:
            places = [at for at, _ in group]
            if set(places) & set(failed.sentence.units):
                yield from places


_NO_UNIT: Final = "names no unit that there is"
_NUMBERED: Final = re.compile(r" ?\[\d{1,3}(?:[,;] ?\d{1,3})*\]")  # numbers of units within the text
_TIMELINE: Final[dict[Language, str]] = {"en": "Timeline", "zh": "年表"}


def _lacks_lead(reply: WriteReply) -> list[str]:
    lead = next((each for each in reply.parts if each.form == "lead"), None)
    if lead is not None and any("".join(each.says).strip() and each.units for each in lead.lines):
        return []
    return ["the lead has no sentence that names its units"]


def _decimal(figure: str) -> Decimal | None:
    try:
        return Decimal(figure)
    except InvalidOperation:
        return None


def _is_order(evidence: Evidence) -> bool:
    """Whether a unit tells a model what to do: nobody is shown it, and nothing rests on it."""
    return _ORDER.search(evidence.unit.text) is not None


def _block(evidence: Evidence, number: int) -> Block:
    return Block(str(number - 1), _told(evidence), number, section=_heading(evidence))


def _heading(evidence: Evidence) -> str:
    dated = f" ({evidence.date})" if evidence.date else ""
    return f"{bounds.one_line(evidence.document, bounds.NAME)}{dated}"


def _told(evidence: Evidence) -> str:
    """A unit with what stands above it in its document and who says it; its addresses are left out."""
    above = " | ".join(filter(None, (evidence.place, evidence.said)))
    text = _LINKED.sub("", evidence.unit.text)
    return f"({above}) {text}" if above else text


def _unit_lines(units: Iterable[tuple[int, Evidence]]) -> Iterator[str]:
    """Units by number, each once below its document."""
    heading = ""
    for at, each in units:
        if heading != _heading(each):
            heading = _heading(each)
            yield f"# {heading}"
        yield f"[{at + 1}] {bounds.one_line(_told(each), _UNIT)}"


def show_subject(subject: Subject) -> str:
    """What a prompt shows of a subject: names, units under their documents, what those dispute."""
    lines = [f"title: {bounds.one_line(subject.title, bounds.NAME)}"]
    if subject.aliases:
        lines.append(
            "also: " + "; ".join(bounds.one_line(each, bounds.NAME) for each in subject.aliases[:_NAMES])
        )
    lines += _unit_lines((at, each) for at, each in enumerate(subject.units) if not _is_order(each))
    for group in subject.differing:
        lines.append(
            "differ: " + ", ".join(f"[{at + 1}] {bounds.one_line(value, bounds.NAME)}" for at, value in group)
        )
    return "\n".join(lines)
