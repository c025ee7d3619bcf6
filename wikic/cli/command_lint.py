"""``wikic lint``."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from wikic.cli.options import Root


class Format(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"


def lint(
    directory: Root = Path(),
    output: Annotated[Format, typer.Option("--format", "-f", help="How findings are printed.")] = Format.TEXT,
    select: Annotated[
        list[str] | None, typer.Option(help="Only these rules: L001, a family L, or a name.")
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="All rules but these.")] = None,
    explain: Annotated[
        str | None, typer.Option(metavar="CODE", help="Say what a rule finds and why, and stop.")
    ] = None,
    rules: Annotated[bool, typer.Option("--rules", help="List the rules and stop.")] = False,
) -> None:
    """Check the wiki: links, citations, indexes, frontmatter, pages against their digests.

    Reads only. Exit code 1 when there is an error; warnings alone exit 0.
    """
    if explain is not None:
        from wikic.lint import docs

        print(docs.explain(explain))
        return
    if rules:
        from wikic.lint import registry

        for rule in registry.RULES:
            print(f"{rule.code}  {rule.severity:<7}  {rule.name:<28}  {rule.summary}")
        return
    from wikic.cli import console
    from wikic.compiler.expect import expectations
    from wikic.lint.engine import fails
    from wikic.lint.engine import lint as run
    from wikic.lint.report import formats
    from wikic.lint.report.report import Report
    from wikic.lint.view import WikiView
    from wikic.session import Session
    from wikic.wiki.tree import Tree

    session = Session.open(directory)
    tree = Tree(directory)
    expected = expectations(directory, session.config.wiki.title)
    view = WikiView.over(tree, expected_index=expected.index, expected_page=expected.page)
    settings = session.config.lint
    findings = run(view, select=select or settings.select, ignore=ignore or settings.ignore)
    for line in formats.named(output)(Report(findings, tree.read)):
        print(line)
    if output in formats.FOR_PEOPLE:
        pages = len(view.of_kind("page"))
        print(f"{console.count(pages, 'page')}: {console.count(len(findings), 'finding')}", file=sys.stderr)
    raise typer.Exit(1 if fails(findings) else 0)
