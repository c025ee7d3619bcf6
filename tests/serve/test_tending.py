"""Tending a served wiki: findings, facts, sections, joins; who may, and what others did meanwhile."""

from __future__ import annotations

import http.client
import random
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from support.command import wikic
from support.copies import copied
from support.depth import sample
from support.patience import until
from support.small_disks import filled
from support.website import Got, Website, website

from wikic.wiki import lock, recovery
from wikic.wiki.journal import Journal
from wikic.wiki.page_blocks import HIDDEN
from wikic.wiki.page_read import parse

PAGE = "people/Isaac-Dunn"
AGE = "f4c30c9c2"
VERSES = "fb895156a"
FACT = f"/-/fact/{PAGE}/{AGE}"
EDIT = f"/-/edit/{PAGE}"
FINDINGS = f"/-/findings/{PAGE}"


@pytest.fixture(scope="module")
def kept(harbour: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The harbour in a git repository of its own."""
    root = tmp_path_factory.mktemp("tended") / "kb"
    copied(harbour, root)
    (root / ".gitignore").write_text(".wikic/\n")
    _git(root, "init", "--quiet")
    _git(root, "config", "user.name", "Ann")
    _git(root, "config", "user.email", "ann@example.org")
    _git(root, "add", "--all")
    _git(root, "commit", "--quiet", "--message=Take the harbour in")
    return root


@pytest.fixture(scope="module")
def site(kept: Path) -> Iterator[Website]:
    """A server that takes changes and commits them; each test leaves another page than the next needs."""
    with website(kept, "127.0.0.1:0", "--commit") as found:
        yield found


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True).stdout


def _expects(got: Got) -> str:
    found = re.search(r'name="expects" value="([0-9a-f]{64})"', got.text)
    assert found is not None, got.text
    return found[1]


def _send(site: Website, address: str, **fields: str) -> Got:
    return site.form(address, urlencode(fields))


def _page(root: Path, path: str = PAGE) -> str:
    return (root / f"wiki/{path}.md").read_text()


def _digest(root: Path, statement: str) -> str:
    """The line of a statement in the digest that has it."""
    lines = (
        line
        for file in (root / "wiki/sources/digests").glob("*.md")
        for line in file.read_text().splitlines()
    )
    return next(line for line in lines if f'"statement":"{statement}"' in line)


def test_a_server_that_only_shows_changes_nothing(own: Path) -> None:
    before = _page(own)
    with website(own) as site:
        shown = site.get(f"/{PAGE}").text
        assert f'href="{FINDINGS}"' in shown
        assert f'href="{FACT}"' in shown
        assert "/-/edit/" not in shown
        assert site.get(EDIT).status == 404
        fact = site.get(FACT)
        assert "<mark>He was then fifty-four years old.</mark>" in fact.text
        assert "This wiki is not kept in git" in fact.text
        assert "<textarea" not in fact.text
        assert "The rules find nothing here." in site.get(FINDINGS).text
        for address in (FACT, EDIT, FINDINGS):
            got = _send(site, address, do="retire", expects="0" * 64, code="L001")
            assert got.status == 405, address
    assert _page(own) == before


def test_commits_need_a_repository(own: Path) -> None:
    assert "--commit needs a git work tree" in wikic("serve", "-C", own, "--commit", cwd=own, code=2).err


def test_only_the_servers_own_pages_may_change_anything(site: Website, kept: Path) -> None:
    before, head = _page(kept), _git(kept, "rev-parse", "HEAD")
    expects = _expects(site.get(FACT))
    body = urlencode({"do": "retire", "expects": expects})
    assert site.form(FACT, body, Origin="http://127.0.0.1:1").status == 403
    assert site.form(FACT, body, Origin="null").status == 403
    form = "application/x-www-form-urlencoded"
    assert site.ask("POST", FACT, body.encode(), Content_Type=form).status == 403
    assert site.call(FACT, '{"do": "retire"}').status == 415
    assert site.ask("GET", f"{FACT}?{body}").status == 200
    assert site.ask("PUT", FACT, body.encode()).status == 405
    assert (_page(kept), _git(kept, "rev-parse", "HEAD")) == (before, head)


@pytest.mark.parametrize(
    "address",
    [
        *(
            f"/-/{name}/{path}"
            for name in ("fact", "edit", "findings")
            for path in ("people/No-One", "index", "")
        ),
        f"/-/fact/{PAGE}/f00000000",
        f"/-/fact/{PAGE}",
        "/-/findings/sources/articles/harbour-people-isaac-dunn-txt-20bfb5",
        "/-/edit/people/_index",
        "/-/edit/.wikic/x",
    ],
)
def test_what_is_no_page_has_nothing_to_tend(site: Website, address: str) -> None:
    assert site.get(address).status == 404
    assert _send(site, address, do="section", heading="a", body="my words", expects="x").status in (404, 409)


def test_a_fact_is_reworded_and_its_history_told(site: Website, kept: Path) -> None:
    first = site.get(FACT)
    assert "Take the harbour in" in first.text
    expects = _expects(first)
    got = _send(site, FACT, do="reword", expects=expects, words="Aged <b>54</b> & [[Hester-Dunn]].")
    assert (got.status, got.headers["location"]) == (303, f"/{PAGE}#{AGE}")
    (bullet,) = (each for each in parse(_page(kept).encode(), PAGE).bullets if each.id == AGE)
    assert bullet.markdown == "Aged <b>54</b> & [[Hester-Dunn]]."
    assert "pfe4b00ff" in {cite.block for cite in bullet.cites}
    assert "data-reworded" in site.get(f"/{PAGE}").text
    told = site.get(FACT).text
    assert "reworded by a person" in told
    assert re.findall(r'<span dir="auto">(.*?)</span></li>', told) == [
        "Reword a fact of Isaac Dunn",
        "Take the harbour in",
    ]
    assert _git(kept, "show", "--name-only", "--format=", "HEAD").split() == [f"wiki/{PAGE}.md"]
    # Whoever saw the page before that is shown both.
    head = _git(kept, "rev-parse", "HEAD")
    late = _send(site, FACT, do="reword", expects=expects, words="Later </textarea><script>alert(1)</script>")
    assert late.status == 409
    assert "The page changed meanwhile" in late.text
    assert '<blockquote dir="auto">Aged &lt;b&gt;54&lt;/b&gt;' in late.text
    assert "Later &lt;/textarea&gt;&lt;script&gt;" in late.text
    assert _expects(late) != expects
    assert _git(kept, "rev-parse", "HEAD") == head
    refused = _send(site, FACT, do="reword", expects=_expects(late), words="x ^f00000001\nmore")
    assert (refused.status, "read as something else" in refused.text) == (409, True)


def test_a_fact_is_retired_with_a_reason_and_shown_again(site: Website, kept: Path) -> None:
    (kept / "wiki/people/Hester-Dunn.md").write_text(
        _page(kept, "people/Hester-Dunn").replace(HIDDEN, f"## Mine\nunsaved\n\n{HIDDEN}")
    )
    address = f"/-/fact/{PAGE}/{VERSES}"
    got = _send(site, address, do="retire", expects=_expects(site.get(address)), reason="Gossip.\n\0Not his.")
    assert (got.status, got.headers["location"]) == (303, f"/{PAGE}")
    assert VERSES not in _page(kept)
    assert '"retired":true,"reason":"Gossip. Not his."' in _digest(kept, VERSES)
    assert site.get(address).status == 404
    assert (
        _git(kept, "log", "-1", "--format=%B").strip() == "Retire a fact of Isaac Dunn\n\nGossip.\nNot his."
    )
    # Only what was changed here is committed.
    assert "Hester-Dunn" not in _git(kept, "show", "--name-only", "--format=", "HEAD")
    assert "people/Hester-Dunn.md" in _git(kept, "status", "--porcelain")
    shown = site.get(EDIT).text
    assert "Dunn wrote verses" in shown
    assert "Gossip. Not his." in shown
    key = re.search(r'name="key" value="([^"]+)"', shown)
    assert key is not None
    again = _send(site, EDIT, do="restore", key=unescape(key[1]), statement=VERSES)
    assert (again.status, again.headers["location"]) == (303, f"/{PAGE}#{VERSES}")
    assert VERSES in _page(kept)
    assert "reason" not in _digest(kept, VERSES)
    assert _send(site, EDIT, do="restore", key=unescape(key[1]), statement=VERSES).status == 409
    subjects = _git(kept, "log", "-2", "--format=%s").splitlines()
    assert subjects == ["Show a retired fact of Isaac Dunn again", "Retire a fact of Isaac Dunn"]


def test_a_page_that_went_with_its_last_fact_is_told_and_brought_back(own: Path) -> None:
    path, before = "concepts/Harbour-dues-2019", _page(own, "concepts/Harbour-dues-2019")
    ids = [each.id for each in parse(before.encode(), path).bullets]
    with website(own, "127.0.0.1:0", "--edit") as site:
        for id in ids:
            address = f"/-/fact/{path}/{id}"
            got = _send(site, address, do="retire", expects=_expects(site.get(address)))
        assert (got.status, "the page went with it" in got.text) == (200, True)
        assert not (own / f"wiki/{path}.md").exists()
        action, form = (
            got.text.split('action="/-/edit/')[1],
            dict(re.findall(r'name="(\w+)" value="([^"]*)"', got.text)),
        )
        assert action.startswith(f'{path}"')
        back = _send(site, f"/-/edit/{path}", **{name: unescape(value) for name, value in form.items()})
        assert (back.status, back.headers["location"]) == (303, f"/{path}#{ids[-1]}")
    assert ids[-1] in _page(own, path)


def test_a_section_is_added_edited_and_taken_out(site: Website, kept: Path) -> None:
    path, address = "people/Edmund-Rooke", "/-/edit/people/Edmund-Rooke"
    before = _page(kept, path)
    long = "Ein Wort. " * 1_000  # longer than a field of a query may be
    got = _send(
        site,
        address,
        do="section",
        section="0",
        heading="Notes",
        body=long,
        expects=_expects(site.get(address)),
    )
    assert got.status == 303
    assert _page(kept, path) == before.replace(HIDDEN, f"## Notes\n{long.rstrip()}\n\n{HIDDEN}")
    assert f'href="{address}?section=1"' in site.get(f"/{path}").text
    form = site.get(f"{address}?section=1")
    assert 'value="Notes"' in form.text
    got = _send(
        site, address, do="section", section="1", heading="Notes", body="## Two", expects=_expects(form)
    )
    assert (got.status, "## Two</textarea>" in got.text) == (409, True)
    _send(site, address, do="section", section="1", heading="", body="", expects=_expects(form))
    assert _page(kept, path) == before


def test_pages_are_joined_once_it_was_seen_what_that_does(site: Website, kept: Path) -> None:
    one, other = "concepts/Harbour-dues-2019", "concepts/Harbour-dues-2024"
    address, both = f"/-/edit/{one}", {"do": "join", "other": "Harbour dues 2024"}
    vetoed = _send(site, address, **both)
    assert (vetoed.status, "these may be two things" in vetoed.text.lower()) == (409, True)
    assert "--" not in unescape(re.sub(r"<[^>]+>", "", vetoed.text))
    preview = _send(site, address, **both, despite="yes")
    assert preview.status == 200
    assert f"<code>{other}.md</code>" in preview.text
    mark = re.search(r'name="mark" value="(\w+)"', preview.text)
    assert mark is not None
    assert (kept / f"wiki/{other}.md").exists()
    other_mark = _send(site, address, **both, despite="yes", mark="00000000")
    assert "The wiki changed meanwhile" in other_mark.text
    assert (kept / f"wiki/{other}.md").exists()
    done = _send(site, address, **both, despite="yes", mark=mark[1])
    assert (done.status, "1 deleted" in done.text) == (200, True)
    assert not (kept / f"wiki/{other}.md").exists()
    assert f"wiki/{other}.md" in _git(kept, "show", "--name-only", "--format=", "HEAD")
    assert _send(site, address, do="join", other="No such page").status == 409
    assert _send(site, address, do="part", titles="A\nA").status == 409
    assert _send(site, address, do="part", pins="no title").status == 409


def test_findings_are_told_and_fixed_on_the_page(site: Website, kept: Path) -> None:
    path = "people/Eleanor-Rooke"
    file = kept / f"wiki/{path}.md"
    file.write_text(file.read_text() + "\n## Notes\nSee [[Isaac dunn]] & [[<img src=x>]].\n")
    address = f"/-/findings/{path}"
    got = site.get(address).text
    assert "&lt;img src=x&gt;" in got
    codes = re.findall(r'name="code" value="(\w+)"', got)
    assert codes, got
    assert "<ins>+See" in got
    for code in codes:
        assert _send(site, address, code=code).status in (200, 303)
    left = site.get(address).text
    assert not re.findall(r'name="code"', left)
    assert "See [[Isaac-Dunn|Isaac dunn]] & [[<img src=x>]]" in file.read_text()
    assert _git(kept, "log", "-1", "--format=%s").startswith(f"Fix {codes[-1]} on Eleanor Rooke")
    assert _send(site, address, code="nonsense").status == 409


def test_while_another_writes_nothing_that_was_typed_is_lost(site: Website, kept: Path) -> None:
    expects = _expects(site.get(FACT))
    with lock.writer(kept):
        got = _send(site, FACT, do="reword", expects=expects, words="my dear words")
    assert (got.status, "my dear words</textarea>" in got.text) == (409, True)
    assert "nother wikic is writing here" in got.text


def test_nobody_waits_for_the_hooks_of_somebody_elses_commit(own: Path, tmp_path: Path) -> None:
    for words in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message=begin"]):
        _git(own, *words)
    hook = own / ".git/hooks/pre-commit"
    hook.write_text(
        f"#!/bin/sh\ntouch '{tmp_path}/at-work'\nwhile [ ! -e '{tmp_path}/over' ]; do sleep 0.02; done\n"
    )
    hook.chmod(0o755)
    with website(own, "127.0.0.1:0", "--commit") as site, ThreadPoolExecutor() as people:
        first = people.submit(_send, site, FACT, do="reword", expects=_expects(site.get(FACT)), words="Mine.")
        try:
            until((tmp_path / "at-work").exists)
            with lock.writer(own):
                pass
            second = people.submit(
                _send,
                site,
                EDIT,
                do="section",
                expects=_expects(site.get(EDIT)),
                heading="Ours",
                body="Text.",
            )
            until(lambda: "## Ours" in _page(own))
            assert not first.done() and not second.done()
        finally:
            (tmp_path / "over").touch()
        assert (first.result().status, second.result().status) == (303, 303)
    assert "Edit a section" in _git(own, "log", "--format=%s")


def _is_idle(root: Path) -> bool:
    """Whether no git is at work there."""
    return not list((root / ".git").glob("*.lock"))


HOOKS = (
    "sleep 0.$(( $$ % 4 ))",
    "(sleep 2) & exit 0",  # what it leaves holds the pipes
    "test $(( $$ % 2 )) = 0",  # refuses now and then
)


@pytest.mark.slow
def test_a_server_that_is_killed_among_forms_and_hooks_leaves_whole_pages(own: Path, tmp_path: Path) -> None:
    chance = random.Random(3)
    pages = ("people/Isaac-Dunn", "people/Edmund-Rooke")

    def fill(site: Website, page: str, number: int) -> None:
        with suppress(OSError, http.client.HTTPException):  # it is killed
            for at in range(4):
                address = f"/-/edit/{page}"
                words = {
                    "heading": f"Own {number} {at}",
                    "body": f"Begins.\n\n{'Long. ' * 2_000}\n\nEnds {number} {at}.",
                }
                _send(site, address, do="section", expects=_expects(site.get(address)), **words)

    for number in range(sample(2, 150)):
        root = copied(own, tmp_path / f"kb-{number}")
        for command in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message=begin"]):
            _git(root, *command)
        for name in ("pre-commit", "post-commit"):
            hook = root / ".git/hooks" / name
            hook.write_text(f"#!/bin/sh\n{chance.choice(HOOKS)}\n")
            hook.chmod(0o755)
        with website(root, "127.0.0.1:0", "--commit") as site, ThreadPoolExecutor() as people:
            for page in pages:
                people.submit(fill, site, page, number)
            time.sleep(chance.random() * 2)
            site.process.kill()
        until(partial(_is_idle, root))  # git goes on without who started it
        with lock.writer(root):
            recovery.recover(root)
        assert Journal.left(root) == ()
        for page in pages:
            text = _page(root, page)
            began = re.findall(r"^## Own (\d+ \d+)$", text, re.MULTILINE)
            assert began == re.findall(r"^Ends (\d+ \d+)\.$", text, re.MULTILINE)
        _git(root, "fsck", "--strict")
        for name in ("pre-commit", "post-commit"):
            (root / ".git/hooks" / name).unlink()
        with website(root, "127.0.0.1:0", "--commit") as site:
            address = f"/-/edit/{pages[0]}"
            words = {"heading": "Last", "body": "It goes on."}
            got = _send(site, address, do="section", expects=_expects(site.get(address)), **words)
        assert got.status == 303 and "Edit a section" in _git(root, "log", "-1", "--format=%s")
        wikic("lint", "-C", root, cwd=tmp_path)
        shutil.rmtree(root)


@pytest.mark.disk
def test_a_form_on_a_full_disk_changes_nothing_and_says_so(own: Path, mount: Callable[..., Path]) -> None:
    """Beside a hook that writes, which finds no room either."""
    chance, disk = random.Random(8), mount("size=12m")
    for number in range(sample(1, 60)):
        root = copied(own, disk / "kb")
        for command in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message=begin"]):
            _git(root, *command)
        hook = root / ".git/hooks/pre-commit"
        hook.write_text("#!/bin/sh\ndate > hooked\n")
        hook.chmod(0o755)
        words = {"heading": f"Own {number}", "body": f"Begins.\n\n{'Long. ' * 2_000}\n\nEnds {number}."}
        with website(root, "127.0.0.1:0", "--commit") as site:
            before, expects = _page(root), _expects(site.get(EDIT))
            with filled(disk, chance.randrange(0, 120_000, 4_096)):
                got = _send(site, EDIT, do="section", expects=expects, **words)
                assert got.status in (200, 303, 507) or "no space left" in got.text, (got.status, got.text)
                saved = _page(root) != before
                assert saved == (f"Ends {number}." in _page(root)) and site.get(f"/{PAGE}").status == 200
            again = _send(
                site, EDIT, do="section", expects=_expects(site.get(EDIT)), heading="Last", body="It goes on."
            )
            assert again.status == 303 and "It goes on." in _page(root), again.text
        _git(root, "fsck", "--strict")
        wikic("lint", "-C", root, cwd=disk)
        shutil.rmtree(root)


def test_what_git_refuses_is_told_and_saved_all_the_same(own: Path) -> None:
    _git(own, "init", "--quiet")
    hook = own / ".git/hooks/pre-commit"
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    hook.chmod(0o755)
    with website(own, "127.0.0.1:0", "--commit") as site:
        got = _send(site, FACT, do="retire", expects=_expects(site.get(FACT)))
    assert (got.status, "git made no commit" in got.text) == (200, True)
    assert AGE not in _page(own)
