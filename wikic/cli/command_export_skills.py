"""``wikic export skills``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli import console
from wikic.cli.options import Json, MaxCost, MaxTokens, Model, Quiet, Record, Replay, Root

if TYPE_CHECKING:
    from wikic.export.skills.run import ExportedSkills
    from wikic.llm.meter import Totals


def skills(
    out: Annotated[
        Path | None,
        typer.Argument(
            metavar="[OUT]",
            help="Directory for the skills, such as .claude/skills.  \\[default: skills/ beside wiki/]",
            show_default=False,
        ),
    ] = None,
    directory: Root = Path(),
    roots: Annotated[
        int, typer.Option(min=1, max=8, help="Skills at most; no provider takes more than 8 at once.")
    ] = 7,
    branching: Annotated[
        int, typer.Option(min=2, metavar="N", help="Groups of a group and documents of the lowest, about.")
    ] = 10,
    compact: Annotated[
        bool,
        typer.Option(
            "--compact", help="No INDEX.md for the lowest groups: sections of the file above, fewer reads."
        ),
    ] = False,
    force: Annotated[
        bool,
        typer.Option(
            "--force", help="Write over skills that were changed, and into a directory with other things."
        ),
    ] = False,
    model: Model = None,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    record: Record = None,
    replay: Replay = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write the wiki as skills that an agent walks from topic to topic down to the document (Corpus2Skill).

    An agent needs no wikic and no search: it knows the skills' descriptions, reads the SKILL.md that fits,
    the INDEX.md of a group, then a document: a page of the wiki with its sources. OUT holds a directory for
    each skill, skill-NN-label, with SKILL.md, groups and documents. Claude loads them from .claude/skills or
    by upload.

    Needs no model: topics are found in titles and words. With --model, a language model words names and
    summaries of the groups; what the documents do not say of them is not taken.

    The same wiki gives the same bytes; all is written or nothing. What lies in OUT and is no skill, or was
    changed, is refused without --force; what is not wikic's stays in any case. A skill has at most 200 files
    and 30 MB: where pages are many, those of a group share a file and are read by their lines.
    """
    from wikic.compiler.options import MODEL_JOBS
    from wikic.curation import curating
    from wikic.curator.protocol import Wording
    from wikic.export.skills.forest import Shape
    from wikic.export.skills.run import Options, export_skills
    from wikic.export.skills.wording import Rewording
    from wikic.llm.limits import Limits
    from wikic.session import Session

    session = Session.open(directory)
    limits = Limits(max_cost, max_tokens, record, replay)
    options = Options(Shape(branching, roots), compact, force)
    with curating(session, model, limits) as curation, console.progress(quiet) as progress:
        curator = curation.curator
        reword = Rewording(curator, MODEL_JOBS) if isinstance(curator, Wording) else None
        with session.library(progress) as library:
            done = export_skills(
                library, out or directory / "skills", options, reword=reword, progress=progress
            )
        spent = curation.totals()
    if json:
        console.say_json({"export": done, **({"model": spent} if spent is not None else {})})
    elif not quiet:
        _say(done, spent)


def _say(done: ExportedSkills, spent: Totals | None) -> None:
    for each in done.skills:
        documents, files = console.count(each.documents, "document"), console.count(each.files, "file")
        levels = console.count(each.levels, "level")
        console.say(f"  {each.name}: {documents}, {files}, {levels}, {each.bytes / 1e6:,.1f} MB")
    documents = console.count(sum(each.documents for each in done.skills), "document")
    changed = f"{console.count(done.changed, 'file')} written" if done.changed or done.gone else "unchanged"
    gone = f", {done.gone:,} gone" if done.gone else ""
    console.say(f"{done.path}: {console.count(len(done.skills), 'skill')} of {documents}, {changed}{gone}")
    if spent is not None:
        console.say(f"model: {spent.whole}")
