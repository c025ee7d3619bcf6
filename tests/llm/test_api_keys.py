"""Keys come from the environment or ``.env``, and are found nowhere afterwards."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from support.model_server import Answer, ModelServer, error

from wikic.errors import CredentialsError, ModelError, QuotaError
from wikic.llm.api_keys import take_env_file, without_keys
from wikic.llm.limits import Limits
from wikic.llm.litellm_model import connect
from wikic.llm.open_models import Settings, open_models
from wikic.llm.protocol import Message, Request
from wikic.llm.retrying import Patience

KEY = "wk-7f3e9a-secret-of-the-test"
REQUEST = Request("extract", "extract", (Message("user", "u"),), 10)


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WIKIC_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "")  # so that what a test brings in is taken out after it
        monkeypatch.delenv(name)


def test_the_env_file_gives_keys_and_the_environment_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text(f"# mine\nexport WIKIC_API_KEY='{KEY}'\nOPENAI_API_KEY=from-the-file\n")
    monkeypatch.setenv("OPENAI_API_KEY", "from-the-environment")
    take_env_file(tmp_path)
    assert os.environ["WIKIC_API_KEY"] == KEY
    assert os.environ["OPENAI_API_KEY"] == "from-the-environment"


def test_an_env_file_cannot_say_where_keys_are_sent(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("OPENAI_BASE_URL=http://evil/v1\nHTTPS_PROXY=http://evil\nPATH=/evil\n")
    take_env_file(tmp_path)
    assert "OPENAI_BASE_URL" not in os.environ and "HTTPS_PROXY" not in os.environ
    assert os.environ["PATH"] != "/evil"


def test_an_env_file_with_nonsense_is_read_as_far_as_it_goes(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".env").write_text(f"what is this\n===\nWIKIC_API_KEY={KEY}\n")
    take_env_file(tmp_path)
    assert os.environ["WIKIC_API_KEY"] == KEY
    assert capfd.readouterr() == ("", "")


def test_the_key_of_ones_own_server_is_sent_and_that_of_a_provider_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "the-providers-key")
    with ModelServer(lambda _: "yes") as server:
        connect("openai/m1", tmp_path, base_url=server.url).complete(REQUEST)
        assert "the-providers-key" not in str(server.headers)
        monkeypatch.setenv("WIKIC_API_KEY", KEY)
        connect("openai/m1", tmp_path, base_url=server.url).complete(REQUEST)
        assert server.headers[-1]["authorization"] == f"Bearer {KEY}"


def test_the_key_is_in_no_output_log_transcript_or_cache(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    (tmp_path / ".env").write_text(f"WIKIC_API_KEY={KEY}\n")
    said: list[ModelError] = []
    script = [
        Answer("yes"),
        error(401, f"Incorrect API key provided: {KEY}", "invalid_api_key"),
        error(429, f"the account of {KEY} is empty", "insufficient_quota"),
        error(500, f"cannot handle {KEY}"),
    ]
    with ModelServer(script) as server:
        settings = Settings(
            root=tmp_path,
            names={"extract": "openai/m1"},
            base_url=server.url,
            limits=Limits(record=tmp_path / "run.jsonl"),
            patience=Patience(tries=1),
        )
        with open_models(settings) as models:
            model = models.model("extract")
            model.keep(REQUEST, model.complete(REQUEST))
            for at in range(3):
                with pytest.raises(ModelError) as caught:
                    model.complete(Request("extract", "extract", (Message("user", str(at)),), 10))
                said.append(caught.value)
        assert all(KEY in headers["authorization"] for headers in server.headers)
    assert [type(each) for each in said[:2]] == [CredentialsError, QuotaError]
    assert "Incorrect API key provided: ***" in str(said[0])
    captured = capfd.readouterr()
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != ".env"]
    files = [path for path in files if not path.name.startswith("origin")]
    assert len(files) == 3  # transcript, reply, ledger
    written = [path.read_text("utf-8") for path in files]
    for text in (
        captured.out,
        captured.err,
        caplog.text,
        *map(repr, said),
        *(e.hint for e in said),
        *written,
    ):
        assert KEY not in text


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Incorrect API key provided: sk-abc1234567890.", "Incorrect API key provided: ***"),
        ("two\nlines\x1b[31m", "two lines [31m"),
        ("nothing to hide", "nothing to hide"),
        ("the secret value", "the *** value"),
    ],
)
def test_messages_of_providers_are_cleaned(text: str, clean: str) -> None:
    assert without_keys(text, {"SOME_TOKEN": "secret", "EMPTY_KEY": "", "A_KEY": "t"}) == clean


def test_nothing_a_run_writes_is_open_to_everybody_to_change(tmp_path: Path) -> None:
    with ModelServer(["yes"]) as server:
        models = open_models(Settings(root=tmp_path, names={"ask": "openai/m1"}, base_url=server.url))
        models.model("ask").keep(REQUEST, models.model("ask").complete(REQUEST))
    for path in tmp_path.rglob("*"):
        assert not path.stat().st_mode & stat.S_IWOTH
