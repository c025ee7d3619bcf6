"""Two pages of one thing become one where two facts show it; whatever else is said, they stay two."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import good_model

from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import CompileRun
from wikic.curator.model.curator import ModelCurator
from wikic.errors import ModelUnavailableError
from wikic.evolve.same_things import identity_step
from wikic.llm.protocol import Request
from wikic.llm.scripted import Said, ScriptedModel
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.wiki.schema_file import render_schema

SCHEMA = Schema(
    Positioning("a coast"), (Dimension("places", "towns, works"), Dimension("concepts", "the rest"))
)
WORKS = "Halden Works is a foundry in Tarnvik. Halden Works was founded by Otto Brenn in Tarnvik in 1871."
ALIKE = "Halden-works is a foundry in Tarnvik. Halden-works was founded in Tarnvik by Otto Brenn in 1871."
OTHER = "Halden-works is a mill in Bexton. Halden-works was sold to Ada Cray in 1903."


def compiled(
    folder: Path, documents: dict[str, str], said: str | ModelUnavailableError
) -> tuple[Report, list[Request]]:
    """A compile with a model that extracts well and says this of pairs of pages."""
    (folder / "docs").mkdir(parents=True)
    for title, text in documents.items():
        (folder / "docs" / f"{title.lower().replace(' ', '_')}.md").write_text(f"# {title}\n\n{text}\n")
    (folder / "kb" / "wiki").mkdir(parents=True)
    (folder / "kb/wiki/schema.yaml").write_bytes(render_schema(SCHEMA))

    def answer(request: Request) -> Said:
        return said if request.purpose == "same" else good_model.answer(request)

    model = ScriptedModel(answer)
    curator = ModelCurator(model, model)
    options = Options("2026-11-22", "Coast", waits=True, batch=16)
    steps = identity_step(curator, options)
    report = CompileRun(folder / "kb", curator, options, steps=steps).compile([folder / "docs"])
    return report, [each for each in model.requests if each.purpose == "same"]


def pages(folder: Path) -> set[str]:
    found = (folder / "kb" / "wiki").rglob("[!_i]*.md")
    return {file.stem for file in found if "sources" not in file.parts and "alden" in file.stem}


def one(first: int = 2, second: int = 2) -> str:
    return json.dumps({"same": [{"pair": 1, "first": first, "second": second}]})


def test_pages_that_two_facts_show_to_be_one_thing_become_one(tmp_path: Path) -> None:
    report, asked = compiled(tmp_path, {"Halden Works": WORKS, "Halden-works": ALIKE}, one())
    assert len(asked) == 1 and "spelt alike" in asked[0].messages[1].text
    assert len(pages(tmp_path)) == 1
    assert "Halden" in (tmp_path / "kb/wiki/identity.yaml").read_text()
    assert any("Halden-works is Halden Works: " in line for line in report.steps)
    (page,) = (tmp_path / "kb/wiki").rglob("Halden*.md")
    assert (
        "founded by Otto Brenn in Tarnvik" in page.read_text() and "founded in Tarnvik by" in page.read_text()
    )


@pytest.mark.parametrize(
    "said",
    [
        '{"same": []}',
        one(1, 9),
        one(0, 0),
        json.dumps({"same": [{"pair": 7, "first": 1, "second": 1}]}),
        "I cannot say.",
        ModelUnavailableError("gone"),
    ],
)
def test_without_evidence_they_stay_two(tmp_path: Path, said: str | ModelUnavailableError) -> None:
    compiled(tmp_path, {"Halden Works": WORKS, "Halden-works": ALIKE}, said)
    assert len(pages(tmp_path)) == 2
    assert not (tmp_path / "kb/wiki/identity.yaml").exists()


def test_facts_that_do_not_say_the_same_are_no_evidence(tmp_path: Path) -> None:
    _, asked = compiled(tmp_path, {"Halden Works": WORKS, "Halden-works": OTHER}, one())
    assert asked and len(pages(tmp_path)) == 2


def test_names_that_exclude_each_other_are_not_asked_about(tmp_path: Path) -> None:
    texts = {
        "Halden Works 1": WORKS.replace("Works", "Works 1"),
        "Halden Works 2": ALIKE.replace("-works", " Works 2"),
    }
    _, asked = compiled(tmp_path, texts, one())
    assert not asked and len(pages(tmp_path)) == 2


def test_pages_that_tell_of_one_day_are_candidates(tmp_path: Path) -> None:
    texts = {
        "Edda Works": "Edda Works is a foundry. Edda Works was opened by Otto Brenn on 4 May 1871.",
        "Tarnvik Works": "Tarnvik Works is a foundry. Tarnvik Works was opened by Otto Brenn on 4 May 1871.",
        "Lund Works": "Lund Works is a mill. Lund Works was opened by Ada Cray on 5 May 1871.",
    }
    _, asked = compiled(tmp_path, texts, one())
    assert len(asked) == 1
    shown = asked[0].messages[1].text
    assert "4 May 1871" in shown and "Lund" not in shown


def test_one_day_may_be_written_in_two_ways(tmp_path: Path) -> None:
    texts = {
        "Edda Works": "Edda Works is a foundry. Edda Works was opened by Otto Brenn on 4 May 1871.",
        "Tarnvik Works": "Tarnvik Works is a foundry. Tarnvik Works was opened by Otto Brenn on May 4, 1871.",
    }
    _, asked = compiled(tmp_path, texts, one())
    assert "both tell of 1871-05-04" in asked[0].messages[1].text


def test_a_run_that_finds_nothing_alike_asks_nothing(tmp_path: Path) -> None:
    _, asked = compiled(tmp_path, {"Halden Works": WORKS}, one())
    assert not asked
