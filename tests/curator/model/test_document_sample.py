"""What a model is shown of the sample that a wiki is divided by, and what its words are held against."""

from __future__ import annotations

import json

from wikic.curator.model.curator import ModelCurator
from wikic.curator.model.document_sample import BEGINNINGS, evidence_for, shown_of
from wikic.curator.offline import OfflineCurator
from wikic.curator.positioned import Positioner, Replaced
from wikic.llm.scripted import ScriptedModel
from wikic.llm.tokens import text_tokens
from wikic.model.article import Article

SAMPLE = tuple(
    Article(
        f"t/{at:03}", f"Lamp {at:03}", f"Lamp {at:03} stands on a pier. {'It is lit. ' * 99}Keeper {at:03}."
    )
    for at in range(200)
)


def curator(*replies: object) -> tuple[ModelCurator, ScriptedModel]:
    model = ScriptedModel([json.dumps(each) for each in replies])
    return ModelCurator(model, model), model


def test_every_title_of_the_sample_is_shown_and_many_beginnings() -> None:
    shown = shown_of(SAMPLE)
    assert all(each.title in shown for each in SAMPLE)
    assert BEGINNINGS * 0.7 <= shown.count("stands on a pier") <= BEGINNINGS
    assert text_tokens(shown) < 9_000


def test_of_a_small_sample_all_beginnings_are_shown() -> None:
    assert shown_of(SAMPLE[:40]).count("stands on a pier") == 40


def test_a_focus_may_name_what_stands_anywhere_in_the_sample() -> None:
    # No beginning holds the keeper of a lamp, the end of document 17 does.
    focus = "Lamps and their keepers, Keeper 017 among them"
    assert "Keeper 017" not in shown_of(SAMPLE)
    assert len(evidence_for(focus, SAMPLE)) <= 7
    asked, model = curator({"focus": focus, "audience": "Sailors", "bias": "Lamps only"})
    found = asked.positioned(SAMPLE)
    assert (found.positioning.focus, found.replaced) == (focus, ())
    assert len(model.requests) == 1


def test_a_focus_that_names_what_the_sample_does_not_is_replaced_and_told() -> None:
    focus = "Lighthouses of Norway"
    asked, _ = curator({"focus": focus, "audience": "Sailors", "bias": ""})
    found = asked.positioned(SAMPLE)
    offline = OfflineCurator().position(SAMPLE)
    assert (found.positioning.focus, found.positioning.bias) == (offline.focus, offline.bias)
    assert found.replaced[0] == Replaced("focus", focus, ("Norway",))
    assert [each.line for each in found.replaced] == ["focus", "bias"]


def test_without_a_usable_reply_all_lines_are_told() -> None:
    asked, _ = curator("no", "no", "no")
    found = asked.positioned(SAMPLE[:3])
    assert [(each.line, each.said) for each in found.replaced] == [
        ("focus", ""),
        ("audience", ""),
        ("bias", ""),
    ]


def test_only_a_curator_with_a_model_has_something_to_tell() -> None:
    assert isinstance(curator()[0], Positioner)
    assert not isinstance(OfflineCurator(), Positioner)
