"""Whatever a model answers to the other operations, each gives a sound value or a ``ReplyError``."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples
from support.proposals import CHINESE, ENGLISH

from wikic import layout
from wikic.curator.model.curator import ModelCurator
from wikic.curator.model.reply_checks import slip
from wikic.document import quotes as segmentation
from wikic.errors import ReplyError
from wikic.llm.scripted import ScriptedModel
from wikic.model.digest import Digest
from wikic.model.finding import Category, Finding, Severity
from wikic.model.page import Fact, Head, Page
from wikic.model.schema import Positioning
from wikic.model.statement import Entity, Statement

WORDS = (
    "Marta Ohm",
    "pilot",
    "Tarnvik",
    "1871",
    "[[X]]",
    "../../etc",
    "people",
    "灯塔",
    "\n",
    "\x00",
    "\ud800",
    "**",
    "",
    "sources",
)
TEXT = st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=4).map(" ".join)
NUMBER = st.integers(-2, 9) | st.sampled_from(["1", "[2]", "x"])
ACTION = st.sampled_from(["retire", "supersede", "show_as", "add", "delete"])


def some(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[list[dict[str, Any]]]:
    return st.lists(st.fixed_dictionaries(fields), max_size=6)


ANSWER = st.fixed_dictionaries(
    {
        "focus": TEXT,
        "audience": TEXT,
        "bias": TEXT,
        "line": TEXT,
        "root_cause": TEXT,
        "constraint": TEXT,
        "verification": TEXT,
        "dimensions": some(name=TEXT, title=TEXT, description=TEXT),
        "unsupported": some(number=NUMBER, missing=TEXT),
        "contradictions": some(pair=NUMBER, first=TEXT, second=TEXT),
        "pairs": some(less=NUMBER, better=NUMBER),
        "parts": some(name=TEXT, description=TEXT, members=st.lists(NUMBER, max_size=6)),
        "amendments": some(
            action=ACTION,
            statement=NUMBER,
            by=NUMBER,
            source=NUMBER,
            text=TEXT,
            blocks=st.lists(NUMBER, max_size=4),
            reason=TEXT,
        ),
    }
)
BLOCKS = segmentation.segment(ENGLISH.text, "en")
TEXTS = (
    "Marta Ohm was born in 1871.",
    "Marta Ohm was born in 1872.",
    "Marta Ohm was a pilot.",
    "Marta Ohm was a harbour pilot.",
)
SAID = tuple(
    Statement(f"f{at:08x}", "e1", "fact", text, (BLOCKS[at % 3].id,)) for at, text in enumerate(TEXTS)
)
DIGEST = Digest(
    "k", ENGLISH.title, "", None, "", "", "", BLOCKS, (Entity("e1", "Marta Ohm", "people"),), SAID
)
PAGE = Page(
    "people/Marta-Ohm",
    "people",
    "Marta Ohm",
    "",
    Head(),
    facts=tuple(Fact(each.id, each.text, ()) for each in SAID),
)
FINDING = Finding("people/Marta-Ohm.md", 1, 1, "K001", "m", Severity.ERROR, Category.UNSUPPORTED_FACT)
MEMBERS = tuple((f"m{at}", f"A pilot of Tarnvik, {at}") for at in range(8))
IDS = {each.id for each in SAID}


@examples(40)
@given(answer=ANSWER)
def test_any_answer_gives_a_sound_value(answer: dict[str, Any]) -> None:
    model = ScriptedModel(lambda request: json.dumps(answer))
    curator = ModelCurator(model, model)
    with suppress(ReplyError):  # a number that is none
        check(curator)


def check(curator: ModelCurator) -> None:
    """Ask everything, and look at what comes back."""
    for sample in ([ENGLISH], [CHINESE]):
        found = curator.position(sample)
        assert all(
            "\n" not in text and "[[" not in text for text in (found.focus, found.audience, found.bias)
        )
        names = [each.name for each in curator.scaffold(Positioning(), sample)]
        assert 3 <= len(names) <= 10 and len(set(names)) == len(names)
        assert all(layout.path_fault(f"{name}/x") is None and "/" not in name for name in names)
        assert "sources" not in names
    verdicts = curator.verify("Marta Ohm", SAID, {each.id: each for each in BLOCKS})
    assert [each.statement for each in verdicts] == [each.id for each in SAID]
    for conflict in curator.contradictions([PAGE]):
        assert {address.rpartition("^")[2] for address in conflict.facts} <= IDS and all(conflict.values)
    for less, better in curator.consolidate(PAGE):
        assert {less, better} <= IDS and less != better
    lesson = curator.attribute([slip("outside-title", "Marta Ohm of Tarnvik")])
    assert lesson.constraint and "Marta" not in lesson.constraint and "../" not in lesson.constraint
    amended = curator.repair(PAGE, [FINDING], [(DIGEST, ENGLISH)])
    assert sum(each.action != "add" for each in amended) <= len(SAID) // 2
    for each in amended:
        assert each.key == "k"
        if each.action == "add":
            assert each.proposed is not None and each.proposed.of == "Marta Ohm" and each.proposed.blocks
        else:
            assert each.statement in IDS and (not each.by or each.by in IDS)
    parts = curator.separable("Coast", MEMBERS)
    members = [member for part in parts for member in part.members]
    assert len(set(members)) == len(members) and (not parts or 2 <= len(parts) <= 8)
    for text in (curator.summarize(["Tarnvik: a town"]), curator.label(["Tarnvik: a town"])):
        assert "\n" not in text and "[[" not in text and "../" not in text
