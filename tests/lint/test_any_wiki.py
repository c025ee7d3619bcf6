"""Whatever the bytes and the names: no exception, findings sorted, the same again, fixes that end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from wikic.lint.engine import lint
from wikic.lint.fixes import fix
from wikic.lint.report.formats import FORMATS
from wikic.lint.report.report import Report, summary
from wikic.lint.view import WikiView
from wikic.model.change import Write
from wikic.wiki.tree import FileStat


@dataclass(frozen=True)
class Memory:
    files: dict[str, bytes]

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        for name, data in self.files.items():
            yield name, FileStat(0, len(data))

    def read(self, file: str) -> bytes | None:
        return self.files.get(file)


PIECES = st.sampled_from(
    [
        b"---\n", b"---\r\n", b"title: a\n", b"title: b: c\n", b"fold: 9c41d2e7\n",
        b"aliases: [A, [b]]\n", b"type: people\n", b"aliases: [x y]\n", b"# A\n", b"## Key Facts\n",
        b"## Related Pages\n", b"## Related Sources\n", b"- ", b"x", b" ", b"\n", b"\r\n", b"\r",
        b"[[", b"]]", b"]", b"[[A]]", b"[[a|b]]", b"[[x y]]", b"[[B#h]]", b"[[A](u/v)", b"[[A]]()",
        b"[[A]](x/y.md)", b"[b](A.md)", b"|", b"```\n", b"`", b"<<<<<<< x\n", b"=======\n",
        b">>>>>>> y\n", b"\xff", b"\0", b"\xef\xbb\xbf", b"[[sources/digests/d-000000#^p00000000]]",
        b"[[sources/digests/d#p00000000]]", b" ^f00000000\n", b"## Key Points\n",
        b"## Extraction\n", b"```jsonl\n", b'{"entity":"e1"}\n', b"key: a\n", "谭盾".encode(),
        b"- [[A]] (x) -- y #t\n", b"- people/ -- p\n", "\u2028".encode(), b"> q\n",
        b"dimensions: [a]\n",
    ]
)  # fmt: skip
contents = st.lists(st.one_of(PIECES, st.binary(max_size=4)), max_size=14).map(b"".join)
steps = st.sampled_from(
    [
        "people",
        "People",
        "A",
        "a",
        "B",
        "x y",
        ".md",
        "-",
        "con",
        "index",
        "_index",
        "谭盾",
        "e\u0301",
        "\udc80",
    ]
)
paths = st.one_of(
    st.sampled_from(
        ["index.md", "people/_index.md", "people/A.md", "people/B.md", "places/a.md", "schema.yaml",
         "identity.yaml", "sources/digests/d-000000.md", "sources/articles/d-000000.md",
         "sources/x.md", "pictures/A.png"]
    ),
    st.lists(steps, min_size=1, max_size=7).map("/".join).map(lambda path: path + ".md"),
)  # fmt: skip
wikis = st.dictionaries(paths, contents, max_size=6)


@given(wikis)
def test_findings_are_sorted_and_stable(files: dict[str, bytes]) -> None:
    view = WikiView.over(Memory(files))
    found = lint(view)
    assert list(found) == sorted(found, key=lambda each: each.sort_key)
    assert lint(view) == found  # warm as cold
    assert lint(WikiView.over(Memory(dict(reversed(files.items()))))) == found
    for finding in found:
        assert finding.line >= 1 and finding.column >= 1 and "\n" not in finding.message
        assert not (finding.refold and finding.edits)


@given(wikis)
def test_one_file_alone_is_found_to_be_what_it_is_among_all(files: dict[str, bytes]) -> None:
    whole = lint(WikiView.over(Memory(files)))
    for path in files:
        alone = lint(WikiView.over(Memory(files)), paths=[path])
        assert alone == tuple(each for each in whole if each.path == path)


@given(wikis)
def test_reports_print_anything(files: dict[str, bytes]) -> None:
    found = lint(WikiView.over(Memory(files)))
    report = Report(found, files.get)
    for text in (line for each in FORMATS for line in (*each.write(report), summary(found))):
        text.encode("utf-8")
        assert "\x00" not in text


@given(wikis, st.booleans())
@settings(max_examples=150)
def test_fixing_ends_and_a_second_time_changes_nothing(files: dict[str, bytes], unsafe: bool) -> None:
    view = WikiView.over(Memory(files))
    result = fix(view, unsafe=unsafe)
    assert result.fighting == ()
    fixed = dict(files)
    for change in result.changes.changes:
        assert isinstance(change, Write)
        fixed[change.path] = change.content
    again = WikiView.over(Memory(fixed))
    assert not fix(again, unsafe=unsafe).changes
    assert lint(again) == result.left
