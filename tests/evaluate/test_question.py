"""Questions out of JSON Lines: what people write, and what cannot be one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wikic.errors import InputError
from wikic.evaluate.question import Question, read_questions


def _read(tmp_path: Path, *records: object) -> tuple[Question, ...]:
    file = tmp_path / "q.jsonl"
    file.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records), "utf-8")
    return read_questions(file)


def test_columns_that_people_use(tmp_path: Path) -> None:
    one, two, three = _read(
        tmp_path,
        {"id": 7, "question": "Q?", "answer": ["a", "b"], "aliases": "c", "gold": ["k1", "k2"], "hops": 2},
        {"question": "R?", "answer": 2020, "gold_docs": ["x"], "gold_groups": [["x", "y"], ["z"]], "type": 4},
        {"question": "S?", "answer": True, "quotes": ["It is so."], "adversarial": True},
    )
    assert one == Question("7", "Q?", ("a", "b", "c"), (("k1",), ("k2",)), "", 2)
    assert (two.answers, two.gold, two.type) == (("2020",), (("x", "y"), ("z",)), "4")
    assert (three.answers, three.gold, three.unanswerable) == (("yes",), (("It is so.",),), True)
    assert len(two.id) == 12


def test_an_id_comes_from_the_text_alone(tmp_path: Path) -> None:
    (one,) = _read(tmp_path, {"question": "Q?"})
    (other,) = _read(tmp_path, {"question": "Q?", "answer": "x"})
    assert one.id == other.id


def test_what_holds_no_question_is_told_by_line(tmp_path: Path) -> None:
    for text, said in [
        (b"", "holds no question"),
        (b"\n\n", "holds no question"),
        (b"{", "q.jsonl:1"),
        (b'["Q?"]', "is no JSON object"),
        (b'{"answer": "x"}', "has no question"),
        (b'{"question": "  "}', "has no question"),
        (b'{"question": "Q?"}\n{"question": "Q?"}', "q.jsonl:2: a second question"),
        (b'\xff\xfe{"question"', "is not UTF-8"),
        (b"[" * 100_000, "q.jsonl:1"),
    ]:
        file = tmp_path / "q.jsonl"
        file.write_bytes(text)
        with pytest.raises(InputError, match=said.replace("?", r"\?")):
            read_questions(file)
        with pytest.raises(InputError):
            read_questions(tmp_path / "none.jsonl")
