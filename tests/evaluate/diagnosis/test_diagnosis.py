"""Why questions fail, on wikis made to fail them in each way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wikic.cli.main import main
from wikic.evaluate.diagnosis.diagnosis import Failure, diagnose, spelled_otherwise
from wikic.evaluate.diagnosis.health import Health, measure_distances
from wikic.evaluate.question import Question
from wikic.graph.wiki_graph import Edge, Graph
from wikic.navigate.library import Library


def _lacks(library: Library, question: Question) -> list[Failure]:
    return list(diagnose(library, [question]).failures)


def test_a_question_that_is_answered_lacks_nothing(library: Library, questions: tuple[Question, ...]) -> None:
    found = diagnose(library, questions)
    assert found.asked == 10
    failed = {each.id for each in found.failures}
    assert len(failed) <= 1
    assert found.health.questions == 8
    assert found.health.seed_hits is not None
    assert found.health.seed_hits >= 0.7
    assert list(found.health.reachable) == sorted(found.health.reachable), "more steps reach no less"
    assert found.health.reachable[2] >= 0.8
    assert set(found.directories) <= set(library.directory_names())


@pytest.mark.parametrize(
    ("question", "kind", "reason"),
    [
        (
            Question("1", "Where was Isaac Dunn born?", gold=(("nobody",), ("isaac-dunn",))),
            "coverage",
            "no such source",
        ),
        (
            Question("3", "When was Agnes Varley born?", ("31 May 1903",), gold=(("agnes-varley",),)),
            "answer",
            "no fact that was cited holds the answer",
        ),
        (
            Question("4", "When was Agnes Varley born?", unanswerable=True),
            "answer",
            "answered from 'Agnes Varley', and the wiki does not say",
        ),
    ],
)
def test_what_is_lacking_has_a_class_and_a_reason(
    library: Library, question: Question, kind: str, reason: str
) -> None:
    found = _lacks(library, question)
    assert [each.kind for each in found] == [kind]
    assert reason in found[0].reason
    assert found[0].advice


def test_a_page_nobody_links_to_is_not_reached(tmp_path: Path) -> None:
    kb = _compiled(
        tmp_path,
        {
            "alpha.md": "# Otmar Kell\n\nOtmar Kell (1840 – 1911) was a glazier. He was born in Brenn.\n",
            "beta.md": "# Lamp of Sorrel\n\nLamp of Sorrel is a lantern of green glass, made in 1870.\n",
        },
    )
    with Library.current(kb) as library:
        question = Question("1", "Which brother of Otmar Kell was a smith?", gold=(("beta.md",),))
        (found,) = _lacks(library, question)
    assert found.kind == "connectivity"
    assert found.advice == "a relation or a link between them"


def test_a_name_spelled_otherwise_is_found_in_the_question(library: Library) -> None:
    pages = frozenset({"people/Eleanor-Rooke", "people/Hester-Dunn"})
    asked = "Which diary did Elinor Rooke keep?"
    assert spelled_otherwise(library, asked, pages) == ("people/Eleanor-Rooke", "Elinor Rooke")
    assert spelled_otherwise(library, "Which diary did Eleanor Rooke keep?", pages) is None
    assert spelled_otherwise(library, "Which diary was kept?", pages) is None
    assert spelled_otherwise(library, "", pages) is None


def test_steps_are_counted_either_way_and_no_further_than_asked() -> None:
    links = {"a": ["b"], "b": ["c"], "c": ["d"], "d": [], "e": ["a", "gone"]}
    graph = Graph.build({page: [Edge(target, "link", "") for target in to] for page, to in links.items()})
    assert measure_distances(graph, ["b"], 1) == {"b": 0, "a": 1, "c": 1}
    assert measure_distances(graph, ["b"], 2) == {"b": 0, "a": 1, "c": 1, "d": 2, "e": 2}
    assert measure_distances(graph, ["nowhere"], 3) == {}


def test_health_of_nothing_is_nothing(library: Library) -> None:
    assert diagnose(library, [Question("1", "Who?")]).health == Health(
        0, None, (0.0, 0.0, 0.0, 0.0), None, None, None, None, None
    )


def test_the_command_shows_classes_and_health(
    harbour: Path, fixtures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text(
        '{"question": "When was Agnes Varley born?", "answer": "31 May 1903", "gold": ["agnes-varley"]}\n'
        '{"question": "Where was Isaac Dunn born?", "answer": "Tilly\'s Reach", "gold": ["isaac-dunn"]}\n'
    )
    assert main(["eval", "diagnose", str(file), "-C", str(harbour)]) == 1
    shown = capsys.readouterr().out
    assert "2 questions, 1 failed" in shown
    assert "answer: 1" in shown
    assert "a page that the question names holds gold" in shown
    assert main(["eval", "diagnose", str(file), "-C", str(harbour), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [each["kind"] for each in found["failures"]] == ["answer"]
    assert found["health"]["questions"] == 2


def _compiled(tmp_path: Path, documents: dict[str, str]) -> Path:
    folder, kb = tmp_path / "docs", tmp_path / "kb"
    folder.mkdir()
    for name, text in documents.items():
        (folder / name).write_text(text, "utf-8")
    assert main(["init", str(folder), "-C", str(kb), "-q"]) == 0
    assert main(["compile", str(folder), "-C", str(kb), "-q"]) == 0
    return kb


def _page(kb: Path, stem: str) -> str:
    (found,) = (kb / "wiki").glob(f"*/{stem}.md")
    return found.relative_to(kb / "wiki").as_posix().removesuffix(".md")
