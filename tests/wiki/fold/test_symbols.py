"""Which statements say something of a name: not the lists in which it is one of many."""

from __future__ import annotations

from wikic.model.digest import Digest
from wikic.model.statement import Block, Entity, Statement, Term
from wikic.wiki.fold.symbols import symbols_of

PRESENT = "Present:\n- Ada Cole (chair)\n- Bo Dunn\n- Cleo Finch\n- Dov Hale\n- Eve Marsh\n- Finn Ames"
SHORT = "Present:\n- Ada Cole\n- Bo Dunn"
SAYING = "Present:\n- Ada Cole came late, since the ferry from the island had lost its rudder\n" + "\n".join(
    f"- Member {at}" for at in range(6)
)


def told(text: str, name: str = "Ada Cole") -> tuple[str, ...]:
    """The statements that are told of a name in a document that says ``text`` and nothing else."""
    digest = Digest(
        key="kb/minutes",
        title="Minutes",
        sha256="0" * 64,
        date=None,
        ingested="2026-01-01",
        compiled_with="offline/1",
        summary="",
        blocks=(Block("pmin", "Ada Cole", 1),),
        entities=(Entity("e1", "Minutes", "", principal=True, self_=True),),
        statements=(Statement("f1", "e1", "fact", text, ("pmin",), form="list"),),
        terms=(Term(name, "terms", 1, blocks=("pmin",)),),
    )
    return next((each.told for each in symbols_of(digest).symbols if each.title == name), ())


def test_one_of_many_present_is_not_spoken_of() -> None:
    assert told(PRESENT) == ()
    assert told(PRESENT, "Bo Dunn") == ()


def test_a_short_list_and_an_item_that_says_something_are_told() -> None:
    assert told(SHORT) == ("f1",)
    assert told(SAYING) == ("f1",)
    assert told(PRESENT, "Present") == ("f1",)


def test_an_item_in_han_script_says_something_without_blanks() -> None:
    items = "\n".join(f"- 委员{at}" for at in "甲乙丙丁戊己")
    assert told(f"出席：\n- 沈一舟\n{items}", "沈一舟") == ()
    long = "- 沈一舟负责整个码头的设计与施工，二〇二〇年主持了港口的重建工作；"
    assert told(f"出席：\n{long}\n{items}", "沈一舟") == ("f1",)
