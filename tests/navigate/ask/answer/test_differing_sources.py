"""What is answered where documents differ, and who is nobody's mother."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import wikic, write

WALLS = (
    "The Orsgate Observatory is an observatory in Haldenmouth. It was founded in 1861 by Edwin Quill. "
    "Its dome turns on wheels."
)
QUILL = (
    "Edwin Quill (1820 – 1889) was an astronomer. He founded the Orsgate Observatory in 1863. He kept bees."
)
ROYAL = {
    "Tamo IV": "Tamo IV (4 July 1918 – 10 September 2006), son of Queen Salo III and her consort Prince Vili "
    "Tungo, was the king of Oramu.",
    "Salo III": "Salo III (13 March 1900 – 16 December 1965) was the queen of Oramu. She wrote songs.",
    "Vili Tungo": "Prince Vili Tungo (1888 – 1941) was a chief of Oramu. He was the consort of Salo III.",
}


def asked(home: Path, documents: dict[str, str], question: str) -> dict:  # type: ignore[type-arg]
    write(home / "docs", {f"{title}.md": f"# {title}\n\n{text}\n" for title, text in documents.items()})
    wikic("init", "docs", "-C", "kb", "--layout", "things", cwd=home)
    wikic("compile", "docs", "-C", "kb", cwd=home)
    return dict(json.loads(wikic("ask", question, "-C", "kb", "--json", cwd=home, code=None).out))


def test_both_years_are_answered_with_their_documents(tmp_path: Path) -> None:
    documents = {"Orsgate Observatory": WALLS, "Edwin Quill": QUILL}
    found = asked(tmp_path, documents, "When was the Orsgate Observatory founded?")
    assert found["short"]["text"] == "1863 / 1861"  # in the order of the documents
    told = [found["evidence"][at]["text"] for at in found["short"]["evidence"]]
    assert told[-1] == "Founded: 1863 (Edwin Quill); 1861 (Orsgate Observatory)"
    assert {each["title"] for each in found["sources"]} == {"Orsgate Observatory", "Edwin Quill"}


def test_what_nobody_contradicts_is_answered_as_ever(tmp_path: Path) -> None:
    documents = {"Orsgate Observatory": WALLS, "Edwin Quill": QUILL}
    found = asked(tmp_path, documents, "When was Edwin Quill born?")
    assert found["short"]["text"] == "1820"
    assert all("Founded:" not in each["text"] for each in found["evidence"])


@pytest.mark.parametrize(
    ("question", "answer"),
    [("Who is the mother of Tamo IV?", "Salo III"), ("Who is the father of Tamo IV?", "Vili Tungo")],
)
def test_a_parent_is_of_the_sex_that_is_asked_for(tmp_path: Path, question: str, answer: str) -> None:
    short = asked(tmp_path, ROYAL, question)["short"]
    assert short is not None and short["text"].removeprefix("Prince ").removeprefix("Queen ") == answer


def test_a_man_is_told_as_nobodys_mother(tmp_path: Path) -> None:
    documents = {
        **ROYAL,
        "Tamo IV": "Tamo IV was the king of Oramu. His mother's house held Vili Tungo dear.",
    }
    short = asked(tmp_path, documents, "Who is the mother of Tamo IV?")["short"]
    assert short is None or "Vili" not in short["text"]


@pytest.mark.parametrize(
    ("documents", "question", "answers"),
    [
        (
            {"Ana Velt": "Ana Velt was a painter and the daughter of Otto Velt."},
            "Who was Ana Velt's mother?",
            ("",),
        ),
        (
            {
                "Lena Orro": "Lena Orro was a singer. Lena Orro was the child of Karl Orro and Mina Orro.",
                "Karl Orro": "Karl Orro was a baker. He sold bread.",
                "Mina Orro": "Mina Orro was a teacher. She taught.",
            },
            "Who was Lena Orro's mother?",
            ("Mina Orro",),
        ),
        (
            {
                "Siri Holm": "Siri Holm was a queen. Her mother was raised by Prince Vili Tungo.",
                "Vili Tungo": "Vili Tungo was a prince of Oramu.",
            },
            "Who was Siri Holm's mother?",
            ("",),
        ),
        (
            {"李真": "李真是一位画家。李真是李大山之女。", "李大山": "李大山是一位商人，是李真的父亲。"},
            "李真的母亲是谁？",
            ("",),
        ),
        (
            {"陈远": "陈远是一位诗人。他的母亲由国王林威抚养长大。", "林威": "林威是一位国王。"},
            "陈远的母亲是谁？",
            ("",),
        ),
        (
            {"陈远": "陈远是一位诗人。父亲是陈国栋，母亲是王梅。", "王梅": "王梅是一位教师。"},
            "陈远的母亲是谁？",
            ("", "王梅"),
        ),
    ],
)
def test_nobody_is_a_mother_who_is_not_said_to_be(
    tmp_path: Path, documents: dict[str, str], question: str, answers: tuple[str, ...]
) -> None:
    short = asked(tmp_path, documents, question)["short"]
    assert (short["text"] if short is not None else "") in answers
