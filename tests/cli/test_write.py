"""``wikic write`` from end to end: a real server on loopback that writes, checks, and fails in every way."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.bench import Bench
from support.command import snapshot, wikic
from support.keeper import CORPUS, KEEPER, PAGE, STORM
from support.model_server import (
    CUT,
    NO_CHOICES,
    QUOTA,
    UNUSABLE,
    ModelServer,
    Said,
)


def serve(body: dict[str, Any]) -> Said:
    """Writes what the units of the prompt say, word for word, and lets everything pass."""
    asked, shown = json.dumps(body.get("response_format", {})), body["messages"][1]["content"]
    if '"unsupported"' in asked:
        return '{"unsupported": []}'
    if '"parts"' not in asked:
        return '{"lines": []}'
    units = re.findall(r"^\[(\d+)\] (.*)$", shown, re.M)
    lines = [{"says": [text], "units": [int(number)]} for number, text in units]
    more = {"form": "prose", "heading": "More", "head": [], "lines": lines[2:]}
    return json.dumps({"parts": [{"form": "lead", "heading": "", "head": [], "lines": lines[:2]}, more]})


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(serve) as found:
        yield found


@pytest.fixture
def kb(tmp_path: Path, server: ModelServer) -> Path:
    bench = Bench(tmp_path).start()
    bench.compile(CORPUS)
    bench.kb.joinpath("wikic.toml").write_text(
        f'[wiki]\ntitle = "Table"\n[compile]\nmodel = "openai/m1"\n[model]\nbase_url = "{server.url}"\n'
        '[model.prices."openai/m1"]\ninput = 1.0\noutput = 4.0\n'
    )
    return bench.kb


def page(kb: Path) -> str:
    return (kb / "wiki" / PAGE).read_text("utf-8")


def test_it_writes_what_is_due_once(kb: Path, server: ModelServer) -> None:
    plan = json.loads(wikic("write", "--plan", "--json", "-C", ".", cwd=kb).out)
    assert plan["added"] == ["people/Isak-Dunn"] and plan["cost"] > 0
    assert {each["purpose"] for each in plan["calls"]} == {"write", "verify"}
    assert not server.requests and "written:" not in page(kb)
    done = wikic("write", "-C", ".", cwd=kb)
    assert "1 article written:" in done.out and "people/Isak-Dunn" in done.out and "model:" in done.out
    assert "## More" in page(kb) and "Isak Dunn brought nine sailors ashore.[⁂][w" in page(kb)
    assert len(server.requests) == 2
    again = wikic("write", "-C", ".", cwd=kb)
    assert "no article written" in again.out and "1 article unchanged" in again.out
    assert len(server.requests) == 2
    assert "1 page with an article" in wikic("status", "-C", ".", cwd=kb).out
    assert "0 findings" in wikic("lint", "-C", ".", cwd=kb).err


def test_readers_see_it_first_with_its_documents(kb: Path) -> None:
    wikic("write", "-C", ".", cwd=kb)
    read = wikic("read", "Isak Dunn", "-C", ".", cwd=kb).out
    lead, facts = (
        read.index("Isak Dunn was the first keeper of the Hallow Light. [1]"),
        read.index("## Key Facts"),
    )
    assert lead < facts and "[⁂]" not in read
    wikic("export", "site", "site", "-q", "-C", ".", cwd=kb)
    html = (kb / "site/people/Isak-Dunn.html").read_text("utf-8")
    assert ">[1]</a>" in html and "sources/articles/t-keeper" in html and "⁂" not in html
    assert html.index(">More<") < html.rindex("Isak Dunn was born in 1829.")


def test_without_a_model_it_says_how_to_name_one(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    bench.compile(CORPUS)
    before = snapshot(bench.wiki)
    done = wikic("write", "-C", ".", cwd=bench.kb, code=2)
    assert "articles are written by a language model" in done.err and "--model" in done.err
    assert snapshot(bench.wiki) == before


@pytest.mark.parametrize("said", UNUSABLE.values(), ids=UNUSABLE)
def test_a_reply_that_nobody_can_use_changes_nothing_and_is_said(
    kb: Path, server: ModelServer, said: Said
) -> None:
    server.script(lambda body: said)
    before = snapshot(kb / "wiki")
    done = wikic("write", "-C", ".", cwd=kb, code=1)
    assert "1 page failed:" in done.out and "people/Isak-Dunn" in done.out
    assert snapshot(kb / "wiki") == before


@pytest.mark.parametrize("first", [CUT, NO_CHOICES], ids=["cut", "no choices"])
def test_a_connection_that_breaks_is_tried_again(kb: Path, server: ModelServer, first: Said) -> None:
    replies = [first]
    server.script(lambda body: replies.pop() if replies else serve(body))
    wikic("write", "-C", ".", cwd=kb)
    assert "## More" in page(kb)


def test_a_spent_quota_ends_the_run_and_is_said(kb: Path, server: ModelServer) -> None:
    server.script(lambda body: QUOTA)
    done = wikic("write", "-C", ".", cwd=kb, code=None)
    assert done.code == 2 or done.code == 1
    assert "quota" in done.err and "1 page not yet written" in done.out


def test_a_budget_is_kept(kb: Path, server: ModelServer) -> None:
    done = wikic("write", "--max-cost", "0.0001", "-C", ".", cwd=kb, code=None)
    assert not server.requests and "1 page not yet written" in done.out and done.code != 0
    assert "written:" not in page(kb)


def test_a_dry_run_shows_the_page(kb: Path) -> None:
    before = snapshot(kb / "wiki")
    done = wikic("write", "--dry-run", "-C", ".", cwd=kb)
    assert "+++ b/wiki/people/Isak-Dunn.md" in done.out and "+## More" in done.out
    assert snapshot(kb / "wiki") == before


def test_an_article_waits_for_review_and_is_accepted(kb: Path, server: ModelServer) -> None:
    before = snapshot(kb / "wiki")
    assert "put aside" in wikic("write", "--review", "-C", ".", cwd=kb).out
    assert snapshot(kb / "wiki") == before
    listed = wikic("review", "-C", ".", cwd=kb).out
    (key,) = re.findall(r"(written/Isak Dunn-[0-9a-f]{8}) \(6 sentences\)", listed)
    shown = wikic("review", "show", key, "-C", ".", cwd=kb).out
    assert "More" in shown and "> Isak Dunn was born in 1829." in shown
    asked = len(server.requests)
    again = wikic("write", "--review", "-C", ".", cwd=kb).out
    assert "no article written" in again and "1 page whose article waits for review" in again
    assert "unchanged" not in again
    assert len(server.requests) == asked
    wikic("review", "accept", key, "-C", ".", cwd=kb)
    assert "## More" in page(kb)
    assert "nothing waits" in wikic("review", "-C", ".", cwd=kb).out


def test_forgetting_takes_what_waits_of_it_too(kb: Path) -> None:
    wikic("write", "--review", "-C", ".", cwd=kb)
    wikic("forget", "t/board", "-C", ".", cwd=kb)
    assert not list((kb / "review").rglob("*.md"))


def test_pruning_takes_what_waits_of_it_too(tmp_path: Path, kb: Path) -> None:
    wikic("write", "--review", "-C", ".", cwd=kb)
    Bench(tmp_path).compile((KEEPER, STORM), prune=True)
    assert not list((kb / "review").rglob("*.md"))


def test_an_article_of_a_document_that_is_gone_is_dropped_when_it_is_accepted(kb: Path) -> None:
    """As a merge leaves it: one branch put it aside, another forgot the document."""
    wikic("write", "--review", "-C", ".", cwd=kb)
    (waiting,) = (kb / "review").rglob("*.md")
    data = waiting.read_bytes()
    wikic("forget", "t/board", "-C", ".", cwd=kb)
    waiting.parent.mkdir(parents=True, exist_ok=True)
    waiting.write_bytes(data)
    before = snapshot(kb / "wiki")
    done = wikic("review", "accept", "--all", "-C", ".", cwd=kb, code=None)
    assert "stands on no page by now, and was dropped" in done.out + done.err
    assert snapshot(kb / "wiki") == before
    assert not list((kb / "review").rglob("*.md"))


def test_an_article_that_is_rejected_is_not_written_of_the_same_again(kb: Path, server: ModelServer) -> None:
    wikic("write", "--review", "-C", ".", cwd=kb)
    wikic("review", "reject", "--all", "--reason", "dull", "-C", ".", cwd=kb)
    asked = len(server.requests)
    done = json.loads(wikic("write", "--json", "-C", ".", cwd=kb).out)
    assert (done["written"], done["current"], done["decided"]) == ([], 0, 1)
    assert len(server.requests) == asked and "written:" not in page(kb)
    wikic("write", "Isak Dunn", "-C", ".", cwd=kb)  # who names it wants it
    assert "## More" in page(kb)
