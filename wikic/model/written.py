"""An article that a model composed of what several documents say of one thing: the object file's values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Form = Literal["lead", "prose", "timeline", "table"]
FORMS: Final[tuple[Form, ...]] = ("lead", "prose", "timeline", "table")


@dataclass(frozen=True, slots=True)
class Unit:
    """Something that a document says, on which sentences rest.

    key: of the document. statement: id of the statement in its digest.
    text: what that said when the article was written.
    """

    key: str
    statement: str
    text: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, an entry of a timeline or a row of a table, with what it rests on.

    cells: the one text of a sentence; day and event of an entry; what stands in each column of a row.
    units: places of its units in the article, from 0, at least one.
    """

    cells: tuple[str, ...]
    units: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an article.

    form: the ``lead`` comes first and is one paragraph; the others stand below headings.
    heading: "" for the lead. head: names of a table's columns.
    """

    form: Form
    heading: str
    sentences: tuple[Sentence, ...]
    head: tuple[str, ...] = ()

    def spoken(self, sentence: Sentence) -> str:
        """What one of its sentences says by itself: cells of a row with the names of their columns."""
        if self.form == "table":
            return "; ".join(f"{name}: {cell}" for name, cell in zip(self.head, sentence.cells, strict=False))
        return ": ".join(sentence.cells)


@dataclass(frozen=True, slots=True)
class Written:
    """A written article.

    title: what its thing was called. things: key and entity's title of each document that names it.
    units: what it was composed of, also where no sentence rests on it.
    parts: the lead first.
    written_with: who wrote and who checked, with the version of the prompts.
    """

    title: str
    things: tuple[tuple[str, str], ...]
    units: tuple[Unit, ...]
    parts: tuple[Part, ...]
    written_with: str
