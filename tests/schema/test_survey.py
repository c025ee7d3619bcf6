from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import write

from wikic.errors import InputError
from wikic.progress import Silent
from wikic.schema import survey as module
from wikic.schema.survey import Survey, survey_corpus


def look(*paths: Path) -> Survey:
    return survey_corpus(list(paths), Silent())


def town(count: int) -> str:
    rows = (
        {
            "id": f"d{n}",
            "title": f"Town {n}",
            "text": f"Town{n} lies on river{n % 7} and has {n} mills of street{n}.",
        }
        for n in range(count)
    )
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_kinds_are_counted_with_examples_and_not_sampled(tmp_path: Path) -> None:
    text = "Nasam is a village in Georgia, on the river Kura, with a mill that was built in 1871."
    write(
        tmp_path,
        {
            "docs/a.txt": text,
            "docs/b.txt": text + "\n",
            "docs/hello.txt": "Merry Christmas! We wish you and your family all the best.",
            "docs/menu.txt": "Home | About | Contact | Login | Search",
            "docs/nothing.txt": "Soon.",
            "docs/bad.txt": b"",
        },
    )
    found = look(tmp_path / "docs")
    assert [(each.kind, each.count) for each in found.left_out] == [
        ("greeting", 1),
        ("near-empty", 1),
        ("boilerplate", 1),
        ("near-duplicate", 1),
    ]
    assert found.left_out[0].examples == ("docs/hello.txt",)
    assert (found.documents, found.unreadable, len(found.sample), found.all_left_out) == (5, 1, 1, False)


def test_where_everything_says_little_it_is_sampled_all_the_same(tmp_path: Path) -> None:
    write(tmp_path, {"docs/a.txt": "Merry Christmas! We wish you well.", "docs/b.txt": "Soon."})
    found = look(tmp_path / "docs")
    assert found.all_left_out and len(found.sample) == 2


def test_copies_of_one_document_leave_one(tmp_path: Path) -> None:
    text = "Nasam is a village in Georgia, on the river Kura, with a mill that was built in 1871."
    write(tmp_path, {f"docs/{n}.txt": text for n in range(30)})
    found = look(tmp_path / "docs")
    assert len(found.sample) == 1 and found.left_out[0].count == 29


def test_a_large_corpus_is_read_twice_and_gives_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {"many.jsonl": town(500)})
    once = look(tmp_path / "many.jsonl")
    monkeypatch.setattr(module, "_HELD", 1_000)
    assert look(tmp_path / "many.jsonl") == once
    assert len(once.sample) == 200


def test_the_order_of_files_does_not_matter(tmp_path: Path) -> None:
    lines = town(300).splitlines(keepends=True)
    write(tmp_path, {"a/docs.jsonl": "".join(lines), "b/docs.jsonl": "".join(lines[::-1])})
    one, two = (survey_corpus([tmp_path / each / "docs.jsonl"], Silent(), collection="c") for each in "ab")
    assert [each.key for each in one.sample] == [each.key for each in two.sample]


@pytest.mark.parametrize(
    ("files", "said", "hint"),
    [
        ({}, "no document there that wikic reads", "--from"),
        ({"docs/a.png": b"\x89PNG"}, "no document there that wikic reads", "1 .png"),
        (
            {"docs/a.txt": b"", "docs/b.md": b"\x00\xff\xfe\x01" * 40},
            "none of the 2 documents",
            "a.txt is empty",
        ),
    ],
)
def test_nothing_to_read_says_why(
    tmp_path: Path, files: dict[str, str | bytes], said: str, hint: str
) -> None:
    (tmp_path / "docs").mkdir()
    write(tmp_path, files)
    with pytest.raises(InputError) as error:
        look(tmp_path / "docs")
    assert said in str(error.value) and hint in error.value.hint
