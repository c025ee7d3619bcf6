"""What a graph of Logseq's says in its settings, ``logseq/config.edn``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from wikic.errors import NotPlainError
from wikic.lint.profile import LOGSEQ, Profile
from wikic.plain_file import SETTINGS, read_plain

_REMARK: Final = re.compile(r"^[^\"\n;]*(;.*)$", re.M)
_TEXT: Final = r'"((?:[^"\\]|\\.)*)"'
_JOURNALS: Final = re.compile(rf":journal/page-title-format\s+{_TEXT}")
_HIDDEN: Final = re.compile(r":hidden\s+\[([^\]]*)\]")


def logseq_settings(root: Path) -> tuple[tuple[str, ...], str]:
    """The files and directories it hides, and how it calls the page of a day."""
    try:
        edn = read_plain(root / LOGSEQ, SETTINGS, inside=root).decode("utf-8", "replace")
    except (OSError, NotPlainError):
        edn = ""
    said = _REMARK.sub(lambda found: found[0].removesuffix(found[1]), edn)
    journals, hidden = _JOURNALS.search(said), _HIDDEN.search(said)
    names = re.findall(_TEXT, hidden[1]) if hidden is not None else []
    usual = Profile("vault").journals
    return tuple(name.strip("/") for name in names), journals[1] if journals is not None else usual
