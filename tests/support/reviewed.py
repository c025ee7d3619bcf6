"""A knowledge base whose documents are put aside for review, in this process."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from support.command import snapshot, write

from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.review import decide
from wikic.schema.new_wiki import start_wiki
from wikic.wiki.review_folder import ReviewFolder

DAY = "2026-11-21"


def begun(home: Path, documents: Mapping[str, str | bytes]) -> Path:
    """Documents in ``home/docs`` and an empty wiki for them in ``home/kb``; returns ``home``."""
    write(home / "docs", documents)
    start_wiki(home / "kb", [home / "docs"], OfflineCurator(), "Kb")
    return home


def compiled(home: Path, *, review: bool = False, prune: bool = False, batch: int = 4_096) -> Report:
    options = Options(DAY, "Kb", review=review, prune=prune, batch=batch)
    return compile_documents(home / "kb", [home / "docs"], OfflineCurator(), options)


def accepted(home: Path, *keys: str) -> Report:
    return decide.accept(home / "kb", keys or None, Options(DAY, "Kb"))


def wiki(home: Path) -> dict[str, bytes | str]:
    return snapshot(home / "kb/wiki")


def waiting(home: Path) -> list[str]:
    return list(ReviewFolder(home / "kb").waiting())
