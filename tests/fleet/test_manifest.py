"""What belongs to a fleet, and what is wrong with a manifest, by place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support.depth import examples

from wikic.errors import InputError, UsageError
from wikic.fleet.manifest import Base, read, share

ROWS = [
    {"directory": "kb/ada", "documents": ["docs/ada", "more/ada.md"], "schema": "own.yaml", "title": "Ada"},
    {"directory": "kb/bo", "documents": "docs/bo", "mirror": "redis://localhost#bo"},
]


def test_a_list_a_mapping_and_lines_say_the_same(tmp_path: Path) -> None:
    for name, text in {
        "a.yaml": yaml.safe_dump(ROWS),
        "b.yaml": yaml.safe_dump({"bases": ROWS}),
        "c.jsonl": "\n\n".join(map(json.dumps, ROWS)),
    }.items():
        (tmp_path / name).write_text(text)
        ada, bo = read(tmp_path / name)
        assert ada == Base(
            tmp_path / "kb/ada",
            (tmp_path / "docs/ada", tmp_path / "more/ada.md"),
            tmp_path / "own.yaml",
            "Ada",
        )
        assert bo == Base(tmp_path / "kb/bo", (tmp_path / "docs/bo",), mirror="redis://localhost#bo")


def test_a_folder_of_folders(tmp_path: Path) -> None:
    for name in ("docs/bo", "docs/ada", "docs/.git"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "docs/read.me").write_text("x")
    (tmp_path / "docs/linked").symlink_to(tmp_path / "docs/ada")
    found = read(tmp_path / "docs", tmp_path / "kb")
    assert found == (
        Base(tmp_path / "kb/ada", (tmp_path / "docs/ada",)),
        Base(tmp_path / "kb/bo", (tmp_path / "docs/bo",)),
    )
    with pytest.raises(UsageError, match="--to DIR"):
        read(tmp_path / "docs")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "lists no bases"),
        ("[]", "names no knowledge base"),
        ("bases: 7", "lists no bases"),
        ("[7]", "base 1 is no mapping"),
        ("- {directory: a}", "documents must be"),
        ("- {directory: a, documents: []}", "documents must be"),
        ("- {directory: a, documents: [7]}", "documents must be"),
        ("- {documents: a}", "base 1 has no directory"),
        ("- {directory: [a], documents: a}", "directory must be a text"),
        ("- {directory: a, documents: a, drectory: b}", "no 'drectory'"),
        ("- {directory: a, documents: a}\n- {directory: ./a, documents: b}", "two knowledge bases are in"),
        ('- {directory: "a\\0b", documents: a}', "no path has"),
        ('- {directory: a, documents: ["x\\0"]}', "no path has"),
        ("[", "is no YAML"),
        ("\x00", "is no YAML"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "m.yaml").write_text(text)
    with pytest.raises(InputError, match=said):
        read(tmp_path / "m.yaml")


def test_files_that_are_no_manifest(tmp_path: Path) -> None:
    (tmp_path / "m.jsonl").write_text('{"directory": "a", "documents": "b"}\n{')
    with pytest.raises(InputError, match=r"m.jsonl:2 is no JSON"):
        read(tmp_path / "m.jsonl")
    (tmp_path / "m.yaml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        read(tmp_path / "m.yaml")
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read(tmp_path / "none.yaml")
    with pytest.raises(UsageError, match="--to goes with a folder"):
        read(tmp_path / "m.yaml", tmp_path)


@examples(60, HealthCheck.function_scoped_fixture)
@given(st.binary(max_size=60))
def test_any_bytes_are_a_manifest_or_an_error(tmp_path: Path, data: bytes) -> None:
    for name in ("m.yaml", "m.jsonl"):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(InputError):
            read(tmp_path / name)


@given(st.integers(0, 20), st.integers(1, 7))
def test_every_base_is_in_one_share(count: int, of: int) -> None:
    bases = tuple(Base(Path(str(at)), ()) for at in range(count))
    shares = [share(bases, index, of) for index in range(of)]
    assert sorted(each.directory.name for one in shares for each in one) == sorted(map(str, range(count)))
    assert max(map(len, shares)) - min(map(len, shares)) <= 1
    with pytest.raises(UsageError, match="shards"):
        share(bases, of, of)


def test_a_base_among_the_documents_of_another_is_refused(tmp_path: Path) -> None:
    for name in ("docs/ada", "docs/bases"):
        (tmp_path / name).mkdir(parents=True)
    for to in ("docs/bases", "docs/ada", "docs/ada/kb"):
        with pytest.raises(InputError, match="lies among the documents of"):
            read(tmp_path / "docs", tmp_path / to)
    rows = [
        {"directory": "ada", "documents": "ada/notes"},
        {"directory": "bo", "documents": ["ada/notes", "bo"]},
    ]
    (tmp_path / "own.yaml").write_text(yaml.safe_dump(rows))  # each may lie beside or in its own documents
    assert len(read(tmp_path / "own.yaml")) == 2


def test_what_says_who_reads_a_wiki_is_no_matter_of_the_fleet(tmp_path: Path) -> None:
    (tmp_path / "all.yaml").write_text(yaml.safe_dump([{**ROWS[0], "name": "a", "readers": ["bo"]}]))
    assert read(tmp_path / "all.yaml")[0].title == "Ada"


@pytest.mark.parametrize("value", ["2020-13-45", "1" * 5000, "[" * 3000])
def test_what_yaml_stumbles_over_is_told_with_its_place(tmp_path: Path, value: str) -> None:
    (tmp_path / "all.yaml").write_text(f"- directory: {value}\n  documents: x\n")
    with pytest.raises(InputError, match=r"all\.yaml"):
        read(tmp_path / "all.yaml")
    (tmp_path / "all.jsonl").write_text("[" * 100_000)
    with pytest.raises(InputError, match=r"all\.jsonl:1 is no JSON"):
        read(tmp_path / "all.jsonl")


def test_a_line_of_jsonl_ends_where_json_says(tmp_path: Path) -> None:
    rows = [{"directory": "a\u2028b\x85c\x0c", "documents": "x"}, {"directory": "d", "documents": "x"}]
    (tmp_path / "all.jsonl").write_text("\r\n".join(json.dumps(row, ensure_ascii=False) for row in rows))
    assert [each.directory.name for each in read(tmp_path / "all.jsonl")] == [
        row["directory"] for row in rows
    ]
