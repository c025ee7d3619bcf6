"""Checks the statements of a reply: each needs a declared entity and sentences that exist and support it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from wikic.curator.model import allowed_relations, bounds
from wikic.curator.model.document_evidence import Evidence, grounded, quoted, vague
from wikic.curator.model.foreign_language import foreign_script
from wikic.curator.model.named_entities import named_in
from wikic.curator.model.plain_line import foreign_path, plain_line
from wikic.curator.model.prompts import leaked
from wikic.curator.model.reply_checks import slip
from wikic.curator.model.reply_shapes import StatementReply
from wikic.language import all_packs
from wikic.model.article import Article
from wikic.model.extraction import ProposedStatement, Slip
from wikic.model.statement import STATEMENT_KINDS, Block, Entity, Relation, StatementKind
from wikic.text import cjk, code_tokens, compare, relation_labels
from wikic.text.normalise import letters_of, normalise
from wikic.text.tokens import tokens

MIRRORED: Final = frozenset(label for pair in relation_labels.INVERSE for label in pair)
_BLOCKS: Final = 8  # of one statement; one that needs more is a summary
_RELATIONS: Final = 12  # of one statement: a list of thirty names relates to none of them
_ORDER: Final = re.compile(all_packs.expression("order_to_a_model"), re.I)
_YEAR: Final = re.compile(r"1\d{3}|20\d{2}")
_YEAR_ABOVE: Final = 3  # sentences above in which the year of a date may stand
_ADDED: Final = 2  # blocks that may be cited beside those a statement names
# How the prompts and models call the document's author.
_AUTHOR: Final = ("author", "the author", "作者", "本文作者", "narrator", "the narrator")

# What models write into a field they have nothing for.
_NOBODY: Final = (
    "none",
    "null",
    "n/a",
    "-",
    "unknown",
    "fact",
    "document",
    "the document",
    "无",
    "没有",
    "文档",
)


@dataclass(slots=True)
class StatementFilter:
    """Checks the statements of one section.

    blocks: those the model was shown, by number, without headings.
    every: all citable blocks of the article, by number.
    entities: those taken so far, by id.
    ids: what each of the reply's local ids stands for.
    slips: what was wrong.
    """

    article: Article
    evidence: Evidence
    blocks: Mapping[int, Block]
    every: Mapping[int, Block]
    entities: Mapping[str, Entity]
    ids: Mapping[str, str]
    slips: list[Slip] = field(default_factory=list)

    def sift(self, replies: Sequence[StatementReply]) -> Iterator[ProposedStatement]:
        """The statements that pass, corrected where code can; the others become slips."""
        for reply in replies:
            found = self._sifted(reply)
            if isinstance(found, Slip):
                self.slips.append(found)
            else:
                yield found

    def _sifted(self, reply: StatementReply) -> ProposedStatement | Slip:
        case = reply.text
        of = self.ids.get(plain_line(reply.of).text, "")
        if not of:
            return slip("undeclared-entity" if reply.of.strip() else "no-entity", f"{reply.of}: {case}")
        made = plain_line(case)
        if not any(char.isalnum() for char in made.text):
            return slip("empty-statement", case)
        numbers = self._numbers(reply)
        if isinstance(numbers, Slip):
            return numbers
        quotes = [self.every[number].text for number in numbers]
        fault = self._fault(made.text, quotes)
        if fault:
            return slip(fault, case)
        voice = self._voice(reply)
        if isinstance(voice, Slip):
            return voice
        kind, holder = voice
        supported = self._supported(made.text, of, numbers)
        if isinstance(supported, Slip):
            return supported
        told = [self.every[number].text for number in supported]
        turned = compare.opposed(made.text, quotes) or compare.misplaced(made.text, told, self._called)
        turned = turned or compare.overstated(made.text, quotes)
        if turned:
            return slip("opposed", f"{turned}: {case}")
        heard = self._heard(made.text, told, kind, holder)
        if heard is None:
            return slip("opposed", case)
        kind, holder = heard
        if made.fault:
            self.slips.append(slip(made.fault, case))
        return ProposedStatement(
            of=of,
            kind=kind,
            text=made.text,
            blocks=supported,
            holder=holder,
            relations=self._relations(reply.relations, of, made.text, told),
        )

    def _numbers(self, reply: StatementReply) -> tuple[int, ...] | Slip:
        """The numbers of the blocks it cites that the model was shown."""
        known = sorted({number for number in reply.blocks if number in self.blocks})
        if not known:
            return slip("unknown-block" if reply.blocks else "no-block", f"{reply.blocks[:8]}: {reply.text}")
        if len(known) < len(set(reply.blocks)):
            self.slips.append(slip("unknown-block", f"{reply.blocks[:8]}: {reply.text}"))
        if len(known) > _BLOCKS:
            self.slips.append(slip("many-blocks", reply.text))
            said = set(tokens(reply.text))
            near = sorted(known, key=lambda number: -len(said.intersection(tokens(self.blocks[number].text))))
            known = sorted(near[:_BLOCKS])
        return tuple(known)

    def _fault(self, text: str, quotes: Sequence[str]) -> str:
        """The rule by which the text cannot be taken, or ""."""
        evidence = quoted(self.article.title, quotes)
        if len(text) > bounds.TEXT and not any(text in normalise(quote) for quote in quotes):
            return "long-statement"
        if leaked(text, evidence):
            return "prompt-leak"
        if _ORDER.search(text):
            return "order"
        if foreign_path(text, evidence):
            return "path-in-text"
        if foreign_script(text, " ".join(quotes)):
            return "wrong-language"
        if code_tokens.altered(text, quotes, [self.article.title]):
            return "altered-code"
        return "" if grounded(text, evidence) else "ungrounded"

    def _voice(self, reply: StatementReply) -> tuple[StatementKind, str | None] | Slip:
        """Kind and holder; a slip where the holder is nobody the document names."""
        kind = next((each for each in STATEMENT_KINDS if each == normalise(reply.kind).casefold()), None)
        if kind is None:
            self.slips.append(slip("unknown-kind", f"{reply.kind}: {reply.text}"))
            kind = "claim" if reply.holder.strip() else "fact"
        holder = plain_line(reply.holder).text
        if holder.casefold() in _NOBODY:
            holder = ""
        if kind == "fact" and holder:
            self.slips.append(slip("held-fact", f"{holder}: {reply.text}"))
            kind = "claim"
        holder = "" if kind == "fact" else self.ids.get(holder, holder)
        if holder and holder not in self.entities and not self.evidence.holds(holder):
            holder = self.evidence.longest(holder) or holder
        if holder in self.entities:
            holder = self.entities[holder].title
        if holder.casefold() in _AUTHOR:
            return kind, self._author()
        if holder and (len(holder) > bounds.NAME or vague(holder) or not self.evidence.holds(holder)):
            return slip("outside-holder", f"{reply.holder}: {reply.text}")
        if not holder and kind in ("claim", "judgement"):
            self.slips.append(slip("no-holder", reply.text))
        return kind, holder or None

    def _heard(
        self, text: str, quotes: Sequence[str], kind: StatementKind, holder: str | None
    ) -> tuple[StatementKind, str | None] | None:
        """Kind and holder as the sentences have them: a reported fact is a claim; None if they deny it."""
        told, before = compare.told_as(text, quotes) if kind == "fact" else ("", "")
        if told == "denied":
            return None
        if told == "claim":
            self.slips.append(slip("claim-as-fact", text))
            named = [(before.rfind(each.title), each.title) for each in self.entities.values()]
            return "claim", max((each for each in named if each[0] >= 0), default=(0, None))[1]
        return kind, holder

    @property
    def _called(self) -> dict[str, str]:
        """Ids by title, alias, and last word of a name; without those that several entities share."""
        named = [(name, each.id) for each in self.entities.values() for name in (each.title, *each.aliases)]
        last = [(name.split()[-1], id) for name, id in named if " " in name]
        owners: dict[str, set[str]] = {}
        for name, id in (*named, *last):
            owners.setdefault(name, set()).add(id)
        return {
            name: min(ids)
            for name, ids in owners.items()
            if len(ids) == 1 and (name != name.casefold() or (name, min(ids)) in named)
        }

    def _author(self) -> str | None:
        """Who the document's record or frontmatter says wrote it; nobody is made up for one that does not."""
        return plain_line(self.article.author or "").text or None

    def _supported(self, text: str, of: str, numbers: tuple[int, ...]) -> tuple[int, ...] | Slip:
        """The blocks that bear the text out: those named, and sentences above with the name of a pronoun."""
        missing = self._missing(text, numbers)
        if not missing:
            return numbers
        added = list(numbers)
        for name in self._names(text, of, missing):
            near = self.evidence.near(numbers[-1], name)
            if near and near not in added and len(added) < len(numbers) + _ADDED:
                added.append(near)
        for year in filter(_YEAR.fullmatch, missing):
            above = [number for number in range(numbers[0] - _YEAR_ABOVE, numbers[0]) if number in self.every]
            added += [number for number in above if year in self.every[number].text][-1:]
        cited = tuple(sorted(set(added)))
        if len(cited) == len(numbers) or self._missing(text, cited):
            return slip("unsupported-name", f"{', '.join(missing)}: {text}")
        self.slips.append(slip("uncited-name", text))
        return cited

    def _missing(self, text: str, numbers: Sequence[int]) -> tuple[str, ...]:
        evidence = quoted(self.article.title, (self.every[number].text for number in numbers))
        squeezed = letters_of("\n".join(evidence))
        # Names in Han script have no capitals that would tell them; those of entities are known.
        unheld = [
            name
            for entity in self.entities.values()
            for name in (entity.title,)
            if name in text and len(name) > 1 and cjk.is_cjk(name) and letters_of(name) not in squeezed
        ]
        return (*compare.unsupported(text, evidence), *unheld)

    def _names(self, text: str, of: str, missing: Sequence[str]) -> Iterator[str]:
        """Names of entities that the text uses and that hold something missing; those of its own first."""
        lacking = {letters_of(each) for each in missing}
        order = sorted(self.entities.values(), key=lambda entity: entity.id != of)
        for entity in order:
            for name in (entity.title, *entity.aliases):
                words = {letters_of(word) for word in (*name.split(), name)}
                if name in text and lacking & words:
                    yield name

    def _relations(
        self, replies: Sequence[Sequence[str]], of: str, text: str, quotes: Sequence[str]
    ) -> tuple[Relation, ...]:
        """The typed relations that hold together, then a mention of every other entity in the text.

        A relation leads to what the text or its sentences name, and joins what its label may join.
        """
        near = "\n".join((self.article.title, text, *quotes))
        found: list[Relation] = []
        for reply in replies:
            told, meant = reply if len(reply) == 2 else (" ".join(reply), "")
            to = self.ids.get(plain_line(meant).text, "")
            label = allowed_relations.known(told, MIRRORED)
            case = f"{told} -> {meant}: {text}"
            if not to:
                self.slips.append(slip("dangling-relation", case))
            elif to == of:
                self.slips.append(slip("self-relation", case))
            else:
                start, end = self.entities[of], self.entities[to]
                if not label:
                    self.slips.append(slip("unknown-relation", case))
                elif not _named(end, near):
                    self.slips.append(slip("unsupported-relation", case))
                    continue
                elif not allowed_relations.relation_fits(label, start.dimension, end.dimension):
                    self.slips.append(slip("relation-type", case))
                    continue
                found.append(Relation(label or relation_labels.MENTIONS, to))
        related = {of, *(relation.entity for relation in found)}
        for id in named_in(text, self.entities.values()):
            if id not in related:
                found.append(Relation(relation_labels.MENTIONS, id))
        return tuple(dict.fromkeys(found))[:_RELATIONS]


def _named(entity: Entity, text: str) -> bool:
    """Whether ``text`` names an entity, were it by the beginning or the end of its title alone."""
    squeezed = letters_of(text)
    parts = [part for part in entity.title.split() if len(part) > 2]
    if any(letters_of(name) in squeezed for name in (entity.title, *entity.aliases, *parts[:1], *parts[-1:])):
        return True
    return compare.named(entity.title, text)
