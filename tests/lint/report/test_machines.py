"""Findings for machines: JSON, GitHub, GitLab, SARIF, JUnit."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import sarif_shape
from support.wiki_files import WikiFiles

from wikic.errors import UsageError
from wikic.lint.engine import lint
from wikic.lint.registry import RULES
from wikic.lint.report import machines as sarif_module
from wikic.lint.report.formats import FORMATS, named
from wikic.lint.report.report import Report
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Category, Edit, Finding, Severity

FILES = {
    "people/谭盾.md": b"---\naliases: [Tan Dun]\n---\nx\n",
    "notes/n.md": "谭盾：[[Tan Dun]] [[无]]\n".encode(),
}
OWN_SCHEMA = os.environ.get("WIKIC_SARIF_SCHEMA")


def report(files: dict[str, bytes] = FILES, **given: Any) -> Report:
    return Report(lint(WikiView.over(WikiFiles(files))), files.get, **given)


def written(name: str, given: Report) -> str:
    return "\n".join(named(name)(given))


def check_sarif(text: str) -> dict[str, Any]:
    """The one run of a log that is as the standard has it."""
    document = json.loads(text)
    jsonschema.Draft7Validator(sarif_shape.SCHEMA).validate(document)
    if OWN_SCHEMA:
        schema = json.loads(Path(OWN_SCHEMA).read_text(encoding="utf-8"))
        jsonschema.validators.validator_for(schema)(schema).validate(document)
    (run,) = document["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(rules) == len(set(rules))
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
    return run  # type: ignore[no-any-return]


def test_json_is_what_the_documentation_says() -> None:
    document = json.loads(written("json", report()))
    assert list(document) == ["version", "findings", "summary"]
    assert document["version"] == 1
    assert document["summary"] == {"error": 1, "warning": 1, "info": 0, "fixable": 1}
    first = document["findings"][0]
    assert re.fullmatch("[0-9a-f]{16}", first.pop("fingerprint"))
    assert first == {
        "path": "wiki/notes/n.md",
        "line": 1,
        "column": 4,
        "code": "L005",
        "name": "link-by-alias",
        "severity": "warning",
        "category": "dangling-link",
        "message": "'Tan Dun' is an alias; the page is 谭盾",
        "help": "",
        "fix": {
            "kind": "edit",
            "safe": True,
            "edits": [{"path": "wiki/notes/n.md", "start": 3, "end": 14, "text": "[[谭盾|Tan Dun]]"}],
        },
    }
    page = (Path(__file__).resolve().parents[3] / "docs" / "lint-output.md").read_text(encoding="utf-8")
    for key in (*first, "fingerprint", *document["summary"], *first["fix"], *first["fix"]["edits"][0]):
        assert f"`{key}`" in page, key


def test_json_lines_are_the_findings_of_json() -> None:
    lines = written("json-lines", report()).splitlines()
    assert [json.loads(line) for line in lines] == json.loads(written("json", report()))["findings"]


def test_statistics_as_json() -> None:
    (text,) = named("json", statistics=True)(report())
    assert json.loads(text)["statistics"] == [
        {"code": "L001", "name": "dangling-link", "count": 1, "fixable": 0},
        {"code": "L005", "name": "link-by-alias", "count": 1, "fixable": 1},
    ]
    with pytest.raises(UsageError, match="statistics"):
        named("sarif", statistics=True)
    with pytest.raises(UsageError, match="no format"):
        named("xml")


def test_github_annotates_from_the_root_of_the_repository() -> None:
    lines = written("github", report(repository="my kb/")).splitlines()
    assert lines == [
        "::warning title=L005 link-by-alias,file=my kb/wiki/notes/n.md,line=1,col=4::"
        "'Tan Dun' is an alias; the page is 谭盾 (fix: write [[谭盾|Tan Dun]])",
        "::error title=L001 dangling-link,file=my kb/wiki/notes/n.md,line=1,col=16::"
        "no page is called '无' (fix (with --unsafe): write 无; or write the page, correct the name, or take "
        "the brackets off)",
    ]


def test_a_page_cannot_write_workflow_commands() -> None:
    finding = Finding(
        "a,b:c%/n.md", 1, 1, "L001", "50 %\r\n::error::owned", Severity.INFO, Category.OTHER, help="x\ny"
    )
    (line,) = named("github")(Report((finding,), {}.get))
    assert line == (
        "::notice title=L001 dangling-link,file=wiki/a%2Cb%3Ac%25/n.md,line=1,col=1::"
        "50 %25%0D%0A::error::owned (help: x y)"
    )


def test_gitlab() -> None:
    found = json.loads(written("gitlab", report(repository="kb/")))
    assert [(each["check_name"], each["severity"], each["location"]["path"]) for each in found] == [
        ("L005", "minor", "kb/wiki/notes/n.md"),
        ("L001", "major", "kb/wiki/notes/n.md"),
    ]
    assert found[0]["location"]["lines"] == {"begin": 1}
    assert json.loads(written("gitlab", Report((), FILES.get))) == []


def test_sarif() -> None:
    run = check_sarif(written("sarif", report(repository="kb/")))
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["L001", "L005"]
    alias, dangling = run["results"]
    assert (alias["level"], dangling["level"]) == ("warning", "error")
    place = dangling["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "kb/wiki/notes/n.md", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 1, "startColumn": 16}
    (change,) = alias["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [
        {
            "deletedRegion": {"charOffset": 3, "charLength": 11},
            "insertedContent": {"text": "[[谭盾|Tan Dun]]"},
        }
    ]
    assert check_sarif(written("sarif", Report((), FILES.get)))["results"] == []


def test_sarif_names_the_address_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "wikic-9.dist-info"
    package.mkdir()
    head = "Metadata-Version: 2.1\nName: wikic\nVersion: 9\n"
    (package / "METADATA").write_text(f"{head}Project-URL: Homepage, https://wikic.example\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    driver = check_sarif(written("sarif", report()))["tool"]["driver"]
    assert driver["informationUri"] == "https://wikic.example"
    (package / "METADATA").write_text(head)
    assert "informationUri" not in check_sarif(written("sarif", report()))["tool"]["driver"]


def test_sarif_has_a_shape_for_every_rule() -> None:
    findings = tuple(
        Finding("x/谭 盾#:\udcff.md", 1, 1, rule.code, "m", rule.severity, rule.category) for rule in RULES
    )
    run = check_sarif(written("sarif", Report(findings, {}.get)))
    assert len(run["tool"]["driver"]["rules"]) == len(RULES)
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert unquote(uri, errors="surrogateescape") == "wiki/x/谭 盾#:\udcff.md"


def test_sarif_keeps_the_worst_of_more_than_github_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif_module, "MAX_RESULTS", 3)
    severities = [Severity.INFO, Severity.ERROR, Severity.INFO, Severity.WARNING, Severity.INFO]
    findings = tuple(
        Finding("n.md", line, 1, "L001", "m", severity, Category.OTHER)
        for line, severity in enumerate(severities, start=1)
    )
    run = check_sarif(written("sarif", Report(findings, {}.get)))
    assert [each["level"] for each in run["results"]] == ["note", "error", "warning"]
    assert "2 findings" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]


def test_junit() -> None:
    suite = ET.fromstring(written("junit", report()))[0]
    assert suite.attrib == {"name": "wikic lint", "tests": "2", "failures": "2", "errors": "0"}
    assert [(case.get("file"), case.get("line")) for case in suite] == [("wiki/notes/n.md", "1")] * 2
    assert suite[1][0].get("message") == "no page is called '无'"
    clean = ET.fromstring(written("junit", Report((), FILES.get)))[0]
    assert (clean.get("tests"), clean.get("failures"), len(clean), len(clean[0])) == ("1", "0", 1, 0)


words = st.text(max_size=20)
findings = st.builds(
    Finding,
    words.filter(bool),
    st.integers(1, 9),
    st.integers(1, 99),
    st.sampled_from([rule.code for rule in RULES]),
    words.filter(bool),
    st.sampled_from(Severity),
    st.sampled_from(Category),
    st.lists(
        st.builds(Edit, words.filter(bool), st.integers(0, 5), st.integers(5, 9), words), max_size=2
    ).map(tuple),
    safe=st.booleans(),
    help=words,
)


@given(st.lists(findings, max_size=4, unique=True), st.dictionaries(words, st.binary(max_size=40)))
def test_whatever_a_finding_says_every_format_is_well_formed(
    found: list[Finding], files: dict[str, bytes]
) -> None:
    given = Report(tuple(found), files.get)
    shown = {each.name: "\n".join(each.write(given)) for each in FORMATS}
    for text in shown.values():
        text.encode("utf-8")
    assert len(json.loads(shown["json"])["findings"]) == len(found)
    assert len(shown["json-lines"].split("\n")) == max(1, len(found))
    assert len(shown["github"].split("\n")) == max(1, len(found))
    assert len(shown["concise"].split("\n")) == max(1, len(found))
    assert len({each["fingerprint"] for each in json.loads(shown["gitlab"])}) == len(found)
    assert len(check_sarif(shown["sarif"])["results"]) == len(found)
    assert len(ET.fromstring(shown["junit"])[0]) == max(1, len(found))


def test_what_is_for_people_is_coloured_and_nothing_else() -> None:
    bright = dataclasses.replace(report(), colour=True)
    assert {each.name for each in FORMATS if "\x1b" in written(each.name, bright)} == {
        "text",
        "concise",
        "grouped",
    }
