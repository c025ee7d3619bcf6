"""``wikic fix --model``: code first, then what takes judgement; the Error Book hears of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.bench import Bench
from support.command import wikic, write
from support.model_server import ModelServer
from support.repair_curator import RepairCurator, Sources
from support.table_curator import Doc

from wikic.config import LintConfig
from wikic.curator.protocol import Amendment
from wikic.fix.by_code import FixRequest
from wikic.fix.deep import fix_with_model
from wikic.model.finding import Finding
from wikic.model.page import Page

DOCS = tuple(
    Doc(
        f"t/d{at}",
        ((f"Man {at}", "people", ()), ("Rome", "places", ())),
        ((0, f"Man {at} saw Rome.", (1,)), (0, f"Man {at} was wrong.", ()), (1, "Rome is a city.", ())),
    )
    for at in range(3)
)


def retiring(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
    return [Amendment(sources[0][0].key, "retire", findings[0].message.split()[0])]


def curator() -> RepairCurator:
    return RepairCurator(DOCS, doubts=lambda text: text.endswith("wrong."), mends=retiring)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    bench = Bench(tmp_path).start()
    bench.compile(DOCS)
    page = bench.wiki / "places/Rome.md"
    page.write_text(page.read_text().replace("## Related Sources", "## Sources"))
    return bench


def wanted(bench: Bench, paths: tuple[str, ...] | None = None) -> FixRequest:
    return FixRequest(bench.kb, LintConfig(), "Table", "2026-11-22", paths=paths)


def test_what_code_cannot_see_is_retired(bench: Bench) -> None:
    report = fix_with_model(wanted(bench), curator())
    files = bench.files()
    assert not any("wrong" in text for name, text in files.items() if name.startswith("people/"))
    assert "## Related Sources" in files["places/Rome.md"]
    assert any(line.startswith("repaired 3 digests") for line in report.steps)
    assert report.fixed and not report.left
    assert "rule: unsupported-statement" in files["error_book.yaml"]


def test_only_what_is_wanted_is_asked_about(bench: Bench) -> None:
    asking = curator()
    fix_with_model(wanted(bench, ("people/Man-1.md",)), asking)
    wrong = [name for name, text in bench.files().items() if name.startswith("people/M") and "wrong" in text]
    assert wrong == ["people/Man-0.md", "people/Man-2.md"]
    assert len(asking.asked) == 1


def test_nothing_to_repair_is_said(bench: Bench) -> None:
    report = fix_with_model(wanted(bench), RepairCurator(DOCS))
    assert report.steps == ("the model found nothing to repair",)
    before = bench.files()
    assert not fix_with_model(wanted(bench), RepairCurator(DOCS)).changes
    assert bench.files() == before


def test_at_the_command_line(tmp_path: Path) -> None:
    write(tmp_path / "docs", {"a.md": "# Arlton\n\nArlton is a town in Norland. It was founded in 1200.\n"})
    wikic("init", "docs", "-C", "kb", cwd=tmp_path)
    wikic("compile", "docs", "-C", "kb", cwd=tmp_path)
    nothing = json.dumps({"unsupported": [], "contradictions": [], "pairs": [], "amendments": []})
    with ModelServer(lambda body: nothing) as server:
        (tmp_path / "kb/wikic.toml").write_text(
            f'[wiki]\ntitle = "Kb"\n[model]\nbase_url = "{server.url}"\n', "utf-8"
        )
        done = wikic("fix", "-C", "kb", "--model", "openai/m1", cwd=tmp_path)
        assert server.requests
    assert done.out.startswith("the model found nothing to repair\n")
    assert "model: " in done.out
    refused = wikic("fix", "-C", "kb", "--model", "openai/m1", "--diff", cwd=tmp_path, code=2)
    assert "takes no --diff" in refused.err


def test_pages_that_two_facts_show_to_be_one_thing_become_one(tmp_path: Path) -> None:
    text = "# {0}\n\n{0} is a foundry. {0} was founded by Otto Brenn in 1871.\n"
    write(
        tmp_path / "docs",
        {"a.md": text.format("Halden Works"), "b.md": text.format("Halden-works")},
    )
    wikic("init", "docs", "-C", "kb", cwd=tmp_path)
    wikic("compile", "docs", "-C", "kb", cwd=tmp_path)
    told = {"unsupported": [], "contradictions": [], "pairs": [], "amendments": []}
    told |= {"same": [{"pair": 1, "first": 2, "second": 2}]}
    with ModelServer(lambda body: json.dumps(told)) as server:
        (tmp_path / "kb/wikic.toml").write_text(
            f'[wiki]\ntitle = "Kb"\n[model]\nbase_url = "{server.url}"\n', "utf-8"
        )
        done = wikic("fix", "-C", "kb", "--model", "openai/m1", cwd=tmp_path)
    assert "Halden-works is Halden Works: " in done.out
    assert [file.stem for file in (tmp_path / "kb/wiki").glob("*/Halden*.md")] == ["Halden-Works"]
    assert "Halden" in (tmp_path / "kb/wiki/identity.yaml").read_text()
    assert "nothing to repair" in wikic("fix", "-C", "kb", "--model", "openai/m1", cwd=tmp_path).out
