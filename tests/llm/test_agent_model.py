"""A model whose replies are answers in files: pending until they are there, pending again when refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel

from wikic.errors import ModelUnavailableError, PendingError, ReplyError, UnfinishedError
from wikic.llm.agent_model import AgentModel
from wikic.llm.agent_request import AgentRequest
from wikic.llm.agent_work import AgentWork, Answer, Trial, is_id, unsigned
from wikic.llm.protocol import Concerning, Message, Request
from wikic.llm.structured import converse

REQUEST = Request("extract", "extract", (Message("system", "told"), Message("user", "shown")), 40)


class Names(BaseModel):
    names: list[str]


def asked(work: AgentWork) -> AgentRequest:
    with pytest.raises(PendingError, match="waits for an answer"):
        converse(Concerning(AgentModel(work), "docs/a.md"), REQUEST, Names)
    ((request, state),) = work.all()
    assert state == "open" and request.about == "docs/a.md" and is_id(request.id)
    return request


def test_an_answer_is_the_reply(tmp_path: Path) -> None:
    work = AgentWork(tmp_path)
    request = asked(work)
    work.keep(request.id, Answer("me", '{"names": ["A"]}'))
    found = converse(Concerning(AgentModel(AgentWork(tmp_path)), "docs/a.md"), REQUEST, Names)
    assert found.value == Names(names=["A"])
    assert [state for _, state in work.all()] == ["answered"]


def test_an_answer_that_cannot_be_used_is_asked_for_again(tmp_path: Path) -> None:
    work = AgentWork(tmp_path)
    request = asked(work)
    work.keep(request.id, Answer("me", '{"names": 3}'))
    with pytest.raises(PendingError, match="answered again"):
        converse(Concerning(AgentModel(work), "docs/a.md"), REQUEST, Names)
    assert "valid list" in work.refused[request.id]
    assert [state for _, state in work.all()] == ["open"]


def test_what_is_tried_is_not_kept(tmp_path: Path) -> None:
    work = AgentWork(tmp_path)
    request = asked(work)
    work.trial = Trial(request.id, Answer("me", '{"names": 3}'), alone=True)
    with pytest.raises(PendingError):
        converse(Concerning(AgentModel(work), "docs/a.md"), REQUEST, Names)
    assert work.refused and work.answer(request.id) is None


def test_null_declines(tmp_path: Path) -> None:
    work = AgentWork(tmp_path)
    work.keep(asked(work).id, Answer("me", "null"))
    with pytest.raises(ReplyError, match="refuses"):
        converse(Concerning(AgentModel(work), "docs/a.md"), REQUEST, Names)


def test_it_is_asked_to_extract_and_to_verify_alone(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailableError, match="not asked to label"):
        AgentModel(AgentWork(tmp_path)).complete(Request("extract", "label", REQUEST.messages, 40))
    assert not (tmp_path / ".wikic").exists()


def test_who_answered_is_told_and_makes_nothing_stale(tmp_path: Path) -> None:
    work = AgentWork(tmp_path)
    extract = asked(work)
    check = AgentRequest.of(Request("verify", "verify", REQUEST.messages, 40, about="docs/a.md"))
    work.ask(check)
    work.keep(extract.id, Answer("one", "{}"))
    assert work.signature("docs/a.md") == " answered by one"
    work.keep(check.id, Answer("one", "{}"))
    assert work.signature("docs/a.md") == " answered by one, checked by itself"
    work.keep(check.id, Answer("two", "{}"))
    assert work.signature("docs/a.md") == " answered by one, checked by two"
    assert work.signature("docs/b.md") == ""
    assert unsigned("agent extract/4 abc answered by one, checked by two") == "agent extract/4 abc"


def test_what_nothing_waits_for_is_swept_away(tmp_path: Path) -> None:
    work = AgentWork(tmp_path)
    request = asked(work)
    later = AgentWork(tmp_path)
    later.sweep({"docs/b.md"}, set())  # a run over another folder
    assert [each for each, _ in later.all()] == [request]
    later.sweep({"docs/a.md"}, {"docs/a.md"})  # its text is another one now
    assert not later.all() and not list((tmp_path / ".wikic/work/open").iterdir())


def test_a_folder_that_came_from_elsewhere_is_refused(tmp_path: Path) -> None:
    work = tmp_path / ".wikic/work"
    work.mkdir(parents=True)
    AgentWork(tmp_path)  # of one that was killed as it began
    (work / "requests").mkdir()
    with pytest.raises(UnfinishedError, match="not written here"):
        AgentWork(tmp_path)
