"""A server that works on one request at a time is given fewer at once, and gives all of them a reply."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from support.model_server import Answer, ModelServer

from wikic.llm.litellm_model import connect
from wikic.llm.protocol import Message, Request
from wikic.llm.retrying import Patience, Retrying
from wikic.llm.turns import Turns

REQUEST = Request("extract", "extract", (Message("system", "s"), Message("user", "u")), 40)


def test_requests_that_wait_in_line_are_not_given_up(tmp_path: Path) -> None:
    # A reply takes 1.8 s, silence may last 4: of eight in line the last hear nothing in time, twice over.
    said = Answer("one two three four five six seven eight nine ten", pace=0.45)
    with ModelServer(lambda _: said, lanes=1) as server:
        asked = connect("openai/m1", tmp_path, base_url=server.url, timeout=4.0)
        model = Retrying(asked, Patience(tries=2), sleep=lambda _: None)
        with ThreadPoolExecutor(8) as pool:
            replies = list(pool.map(lambda _: model.complete(REQUEST).text, range(8)))
    assert replies == [said.text] * 8


def test_half_as_many_after_a_silence_and_one_more_after_as_many_replies() -> None:
    turns = Turns()
    with turns.turn(), turns.turn(), turns.turn(), turns.turn():
        turns.silent()
    assert turns._most == 2
    for _ in range(3):
        turns.answered()
    assert int(turns._most) == 3
    with turns.turn():
        turns.silent()
    assert turns._most == 1
