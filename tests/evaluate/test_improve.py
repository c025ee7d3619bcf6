"""The loop: repairs that raise a question stay, others go, and nothing is changed unasked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from wikic import config
from wikic.cli.eval_improvement import carry_out
from wikic.cli.main import main
from wikic.compiler.options import Options
from wikic.evaluate.diagnosis.failure import Repair
from wikic.evaluate.improve import improve
from wikic.evaluate.question import Question

GLASS = ("Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Sorrel")
DOCUMENTS = {
    "kell.md": "# Otmar Kell\n\nOtmar Kell (1840 – 1911) was a glazier. He was born in Brenn.\n",
    "brenn.md": "# Brenn\n\nBrenn is a town on the river Orr. It has 900 inhabitants and a mill.\n",
    "mill.md": "# Gant Mill\n\nGant Mill is a mill of 1790. It was built by Ida Gant.\n",
} | {
    f"{name}.md": f"# Lamp of {name}\n\nLamp of {name} is a lantern of green glass, made in 18{at + 40}.\n"
    for at, name in enumerate(GLASS)
}
LAMP = Question("lamp", "Which lantern hung in the house of Otmar Kell?", gold=(("Sorrel.md",),))
BRENN = Question("brenn", "Where was Otmar Kell born?", ("Brenn",), gold=(("kell.md",),))


def apply(root: Path, repairs: Sequence[Repair]) -> None:
    carry_out(root, repairs, options=Options("2026-11-22", config.load(root).wiki.title))


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    folder, root = tmp_path / "docs", tmp_path / "kb"
    folder.mkdir()
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, "utf-8")
    assert main(["init", str(folder), "-C", str(root), "-q"]) == 0
    assert main(["compile", str(folder), "-C", str(root), "-q"]) == 0
    return root


def _bytes(root: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(root)): file.read_bytes()
        for file in sorted((root / "wiki").rglob("*"))
        if file.is_file()
    }


def test_a_link_that_leads_to_an_answer_is_kept(kb: Path) -> None:
    before = _bytes(kb)
    found = improve(kb, [LAMP, BRENN], apply)
    assert [each.kind for each in found.kept] == ["link"]
    assert found.kept[0].page == "people/Otmar-Kell"
    assert found.reruns == 2
    assert _bytes(kb) == before, "tried on a copy"


def test_what_lowers_another_question_is_dropped_and_the_rest_kept(kb: Path) -> None:
    """A repair whose carrying out breaks another page: the batch is halved until it stands alone."""
    other = Question("mill", "Which lantern did the cousin of Otmar Kell own?", gold=(("Gorse.md",),))
    tried: list[int] = []

    def spoiling(root: Path, repairs: Sequence[Repair]) -> None:
        tried.append(len(repairs))
        apply(root, repairs)
        if any(each.value.endswith("Gorse") for each in repairs):
            (page,) = (root / "wiki").glob("people/Otmar-Kell.md")
            page.write_text("# Otmar Kell\n", "utf-8")

    found = improve(kb, [LAMP, BRENN, other], spoiling)
    assert [each.value.rpartition("/")[2] for each in found.kept] == ["Lamp-of-Sorrel"]
    assert [each.value.rpartition("/")[2] for each, _ in found.dropped] == ["Lamp-of-Gorse"]
    assert "lowers" in found.dropped[0][1]
    assert max(tried) == 2
    assert found.reruns == len(tried) + 1


def test_a_repair_that_raises_nothing_is_dropped(kb: Path) -> None:
    found = improve(kb, [LAMP], lambda root, repairs: None)
    assert found.kept == ()
    assert [why for _, why in found.dropped] == ["does not raise its question"]


def test_the_command_shows_and_on_request_writes_as_a_person_would(
    kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "q.jsonl"
    lines = ({"question": each.text, "gold_groups": each.gold} for each in (LAMP, BRENN))
    file.write_text("".join(json.dumps(each) + "\n" for each in lines), "utf-8")
    before = _bytes(kb)
    assert main(["eval", "improve", str(file), "-C", str(kb)]) == 0
    shown = capsys.readouterr().out
    assert "would do: people/Otmar-Kell links to " in shown
    assert "nothing was changed" in shown
    assert _bytes(kb) == before
    assert main(["eval", "improve", str(file), "-C", str(kb), "--apply"]) == 0
    assert "done: people/Otmar-Kell links to " in capsys.readouterr().out
    page = (kb / "wiki/people/Otmar-Kell.md").read_text("utf-8")
    assert "[[Lamp-of-Sorrel]]" in page
    assert main(["lint", "-C", str(kb)]) == 0
    written = _bytes(kb)
    assert main(["compile", str(tmp_path / "docs"), "-C", str(kb), "-q"]) == 0
    assert _bytes(kb) == written, "the fold keeps it"
    capsys.readouterr()
    assert main(["eval", "diagnose", str(file), "-C", str(kb), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["failures"] == []


def test_an_alias_is_written_to_the_page(kb: Path) -> None:
    apply(kb, [Repair("alias", "people/Otmar-Kell", "Othmar Kehl")])
    assert "Othmar Kehl" in (kb / "wiki/people/Otmar-Kell.md").read_text("utf-8")
    assert main(["lint", "-C", str(kb)]) == 0
