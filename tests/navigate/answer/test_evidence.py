"""What people added to a page by hand is evidence too, without a source and told as theirs."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import wikic, write

DOCS = {
    "docs/tern.md": "# Tern\n\nThe Tern is a sloop of 7 metres.\n\nHer mooring costs 480 euros a year.\n",
    "docs/quay.md": "# Quay\n\nThe quay was built in 1921.\n",
}
ADDED = """- Her sail is *red* and was sewn by Ole Madsen.
- [x] Pay the insurance of the Tern, 95 euros

## Winter

The Tern is laid up in the boathouse at Vig.
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = write(tmp_path_factory.mktemp("hand"), DOCS)
    wikic("init", "docs", "-C", "kb", "-q", "--layout", "library", cwd=home)
    wikic("compile", "docs", "-C", "kb", "-q", cwd=home)
    page = home / "kb/wiki/documents/Tern.md"
    text = page.read_text("utf-8")
    page.write_text(text.replace("## Related Sources", ADDED + "\n## Related Sources"), "utf-8")
    wikic("compile", "-C", "kb", "-q", cwd=home)
    return home


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Is the sail of the Tern red?", "Her sail is *red* and was sewn by Ole Madsen."),
        ("Who pays the insurance?", "Pay the insurance of the Tern, 95 euros"),
        ("In which boathouse is the Tern laid up?", "The Tern is laid up in the boathouse at Vig."),
    ],
)
def test_words_added_by_hand_answer_first(home: Path, question: str, said: str) -> None:
    answer = wikic("ask", question, "-C", "kb", "--json", cwd=home).json
    first = answer["evidence"][0]
    assert (first["text"], first["page"], first["fact"], first["citations"]) == (
        said,
        "documents/Tern",
        "",
        [],
    )
    assert "Winter" not in [each["text"] for each in answer["evidence"]]
    assert f"- {said} (added by hand)" in wikic("ask", question, "-C", "kb", cwd=home).out


def test_facts_are_cited_as_ever(home: Path) -> None:
    answer = wikic("ask", "What does the mooring of the Tern cost?", "-C", "kb", "--json", cwd=home).json
    first = answer["evidence"][0]
    assert "480 euros" in first["text"] and first["citations"] and first["fact"]
