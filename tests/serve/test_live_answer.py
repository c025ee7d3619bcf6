"""A model's answer on the website: what is shown while it is made, what stays, what it may cost."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.copies import copied
from support.model_server import BAD_KEY, CUT, Answer, Fault, ModelServer
from support.patience import HUNG, until
from support.website import Website, website

from wikic.navigate.ask.asker import Asked, Asker
from wikic.navigate.library import Library
from wikic.serve.exchange import Request
from wikic.serve.questions import LiveAnswer, Unheard, step
from wikic.serve.site import Site
from wikic.site.wording import wording
from wikic.store import access_log

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAME = "openai/m1"
SAY = wording("en")
BORN = "When was Eleanor Rooke born?"
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def root(harbour: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the harbour for the server of this module."""
    return copied(harbour, tmp_path_factory.mktemp("asked") / "kb")


@pytest.fixture(scope="module")
def running(root: Path) -> Iterator[tuple[Website, ModelServer]]:
    with ModelServer() as model, asked_of(root, model) as site:
        yield site, model


@pytest.fixture
def model(running: tuple[Website, ModelServer], root: Path) -> ModelServer:
    """The model, without what it said before."""
    shutil.rmtree(root / ".wikic/replies", ignore_errors=True)
    return running[1]


@pytest.fixture
def site(running: tuple[Website, ModelServer]) -> Website:
    return running[0]


@contextmanager
def asked_of(kb: Path, model: ModelServer, *arguments: str) -> Iterator[Website]:
    """A website whose configuration names the model."""
    with (kb / "wikic.toml").open("a", encoding="utf-8") as file:
        file.write(
            f'\n[model]\nask = "{NAME}"\nbase_url = "{model.url}"\n'
            f'[model.prices."{NAME}"]\ninput = 1.0\noutput = 2.0\n'
        )
    with website(kb, "127.0.0.1:0", *arguments) as site:
        yield site


@contextmanager
def asking(site: Website, question: str) -> Iterator[http.client.HTTPResponse]:
    """The reply to a question, to be read while it comes."""
    connection = http.client.HTTPConnection(site.place, timeout=HUNG)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{site.place}"}
    try:
        connection.request("POST", "/-/ask", f"question={question.replace(' ', '+')}", headers)
        yield connection.getresponse()
    finally:
        connection.close()


def heard(body: dict[str, Any]) -> str:
    return "\n".join(str(message.get("content") or "") for message in body["messages"][1:])


def handle(body: dict[str, Any], words: str) -> str:
    found = re.search(rf"(\[F\d+\])[^\n]*{re.escape(words)}", heard(body))
    assert found is not None, (words, heard(body))
    return found[1]


def born(body: dict[str, Any]) -> Answer:
    """The answer, from a fact that was given."""
    return Answer(f"ANSWER: 17 April 1842\nShe was born on 17 April 1842 {handle(body, '17 April 1842')}.")


def walking(then: Callable[[dict[str, Any]], Answer | Fault]) -> Callable[[dict[str, Any]], Answer | Fault]:
    """Finds what it was given wanting, reads a page, then does ``then``."""

    def turn(body: dict[str, Any]) -> Answer | Fault:
        if "tools" not in body:
            return Answer("ANSWER: not said")
        if not any(message["role"] == "tool" for message in body["messages"]):
            paths = json.dumps({"paths": ["people/Eleanor-Rooke", SCRIPT]})
            return Answer("", (("wiki_read", paths),))
        return then(body)

    return turn


def until_step(reply: http.client.HTTPResponse) -> bytes:
    """What comes until a step is shown."""
    shown = b""
    while b'class="step"' not in shown:
        piece = reply.read1()
        shown += piece
        assert b"</html>" not in piece, shown.decode()
    return shown


def parts(html: str) -> tuple[str, str]:
    """What is shown while an answer is made, and what then stands in its place."""
    made = re.search(r'<section class="making".*?</section>\s*<section class="made">(.*)</main>', html, re.S)
    assert made is not None, html
    return html[: made.start(1)], made[1]


def test_steps_are_shown_while_the_model_works(site: Website, model: ModelServer) -> None:
    seen = Event()

    def late(body: dict[str, Any]) -> Answer:
        assert seen.wait(HUNG)
        return born(body)

    model.script(walking(late))
    with asking(site, BORN) as reply:
        assert reply.status == 200
        assert reply.getheader("Content-Length") is None
        assert reply.getheader("Cache-Control") == "no-store"
        shown = until_step(reply)  # the model has not answered yet
        seen.set()
        html = (shown + reply.read()).decode()
    before, after = parts(html)
    assert "reads people/Eleanor-Rooke, &lt;script&gt;" in before
    assert SCRIPT not in html
    assert '<p class="draft" dir="auto">17 April 1842' in before
    assert '<p class="short" dir="auto">17 April 1842</p>' in after
    cited = re.search(r'<a class="cite" href="#(e\d+)" data-facts="e1">\[1\]</a>', after)
    assert cited is not None
    assert f'<li id="{cited[1]}" dir="auto">' in after
    assert re.search(r"Written by a model · openai/m1, [\d,]+ tokens · \$0\.0\d{3}", after)
    assert html.rstrip().endswith("</html>")
    # Programs get the whole at once.
    got = site.call("/-/api/ask", json.dumps({"question": BORN}))
    assert json.loads(got.body)["short"]["text"] == "17 April 1842"
    assert "content-length" in got.headers


def test_in_a_browser_the_answer_takes_the_place_of_the_steps(
    site: Website, model: ModelServer, tab: Page
) -> None:
    model.script(walking(born))
    tab.goto(f"http://{site.place}/-/ask")
    tab.get_by_label("Ask this wiki").fill(BORN)
    tab.get_by_role("button", name="Ask").click()
    tab.get_by_text("Written by a model").wait_for()
    assert not tab.locator(".making").is_visible()
    assert tab.locator(".short").inner_text() == "17 April 1842"
    tab.locator(".made p a.cite").hover()
    assert tab.locator("#e1.lit").is_visible()
    tab.locator("#e1 sup a.cite").hover()
    tab.locator(".lit").wait_for(state="detached")


def test_a_model_that_fails_on_the_way_leaves_what_rules_found(site: Website, model: ModelServer) -> None:
    model.script(walking(lambda _: BAD_KEY))
    before, after = parts(site.form("/-/ask", f"question={BORN}").text)
    assert "reads people/Eleanor-Rooke" in before
    alert = re.search(r'<p class="summary" role="alert">([^<]*)</p>', after)
    assert alert is not None
    assert "here is what was found without it" in alert[1]
    assert '<p class="short" dir="auto">17 April 1842</p>' in after
    assert "Found by rules" in after
    assert after.count("here is what was found without it") == 1


def test_what_the_facts_do_not_hold_is_never_shown_as_an_answer(site: Website, model: ModelServer) -> None:
    def invented(body: dict[str, Any]) -> Answer:
        fact = handle(body, "17 April 1842")
        return Answer(f"ANSWER: 3 May 1901\nShe was born on 3 May 1901 in Zorblax {fact}.")

    model.script(invented)
    html = site.form("/-/ask", f"question={BORN}").text
    assert "Zorblax" not in html
    assert "3 May 1901" not in html
    assert '<p class="short" dir="auto">17 April 1842</p>' in parts(html)[1]


def test_a_price_that_is_reached_ends_the_model_and_says_so(own: Path) -> None:
    with ModelServer(born) as model, asked_of(own, model, "--max-cost", "0.0000001") as site:
        after = parts(site.form("/-/ask", f"question={BORN}").text)[1]
    assert model.requests == []
    assert "stopped by --max-cost" in after
    assert '<p class="short" dir="auto">17 April 1842</p>' in after


def test_one_question_at_a_time_for_each_client(site: Website, model: ModelServer) -> None:
    go_on = Event()

    def late(body: dict[str, Any]) -> Answer:
        assert go_on.wait(HUNG)
        return born(body)

    model.script(late)
    with asking(site, BORN) as reply:
        reply.read1()
        second = site.form("/-/ask", f"question={BORN}")
        assert second.status == 429
        assert "still being answered" in second.text
        assert site.get("/people/Isaac-Dunn").status == 200
        go_on.set()
        assert b"17 April 1842" in reply.read()


def test_who_leaves_is_not_worked_for_any_further(root: Path, site: Website, model: ModelServer) -> None:
    gone = Event()
    pages = [str(each.relative_to(root / "wiki").with_suffix("")) for each in root.glob("wiki/*/*.md")]
    calls: list[str] = []

    def on_and_on(body: dict[str, Any]) -> Answer:
        if "tools" not in body or "Eleanor" not in heard(body):
            return Answer("ANSWER: not said")
        if calls:
            assert gone.wait(HUNG)
        calls.append(pages.pop())
        return Answer("", (("wiki_read", json.dumps({"paths": calls[-1:]})),))

    model.script(on_and_on)
    with asking(site, BORN) as reply:
        until_step(reply)
    gone.set()
    # The client may ask again only when its first question has ended.
    until(lambda: site.call("/-/api/ask", '{"question": "?"}').status == 200)
    assert 0 < len(calls) < 10


@pytest.mark.parametrize("heard_before_its_turn", [False, True])
def test_a_question_nobody_waits_for_is_not_put_to_a_model(own: Path, heard_before_its_turn: bool) -> None:
    asked: list[str] = []
    waits = iter([True] if heard_before_its_turn else [])

    class Noting(Asker):
        def ask(self, question: str, **options: Any) -> Asked:
            asked.append(question)
            return super().ask(question, **options)

    with Library.current(own) as library:
        site = Site(own, lambda: library, print, asker=Noting, asked=NAME)
        form = {"body": b"question=Who+was+Isaac+Dunn%3F", "kind": "application/x-www-form-urlencoded"}
        for write, said in ((lambda _: next(waits, False), []), (lambda _: True, ["Who was Isaac Dunn?"])):
            make = site.answer(Request("POST", "-/ask", **form)).make
            assert make is not None
            make(write)
            assert asked == said
        site.close()


def test_a_stream_that_breaks_leaves_no_half_answer(site: Website, model: ModelServer) -> None:
    turns: list[Any] = [CUT, born]
    model.script(lambda body: each(body) if callable(each := turns.pop(0)) else each)
    before, after = parts(site.form("/-/ask", f"question={BORN}").text)
    assert before.count("17 April 1842") == 2  # the short answer and its sentence, once each
    assert '{"entities"' not in before
    assert '<p class="short" dir="auto">17 April 1842</p>' in after


def test_questions_are_logged_with_the_pages_they_cite(own: Path) -> None:
    with website(own) as site:
        site.form("/-/ask", f"question={BORN}")
        site.call("/-/api/ask", '{"question": "Who was Isaac Dunn?"}')
        who = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "0"},
        }
        body = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": who})
        both = "application/json, text/event-stream"
        session = site.call("/-/mcp", body, Accept=both).headers["mcp-session-id"]
        call = {"name": "wiki_ask", "arguments": {"question": "Where was Isaac Dunn born?"}}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})
        got = site.call("/-/mcp", body, Accept=both, Mcp_Session_Id=session)
        assert got.status == 200, got.text
        site.process.send_signal(signal.SIGINT)
        assert site.process.wait(HUNG) == 0
    log = {each.question: each for each in access_log.events(own / ".wikic")}
    assert set(log) >= {BORN, "Who was Isaac Dunn?", "Where was Isaac Dunn born?"}
    assert "people/Eleanor-Rooke" in log[BORN].pages
    assert {each.by for each in log.values()} == {"ask"}


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("wiki_search", '{"query": ["lamp  oil", "keeper"]}', "searches for lamp oil, keeper"),
        ("wiki_read", '{"paths": ["people/A", 7, ""]}', "reads people/A"),
        ("wiki_list", "{}", "looks into …"),
        ("wiki_list", '{"directory": "people"}', "looks into people"),
        ("wiki_links", '{"page": "A"}', "follows links of A"),
        ("source_read", '{"source": "a", "block": "F3"}', "reads the document a, F3"),
        ("wiki_read", "not JSON", "reads …"),
        ("other", "{}", "uses other"),
    ],
)
def test_a_step_says_what_the_model_looks_at(tool: str, arguments: str, said: str) -> None:
    assert step(tool, arguments, SAY) == said


@given(
    st.sampled_from(["wiki_search", "wiki_read", "wiki_list", "source_read", "x" * 500]),
    st.one_of(
        st.text(), st.dictionaries(st.sampled_from(["query", "paths", "source"]), st.text()).map(json.dumps)
    ),
)
def test_any_call_is_a_short_line_that_is_words(tool: str, arguments: str) -> None:
    sent: list[str] = []
    live = LiveAnswer(lambda piece: bool(sent.append(piece)) or True, SAY)
    live.called(tool, arguments)
    line = "".join(sent)
    found = re.fullmatch(r'<p class="step" dir="auto">([^<>]*)</p>\n', line)
    assert found is not None
    assert len(unescape(found[1])) <= 200


def test_a_draft_is_one_paragraph_until_the_next_step() -> None:
    sent: list[str] = []
    live = LiveAnswer(lambda piece: bool(sent.append(piece)) or len(sent) < 5, SAY)
    for words in ("One <b>", "two."):
        live.hear(words)
    live.called("wiki_list", "{}")
    live.hear("three")
    with pytest.raises(Unheard):
        live.called("wiki_list", "{}")
    assert "".join(sent).startswith('<p class="draft" dir="auto">One &lt;b&gt;two.</p>\n<p class="step"')
