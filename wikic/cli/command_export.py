"""Write what other programs use the wiki with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wikic.cli import console
from wikic.cli.options import Json, MaxCost, MaxTokens, Model, Quiet, Record, Replay, Root

if TYPE_CHECKING:
    from wikic.export.skills.run import ExportedSkills
    from wikic.llm.meter import Totals


def skill(
    directory: Root = Path(),
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="Folder of skills, such as .claude/skills.  \\[default: skills/ beside wiki/]",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(help="Name of the skill.  \\[default: from the wiki's title]", show_default=False),
    ] = None,
) -> None:
    """Write an Agent Skill that teaches agents with a shell to use this wiki.

    DIR/NAME/SKILL.md says what the wiki holds, which commands look things up in it, how to cite, what never
    to do. A file that somebody else wrote, or changed, is not overwritten.
    """
    from wikic.export.skill import export_skill
    from wikic.session import Session

    session = Session.open(directory)
    with console.progress(quiet=False) as progress:
        library = session.library(progress)
    with library:
        done = export_skill(library, output or directory / "skills", name)
    console.say(f"{done.path}: {'written' if done.changed else 'unchanged'}")


Format = Literal["jsonld", "graphml"]


def graph(
    out: Annotated[
        Path | None,
        typer.Argument(
            metavar="[OUT]",
            help="File for the graph, such as wiki.jsonld or wiki.graphml; - prints it."
            "  \\[default: graph.jsonld beside wiki/]",
            show_default=False,
        ),
    ] = None,
    directory: Root = Path(),
    format: Annotated[
        Format | None,
        typer.Option(
            "--format", "-f", help="What is written.  \\[default: by the name of OUT]", show_default=False
        ),
    ] = None,
    facts: Annotated[
        bool,
        typer.Option("--facts", help="Facts as nodes too, with their quotes and the pages they name."),
    ] = False,
    base: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="What addresses begin with, such as https://example.org/wiki/."
            "  \\[default: urn:wikic:TITLE: in JSON-LD, nothing in GraphML]",
            show_default=False,
        ),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Write the wiki as a graph: RDF (JSON-LD in terms of schema.org) or GraphML.

    Pages, directories and sources are nodes; they are joined by relations with their labels, links, mentions,
    what is part of what, and which page cites which source. With --facts each fact is a node, with the
    sentences it rests on. rdflib, Jena and triple stores read JSON-LD; Gephi, yEd, Cytoscape and networkx
    read GraphML.

    The same wiki gives the same bytes. A file that is no earlier graph is not written over.
    """
    import sys

    from wikic.cli import output_file
    from wikic.errors import UsageError
    from wikic.export.graph import graph_ml_lines, graph_of, json_ld_lines
    from wikic.export.skill import name_of
    from wikic.session import Session

    session = Session.open(directory)
    if out is None and session.config.lint.profile == "vault":
        hint = f"wikic export graph -C {directory} OUT, outside of it"
        raise UsageError("OUT is missing: nothing is written among a person's notes", hint=hint)
    printed = out == Path("-")
    path = out if out is not None else directory / f"graph.{format or 'jsonld'}"
    chosen = format or _by_name(path, printed)
    if not printed:
        output_file.require(path, output_file.GRAPH)
    with console.progress(quiet) as progress, session.library(progress, adopted=True) as library:
        library.hold()
        named = f"urn:wikic:{name_of(library.overview()[0] or 'Wiki')}:" if chosen == "jsonld" else ""
        start = base if base is not None else named
        found = graph_of(library, facts=facts, progress=progress)
        lines = json_ld_lines(found, start) if chosen == "jsonld" else graph_ml_lines(found, start)
        if printed:
            for line in lines:
                sys.stdout.write(f"{line}\n")
        else:
            output_file.write_lines(path, lines, output_file.GRAPH)
        console.complain(*library.said)
        pages = len(library.catalogue.pages)
    if not (printed or quiet):
        console.say(f"{path}: {console.count(pages, 'page')}")


def _by_name(path: Path, printed: bool) -> Format:
    """The format of a file's name. Raises UsageError where it tells none."""
    from wikic.errors import UsageError

    endings: dict[str, Format] = {".jsonld": "jsonld", ".json": "jsonld", ".graphml": "graphml"}
    ending = ".jsonld" if printed else path.suffix.casefold()
    if ending not in endings:
        raise UsageError(f"{path}: which format?", hint="name it .jsonld or .graphml, or say --format")
    return endings[ending]


def site(
    out: Annotated[
        Path | None,
        typer.Argument(
            metavar="[OUT]",
            help="Directory for the site; of an adopted directory one outside it."
            "  \\[default: site/ beside wiki/]",
            show_default=False,
        ),
    ] = None,
    directory: Root = Path(),
    sources: Annotated[
        bool,
        typer.Option(
            "--sources/--no-sources",
            help="The documents themselves as pages; without them quotes are shown, not what stands around.",
        ),
    ] = True,
    mapped: Annotated[
        bool, typer.Option("--map", help="A map of the whole wiki too, its most linked 2,000 pages.")
    ] = False,
    force: Annotated[
        bool,
        typer.Option("--force", help="Into a directory with other things, over files of the same names."),
    ] = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write the wiki as a website of files: pages, directories, sources, search. It needs no server.

    Open OUT/index.html in a browser, or publish OUT on GitHub Pages or any web space, below any address:
    links are relative. Pointing at a citation shows the sentence it rests on; a click opens the document at
    that sentence. Pages can be read without scripts; quotes on pointing and search take one.

    The same wiki gives the same bytes; files that are as they should be are not written again, and files
    of pages that are gone are taken away. A directory that holds other things and no earlier site is refused
    without --force; what of it is not the site's stays.
    """
    from wikic.errors import UsageError
    from wikic.export.site.run import Options, export_site
    from wikic.session import Session

    session = Session.open(directory)
    options = Options(sources, force, mapped, session.config.site)
    if out is None and session.config.lint.profile == "vault":
        # Nothing is written among a person's notes.
        hint = f"wikic export site -C {directory} OUT, outside of it"
        raise UsageError("OUT is missing: the site of an adopted directory lies elsewhere", hint=hint)
    with console.progress(quiet) as progress, session.library(progress, adopted=True) as library:
        done = export_site(library, out or directory / "site", options, progress=progress)
        console.complain(
            *library.said, *(f"{each}: left out, for it is no SVG that can be read" for each in done.left_out)
        )
    if json:
        console.say_json(done)
    elif not quiet:
        counts = f"{console.count(done.pages, 'page')}, {console.count(done.sources, 'source')}"
        changed = (
            f"{console.count(done.changed, 'file')} written" if done.changed or done.gone else "unchanged"
        )
        gone = f", {done.gone:,} gone" if done.gone else ""
        console.say(f"{done.path}: {counts}; {changed}{gone}. Open {Path(done.path) / 'index.html'}")


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
        console.say_json({"export": done}, model=spent)
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
