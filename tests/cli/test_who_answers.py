"""Who answers: rules, or a model, by the options and the configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic import build_dir
from wikic.cli.ask_run import configured_model, controller_of, meaning_of, model_asker
from wikic.errors import ConfigError, CredentialsError, UsageError
from wikic.navigate.ask.asker import Controller
from wikic.search.sentence_vectors import Embedded, vectors_path, write_vectors
from wikic.session import Session

NAMED = '[model]\nask = "openai/m1"\n'


def session(root: Path, settings: str) -> Session:
    (root / "wikic.toml").write_text(settings)
    return Session.open(root, "2026-11-22")


@pytest.mark.parametrize(
    ("settings", "model", "controller", "expected"),
    [
        ("", None, None, "heuristic"),
        ("", "openai/m1", None, "auto"),
        ("", None, "agent", "agent"),
        (NAMED, None, None, "auto"),
        (NAMED, None, "heuristic", "heuristic"),
        (NAMED, "offline", None, "heuristic"),
    ],
)
def test_a_model_answers_where_one_is_named(
    tmp_path: Path, settings: str, model: str | None, controller: Controller | None, expected: str
) -> None:
    assert controller_of(session(tmp_path, settings), model, controller) == expected


@pytest.mark.parametrize(
    ("settings", "model", "controller", "max_calls"),
    [
        ("", None, None, 3),
        (NAMED, "offline", None, 3),
        (NAMED, None, "heuristic", 3),
        ("", "offline", "agent", None),
    ],
)
def test_what_is_asked_of_a_model_is_refused_where_rules_answer(
    tmp_path: Path, settings: str, model: str | None, controller: Controller | None, max_calls: int | None
) -> None:
    with pytest.raises(UsageError, match="no model is asked"):
        controller_of(session(tmp_path, settings), model, controller, max_calls=max_calls)


def test_recorded_replies_stand_for_a_model(tmp_path: Path) -> None:
    assert controller_of(session(tmp_path, ""), None, None, replayed=True) == "auto"


def test_the_option_goes_before_the_configuration(tmp_path: Path) -> None:
    found = session(tmp_path, NAMED)
    assert configured_model(found, None) == "openai/m1"
    assert configured_model(found, "openai/m2") == "openai/m2"
    assert configured_model(found, "offline") is None


def test_without_a_key_rules_answer_and_a_note_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    found = session(home / "kb", NAMED)
    with found.library() as library, found.models() as models:
        assert model_asker(lambda: found.asker(library, models)) is None
        assert capsys.readouterr().err.startswith("note: asked without a model: ")
        with pytest.raises(CredentialsError):
            model_asker(lambda: found.asker(library, models), forgiven=(ConfigError,))


def test_vectors_whose_model_cannot_be_used_keep_nobody_from_asking(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = session(tmp_path, '[embedding]\nmodel = "openai/e1"\nbase_url = "ftp://x"\n')
    with found.models() as models:
        assert meaning_of(found, models) is None
        assert capsys.readouterr().err == ""  # there are no vectors: the model is not looked for
        build_dir.make(vectors_path(tmp_path).parent)
        write_vectors(vectors_path(tmp_path), "openai/e1", [("a", Embedded("sha", ("p1",)), [[1.0, 0.0]])])
        assert meaning_of(found, models) is None
        assert "no semantic_search: model.base_url is no http address" in capsys.readouterr().err
