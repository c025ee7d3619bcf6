"""Options that several commands share, so that they read the same everywhere."""

from __future__ import annotations

from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import Annotated, Literal

import typer

from wikic.cli import completion

_DOCUMENTS = (
    "Files or folders: .md .txt .rst .html .json .jsonl .zip; PDF, office files, Org, LaTeX … with the "
    "documents extra; "
    "https://…, s3://… with remote."
)


def _document(given: str) -> Path:
    from wikic.staging.address import path_of

    return path_of(given)


class FailOn(StrEnum):
    """How bad a finding is that makes the exit code 1."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    NEVER = "never"


class Effort(StrEnum):
    """How long a model that reasons thinks."""

    MINIMAL = "minimal"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


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
        help="Language model, as litellm names it: openai/gpt-5-mini; or offline, which needs no key."
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
    typer.Option(
        help="Only these rules: codes, families or names, L001,C,long-page.", autocompletion=completion.rules
    ),
]
Ignore = Annotated[
    list[str] | None, typer.Option(help="All rules but these.", autocompletion=completion.rules)
]
Page = Annotated[
    str,
    typer.Argument(
        metavar="PAGE", help="A page's path, stem, title or alias.", autocompletion=completion.pages
    ),
]
