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


def test_what_stands_beside_the_best_fact_comes_next(tmp_path: Path) -> None:
    long = "and we ask again in November when the new lot has arrived at the mill on the river."
    home = write(
        tmp_path,
        {
            "docs/bread.md": (
                "# Bread\n\n## Flour\n"
                f"- The mill asked whether we would like to have the new harvest in September, {long}\n"
                f"- We stay with the old harvest until the protein is above twelve percent, {long}\n\n"
                "## Stollen\n\nRaisins 600 g in 120 ml rum for three days were too wet in the end.\n\n"
                "The year after that we left raisins in 90 ml rum for one day only.\n"
            ),
            **{
                f"docs/{name}.md": f"# {name}\n\nThe {name} stays at the wall and is decided on in May.\n"
                for name in ("bench", "scale", "oven", "shelf", "ladder", "bucket", "lamp")
            },
        },
    )
    wikic("init", "docs", "-C", "kb", "-q", "--layout", "library", cwd=home)
    wikic("compile", "docs", "-C", "kb", "-q", cwd=home)

    def texts(question: str, *options: str) -> list[str]:
        answer = wikic("ask", question, "-C", "kb", "--json", *options, cwd=home).json
        return [each["text"] for each in answer["evidence"]]

    offered, decided, *_ = texts("What became of the flour that the mill offered for September?")
    assert offered.startswith("The mill asked") and decided.startswith("We stay with the old harvest")
    rum = texts("how long do raisins stay in rum?")
    assert "three days" in "\n".join(rum[:2]) and "one day only" in "\n".join(rum[:2])
    assert len(texts("how long do raisins stay in rum?", "--evidence", "1")) == 1
