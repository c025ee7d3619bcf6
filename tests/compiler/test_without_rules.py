"""Documents in a language without rules: a compile says so in a line, and what it makes of them is sound."""

from __future__ import annotations

import json
from pathlib import Path

from support.command import wikic, write

DOCUMENTS = {
    "varnhafen.md": (
        "# Varnhafen\n\nVarnhafen ist eine Stadt an der Küste. Im Jahr 1840 wurde die Varnhafener Werft "
        "von Johann Petersen gegründet. Seine Mutter war eine Lehrerin. Im Winter lag Eis.\n"
    ),
    "werft.md": (
        "# Varnhafener Werft\n\nDie Varnhafener Werft ist ein Betrieb in Varnhafen. Sie wurde von Johann "
        "Petersen 1840 gegründet und baute Boote. Im Jahr 1911 wurde die Werft geschlossen.\n"
    ),
    "ada.md": "# Ada Lovelace\n\nAda Lovelace was a mathematician who wrote the first program.\n",
}


def test_a_compile_says_what_it_read_without_rules(tmp_path: Path) -> None:
    write(tmp_path / "docs", DOCUMENTS)
    wikic("init", "docs", "-C", "kb", "-q", "--layout", "things", cwd=tmp_path)
    (step,) = json.loads(wikic("compile", "docs", "-C", "kb", "--json", cwd=tmp_path).out)["steps"]
    assert step.startswith("2 documents in de: ")
    pages = {file.stem for file in (tmp_path / "kb" / "wiki").glob("*/*.md")} - {"_index"}
    assert pages == {"Varnhafen", "Varnhafener-Werft", "Johann-Petersen", "Ada-Lovelace"}
    assert json.loads(wikic("compile", "docs", "-C", "kb", "--json", cwd=tmp_path).out)["steps"] == []
    wikic("lint", "-C", "kb", cwd=tmp_path)
