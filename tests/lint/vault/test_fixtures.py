"""Real wikis are dirty: each oddity seen in public wikis as a made-up vault, under all rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import rule_fixtures
from support.fixed_view import fix

from wikic.lint.engine import lint
from wikic.lint.profile import Profile
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Finding

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "vault"
CASES = [
    pytest.param(case, id=f"{path.stem}-{at}")
    for path in sorted(FOLDER.glob("*.md"))
    for at, case in enumerate(rule_fixtures.cases(path), start=1)
]
VAULT = Profile("vault")


def shown(finding: Finding) -> str:
    return (
        f"{finding.path}:{finding.line}:{finding.column} {finding.code} {finding.severity} {finding.message}"
    )


@pytest.mark.parametrize("case", CASES)
def test_vault(case: rule_fixtures.Case) -> None:
    view = case.view()
    assert [shown(each) for each in lint(view)] == case.findings, case.name
    fixed = fix(view, unsafe=True)
    assert fixed.fighting == ()
    assert not fix(view.after(fixed.changes.changes), unsafe=True).changes


@pytest.mark.parametrize("case", [case for case in CASES if (case.id or "").startswith("18-")])
def test_no_link_is_written_anew_where_nobody_knows_what_it_would_mean(case: rule_fixtures.Case) -> None:
    assert not fix(case.view(), unsafe=True).changes


def codes(files: dict[str, bytes]) -> list[str]:
    return [
        f"{each.path}:{each.line} {each.code}"
        for each in lint(WikiView.over(rule_fixtures.Memory(files), profile=VAULT))
    ]


def test_names_that_file_systems_and_links_cannot_hold() -> None:
    names = {
        ".md",
        "-a.md",
        f"{'长' * 70}.md",
        "50%zz.md",
        "（潮？）：.md",
        "con.md",
        "Straße.md",
        "STRASSE.md",
    }
    names |= {"e\u0301.md", "what?.md"}
    found = codes({name: f"Words of {at}.\n".encode() for at, name in enumerate(sorted(names))})
    named = {each.partition(":")[0] for each in found if "S001" in each}
    assert named == {".md", "con.md", "e\u0301.md", "what?.md"}
    assert [each for each in found if "S003" in each] == ["Straße.md:1 S003"]


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf---\ntitle: A\n---\n[[B]]\n",
        b"---\r\ntitle: A\r\n---\r\n[[B]]\r\n",
        b"---\ntitle: A\r\n---\n[[B]]\r\nmixed\r",
        "---\ntitle: A\n---\nnul \0, feed \x0c, \x85, \u2028 and \u200b\u200d [[B]]\n".encode(),
    ],
)
def test_bytes_that_editors_leave_are_no_finding(data: bytes) -> None:
    assert codes({"a.md": data, "B.md": b"A page.\n"}) == []


def test_invalid_utf_8_is_said_where_it_stands() -> None:
    assert codes({"a.md": b"fine\n\xff [[B]]\n", "B.md": b"A page.\n"}) == ["a.md:2 F006"]


def test_a_large_index_and_a_long_line_are_read() -> None:
    pages = {f"p/page-{number}.md": f"Page number {number}.\n".encode() for number in range(6200)}
    index = "".join(f"- [[page-{number}]] (p{number}) -- words #tag\n" for number in range(6200))
    line = "x" * 59_000 + " [[nobody]]"
    found = codes({**pages, "index.md": index.encode(), "long.md": line.encode()})
    assert found == ["index.md:1 P004", "long.md:1 L001"] or found == ["long.md:1 L001"]
