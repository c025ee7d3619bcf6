"""Pages of those who speak and write in documents: one for one person, and what many documents say."""

from __future__ import annotations

from pathlib import Path

from support.command import wikic

MAIL = """From: Ines Dahl <ines@quay.example>
To: Ben <ben@quay.example>
Subject: The crane
Date: Mon, 06 May 2024 08:55:00 +0200
Message-ID: <1@quay.example>
Content-Type: text/plain; charset=utf-8

Hi Ben,

the crane is repaired on Thursday and the quay is closed until noon.
"""


def chat(day: int) -> str:
    said = ("ines: The crane of pontoon {} lifted {} boats.", "ben: Then pontoon {} has room for {} boats.")
    lines = (f"[2024-05-{day:02} 09:0{at}] {said[at % 2].format(day, at + 2)}" for at in range(6))
    return "\n".join(lines) + "\n"


def compiled(folder: Path, days: int) -> Path:
    docs = folder / "docs"
    (docs / "chats").mkdir(parents=True)
    (docs / "mail").mkdir()
    (docs / "mail" / "crane.eml").write_text(MAIL)
    for day in range(1, days + 1):
        (docs / "chats" / f"quay {day}.txt").write_text(chat(day))
    assert wikic("init", "docs", "-C", "kb", "--layout", "library", cwd=folder).code == 0
    assert wikic("compile", "docs", "-C", "kb", cwd=folder).code == 0
    return folder / "kb" / "wiki" / "people"


def test_who_writes_a_mail_and_speaks_by_first_name_is_one_person(tmp_path: Path) -> None:
    people = compiled(tmp_path, 2)
    assert sorted(each.name for each in people.iterdir()) == ["Ines-Dahl.md", "_index.md", "ben.md"]
    page = (people / "Ines-Dahl.md").read_text()
    assert "/The-crane.md) -- mentioned by" in page and "**ines**: The crane of pontoon 1" in page


def test_a_person_is_shown_by_a_statement_of_each_document_before_a_second(tmp_path: Path) -> None:
    page = (compiled(tmp_path, 14) / "ben.md").read_text()
    pontoons = [day for day in range(1, 15) if f"pontoon {day} " in page]
    assert len(pontoons) == 8
