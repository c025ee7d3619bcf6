"""Checks the entities of a reply: the document must name each, and each is taken once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from wikic.curator.model import bounds
from wikic.curator.model.document_evidence import Evidence, supports, vague
from wikic.curator.model.document_subject import under_document_title
from wikic.curator.model.foreign_language import foreign_script
from wikic.curator.model.plain_line import foreign_path, is_path, plain_line
from wikic.curator.model.prompts import leaked
from wikic.curator.model.reply_checks import slip
from wikic.curator.model.reply_shapes import EntityReply
from wikic.model.article import Article
from wikic.model.extraction import Slip
from wikic.model.schema import Schema
from wikic.model.statement import Block, Entity
from wikic.text import names
from wikic.text.normalise import fold_name

_ALIASES: Final = 12
_TAGS: Final = 3
_TAG: Final = 40  # characters
_MARKS: Final = (("《", "》"), ("“", "”"), ('"', '"'), ("「", "」"))


@dataclass(slots=True)
class EntityList:
    """The entities of one article as its sections give them.

    entities: those that passed, in order of appearance; ids ``e1``, ``e2``…
    slips: what was wrong.
    """

    evidence: Evidence
    schema: Schema
    entities: list[Entity] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    _by_name: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, evidence: Evidence, schema: Schema, entities: Sequence[Entity]) -> EntityList:
        """A list that begins with entities that are known."""
        known = {fold_name(each.title): at for at, each in enumerate(entities)}
        return cls(evidence, schema, list(entities), [], known)

    def copy(self) -> EntityList:
        """The same entities, to try a reply on; its slips begin anew."""
        return EntityList(self.evidence, self.schema, list(self.entities), [], dict(self._by_name))

    def take(self, replies: Sequence[EntityReply], near: Sequence[str]) -> dict[str, str]:
        """Take the entities of one reply; the id that each of its local ids stands for.

        Ids of entities taken before stay valid, save where the reply gives one to something else.

        near: the texts that the reply was shown; its lines, tags and disambiguators rest on them.
        """
        ids = {entity.id: entity.id for entity in self.entities}
        declared: dict[str, str] = {}
        for reply in replies:
            local = plain_line(reply.id).text
            if not local:
                continue
            entity = self._sifted(reply, near)
            if entity is None:
                declared.setdefault(local, "")
                continue
            found = self._join(entity, within=frozenset(declared.values()))
            if declared.get(local, found) != found:
                self.slips.append(slip("reused-id", f"{local}: {entity.title}"))
                continue
            declared[local] = found
        ids.update(declared)
        return {local: entity for local, entity in ids.items() if entity}

    def entitle(self, id: str, article: Article, blocks: Sequence[Block]) -> str:
        """Give the article's subject the article's title, where that names it; the id of the subject then.

        Where another entity has the title already, that is the subject, and takes the names: they are one.
        """
        at = next((at for at, each in enumerate(self.entities) if each.id == id), None)
        if at is None:
            return id
        named = under_document_title(self.entities[at], article, blocks)
        other = self._by_name.setdefault(fold_name(named.title), at)
        if other == at:
            self.entities[at] = named
            return id
        if named != self.entities[at]:
            aliases = dict.fromkeys((*self.entities[other].aliases, *named.aliases))
            self.entities[other] = replace(self.entities[other], aliases=tuple(aliases)[:_ALIASES])
        return self.entities[other].id

    def _join(self, entity: Entity, within: frozenset[str]) -> str:
        """Put the entity with the one of its name, or behind all others; its id.

        within: ids that the same reply declared already.
        """
        key = fold_name(f"{entity.title} ({entity.disambiguator})" if entity.disambiguator else entity.title)
        at = self._by_name.get(key)
        if at is None:
            at = self._by_name[key] = len(self.entities)
            self.entities.append(replace(entity, id=f"e{at + 1}"))
            return self.entities[at].id
        there = self.entities[at]
        if there.id in within:
            self.slips.append(slip("duplicate-entity", entity.title))
        self.entities[at] = replace(
            there,
            aliases=tuple(dict.fromkeys((*there.aliases, *entity.aliases)))[:_ALIASES],
            tags=there.tags or entity.tags,
            summary=there.summary or entity.summary,
        )
        return there.id

    def _sifted(self, reply: EntityReply, near: Sequence[str]) -> Entity | None:
        """What of a reply's entity the document bears out, or None."""
        aliases = [alias for each in reply.aliases[: 2 * _ALIASES] if (alias := self._alias(each))]
        title = self._title(reply, aliases)
        if not title:
            return None
        inner = "" if names.disambiguator(title) else self._line(reply.disambiguator, _TAG, near)
        key = fold_name(title)
        return Entity(
            id="",
            title=title,
            dimension=self._dimension(reply.dimension, title),
            disambiguator=inner or None,
            aliases=tuple(dict.fromkeys(each for each in aliases if fold_name(each) != key))[:_ALIASES],
            tags=tuple(
                dict.fromkeys(filter(None, (self._line(each, _TAG, near) for each in reply.tags[:_TAGS])))
            ),
            summary=self._line(reply.line, bounds.LINE, near),
        )

    def _title(self, reply: EntityReply, aliases: Sequence[str]) -> str:
        """The title where the document holds it; else the part of it, or the alias, that it holds; or ""."""
        title = self._name(reply.title)
        if not title:
            return ""
        # A file's name may be all small letters: "a journey" is a text's title, though no name elsewhere.
        unnamed = vague(reply.title) and fold_name(title) != fold_name(self.evidence.title)
        for faulty, rule in ((unnamed, "vague-name"), (len(title) > bounds.NAME, "outside-title")):
            if faulty:
                self.slips.append(slip(rule, title))
                return ""
        if self.evidence.holds(title):
            return title
        shorter = (names.base(title), title.partition(",")[0].strip(), *aliases)
        self.slips.append(slip("outside-title", title))
        held = next((each for each in shorter if each and self.evidence.holds(each)), "")
        return held or self.evidence.longest(title)

    def _alias(self, raw: str) -> str:
        name = self._name(raw) if raw.strip() else ""
        if not name:
            return ""
        if vague(raw):
            self.slips.append(slip("vague-name", name))
            return ""
        if len(name) > bounds.NAME or not self.evidence.writes(name):
            self.slips.append(slip("outside-alias", name))
            return ""
        return name

    def _name(self, raw: str) -> str:
        """A title or alias as plain text, without quotation marks around the whole; "" for no name."""
        made = plain_line(raw)
        name = made.text
        for opening, closing in _MARKS:
            inner = name[1:-1]
            if name.startswith(opening) and name.endswith(closing) and closing not in inner:
                name = inner.strip()
        if is_path(raw.strip()) or is_path(name):
            self.slips.append(slip("path-in-name", raw))
            return ""
        if made.fault:
            self.slips.append(slip(made.fault, raw))
        if not any(char.isalnum() for char in name):
            self.slips.append(slip("empty-title", raw))
            return ""
        return name

    def _dimension(self, raw: str, title: str) -> str:
        wanted = fold_name(raw)
        for each in self.schema.dimensions:
            if wanted and wanted in (fold_name(each.name), fold_name(each.title)):
                return each.name
        accepted = [name for each in self.schema.dimensions for name in each.accepts]
        if raw in accepted:
            return raw
        if not wanted and len(self.schema.dimensions) == 1:  # nothing to choose from
            return self.schema.fallback
        self.slips.append(slip("path-in-name" if is_path(raw) else "unknown-dimension", f"{raw}: {title}"))
        return self.schema.fallback

    def _line(self, raw: str, limit: int, near: Sequence[str]) -> str:
        """A line beside a name, or "" where it says what the document does not."""
        made = plain_line(raw)
        if not made.text:
            return ""
        if made.fault:
            self.slips.append(slip(made.fault, raw))
        if leaked(made.text, near):
            self.slips.append(slip("prompt-leak", made.text))
            return ""
        if foreign_script(made.text, " ".join(near)):
            self.slips.append(slip("wrong-language", made.text))
            return ""
        if len(made.text) > limit or foreign_path(made.text, near) or not supports(made.text, near):
            self.slips.append(slip("unsupported-line", made.text))
            return ""
        return made.text
