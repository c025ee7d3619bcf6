"""A knowledge base copied for one test, as if it had been made where the copy lies."""

from __future__ import annotations

import shutil
from pathlib import Path

from wikic import build_dir, layout


def copied(source: Path, target: Path) -> Path:
    """Copy a folder and take the indexes in every ``.wikic/`` of it for its own; returns ``target``.

    wikic itself makes them anew in a copy, which is what `tests/test_build_dir.py` looks at.
    """
    shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns("*.lock"))
    for build in target.rglob(layout.BUILD_DIR):
        build_dir.leave_origin(build / layout.ORIGIN_FILE)
    return target
