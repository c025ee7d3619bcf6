"""Models as people have them at home: reasoning without end, unable to follow. Nothing is lost by them."""

from __future__ import annotations

from pathlib import Path

from support import good_model
from support.command import TOWN, Done, wikic, write
from support.model_server import PROSE, Answer, ModelServer

from wikic.llm.giving_up import MOST


def compiled(home: Path, server: ModelServer, *settings: str, code: int = 0) -> Done:
    lines = "\n".join((f'base_url = "{server.url}"', *settings))
    (home / "kb/wikic.toml").write_text(f'[compile]\nmodel = "openai/m1"\n[model]\n{lines}\n')
    return wikic("compile", "docs", "-C", "kb", cwd=home, code=code)


def begun(home: Path, documents: dict[str, str]) -> None:
    write(home / "docs", documents)
    wikic("init", "docs", "-C", "kb", "-q", cwd=home)


def test_one_that_cannot_follow_ends_at_a_known_cost_and_rules_read_all(tmp_path: Path) -> None:
    many = 60
    begun(
        tmp_path, {f"r{at}.md": f"# River {at}\n\nRiver {at} is a river in Norland.\n" for at in range(many)}
    )
    with ModelServer(lambda _: PROSE) as server:
        done = compiled(tmp_path, server, code=1)
        asked = len(server.requests)
    assert MOST <= asked < MOST + 8  # and those that were under way
    assert f"{many} documents read by rules, since the model could not" in done.out
    assert f"none of {MOST} replies in a row could be used" in done.out
    assert f"{many} sources taken in" in done.out


def test_one_that_reasons_until_its_limit_is_told_as_that_and_given_more(tmp_path: Path) -> None:
    begun(tmp_path, {"ada.md": TOWN["ada.md"]})
    asked: list[int] = []

    def serve(body: dict[str, object]) -> Answer:
        asked.append(int(str(body["max_tokens"])))
        thought = Answer("", thought="Let me think about it", finish="length")
        return Answer(good_model.serve(body)) if asked[-1] > 5_000 else thought

    with ModelServer(serve) as server:
        done = compiled(tmp_path, server, code=1)
        assert len(asked) == 2  # the document once, and what is to be learnt of it
        assert (
            "the model was still reasoning ([model] reasoning_tokens in wikic.toml allows more)" in done.out
        )
        assert "1 source taken in" in compiled(tmp_path, server, "reasoning_tokens = 5000").out


def test_one_whose_server_ignores_streams_and_sends_content_in_parts(tmp_path: Path) -> None:
    begun(tmp_path, TOWN)
    with ModelServer(lambda body: Answer(good_model.serve(body), parts=True, whole=True)) as server:
        assert f"{len(TOWN)} sources taken in" in compiled(tmp_path, server).out
