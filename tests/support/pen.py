"""A curator that writes articles by a rule, so that tests of the fold choose what stands in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from wikic.compiler.article_writing import Wanted, Written, write_articles
from wikic.compiler.options import Options
from wikic.curator.written_articles import Draft
from wikic.model import written
from wikic.wiki import written_file
from wikic.wiki.fold.written_articles import Subject
from wikic.wiki.workspace import Workspace

OPTIONS = Options("2026-11-21", "Table", jobs=2)


def every_unit(subject: Subject) -> tuple[written.Part, ...]:
    """A lead of the first two units, a section of the others, a table of all: each in its own words."""
    said = [
        written.Sentence((f"Told of {subject.title}: {each.unit.text}.",), (at,))
        for at, each in enumerate(subject.units)
    ]
    rows = tuple(written.Sentence((each.document, str(at)), (at,)) for at, each in enumerate(subject.units))
    return (
        written.Part("lead", "", tuple(said[:2])),
        written.Part("prose", "What else is known", tuple(said[2:])),
        written.Part("table", "By document", rows, ("Document", "Number")),
    )


@dataclass
class Pen:
    """Implements ``curator.written_articles.ArticleCurator``.

    parts: what it writes about a subject. asked: titles it was asked about, in order.
    """

    parts: Callable[[Subject], tuple[written.Part, ...]] = every_unit
    writes_as: str = "pen/1"
    asked: list[str] = field(default_factory=list)

    def write(self, subject: Subject) -> Draft:
        self.asked.append(subject.title)
        units = tuple(each.unit for each in subject.units)
        return Draft(
            written.Written(subject.title, subject.things, units, self.parts(subject), self.writes_as)
        )

    def run(self, kb: Path, options: Options = OPTIONS, **wanted: object) -> Written:
        """Write what is due in a knowledge base."""
        return write_articles(kb, self, Wanted(**wanted), options)  # type: ignore[arg-type]


def articles_of(kb: Path) -> dict[str, written.Written]:
    """The written articles of a knowledge base, by file."""
    space = Workspace.open(kb, "Table")
    return dict(space.fold.groups.articles.files)


def land(kb: Path, articles: list[written.Written]) -> None:
    """Have a knowledge base take written articles in, as a merge brings them: their files are there."""
    for each in articles:
        file = kb / "wiki" / written_file.file_of(each)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(written_file.render(each))
    space = Workspace.open(kb, "Table")
    space.land(space.propose("take articles in"))
