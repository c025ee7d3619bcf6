"""The paper's two cases (LLM-Wiki, Appendix H), in tool calls and in calls as text; and in Chinese."""

from __future__ import annotations

import re

from support.asking import heard, model, read, saying, search

from wikic.navigate.ask.asker import Asker
from wikic.navigate.library import Library

OLDER = "Which film has the director who is older, The Tin Rooster or Moon Over Moles?"
FATHER = "When did Johann V of Anbach's father die?"


def test_the_older_director_in_three_steps(library: Library) -> None:
    scripted = model(
        [
            search("The Tin Rooster", "Moon Over Moles"),
            read("The-Tin-Rooster", "Moon-Over-Moles"),
            read("Paolo-Ferrandi", "Harvey-Gorman-Lyle"),
            saying(
                "ANSWER: Moon Over Moles\nHarvey Gorman Lyle was born on 15 June 1926 {15 June 1926}, Paolo"
                " Ferrandi on 28 July 1927 {28 July 1927}; the former directed it {directed by Harvey}."
            ),
        ]
    )
    pieces: list[str] = []
    asked = Asker(library, model=scripted).ask(OLDER, controller="agent", on_text=pieces.append)
    answer = asked.answer
    assert answer.short is not None
    assert answer.short.text == "Moon Over Moles"
    assert [each.page for each in answer.evidence] == [
        "people/Harvey-Gorman-Lyle",
        "people/Paolo-Ferrandi",
        "media/Moon-Over-Moles",
    ]
    assert answer.explanation == (
        "Harvey Gorman Lyle was born on 15 June 1926 [1], Paolo Ferrandi on 28 July 1927 [2]; the former"
        " directed it [3]."
    )
    assert [each.title for each in answer.sources] == [each.title for each in answer.evidence]
    assert "".join(pieces) == f"Moon Over Moles\n\n{answer.explanation}"
    assert (answer.by, answer.notes, asked.runs[0].calls) == ("agent", (), 4)
    # The links of the films are the way on, and the model is told so.
    assert "not read: [[Paolo-Ferrandi]]" in heard(scripted.requests[2])
    assert "directed by: [[Paolo-Ferrandi]]" in heard(scripted.requests[2])
    # A conversation that passed is kept whole, so that it costs nothing the second time.
    assert [request for request, _ in scripted.kept] == scripted.requests


def test_the_father_of_a_prince_by_one_link(library: Library) -> None:
    scripted = model(
        [
            search("Johann V of Anbach"),
            read("Johann-V-of-Anbach"),
            read("Ernst-I-of-Anbach"),
            saying("ANSWER: 12 June 1516\nErnst I, his father {son of Ernst}, died then {12 June 1516}."),
        ]
    )
    answer = Asker(library, model=scripted).ask(FATHER, controller="agent").answer
    assert answer.short is not None
    assert answer.short.text == "12 June 1516"
    assert re.search(
        r"^- (?:parent|father|child of)[^\n]*: \[\[Ernst-I", heard(scripted.requests[2]), re.MULTILINE
    )
    assert {each.page for each in answer.evidence} == {
        "people/Johann-V-of-Anbach",
        "people/Ernst-I-of-Anbach",
    }


def test_the_same_in_calls_written_as_text(library: Library) -> None:
    scripted = model(
        [
            'I look it up.\n```action\n{"tool": "wiki_read", "arguments": {"paths": ["Johann-V-of-Anbach"]}}'
            "\n```\nwiki_read:\nHis father is Nobody.\nANSWER: Nobody",
            '<tool_call>{"name": "wiki_read", "arguments": {"paths": "Ernst-I-of-Anbach"}}</tool_call>',
            saying("ANSWER: 12 June 1516\nHe died then {12 June 1516}."),
        ]
    )
    pieces: list[str] = []
    asked = Asker(library, model=scripted, tools="text").ask(
        FATHER, controller="agent", on_text=pieces.append
    )
    assert asked.answer.short is not None
    assert asked.answer.short.text == "12 June 1516"
    assert all(not request.tools for request in scripted.requests)
    assert '"tool": "wiki_read"' in scripted.requests[0].messages[0].text
    assert "Nobody" not in heard(scripted.requests[1])  # what a model makes up behind a call is no result
    assert "Nobody" not in "".join(pieces)


def test_a_chinese_question_on_a_chinese_wiki(chinese: Library) -> None:
    scripted = model(
        [
            search("林知远"),
            read("林知远"),
            read("林伯庸"),
            saying(
                "ANSWER: 1896年5月8日\n林知远的父亲是林伯庸{父亲是林伯庸}，他卒于1896年5月8日{卒于1896}。"
            ),
        ]
    )
    pieces: list[str] = []
    asked = Asker(chinese, model=scripted).ask(
        "林知远的父亲是什么时候去世的？", controller="agent", on_text=pieces.append
    )
    assert asked.answer.short is not None
    assert asked.answer.short.text == "1896年5月8日"
    assert asked.answer.explanation == "林知远的父亲是林伯庸[1]，他卒于1896年5月8日[2]。"
    assert "".join(pieces).endswith(asked.answer.explanation)
    assert asked.runs[0].prompts == "ask/2 zh"
    assert "已读：[[林知远]]" in heard(scripted.requests[-1])


def test_what_never_changes_stands_first(library: Library) -> None:
    turns = [read("Dessen"), saying("ANSWER: Anbach\nIt is there {Dessen is a town}.")]
    scripted = model([*turns, *turns])
    asker = Asker(library, model=scripted)
    for question in ("Where is Dessen?", "What is Dessen?"):
        asker.ask(question, controller="agent")
    first, other = scripted.requests[0], scripted.requests[-1]
    assert first.messages[0] == other.messages[0]
    assert first.tools == other.tools
    assert first.messages[1].text.index("at a glance") < first.messages[1].text.index("Where is Dessen?")
    # Every request begins with the one before it.
    assert scripted.requests[1].messages[:2] == first.messages
