"""A walk through skills: what may be read, and when an answer is taken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wikic.errors import ReplyError, UsageError
from wikic.evaluate.arms.by_model import Skills, SkillsArm
from wikic.llm.scripted import ScriptedModel
from wikic.navigate.library import Library

KEY = "harbour/people/agnes-varley.md"
BOOK = "skill-01-people/documents/Agnes.md"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "skills"
    (root / "skill-01-people/documents").mkdir(parents=True)
    (root / "skill-01-people/SKILL.md").write_text(
        '---\nname: skill-01-people\ndescription: "People of the harbour"\n---\n\n# People\n'
    )
    text = f"# Agnes Varley\n\n- Born on 22 June 1868. [1]\n\n## Sources\n[1] Agnes Varley ({KEY})\n"
    (root / BOOK).write_text(text)
    (tmp_path / "secret.md").write_text("a key")
    return root


def said(*read: str, **values: Any) -> str:
    whole = {"read": read, "known": False, "answer": "", "explanation": "", "documents": []}
    return json.dumps(whole | values)


def test_it_reads_its_way_down_and_answers(folder: Path, library: Library) -> None:
    answer = said(known=True, answer="22 June 1868", documents=[BOOK, "skill-09/x.md"])
    model = ScriptedModel([said("skill-01-people/SKILL.md"), said(BOOK), answer])
    reply = SkillsArm("skills", library, model, folder).ask("When was Agnes Varley born?")
    assert reply.documents == (KEY,)
    assert (reply.answered, reply.short, reply.tools) == (True, "22 June 1868", 2)
    assert "Born on 22 June 1868" in reply.context and "# People" not in reply.context
    first, _, last = (request.messages[1].text for request in model.requests)
    assert "skill-01-people: People of the harbour" in first and "none yet" in first
    assert "# People" in last and "Born on 22 June" in last


def test_an_answer_rests_on_a_document(folder: Path, library: Library) -> None:
    known = said(known=True, answer="1868")
    with pytest.raises(ReplyError, match="no document was read"):
        SkillsArm("skills", library, ScriptedModel([known] * 3), folder).ask("Q?")
    model = ScriptedModel([said(BOOK), *[said(known=True)] * 3])
    with pytest.raises(ReplyError, match="answer is empty"):
        SkillsArm("skills", library, model, folder).ask("Q?")


def test_the_walk_has_an_end(folder: Path, library: Library) -> None:
    walk = [said(f"skill-01-people/{number}.md") for number in range(30)]
    model = ScriptedModel(walk)
    with pytest.raises(ReplyError, match="no further file"):
        SkillsArm("skills", library, model, folder).ask("Q?")
    assert "there is no such file" in model.requests[-1].messages[1].text
    with pytest.raises(ReplyError, match="read before"):
        SkillsArm("skills", library, ScriptedModel([said(BOOK)] * 4), folder).ask("Q?")


def test_only_what_lies_among_the_skills_is_read(folder: Path) -> None:
    for name in ["../secret.md", "/etc/passwd", "skill-01-people/../../secret.md", "", ".env"]:
        with pytest.raises(KeyError):
            Skills(folder)[name]


def test_a_part_of_a_file(folder: Path) -> None:
    assert Skills(folder)[f"{BOOK}:3-3"] == "- Born on 22 June 1868. [1]"
    assert Skills(folder)[f"{BOOK}:900-999"] == ""


def test_a_folder_without_skills(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no skill"):
        Skills(tmp_path)
