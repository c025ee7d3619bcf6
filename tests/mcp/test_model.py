"""wiki_ask with a language model, over HTTP to a server on loopback."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest
from support.model_server import HANG, ModelServer
from support.patience import HUNG
from support.served import Raw


@pytest.mark.slow
def test_ctrl_c_does_not_wait_for_a_model(own: Path) -> None:
    with ModelServer(lambda _: HANG) as model:
        settings = f'\n[model]\nask = "openai/m1"\nbase_url = "{model.url}"\n'
        with (own / "wikic.toml").open("a", encoding="utf-8") as file:
            file.write(settings)
        with Raw(own) as server:
            server.hello()
            question = {"question": "What colour was Eleanor Rooke's first dog?"}
            server.ask(1, "tools/call", name="wiki_ask", arguments=question)
            while not model.requests:
                # Other calls go on meanwhile.
                server.ask(2, "tools/call", name="wiki_search", arguments={"query": "dunn"})
                assert server.read()["id"] == 2
                time.sleep(0.2)
            server.process.send_signal(signal.SIGINT)
            assert server.process.wait(HUNG) == 0
