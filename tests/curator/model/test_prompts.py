"""The prompts as files: complete, versioned, packaged, in the language of what is read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wikic.curator.model import (
    allowed_relations,
    prompts,
    reply_entities,
    reply_shapes,
    reply_statements,
    section_extraction,
)
from wikic.curator.model.curator import ModelCurator
from wikic.curator.model.document_sections import Section
from wikic.curator.model.prompts import OPERATIONS, prompt
from wikic.curator.model.reply_statements import MIRRORED
from wikic.curator.model.section_extraction import section_request
from wikic.llm.prompt_files import LANGUAGES, Language, Prompt
from wikic.llm.scripted import ScriptedModel
from wikic.llm.tokens import text_tokens

SHAPES = {
    "extract": reply_shapes.ExtractReply,
    "names": reply_shapes.NamesReply,
    "several": reply_shapes.PackReply,
    "verify": reply_shapes.VerifyReply,
    "position": reply_shapes.PositionReply,
    "scaffold": reply_shapes.ScaffoldReply,
    "contradictions": reply_shapes.ContradictionsReply,
    "same": reply_shapes.SameThingReply,
    "consolidate": reply_shapes.ConsolidateReply,
    "attribute": reply_shapes.AttributeReply,
    "repair": reply_shapes.RepairReply,
    "separable": reply_shapes.SeparableReply,
    "summarize": reply_shapes.LineReply,
    "label": reply_shapes.LineReply,
    "write": reply_shapes.WriteReply,
    "check": reply_shapes.VerifyReply,
    "rework": reply_shapes.ReworkReply,
}
FILES = Path(prompts.__file__).parent / "prompts"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_has_a_prompt_that_names_every_field(operation: str, language: Language) -> None:
    found = prompt(operation, language)
    assert re.fullmatch(rf"{operation}/\d+", found.version)
    assert "{labels}" not in found.text
    for field in SHAPES[operation].model_fields:
        assert f'"{field}"' in found.text, field


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_languages_have_the_same_version(operation: str) -> None:
    assert len({prompt(operation, language).version for language in LANGUAGES}) == 1


def test_no_file_is_without_an_operation() -> None:
    found = {(file.parent.name, file.stem) for file in FILES.glob("*/*")}
    assert found == {(language, operation) for language in LANGUAGES for operation in OPERATIONS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_example_is_itself_a_reply_that_passes(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the example teaches would be taken whole if it were a document's."""
    from support.proposals import read

    from wikic.llm.structured import parse
    from wikic.model.article import Article

    # A text out of the prompt is refused; here it stands for a document's.
    for module in (reply_entities, section_extraction, reply_statements):
        monkeypatch.setattr(module, "leaked", lambda text, evidence: False)
    text = prompt("extract", language).text
    raw = re.search(r"^\{\"summary\".*\}$", text, re.M)
    assert raw is not None
    value, wrong = parse(raw.group(), reply_shapes.ExtractReply)
    assert value is not None and not wrong
    assert all(label in MIRRORED for each in value.statements for label, _ in each.relations)
    document = re.search(r"<document 0a1b2c3d>\n(.*?)\n</document", text, re.S)
    assert document is not None
    lines = re.findall(r"^\[\d+\] (.*)$", document[1], re.M)
    title = re.search(r"^(?:title|标题): (.*)$", document[1], re.M)
    assert title is not None
    article = Article("k", title[1], "\n".join(f"- {line}" for line in lines), language=language)
    found = read(ScriptedModel([raw.group()]), article)
    assert found.slips == ()
    assert len(found.statements) == len(value.statements)


def test_every_label_has_a_mirror_and_a_gloss_of_its_own() -> None:
    named = [label for label, _ in allowed_relations.LABELS]
    assert set(named) <= MIRRORED
    assert len(set(named)) == len(named)
    assert len({gloss for _, gloss in allowed_relations.LABELS}) == len(named)
    for label, gloss in allowed_relations.LABELS:
        for raw in (label, label.upper(), label.replace(" ", "_"), gloss, f"{label}（{gloss}）"):
            assert allowed_relations.known(raw, MIRRORED) == label


@pytest.mark.parametrize(
    ("tag", "text", "expected"),
    [
        ("en", "", "en"),
        ("zh", "", "zh"),
        ("zh-Hant", "", "zh"),
        ("de", "", "en"),
        ("ja", "", "en"),
        ("und", "她生于白水，一九〇二年写成此书。", "zh"),
        ("und", "She was born there.", "en"),
    ],
)
def test_the_prompt_is_in_the_language_of_the_document(tag: str, text: str, expected: str) -> None:
    assert prompts.language_of(tag, text) == expected


def test_a_prompt_is_short_enough_for_a_small_model() -> None:
    for language in LANGUAGES:
        assert text_tokens(prompt("extract", language).text) < 3_200
        assert all(text_tokens(prompt(each, language).text) < 620 for each in OPERATIONS if each != "extract")


def test_a_stretch_of_a_prompt_is_known_wherever_it_stands() -> None:
    stolen = " ".join(prompt("extract", "en").text.split()[20:40])
    assert prompts.leaked(f"Marta Ohm said: {stolen}", [])
    assert not prompts.leaked(f"Marta Ohm said: {stolen}", [f"A document that quotes: {stolen}"])
    assert not prompts.leaked("Marta Ohm was a harbour pilot of Tarnvik on the island of Vell.", [])
    assert prompts.leaked(prompt("extract", "zh").text[30:90], [])


def test_the_name_tells_model_prompt_and_verifier() -> None:
    one, other = ScriptedModel([], "openai/gpt-x"), ScriptedModel([], "openai/gpt-y")
    name = ModelCurator(one, one).name
    assert re.fullmatch(r"openai/gpt-x extract/\d+ [0-9a-f]{6}", name)
    assert ModelCurator(other, other).name != name
    assert ModelCurator(one, other).name not in (name, ModelCurator(one, None).name)
    assert ModelCurator(one, ScriptedModel([], "openai/gpt-x")).name == name


def test_a_changed_prompt_changes_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    model = ScriptedModel([])
    before = ModelCurator(model, model).name
    prompts.fingerprint.cache_clear()
    real = prompt("verify", "zh")
    monkeypatch.setattr(
        prompts,
        "prompt",
        lambda operation, language: (
            Prompt("verify/1", real.text + "!")
            if (operation, language) == ("verify", "zh")
            else prompt(operation, language)
        ),
    )
    assert ModelCurator(model, model).name != before
    monkeypatch.undo()
    prompts.fingerprint.cache_clear()
    assert ModelCurator(model, model).name == before


def test_the_system_message_is_the_same_for_every_document() -> None:
    from support.proposals import ENGLISH, SCHEMA

    from wikic.curator.protocol import Offer
    from wikic.model.statement import Block

    first = section_request(ENGLISH, Section([Block("p1", "One.", 1)]), SCHEMA, Offer())
    second = section_request(ENGLISH, Section([Block("p2", "Another.", 1)]), SCHEMA, Offer(names=("X",)))
    assert first.messages[0] == second.messages[0]
    assert first.schema == second.schema
