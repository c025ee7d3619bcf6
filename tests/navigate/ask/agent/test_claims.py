"""Sentence by sentence: what an answer says stands in what it cites, or falls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.asking import heard, model, read, saying

from wikic.llm.scripted import ScriptedModel
from wikic.model.page import Citation
from wikic.navigate.ask.agent import contract
from wikic.navigate.ask.agent.claims import Ground, sentence_spans
from wikic.navigate.ask.agent.fact_handles import Handles, Shown
from wikic.navigate.ask.asker import Asked, Asker
from wikic.navigate.library import Library
from wikic.navigate.tools.result import Reading

QUESTION = "When was the treaty of Grenn signed, and where?"
FACTS = (
    ("Treaty of Grenn", "It was signed on 7 August 1903 in Oslo."),
    ("Otto Lind", "Otto Lind (1850 – 1903) signed it for Norway."),
    ("Ida Berg", "Ida Berg signed it for Sweden."),
)


def ground(question: str = QUESTION) -> Ground:
    reading = Reading()
    handles = Handles(reading)
    for at, (title, text) in enumerate(FACTS):
        reading.number(f"d{at}")
        handles.of(Shown(f"p/{at}", f"f{at:08x}", text, (Citation(f"d{at}", f"p{at:08x}"),), about=title))
    return Ground(handles, question)


def settled(text: str, question: str = QUESTION) -> contract.Settled:
    return contract.settle_draft(contract.read_draft(text), ground(question))


@pytest.mark.parametrize(
    ("text", "short", "explanation"),
    [
        ("ANSWER: 7 August 1903\nSigned in Oslo [F1].", "7 August 1903", "Signed in Oslo [F1]."),
        ("ANSWER: 4 July 1776, in Paris [F1]\nSo it was [F1].", "", "So it was [F1]."),
        ("ANSWER: Oslo\nIn Oslo [F1]. He was born on Mars.", "Oslo", "In Oslo [F1]."),
        ("ANSWER: Oslo\nIn Oslo. [F1] He was born on Mars [F1].", "Oslo", "In Oslo. [F1]"),
        ("ANSWER: Oslo\nIn Oslo [F1]. So it was [F99].", "Oslo", "In Oslo [F1]."),
        ("ANSWER: Oslo\nSigned there in 1850 [F1].", "", ""),
        ("ANSWER: 1903\nTreaty of Grenn: 1903 [F1].", "1903", "Treaty of Grenn: 1903 [F1]."),
        ("ANSWER: 53\nOtto Lind was 53 [F2].", "53", "Otto Lind was 53 [F2]."),
        ("ANSWER: Oslo\nIn Oslo [1]. Of Norway [2].", "Oslo", "In Oslo [F1]. Of Norway [F2]."),
        ("Signed in Oslo [F1].\nFinal answer: Oslo", "Oslo", "Signed in Oslo [F1]."),
        ("**Final Answer:** Oslo\nIn Oslo [F1].", "Oslo", "In Oslo [F1]."),
        ("ANSWER: Oslo\nThe signers:\n- Otto Lind [F2]\n- Ida Berg [F3]\n- Max Muster [F3]", "",
         "The signers:\n- Otto Lind [F2]\n- Ida Berg [F3]"),
        ("ANSWER: Oslo\nIn Oslo [F1]. The wiki does not say at what hour.", "Oslo",
         "In Oslo [F1]. The wiki does not say at what hour."),
        ("答案：奥斯陆\n签于奥斯陆[F1]。他生于火星。", "奥斯陆", "签于奥斯陆[F1]。"),
    ],
)  # fmt: skip
def test_what_is_left_of_an_answer(text: str, short: str, explanation: str) -> None:
    draft = settled(text).draft
    assert (draft.short, draft.explanation) == (short, explanation)


@pytest.mark.parametrize(
    ("sentence", "bare"),
    [
        ("The wiki does not say when.", False),
        ("The wiki doesn't say when.", False),
        ("The pages don’t mention a witness.", False),
        ("The facts do not explicitly state a day.", False),
        ("The documents say nothing on that.", False),
        ("No page tells who paid.", False),
        ("None of the facts mentions a witness.", False),
        ("It is not stated in the wiki.", False),
        ("The wiki has nothing on that.", False),
        ("There is no page on that in the wiki.", False),
        ("It is not poisonous.", True),
        ("No documents were lost, he said.", True),
        ("It never left the harbour.", True),
        ("The documents were not signed.", True),
        ("The pages of the book are not numbered.", True),
        ("No documents were lost.", True),
        ("The facts hold that he was not a king.", True),
        ("It doesn't rain there.", True),
    ],
)
def test_what_speaks_of_the_wiki_needs_no_citation(sentence: str, bare: bool) -> None:
    assert ground().claim(sentence).bare is bare


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        (
            "ANSWER: Oslo\nIn Oslo [F1]. He was born on Mars.",

            ["left out, it cites nothing: “He was born on Mars.”"],
        ),
        ("ANSWER: Oslo\nIn Oslo [F1]. Of Mars [F1].", ["left out, no fact it cites holds Mars: “Of Mars.”"]),
        ("ANSWER: 1776\nIn Oslo [F1].", ["the short answer was left out, no fact cited holds 1776"]),
        ("ANSWER: Oslo\nIn Oslo [F1][F98].", ["citations of what was not read were left out: F98"]),
    ],
)  # fmt: skip
def test_what_is_left_out_is_said(text: str, notes: list[str]) -> None:
    assert list(settled(text).notes) == notes


def test_a_number_of_the_question_is_no_evidence() -> None:
    assert settled("ANSWER: 1776\nSigned in 1776 [F1].", "Was Grenn of 1776?").draft.short == ""


@pytest.mark.parametrize(
    "form", ["Oslo (implied, not stated)", "Oslo, implied but not stated", "Oslo（未明说，由此可知）"]
)
def test_implied_is_a_form_of_its_own(form: str) -> None:
    draft = settled(f"ANSWER: {form}\nSigned in Oslo [F1].").draft
    assert draft.says
    assert draft.short == "Oslo"
    assert draft.shown.startswith("Oslo")
    assert draft.implied


def test_that_the_wiki_does_not_say_needs_no_citation_and_brings_no_names() -> None:
    text = "ANSWER: NOT IN THE WIKI\nNothing on Grenn is there. Only who signed it [F2]. He was born on Mars."
    found = settled(text)
    assert not found.draft.says
    assert found.draft.explanation == "Nothing on Grenn is there. Only who signed it [F2]."


@given(
    st.lists(
        st.sampled_from(["It is", ". ", "He", "[F1]", "。", "\n", " a ", "(F2) ", "[", "“", "U.S. ", "7"])
    ).map("".join)
)
def test_sentences_cover_the_text(text: str) -> None:
    found = sentence_spans(text)
    assert "".join(text[start:end] for start, end in found) == text
    for claim in ground().claims(text):
        assert all(handle in ground().handles for handle in claim.handles)


def asked(library: Library, *turns: object) -> tuple[Asked, ScriptedModel]:
    scripted = model([read("Johann-V-of-Anbach"), *turns])
    return Asker(library, model=scripted).ask(
        "When was Johann V of Anbach born?", controller="agent"
    ), scripted


def test_a_date_that_no_fact_holds_is_asked_about_once_and_not_given(library: Library) -> None:
    found, scripted = asked(library, saying("ANSWER: 4 July 1776\nHe was born in Paris {born in Dessen}."))
    assert "not in the facts cited there: “4 July 1776”" in heard(scripted.requests[2])
    assert len(scripted.requests) == 3
    assert found.answer.by == "heuristic"
    assert "1776" not in str(found.answer)


def test_a_sentence_nobody_bears_out_falls_and_the_others_stand(library: Library) -> None:
    found, scripted = asked(library, saying("ANSWER: Dessen\nThere {born in Dessen}. He was born on Mars."))
    assert "no fact is cited for “He was born on Mars.”" in heard(scripted.requests[2])
    assert found.answer.by == "agent"
    assert found.answer.explanation == "There [1]."
    assert found.answer.notes == ("left out, it cites nothing: “He was born on Mars.”",)


def test_the_number_of_a_document_is_its_facts_that_were_read(library: Library) -> None:
    found, scripted = asked(library, "ANSWER: Dessen\nHe was born in Dessen [1].")
    assert len(scripted.requests) == 2
    assert found.answer.evidence[0].text.endswith("born in Dessen.")
