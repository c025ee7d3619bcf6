"""A conversation: what was spoken of before helps, by rules and with a model; an answer becomes a page."""

from __future__ import annotations

from pathlib import Path

from support.asking import heard, model, saying
from support.copies import copied

from wikic.navigate.ask.asker import Asker
from wikic.navigate.ask.conversation import Conversation
from wikic.navigate.library import Library
from wikic.wiki.page_read import parse
from wikic.wiki.saved_answer import save


def test_a_question_that_names_nothing_is_about_what_was_spoken_of(library: Library) -> None:
    talk = Conversation(Asker(library))
    assert talk.ask("Who was the father of Johann V of Anbach?").about == ""
    born = talk.ask("When did he die?")
    assert born.about == "Ernst I of Anbach"
    assert born.asked.answer.short is not None
    assert born.asked.answer.short.text == "12 June 1516"
    assert born.asked.answer.question == "When did he die?"
    assert talk.ask("Who directed Moon Over Moles?").about == ""
    assert "people/Ernst-I-of-Anbach" in talk.read
    talk.forget()
    assert talk.ask("When did he die?").about == ""
    assert talk.answers[0].question == "When did he die?"


def test_a_model_is_reminded_and_may_cite_what_was_read_before(library: Library) -> None:
    scripted = model(
        [
            saying("ANSWER: Dessen\nHe was born in Dessen {born in Dessen}."),
            saying("ANSWER: Dessen\nAs before, in Dessen {born in Dessen}."),
        ]
    )
    talk = Conversation(Asker(library, model=scripted))
    talk.ask("Where was Johann V of Anbach born?")
    again = talk.ask("Moon Over Moles aside, where was that again?").asked
    assert "Asked before in this conversation" in heard(scripted.requests[1])
    assert "- Where was Johann V of Anbach born?\n  Dessen He was born in Dessen." in heard(
        scripted.requests[1]
    )
    assert again.answer.by == "model"
    assert again.answer.evidence[0].text.endswith("born in Dessen.")


def test_an_answer_is_kept_with_its_citations_under_a_name_of_its_own(root: Path, tmp_path: Path) -> None:
    copied(root, tmp_path / "kb")
    said = saying(
        "ANSWER: Dessen\nHe was *born* in Dessen {born in Dessen}. So it is [[x]] {born in Dessen}."
    )
    with Library.current(tmp_path / "kb") as library:
        answer = Asker(library, model=model([said])).ask("Where was Johann V of Anbach born?").answer
    paths = [
        save(tmp_path / "kb", answer, title, lambda _: True)
        for title in ("Dessen", "Birth of Johann", "Birth of Johann")
    ]
    assert paths == ["notes/Dessen-2", "notes/Birth-of-Johann", "notes/Birth-of-Johann-2"]
    text = (tmp_path / "kb/wiki/notes/Birth-of-Johann.md").read_text("utf-8")
    (cite,) = {f"[⁂](../{each.digest}.md#{each.block})" for each in answer.evidence[0].citations}
    assert text.startswith("---\ntags:\n  - saved-answer\n---\n\n# Birth of Johann\n\n**Dessen**\n\n")
    assert text.count(cite) == 3
    assert "\\*born\\*" in text and "\\[[x]]" in text
    assert parse(text.encode(), "notes/Birth-of-Johann").bullets == ()
    assert save(tmp_path / "kb", answer, "../../x", lambda _: False) == "notes/x"
