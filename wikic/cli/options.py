"""Options that several commands share, so that they read the same, and how a word of them may go on.

A shell asks at every press of a key, so nothing is opened but the files that name what is asked for, and of a
large wiki so many.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from wikic import layout
from wikic.cli import console

_MOST: Final = 200  # offered
_LOOKED_AT: Final = 20_000  # files of a wiki
_HEAD: Final = 2_048  # bytes of a digest, in which its key stands


def pages(context: typer.Context, incomplete: str) -> list[str]:
    """Paths of pages that begin so, or, of the last part of a path, pages whose file does."""
    found = [
        path.removesuffix(".md")
        for path in islice(_files(_wiki(context), ""), _LOOKED_AT)
        if not path.startswith(f"{layout.SOURCES_DIR}/")
    ]
    begun = [path for path in found if path.casefold().startswith(incomplete.casefold())]
    named = (path.rpartition("/")[2] for path in found)
    return (
        begun[:_MOST] or [name for name in named if name.casefold().startswith(incomplete.casefold())][:_MOST]
    )


def sources(context: typer.Context, incomplete: str) -> list[str]:
    """Keys of sources that begin so."""
    wiki = _wiki(context)
    keys = (_key_of(wiki / path) for path in islice(_files(wiki, layout.DIGESTS_DIR), _LOOKED_AT))
    return list(islice((key for key in keys if key and key.startswith(incomplete)), _MOST))


def readable(context: typer.Context, incomplete: str) -> list[str]:
    """Pages, else sources."""
    return pages(context, incomplete) or sources(context, incomplete)


def rules(incomplete: str) -> list[tuple[str, str]]:
    """Codes of rules that begin so, and names that do, each with what the rule finds."""
    from wikic.lint.registry import RULES

    named = [(word, rule.summary) for rule in RULES for word in (rule.code, rule.name)]
    before, comma, last = incomplete.rpartition(",")
    return [
        (before + comma + word, told) for word, told in named if word.casefold().startswith(last.casefold())
    ]


def _wiki(context: typer.Context) -> Path:
    return Path(context.params.get("directory") or "") / layout.WIKI_DIR


def _files(wiki: Path, inside: str) -> Iterator[str]:
    """Paths of Markdown files below a wiki, from there, in order; none where there is no wiki."""
    for folder, folders, names in os.walk(wiki / inside):
        folders.sort()
        where = os.path.relpath(folder, wiki)
        for name in sorted(names):
            if name.endswith(".md") and not name.startswith("_"):
                yield name if where == "." else f"{where}/{name}"


def _key_of(digest: Path) -> str:
    with digest.open("rb") as file:
        head = file.read(_HEAD).decode("utf-8", "replace")
    return next((line[5:].strip().strip("'\"") for line in head.split("\n") if line.startswith("key: ")), "")


_DOCUMENTS = (
    "Files or folders: .md .txt .rst .html .json .jsonl .zip; PDF, office files, Org, LaTeX … with the "
    "documents extra; "
    "https://…, s3://… with remote."
)


def _document(given: str) -> Path:
    from wikic.staging.address import path_of

    return path_of(given)


def staged(documents: Sequence[Path] | None, *, quiet: bool) -> tuple[Path, ...]:
    """Paths of documents; what is at an address or in a zip file is copied to the user's cache first.

    Raises what ``staging.stage`` does.
    """
    from wikic.staging import stage

    named = tuple(documents or ())
    if not any(map(stage.is_elsewhere, named)):
        return named
    with console.progress(quiet) as progress:
        found = stage.stage(named, progress)
    if not quiet:
        console.complain(*map(str, found.left))
    return found.paths


# How bad a finding is that makes the exit code 1, and how long a model that reasons thinks.
FailOn = Literal["error", "warning", "info", "never"]
Effort = Literal["minimal", "low", "medium", "high"]
Root = Annotated[
    Path,
    typer.Option(
        "-C", "--directory", metavar="DIR", help="The knowledge base: the directory that holds wiki/."
    ),
]
Documents = Annotated[
    list[Path],
    typer.Argument(
        metavar="DOCUMENTS...",
        parser=_document,
        help=_DOCUMENTS,
        show_default=False,
    ),
]
OptionalDocuments = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[DOCUMENTS]...",
        parser=_document,
        help=_DOCUMENTS,
        show_default=False,
    ),
]
Collection = Annotated[
    str | None,
    typer.Option(
        help="First part of every source's key.  \\[default: the folder's or file's name]", show_default=False
    ),
]
Store = Annotated[
    str,
    typer.Option(
        "--store",
        metavar="ADDRESS",
        help="Read the wiki from a Redis or Valkey where `wikic mirror --to` put it: redis://host:6379#name."
        "  \\[default: store.url, or the files]",
        show_default=False,
    ),
]
Wikis = Annotated[
    Path | None,
    typer.Option(
        "--wikis",
        metavar="DIR|MANIFEST",
        help="Many wikis instead of one: a folder of knowledge bases, or a YAML or JSONL list of them.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print failures only, no progress.")]
Verbose = Annotated[
    bool, typer.Option("--verbose", help="Also say what could not be brought up to date, and why.")
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Change nothing; print what would change, as a diff.")
]
Model = Annotated[
    str | None,
    typer.Option(
        help="Language model, as litellm names it: openai/gpt-5-mini; or offline, which needs no key; "
        "or agent, for compile."
        "  \\[default: as configured]",
        show_default=False,
    ),
]


def finite(value: float | None) -> float | None:
    """A number that was given. Raises ``typer.BadParameter`` for "nan" and "inf", which bound nothing."""
    if value is not None and not isfinite(value):
        raise typer.BadParameter(f"'{value}' is no amount")
    return value


MaxCost = Annotated[
    float | None,
    typer.Option(
        "--max-cost",
        min=0,
        callback=finite,
        metavar="DOLLARS",
        help="Stop before model calls may cost more; what was done stays.",
        show_default=False,
    ),
]
MaxCalls = Annotated[
    int | None,
    typer.Option(
        "--max-calls",
        min=1,
        max=1000,
        metavar="N",
        help="Tools that the model may call for one question. Default: 15, or ask.max_calls; with rlm 30.",
        show_default=False,
    ),
]
Tools = Annotated[
    Literal["wiki", "rlm"] | None,
    typer.Option(
        "--tools",
        help="Tools of the model: wiki (search, read); or rlm, which adds links, sub-queries, summaries and"
        " reranking, in three phases and 30 calls.  \\[default: wiki]",
        show_default=False,
    ),
]
MaxTokens = Annotated[
    int | None,
    typer.Option(
        "--max-tokens",
        min=0,
        metavar="N",
        help="Stop before model calls may take more tokens, sent and received.",
        show_default=False,
    ),
]
Record = Annotated[
    Path | None,
    typer.Option(
        "--record", metavar="FILE", help="Write every model call to a transcript.", show_default=False
    ),
]
Replay = Annotated[
    Path | None,
    typer.Option(
        "--replay",
        metavar="FILE",
        help="Answer every model call from a transcript: no key, no network, no cost.",
        show_default=False,
    ),
]
Select = Annotated[
    list[str] | None,
    typer.Option(help="Only these rules: codes, families or names, L001,C,long-page.", autocompletion=rules),
]
Ignore = Annotated[list[str] | None, typer.Option(help="All rules but these.", autocompletion=rules)]
Page = Annotated[
    str,
    typer.Argument(metavar="PAGE", help="A page's path, stem, title or alias.", autocompletion=pages),
]
