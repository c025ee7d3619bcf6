"""Paths in, articles out; whatever is wrong with a document is said and stops none of the others."""

from __future__ import annotations

import json
import os
import tempfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import InputError
from wikic.model.article import Article
from wikic.wiki.documents.read import Document, estimate, read
from wikic.wiki.documents.read_outcome import Skipped, Unreadable

Tree = Callable[[dict[str, str | bytes]], Path]


def articles(found: list[Document]) -> dict[str, Article]:
    return {each.key: each for each in found if isinstance(each, Article)}


def reasons(found: list[Document]) -> dict[str, str]:
    return {each.key: each.reason for each in found if isinstance(each, Unreadable)}


def lines(*records: object) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


# --- keys, locations, order --------------------------------------------------------------------


def test_a_folder_of_everything(tree: Tree) -> None:
    root = tree(
        {
            "notes/b.md": "# Bee\n\nBees.\n",
            "notes/a.txt": "Ants are small.\n",
            "notes/sub/c.HTML": "<title>Sea</title><p>Wet.</p>",
            "notes/sub/d.rst": "Dee\n===\n\nText.\n",
            "notes/sub/many.jsonl": lines({"id": 7, "title": "Seven", "text": "7"}, {"text": "no id"}),
            "notes/one.json": json.dumps({"title": "One", "body": "1"}),
            "notes/list.json": json.dumps([{"slug": "x", "content": "X"}, {"content": "Y"}]),
            "notes/.hidden.md": "# No\n",
            "notes/.git/x.md": "# No\n",
            "notes/pic.png": b"\x89PNG\0",
            "notes/pic2.PNG": b"\x89PNG\0",
            "notes/LICENSE": "x",
        }
    )
    found = list(read([root / "notes"]))
    assert [each.key for each in found if not isinstance(each, Skipped)] == [
        "notes/a.txt",
        "notes/b.md",
        "notes/list/x",
        "notes/list/item-2",
        "notes/one.json",
        "notes/sub/c.HTML",
        "notes/sub/d.rst",
        "notes/sub/many/7",
        "notes/sub/many/line-2",
    ]
    assert not reasons(found)
    made = articles(found)
    assert [article.title for article in made.values()] == [
        "a", "Bee", "x", "item 2", "One", "Sea", "Dee", "Seven", "line 2",
    ]  # fmt: skip
    assert made["notes/sub/d.rst"].location == "notes/sub/d.rst"
    (skipped,) = [each for each in found if isinstance(each, Skipped)]
    assert skipped.types == ((".png", 2), ("", 1))
    assert "notes: 3 files are of types that wikic does not read: 2 .png, 1 without an ext" in str(skipped)
    assert found == list(read([root / "notes"])), "the same every time"


def test_keys_do_not_depend_on_where_one_stands(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree({"notes/a.md": "# A\n", "notes/corpus.jsonl": lines({"id": 1, "text": "x"})})
    named = [root / "notes", root / "notes" / "a.md", root / "notes" / "corpus.jsonl"]
    away = [list(read([path])) for path in named]
    monkeypatch.chdir(root / "notes")
    assert [[e.key for e in each if isinstance(e, Article)] for each in away] == [
        [e.key for e in read([Path(path)]) if isinstance(e, Article)]
        for path in (".", "a.md", "./corpus.jsonl")
    ]
    assert [next(iter(articles(each).values())).location for each in away] == [
        "notes/a.md", "notes/a.md", "notes/corpus.jsonl",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "key"),
    [
        ("2wiki/corpus.jsonl", "2wiki/d1"),
        ("2wiki/Documents.ndjson", "2wiki/d1"),
        ("2wiki/essays.jsonl", "essays/d1"),
        ("2wiki/essays.json", "essays/d1"),
    ],
)
def test_the_collection_of_a_file_of_records(tree: Tree, file: str, key: str) -> None:
    root = tree({file: lines({"id": "d1", "text": "x"})})
    assert list(articles(list(read([root / file])))) == [key]
    assert list(articles(list(read([root / file], collection="mine")))) == ["mine/d1"]


def test_collection_given_for_a_folder_and_a_file(tree: Tree) -> None:
    root = tree({"n/a.md": "# A\n", "n/s/r.jsonl": lines({"id": 1, "text": "x"})})
    assert list(articles(list(read([root / "n"], collection="k")))) == ["k/a.md", "k/s/r/1"]
    assert list(articles(list(read([root / "n/a.md"], collection="k")))) == ["k/a.md"]
    assert list(articles(list(read([root / "n/a.md"])))) == ["n/a.md"]


def test_folders_left_out(tree: Tree) -> None:
    root = tree({"n/a.md": "# A\n", "n/kb/wiki/x.md": "# X\n"})
    assert list(articles(list(read([root / "n"], exclude=[root / "n/kb"])))) == ["n/a.md"]


# --- fields ------------------------------------------------------------------------------------


def test_fields_of_a_record(tree: Tree) -> None:
    record = {
        "_id": "x/1",
        "Title": "A\nTitle",
        "content": "one\r\ntwo",
        "published": "2024-05-01T00:00:00Z",
        "url": "https://example.org/a",
        "author": {"name": "Anna Holt"},
        "journal": "Mills",
        "lang": "EN-us",
    }
    root = tree({"essays.jsonl": lines(record)})
    assert list(read([root / "essays.jsonl"])) == [
        Article(
            key="essays/x/1",
            title="A Title",
            text="one<br>\ntwo\n",
            location="https://example.org/a",
            date="2024-05-01",
            language="en",
            collection_title="Mills",
            author="Anna Holt",
        )
    ]


def test_a_record_names_itself_when_no_field_does(tree: Tree) -> None:
    root = tree(
        {
            "e.jsonl": lines(
                {"id": "some_old-id", "text": "Prose without a title."},
                {"id": 2, "text": "# Heading\n\ntext"},
                {"id": 3, "text": "A Line\n\ntext"},
                {"page_content": "nested", "metadata": {"title": "Nested", "id": "n"}},
            )
        }
    )
    found = articles(list(read([root / "e.jsonl"])))
    assert [article.title for article in found.values()] == ["some old id", "Heading", "A Line", "Nested"]
    assert "e/n" in found


def test_dates_never_come_from_the_disk(tree: Tree) -> None:
    root = tree({"n/2024-05-01-minutes.md": "text\n", "n/b.md": "text\n"})
    one, two = read([root / "n"])
    assert isinstance(one, Article) and (one.date, one.title) == ("2024-05-01", "minutes")
    assert isinstance(two, Article) and two.date is None


def test_language_is_guessed_when_nobody_says(tree: Tree) -> None:
    root = tree(
        {
            "n/a.txt": "这是一篇关于水车的文章，它建于一七八四年。",
            "n/b.txt": "The mill was built by the river in 1784.",
        }
    )
    assert [a.language for a in articles(list(read([root / "n"]))).values()] == ["zh", "en"]


# --- bad input ---------------------------------------------------------------------------------


def test_bad_files_are_said_and_stop_nothing(tree: Tree) -> None:
    root = tree(
        {
            "n/a-empty.md": "",
            "n/b-blank.txt": " \n\t\n",
            "n/c-latin.txt": "Zoë".encode("latin-1"),
            "n/d-binary.md": b"\x00\x01\x02",
            "n/e-big.txt": "x" * 2_000,
            "n/f-broken.json": '{"text": ',
            "n/g-number.json": "5",
            "n/h-none.json": '{"a": 1}',
            "n/i-empty.jsonl": "",
            "n/j-only-frontmatter.md": "---\ntitle: x\n---\n",
            "n/k-nothing.html": "<html><body></body></html>",
            "n/l-binary.jsonl": b"\x00" * 100,
            "n/m-deep.json": "[" * 100_000,
            "n/z-fine.txt": "Fine.",
        }
    )
    found = list(read([root / "n"], limit=1_000))
    assert list(articles(found)) == ["n/z-fine.txt"]
    said = {key.removeprefix("n/"): reason for key, reason in reasons(found).items()}
    assert said.pop("f-broken.json").startswith("is broken JSON (")
    assert said == {
        "a-empty.md": "is empty",
        "b-blank.txt": "is empty",
        "c-latin.txt": "is not UTF-8 (byte 0xeb at offset 2)",
        "d-binary.md": "is binary (NUL byte at offset 0)",
        "e-big.txt": "is larger than 1000 bytes",
        "g-number.json": "is not an object but a number",
        "i-empty.jsonl": "is empty",
        "j-only-frontmatter.md": "is empty",
        "k-nothing.html": "is empty",
        "l-binary.jsonl": "is binary (NUL byte at offset 0)",
        "m-deep.json": "is larger than 1000 bytes",
    }


def test_configuration_in_a_folder_has_not_failed(tree: Tree) -> None:
    root = tree({"n/package.json": '{"name": "pier", "private": true}', "n/a.md": "# A\n"})
    found = list(read([root / "n"]))
    assert list(articles(found)) == ["n/a.md"] and not reasons(found)
    assert any(isinstance(each, Skipped) for each in found)


def test_a_json_file_nested_without_end(tree: Tree) -> None:
    root = tree({"n/a.json": "[" * 100_000})
    assert list(reasons(list(read([root / "n"]))).values()) == ["is nested too deeply"]


def test_bad_lines_are_named_by_number(tree: Tree) -> None:
    good = b'{"id": "%s", "text": "x"}\n'
    root = tree(
        {
            "c.jsonl": b"\xef\xbb\xbf"
            + good % b"a"
            + b"{broken\n"
            + b"\n"
            + b'{"id": "d", "text": "\xff"}\n'
            + b'["list"]\n'
            + b'{"id": "f"}\n'
            + b'{"id": "g", "text": ""}\n'
            + good % b"a"
            + b'{"id": "i", "text": "' + b"y" * 3_000 + b'"}\n'
            + good % b"last"
        }
    )  # fmt: skip
    path = root / "c.jsonl"
    found = list(read([path], limit=1_000))
    assert list(articles(found)) == ["c/a", "c/last"]
    said = sorted(
        (each.location.removeprefix(f"{path}:"), each.key, each.reason)
        for each in found
        if isinstance(each, Unreadable)
    )
    assert said[0][:2] == ("2", "c/line-2") and said[0][2].startswith("is broken JSON (")
    assert said[1:] == [
        ("4", "c/line-4", "is not UTF-8 (byte 0xff at offset 21)"),
        ("5", "c/line-5", "is not an object but a list"),
        ("6", "c/f", "holds no text (none of text, content, body, markdown, page_content)"),
        ("7", "c/g", "is empty"),
        ("8", "c/a", "has a duplicate key: line 1 has it first"),
        ("9", "c/line-9", "is larger than 1000 bytes"),
    ]


def test_utf_16_lines(tree: Tree) -> None:
    data = lines({"id": 1, "text": "谭盾\u2028x"}, {"id": 2, "text": "b"})
    root = tree({"c.jsonl": data.encode("utf-16"), "d.jsonl": data.encode("utf-16") + b"\x00"})
    assert list(articles(list(read([root / "c.jsonl"])))) == ["c/1", "c/2"]
    found = list(read([root / "d.jsonl"]))
    assert len(articles(found)) + len(reasons(found)) >= 1
    assert any("is not UTF-16" in reason for reason in reasons(found).values())


def test_a_key_that_comes_twice_in_one_run(tree: Tree) -> None:
    root = tree({"a/n/x.md": "# 1\n", "b/n/x.md": "# 2\n"})
    first, second = read([root / "a/n", root / "b/n"])
    assert isinstance(first, Article)
    assert isinstance(second, Unreadable) and second.key == "n/x.md"
    assert second.reason == f"has a duplicate key: {root}/a/n/x.md has it first"


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ("../../x", "c/x"),
        ("../..", "c/line-1"),
        ("/etc/passwd", "c/etc/passwd"),
        ("a\\..\\b", "c/a/b"),
        ("\u0001", "c/line-1"),
        ("a\nb", "c/a b"),
        ("", "c/line-1"),
        (None, "c/line-1"),
        (True, "c/line-1"),
        (0, "c/0"),
        ("谭盾", "c/谭盾"),
        ("C++", "c/C++"),
    ],
)
def test_strange_ids(tree: Tree, given: object, key: str) -> None:
    root = tree({"c.jsonl": lines({"id": given, "text": "x"})})
    assert list(articles(list(read([root / "c.jsonl"])))) == [key]


@pytest.mark.parametrize(
    ("given", "title"),
    [
        ("x" * 500, "x" * 500),
        ("???", "???"),
        ("../../x", "../../x"),
        ("a\r\nb\u0000c", "a bc"),
        ("\ud83d!", "\ufffd!"),
        ("  ", "1"),
    ],
)
def test_strange_titles(tree: Tree, given: str, title: str) -> None:
    root = tree({"c.jsonl": lines({"id": "1", "title": given, "text": "x"})})
    (article,) = read([root / "c.jsonl"])
    assert isinstance(article, Article) and article.title == title
    article.title.encode("utf-8")


def test_two_megabytes_on_one_line(tree: Tree) -> None:
    line = "The mill was built in 1784. " * 75_000
    root = tree({"n/a.txt": line, "n/b.md": line, "n/c.jsonl": lines({"id": 1, "text": line})})
    assert [len(article.text) for article in articles(list(read([root / "n"]))).values()] == [len(line)] * 3


def test_symlinks(tree: Tree, tmp_path: Path) -> None:
    root = tree({"n/a.md": "# A\n", "n/sub/b.md": "# B\n", "secret/s.md": "# S\n"})
    (root / "n/l-out.md").symlink_to(root / "secret/s.md")
    (root / "n/l-outdir").symlink_to(root / "secret")
    (root / "n/l-in.md").symlink_to(root / "n/a.md")
    (root / "n/l-loop").symlink_to(root / "n")
    (root / "n/l-nowhere.md").symlink_to(root / "nothing")
    (root / "n/l-script.js").symlink_to(root / "nothing")  # would not be read if it were there
    (root / "n/l-self.md").symlink_to(root / "n/l-self.md")
    found = list(read([root / "n"]))
    assert list(articles(found)) == ["n/a.md", "n/l-in.md", "n/sub/b.md"]
    assert reasons(found) == {
        "n/l-out.md": "is a symlink that leads out of the folder",
        "n/l-outdir": "is a symlink that leads out of the folder",
        "n/l-nowhere.md": "is a symlink that leads nowhere",
        "n/l-self.md": "is a symlink that leads nowhere",
    }
    (tmp_path / "named").symlink_to(root / "n")  # a person who names a symlink means what it names
    assert "n/a.md" in articles(list(read([tmp_path / "named"])))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_not_waited_for(tree: Tree) -> None:
    root = tree({"n/a.md": "# A\n"})
    os.mkfifo(root / "n/p.md")
    assert reasons(list(read([root / "n"]))) == {"n/p.md": "is neither a file nor a folder"}
    with pytest.raises(InputError, match="is neither a file nor a folder"):
        read([root / "n/p.md"])


def test_a_type_that_is_named_and_not_read(tree: Tree) -> None:
    root = tree({"n/a.png": b"\x89PNG"})
    assert reasons(list(read([root / "n/a.png"]))) == {"n/a.png": "is of a type wikic does not read (.png)"}


def test_a_missing_path_is_an_error_before_anything_is_read(tree: Tree) -> None:
    root = tree({"n/a.md": "# A\n"})
    with pytest.raises(InputError, match="there is no such file or folder"):
        read([root / "n", root / "missing"])


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind root")
def test_no_permission(tree: Tree) -> None:
    root = tree({"n/a.md": "# A\n", "n/b/c.md": "# C\n", "m/a.md": "# A\n"})
    (root / "n/a.md").chmod(0)
    (root / "n/b").chmod(0)
    try:
        found = list(read([root / "n"]))
        assert set(reasons(found)) == {"n/a.md", "n/b"}
        with pytest.raises(InputError, match="no permission"):
            read([root / "n/a.md"])
    finally:
        (root / "n/b").chmod(0o700)


def test_a_file_that_goes_while_we_read(tree: Tree) -> None:
    root = tree({"n/a.md": "# A\n", "n/b.md": "# B\n", "n/c.md": "# C\n"})
    stream = read([root / "n"])
    next(stream)
    (root / "n/b.md").unlink()
    rest = list(stream)
    assert list(articles(rest)) == ["n/c.md"] and "cannot be read" in reasons(rest)["n/b.md"]


@given(
    st.sampled_from(["md", "txt", "rst", "html", "json", "jsonl"]), st.binary() | st.text().map(str.encode)
)
def test_any_bytes_are_articles_or_reasons(extension: str, data: bytes) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / f"a.{extension}"
        path.write_bytes(data)
        for each in read([path]):
            assert not isinstance(each, Skipped)
            assert "\n" not in each.key and not each.key.startswith("/")
            if isinstance(each, Article):
                each.text.encode("utf-8")
                assert "\r" not in each.text and each.text.strip() and each.title
            else:
                assert each.reason and "\n" not in each.reason


# --- size --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_hundred_thousand_lines_are_not_held_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "big.jsonl"
    with path.open("w") as file:
        for n in range(100_000):
            file.write(f'{{"id": {n}, "language": "en", "title": "T{n}", "text": "{"x" * 500}"}}\n')
    assert estimate([path]) == 100_000
    count = 0
    tracemalloc.start()
    try:
        for each in read([path]):
            assert isinstance(each, Article)
            count += 1
            if count == 5_000:  # tracing is slow; the rest would show no more
                break
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # The keys seen so far stay, for duplicates: some 200 bytes each. The texts would be 600 each.
    assert peak < 5_000 * 300, peak


def test_estimates(tree: Tree) -> None:
    root = tree({"n/a.md": "", "n/b.jsonl": "{}\n{}\n{}", "n/c.png": b"", "o/x.json": "[]"})
    assert estimate([root / "n"]) == 4
    assert estimate([root / "n", root / "o"]) is None


@pytest.mark.parametrize("extension", [".json", ".jsonl"])
@pytest.mark.parametrize("depth", [3, 50, 300, 480, 600, 980, 100_000])
def test_fields_that_nest_are_read_as_far_as_anything_is_meant(
    tmp_path: Path, extension: str, depth: int
) -> None:
    for opening, closing in (("[", "]"), ('{"name": ', "}")):
        value = opening * depth + '"Ada"' + closing * depth
        (tmp_path / f"a{extension}").write_text(f'{{"text": "Rome is a city.", "author": {value}}}\n')
        (found,) = read([tmp_path / f"a{extension}"])
        if isinstance(found, Article):
            assert found.author == ("Ada" if depth < 5 else None)
        else:
            assert found.reason == "is nested too deeply"


def test_a_field_without_an_end_is_cut(tmp_path: Path) -> None:
    authors = json.dumps(["Ada Lovelace"] * 100_000)
    (tmp_path / "a.jsonl").write_text(
        f'{{"text": "Rome is a city.", "title": "{"T" * 10**6}", "author": {authors}}}\n'
    )
    (found,) = read([tmp_path / "a.jsonl"])
    assert isinstance(found, Article)
    assert found.author is not None
    assert len(found.author) <= 2_000
    assert len(found.title) <= 2_000


def test_records_without_a_text_are_told_once(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    asked = [{"question": f"Who lit lamp {number}?"} for number in range(70)]
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, asked)))
    (folder / "a.md").write_text("The lamp was lit.")
    mixed = [{"id": "one", "text": "The lamp hangs."}, *asked[:3], "no record"]
    (folder / "mixed.jsonl").write_text("\n".join(map(json.dumps, mixed)))
    found = list(read([folder]))
    assert list(articles(found)) == ["docs/a.md", "docs/mixed/one"]
    (skipped,) = (each for each in found if isinstance(each, Skipped))
    assert str(skipped).startswith(f"{folder}/questions.jsonl: its 70 records hold no text (none of text,")
    failed = [
        (each.key, each.location.rpartition(":")[2], each.reason)
        for each in found
        if isinstance(each, Unreadable)
    ]
    none = "holds no text (none of text, content, body, markdown, page_content)"
    assert failed == [
        ("docs/mixed", "2", f"{none}; the same of 2 more records of this file"),
        ("docs/mixed/line-5", "5", "is not an object but a string"),
    ]
    # Who names such a file wants it read.
    (named,) = read([folder / "questions.jsonl"])
    assert isinstance(named, Unreadable)
    assert named.reason == f"{none}; the same of 69 more records of this file"
