"""``compile --review``: what waits, when it is read again, and that ``wiki/`` stays as it is."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.command import TOWN, snapshot, write
from support.good_model import serve
from support.model_server import ModelServer
from support.reviewed import DAY, accepted, begun, compiled, waiting, wiki

from wikic.compiler.compile_plan import plan_documents
from wikic.compiler.forget import forget_sources
from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import CompileRun
from wikic.compiler.status import status
from wikic.curation import curating
from wikic.curator.offline import OfflineCurator
from wikic.errors import UsageError
from wikic.llm.limits import Limits
from wikic.review import decide
from wikic.review.listing import review
from wikic.session import Session
from wikic.wiki.review_folder import ReviewFolder


def aside(home: Path) -> str:
    """The text of all that waits."""
    return "".join(path.read_text() for path in sorted((home / "kb/review").rglob("*.md")))


def test_a_second_run_of_either_kind_writes_nothing(tmp_path: Path) -> None:
    home = begun(tmp_path, TOWN)
    compiled(home, review=True)
    before = snapshot(home / "kb", without=(".wikic",))
    for again in (True, False):
        report = compiled(home, review=again)
        assert report.waiting == ("docs/ada.md", "docs/london.md", "docs/paris.md")
        assert (report.aside, report.added, report.pending, report.written) == ((), (), 0, 0)
        assert snapshot(home / "kb", without=(".wikic",)) == before
    plan = plan_documents(
        home / "kb", [home / "docs"], OfflineCurator().name, Options(DAY, "Kb"), lambda *_: ()
    )
    assert (plan.added, plan.changed) == ((), ())


def test_what_people_changed_in_the_wiki_is_not_folded_either(tmp_path: Path) -> None:
    home = begun(tmp_path, TOWN)
    compiled(home)
    page = home / "kb/wiki/geography/Paris.md"
    page.write_text(page.read_text().replace("lies on", "stands at"))
    write(home / "docs", {"bern.md": "# Bern\n\nBern is a city in Switzerland.\n"})
    before = wiki(home)
    assert compiled(home, review=True).aside == ("docs/bern.md",)
    assert wiki(home) == before
    report = compiled(home)  # without: the page is folded, and Bern waits on
    assert (report.waiting, report.added) == (("docs/bern.md",), ())
    assert "stands at" in page.read_text() and not (home / "kb/wiki/geography/Bern.md").exists()


def test_a_document_that_changes_replaces_what_waits_and_others_land(tmp_path: Path) -> None:
    home = begun(tmp_path, {"ada.md": TOWN["ada.md"]})
    compiled(home, review=True)
    write(home / "docs", {**TOWN, "ada.md": "# Ada Lovelace\n\nAda Lovelace wrote to Byron.\n"})
    report = compiled(home)
    assert (report.aside, report.added) == (("docs/ada.md",), ("docs/london.md", "docs/paris.md"))
    assert waiting(home) == ["docs/ada.md"]
    assert "Byron" in aside(home) and "1815" not in aside(home)
    assert not any("ada" in name.casefold() for name in wiki(home))


def test_a_document_that_says_again_what_the_wiki_has_waits_no_longer(tmp_path: Path) -> None:
    home = begun(tmp_path, TOWN)
    compiled(home)
    before = wiki(home)
    write(home / "docs", {"ada.md": TOWN["ada.md"] + "It rains.\n"})
    assert compiled(home, review=True).aside == ("docs/ada.md",)
    write(home / "docs", {"ada.md": TOWN["ada.md"]})
    assert compiled(home, review=True).unchanged == 3
    assert waiting(home) == [] and wiki(home) == before


def test_new_tags_alone_wait_too(tmp_path: Path) -> None:
    home = begun(tmp_path, {"lamp.md": "---\ntags: [light]\n---\n# Lamp\n\nThe lamp burns oil.\n"})
    compiled(home)
    before = wiki(home)
    for tags in ("light, brass", "light, brass, old"):
        write(home / "docs", {"lamp.md": f"---\ntags: [{tags}]\n---\n# Lamp\n\nThe lamp burns oil.\n"})
        compiled(home, review=True)
        assert wiki(home) == before and tags.rpartition(" ")[2] in aside(home)
    accepted(home)
    (page,) = (home / "kb/wiki").glob("*/Lamp.md")
    assert re.search(r"^tags: .*\bold\b", page.read_text(), re.M)
    assert compiled(home).unchanged == 1


def test_prune_and_forget_know_what_waits(tmp_path: Path) -> None:
    home = begun(tmp_path, TOWN)
    compiled(home)
    write(home / "docs", {name: f"# {name}\n\nThis is the {name}.\n" for name in ("a.md", "b.md", "c.md")})
    compiled(home, review=True)
    decide.reject(home / "kb", ["docs/c.md"])
    (home / "docs/a.md").unlink()
    (home / "docs/paris.md").unlink()
    assert compiled(home, review=True).gone == ("docs/a.md", "docs/paris.md")
    before = wiki(home)
    report = compiled(home, review=True, prune=True)  # leaves the wiki as it is
    assert (report.forgotten, report.gone) == (("docs/a.md",), ("docs/paris.md",))
    assert waiting(home) == ["docs/b.md"] and wiki(home) == before
    (home / "docs/b.md").unlink()
    assert compiled(home, prune=True).forgotten == ("docs/b.md", "docs/paris.md")
    assert forget_sources(home / "kb", ["docs/c.md"], Options(DAY, "Kb")).forgotten == ("docs/c.md",)
    assert not (home / "kb/review").exists()
    found = status(home / "kb", "Kb", "offline")
    assert (found.sources, found.in_review, found.rejected) == (2, (), ())


def test_status_names_what_waits_and_what_was_rejected(tmp_path: Path) -> None:
    home = begun(tmp_path, TOWN)
    compiled(home, review=True)
    decide.reject(home / "kb", ["docs/paris.md"])
    found = status(home / "kb", "Kb", "offline")
    assert (found.in_review, found.rejected) == (("docs/ada.md", "docs/london.md"), ("docs/paris.md",))
    assert found.sources == 0


def test_what_waits_is_no_document(tmp_path: Path) -> None:
    home = begun(tmp_path, TOWN)
    compiled(home, review=True)
    options = Options(DAY, "Kb")
    with pytest.raises(UsageError, match="is this wiki"):
        CompileRun(home / "kb", OfflineCurator(), options).compile([home / "kb/review"])
    write(
        home / "kb",
        {
            "rome.md": "# Rome\n\nRome is a city in Italy.\n",
            "review/own.md": "# Oslo\n\nOslo is a city in Norway.\n",
        },
    )
    report = CompileRun(home / "kb", OfflineCurator(), options).compile([home / "kb"])
    assert report.added == ("kb/review/own.md", "kb/rome.md")


def with_model(kb: Path, docs: Path, *, aside: bool) -> Report:
    session = Session.open(kb, DAY)
    with curating(session, None, Limits()) as curation:
        options = replace(curation.options(jobs=1), review=aside)
        return CompileRun(kb, curation.curator, options, steps=curation.steps(options)).compile([docs])


def test_a_model_is_asked_once_and_sees_the_wiki_as_it_was(tmp_path: Path) -> None:
    docs = write(tmp_path / "docs", TOWN)
    trees, books = [], []
    with ModelServer(serve) as server:
        for name in ("plain", "reviewed"):
            home = begun(tmp_path / name, TOWN)
            told = f'[compile]\nmodel = "openai/m1"\nbatch = 1\n[model]\nbase_url = "{server.url}"\n'
            write(home / "kb", {"wikic.toml": told})
            server.requests.clear()
            if name == "reviewed":
                empty = wiki(home)
                assert len(with_model(home / "kb", docs, aside=True).aside) == 3
                assert wiki(home) == empty
                asks = [body["messages"][1]["content"] for body in server.requests]
                offered = [each.partition("<document")[0] for each in asks if "<document" in each]
                assert len(offered) == 3 and not any("Ada Lovelace" in each for each in offered)
                asked = len(server.requests)
                assert len(review(home / "kb", "Kb").waiting) == 3
                with_model(home / "kb", docs, aside=True)
                with_model(home / "kb", docs, aside=False)
                accepted(home)
                with_model(home / "kb", docs, aside=False)
                assert len(server.requests) == asked
            else:
                with_model(home / "kb", docs, aside=False)
            trees.append(wiki(home))
            books.append(ReviewFolder(home / "kb").waiting())
    assert trees[0] == trees[1] and books == [{}, {}]
