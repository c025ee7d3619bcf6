"""``wikic ask`` and the agent against a real server: tool calls, streams, transcripts, what goes wrong."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.command import ENVIRONMENT, start
from support.copies import copied
from support.model_server import BAD_KEY, CUT, HANG, QUOTA, Answer, ModelServer, error
from support.patience import HUNG

from wikic.cli.main import main
from wikic.llm.open_models import Settings, open_models
from wikic.llm.retrying import Patience
from wikic.navigate.ask.asker import Asker
from wikic.navigate.library import Library

OLDER = "Which film has the director who is older, The Tin Rooster or Moon Over Moles?"
FATHER = "When did Johann V of Anbach's father die?"
NAME = "openai/m1"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def kb(root: Path, server: ModelServer, tmp_path: Path) -> Path:
    """A copy of the wiki whose configuration names the server."""
    copied(root, tmp_path / "kb")
    (tmp_path / "kb/wikic.toml").write_text(
        f'[wiki]\ntitle = "Small"\n[model]\nask = "{NAME}"\nbase_url = "{server.url}"\n'
        f'[model.prices."{NAME}"]\ninput = 1.0\noutput = 2.0\n',
        "utf-8",
    )
    return tmp_path / "kb"


def content(body: dict[str, Any]) -> str:
    return "\n".join(str(message.get("content") or "") for message in body["messages"][1:])


def handle(body: dict[str, Any], words: str) -> str:
    found = re.search(rf"(\[F\d+\])[^\n]*{re.escape(words)}", content(body))
    assert found is not None, words
    return found[1]


def walker(body: dict[str, Any]) -> Answer:
    """Goes the way of the paper's first case, by what the tools show."""
    said = content(body)
    if "15 June 1926" in said and "28 July 1927" in said:
        text = f"born 1926 {handle(body, '15 June 1926')}, the other in 1927 {handle(body, '28 July 1927')}"
        return Answer(f"ANSWER: Moon Over Moles\nThe director was {text}.")
    if "## Related Pages" in said:
        return Answer("", (("wiki_read", '{"paths": ["Paolo-Ferrandi", "Harvey-Gorman-Lyle"]}'),))
    if "[[The-Tin-Rooster]]" in said:
        return Answer("I read both.", (("wiki_read", '{"paths": ["The-Tin-Rooster", "Moon-Over-Moles"]}'),))
    queries = ("The Tin Rooster", "Moon Over Moles")
    return Answer("", tuple(("wiki_search", json.dumps({"query": query})) for query in queries))


def test_the_older_director(kb: Path, server: ModelServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.script(walker)
    trace, tape = kb / "trace.json", kb / "tape.jsonl"
    arguments = [OLDER, "-C", str(kb), "--controller", "agent"]
    assert main(["ask", *arguments, "--trace-file", str(trace), "--record", str(tape)]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("Moon Over Moles\n\nThe director was born 1926 [1], the other in 1927 [2].\n")
    assert re.search(r"^model: 4 calls, [\d,]+ tokens, \$0\.\d+, 4 tool calls$", shown.out, re.MULTILINE)
    assert len(server.requests) == 4
    names = [tool["function"]["name"] for tool in server.requests[0]["tools"]]
    assert names == ["wiki_search", "wiki_read", "source_read"]
    # Replies that passed are kept: asked again, it costs nothing.
    assert main(["ask", *arguments, "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert len(server.requests) == 4
    assert (again["by"], again["model"]["whole"]["reused"], again["tool_calls"]) == ("agent", 4, 4)
    # Without the server and its configuration: the transcript, and the trace.
    server.close()
    shutil.rmtree(kb / ".wikic/replies")
    assert main(["ask", *arguments, "--replay-calls", str(tape)]) == 0
    assert capsys.readouterr().out.startswith("Moon Over Moles\n")
    assert main(["ask", "-C", str(kb), "--replay", str(trace)]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("Moon Over Moles\n")
    assert shown.err == ""


def test_auto_is_the_default_where_a_model_is_configured(
    kb: Path, server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    server.script(lambda body: Answer(f"ANSWER: 12 June 1516\nHe died then {handle(body, '12 June 1516')}."))
    assert main(["ask", FATHER, "-C", str(kb), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["by"], said["route"]["manner"], said["short"]["text"]) == ("model", "answer", "12 June 1516")
    assert "tools" not in server.requests[0]
    assert main(["ask", FATHER, "-C", str(kb), "--json", "--model", "offline"]) == 0
    assert json.loads(capsys.readouterr().out)["by"] == "heuristic"
    assert len(server.requests) == 1


def test_the_wiki_does_not_say(kb: Path, server: ModelServer, capsys: pytest.CaptureFixture[str]) -> None:
    read = Answer("", (("wiki_read", '{"paths": ["Dessen"]}'),))
    server.script([read, Answer("ANSWER: NOT IN THE WIKI\nNo page speaks of it.")])
    assert main(["ask", "Who baked the bread of Dessen?", "-C", str(kb), "--controller", "agent"]) == 1
    assert capsys.readouterr().out.startswith("Not in this wiki.\nNo page speaks of it.\n")


def test_a_server_without_tools_is_spoken_to_in_text(
    kb: Path, server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    def plain(body: dict[str, Any]) -> Any:
        if "tools" in body:
            return error(400, "this model does not support tools", "unsupported")
        if "12 June 1516" in content(body):
            return Answer(f"ANSWER: 12 June 1516\nHe died then {handle(body, '12 June 1516')}.")
        return Answer('```action\n{"tool": "wiki_read", "arguments": {"paths": ["Ernst-I-of-Anbach"]}}\n```')

    server.script(plain)
    assert main(["ask", FATHER, "-C", str(kb), "--controller", "agent"]) == 0
    assert capsys.readouterr().out.startswith("12 June 1516\n")
    assert "```action" in server.requests[1]["messages"][0]["content"]
    assert [message["role"] for message in server.requests[2]["messages"]][-2:] == ["assistant", "user"]


@pytest.mark.parametrize("fault", [QUOTA, BAD_KEY, error(400, "no", "no")])
def test_a_model_that_cannot_be_used_is_a_note(
    kb: Path, server: ModelServer, capsys: pytest.CaptureFixture[str], fault: Any
) -> None:
    server.script(lambda body: fault)
    assert main(["ask", FATHER, "-C", str(kb)]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("12 June 1516\n")
    assert shown.err.startswith("note: ")
    assert "here is what was found without it" in shown.err


def test_a_budget_that_is_too_small_is_a_note(
    kb: Path, server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", FATHER, "-C", str(kb), "--max-tokens", "100"]) == 0
    assert "--max-tokens" in capsys.readouterr().err
    assert server.requests == []


def test_no_key_is_an_error_when_a_model_is_named_and_a_note_when_not(
    kb: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (kb / "wikic.toml").write_text(f'[model]\nask = "{NAME}"\n', "utf-8")
    assert main(["ask", FATHER, "-C", str(kb)]) == 0
    assert capsys.readouterr().err.startswith("note: asked without a model: openai/m1 needs a key")
    assert main(["ask", FATHER, "-C", str(kb), "--model", NAME]) == 2


def test_in_a_terminal_the_answer_is_shown_once_behind_the_calls(kb: Path, server: ModelServer) -> None:
    server.script(walker)
    shown = in_terminal("ask", OLDER, "-C", str(kb), "--controller", "agent")
    assert shown.count("The director was born 1926 [1], the other in 1927 [2].") == 1
    assert shown.index('wiki_read {"paths": ["The-Tin-Rooster"') < shown.index(
        "Moon Over Moles\n\nThe director"
    )
    assert "I read both." not in shown


def in_terminal(*arguments: str) -> str:
    """What a command shows in a terminal."""
    own, other = pty.openpty()
    environment = ENVIRONMENT | {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "200"}
    with start(*arguments, stdin=other, stdout=other, stderr=other, env=environment) as run:
        os.close(other)
        said = b""
        while True:
            try:
                piece = os.read(own, 65_536)
            except OSError:  # Linux's way to say that the other end is closed
                break
            if not piece:
                break
            said += piece
        os.close(own)
        run.wait(HUNG)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said.decode().replace("\r\n", "\n"))
    return re.sub(r"^.*\r", "", text, flags=re.MULTILINE)  # progress


@pytest.mark.parametrize(
    "arguments",
    [
        ["--budget", "1s", "--trace"],
        ["--replay", "x.json", "--controller", "agent"],
        ["--model", "offline", "--record", "x"],
        ["--model", "offline", "--replay-calls", "x"],
    ],
)
def test_what_makes_no_sense_is_refused(kb: Path, arguments: list[str]) -> None:
    assert main(["ask", FATHER, "-C", str(kb), *arguments]) == 2


@pytest.mark.parametrize(
    ("said", "short", "explanation", "note"),
    [
        ("ANSWER: 4 July 1776\nHe died in Paris {f}.", "", "", "rests on nothing that was read"),
        ("ANSWER: 12 June 1516\nDead {f}. He was born on Mars.", "12 June 1516", "Dead [1].", "Mars"),
        ("He died then {f}.\nFinal answer: 12 June 1516", "12 June 1516", "He died then [1].", ""),
        (
            "ANSWER: 12 June 1516 (implied, not stated)\nHe died then {f}.",
            "12 June 1516 (implied, not stated)",
            "He died then [1].",
            "",
        ),
    ],
)  # fmt: skip
def test_what_the_facts_hold_is_given_and_nothing_else(
    kb: Path, server: ModelServer, capsys: pytest.CaptureFixture[str],
    said: str, short: str, explanation: str, note: str,
) -> None:  # fmt: skip
    server.script(lambda body: Answer(said.replace("{f}", handle(body, "12 June 1516"))))
    assert main(["ask", FATHER, "-C", str(kb), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["explanation"] == explanation
    assert answer["by"] == ("model" if short else "heuristic")
    assert not short or answer["short"]["text"] == short
    assert note in "".join(answer["notes"])
    assert answer["model"]["name"] == NAME


def test_a_model_may_answer_within_a_budget(
    kb: Path, server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    server.script(lambda body: Answer(f"ANSWER: 12 June 1516\nHe died then {handle(body, '12 June 1516')}."))
    arguments = ["ask", FATHER, "-C", str(kb), "--json", "--model", NAME]
    assert main([*arguments, "--budget", "600s"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["records"][0]["detail"] == "index"
    assert said["answer"]["short"]["text"] == "12 June 1516"
    shutil.rmtree(kb / ".wikic/replies")
    server.script(lambda body: HANG)
    main([*arguments, "--budget", "1ms"])
    shown = capsys.readouterr()
    said = json.loads(shown.out)
    assert said["records"] and said["answer"] is None
    assert "the time was over before the model answered" in shown.err


def test_a_stream_that_breaks_is_tried_again_and_shown_once(kb: Path, server: ModelServer) -> None:
    settings = Settings(
        root=kb, names={"ask": NAME}, base_url=server.url, patience=Patience(tries=2, base=0.01)
    )

    def good(body: dict[str, Any]) -> Answer:
        return Answer(f"ANSWER: 12 June 1516\nHe died then {handle(body, '12 June 1516')}.")

    turns: list[Any] = [CUT, good]
    server.script(lambda body: each(body) if callable(each := turns.pop(0)) else each)
    with Library.current(kb) as library, open_models(settings) as models:
        asker, pieces = Asker(library, model=models.model("ask")), list[str]()
        asked = asker.ask(FATHER, on_text=pieces.append)
        assert "".join(pieces) == "12 June 1516\n\nHe died then [1]."
        assert asked.answer.by == "model"
        turns[:] = [CUT, CUT]
        shutil.rmtree(kb / ".wikic/replies")
        pieces.clear()
        broken = asker.ask(FATHER, on_text=pieces.append)
        assert pieces == []
        assert broken.answer.by == "heuristic"
        assert "did not answer after 2 attempts" in broken.answer.notes[0]
