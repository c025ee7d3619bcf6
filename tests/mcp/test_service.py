"""The service without the protocol, in threads and with models; what the extra and the guard refuse."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.asking import model, read, saying

from wikic.errors import MissingExtraError, ModelUnavailableError, UsageError
from wikic.llm.protocol import Request
from wikic.llm.scripted import ScriptedModel
from wikic.mcp.http import DEFAULT_ADDRESS
from wikic.mcp.replies import MAX_SESSIONS, MAX_TOKENS, Conversations, bound_text
from wikic.mcp.run import need_sdk
from wikic.mcp.serves import path_of, uri_of
from wikic.mcp.service import Service
from wikic.navigate.ask.asker import Asker
from wikic.navigate.library import Library
from wikic.navigate.tools.result import count_tokens
from wikic.serving.address import address, is_loopback
from wikic.serving.followed import LiveLibrary
from wikic.store.access_log import events


@pytest.fixture(scope="module")
def followed(harbour: Path) -> Iterator[LiveLibrary]:
    """The harbour, followed; read only."""
    with LiveLibrary(harbour, lambda _: None) as found:
        found.start()
        yield found


def test_many_threads_share_one_service(followed: LiveLibrary) -> None:
    paths = sorted(followed.library.catalogue.pages)
    with closing(Service(followed)) as service, ThreadPoolExecutor(8) as pool:

        def one(number: int) -> None:
            path = paths[number % len(paths)]
            client = ("a", "b", "c", "")[number % 4]
            read = service.call(client, "wiki_read", {"paths": [path], "again": True})
            assert not read.failed and f"\n{path}" in read.text, read.text[:300]
            assert not service.call(client, "wiki_links", {"page": path}).failed
            assert not service.call(client, "wiki_search", {"query": path}).failed

        list(pool.map(one, range(400)))
        # Numbers of one session are of one document each, whatever came when.
        for client in ("a", "b", "c"):
            reading = service._conversations.of(client).reading
            assert sorted(reading.numbers.values()) == list(range(1, len(reading.numbers) + 1))
        shared = service._conversations.of("").reading.numbers
        assert sorted(shared.values()) == list(range(1, len(shared) + 1))


def test_the_log_tells_how_pages_were_come_by(own: Path) -> None:
    with LiveLibrary(own, lambda _: None) as followed:
        followed.start()
        with closing(Service(followed)) as service:
            service.call("a", "wiki_ask", {"question": "When was Agnes Varley born?"})
            service.call("a", "wiki_ask", {"question": "Zorblaxian hyperdrive?"})
            service.call("b", "wiki_search", {"query": "Isaac Dunn"})
            service.call("b", "wiki_read", {"paths": ["people/Isaac-Dunn"]})
            service.call("c", "wiki_read", {"paths": ["people/Isaac-Dunn"]})
    asked, refused, searched, named = [*events(own / ".wikic")][-4:]
    assert asked.retrieval is not None
    assert (asked.pages[0], asked.retrieval.origins[0]) == ("people/Agnes-Varley", "seed")
    assert asked.retrieval.cited
    assert refused.pages == ()
    assert [each.retrieval and each.retrieval.origins for each in (searched, named)] == [
        ("search",),
        ("seed",),
    ]


def test_a_model_answers_where_it_can_and_rules_where_it_fails(followed: LiveLibrary) -> None:
    def script(request: Request) -> str:
        raise ModelUnavailableError("out of order")

    def asker(library: Library) -> Asker:
        return Asker(library, model=ScriptedModel(script))

    with closing(Service(followed, asker=asker, asks="rules and m1", at_once=4)) as service:
        told = service.call("a", "wiki_ask", {"question": "When was Eleanor Rooke born?"})
        assert not told.failed
        assert told.text.startswith("Short answer: 17 April 1842")
        assert "note: out of order" in told.text
        assert "wiki_ask answers by rules and m1" in service.call("a", "wiki_status", {}).text


def test_a_budget_gives_records_from_coarse_to_fine(followed: LiveLibrary) -> None:
    with closing(Service(followed)) as service:
        arguments = {"question": "When was Eleanor Rooke born?", "milliseconds": 60_000}
        told = service.call("a", "wiki_ask", arguments)
        assert not told.failed
        heads = re.findall(r"^## .*\((\w+), \S+\)$", told.text, re.MULTILINE)
        assert heads[0] == "index" and heads[-1] == "article"
        assert "17 April 1842" in told.text


def test_a_models_citations_go_by_the_numbers_of_the_conversation(followed: LiveLibrary) -> None:
    turns = saying("ANSWER: in the lighthouse\nIt was the first thing he kept {was the first keeper}.")

    def asker(library: Library) -> Asker:
        return Asker(library, model=model([read("people/Isaac-Dunn"), turns]))

    with closing(Service(followed, asker=asker, at_once=4)) as service:
        # Documents that were cited before have their numbers.
        service.call("a", "wiki_read", {"paths": ["people/Eleanor-Rooke"]})
        before = dict(service._conversations.of("a").reading.numbers)
        question = "What did the man at Hallow Point do before anything else?"
        told = service.call("a", "wiki_ask", {"question": question})
        numbers = service._conversations.of("a").reading.numbers
    assert not told.failed and "in the lighthouse" in told.text, told.text
    assert before.items() <= numbers.items()
    cited = {int(number) for number in re.findall(r"\[(\d+)\]", told.text)}
    assert cited and cited <= set(numbers.values())
    assert any(numbers[digest] in cited for digest in numbers if "isaac-dunn" in digest)


def test_a_model_may_say_that_the_wiki_does_not(followed: LiveLibrary) -> None:
    said = "ANSWER: NOT IN THE WIKI\nIt does not say."

    def asker(library: Library) -> Asker:
        return Asker(library, model=ScriptedModel(lambda _: said))

    with closing(Service(followed, asker=asker, at_once=4)) as service:
        told = service.call("a", "wiki_ask", {"question": "What colour was Eleanor Rooke's first dog?"})
        assert not told.failed
        assert told.text.startswith("The wiki does not say.")


def test_sessions_beyond_the_most_are_forgotten_the_oldest_first() -> None:
    known = Conversations()
    first = known.of("0")
    for number in range(1, MAX_SESSIONS + 1):
        known.of(str(number))
    assert known.of("0") is not first
    assert known.of(str(MAX_SESSIONS)) is known.of(str(MAX_SESSIONS))
    assert known.of("") is not known.of("")


def test_the_extra_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    need_sdk(http=True)
    monkeypatch.setitem(sys.modules, "mcp", None)
    with pytest.raises(MissingExtraError, match="needs mcp") as raised:
        need_sdk(http=False)
    assert raised.value.hint == "pip install 'wikic[serve]'"


@given(st.text())
def test_any_text_is_bounded(text: str) -> None:
    long = text * 2_000
    assert count_tokens(bound_text(long)) <= MAX_TOKENS
    assert bound_text(text) == text


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1))
def test_a_page_path_survives_its_resource(path: str) -> None:
    assert path_of(uri_of(path)) == path.strip("/")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "LOCALHOST", "::1", "[::1]"])
def test_this_machine(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host",
    ["", "0.0.0.0", "::", "10.0.0.1", "localhost.evil.example", "127.0.0.1.evil.example", "example.org"],
)
def test_other_machines(host: str) -> None:
    assert not is_loopback(host)


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("127.0.0.1:9000", "127.0.0.1", 9000),
        ("9000", "127.0.0.1", 9000),
        (":9000", "127.0.0.1", 9000),
        ("localhost", "localhost", 8420),
        ("[::1]:0", "::1", 0),
        ("[::1]", "::1", 8420),
    ],
)
def test_addresses(text: str, host: str, port: int) -> None:
    found = address(text, DEFAULT_ADDRESS)
    assert (found.host, found.port) == (host, port)


@given(st.text())
def test_any_address_is_one_or_refused(text: str) -> None:
    with suppress(UsageError):
        assert 0 <= address(text, DEFAULT_ADDRESS).port <= 65_535
