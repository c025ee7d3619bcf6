"""A trace says how an answer was found, and gives the same evidence when it is played again."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic.errors import InputError
from wikic.navigate.ask.asker import Asker
from wikic.navigate.ask.trace import encode_trace, load_trace, replay_trace, trace_of
from wikic.navigate.library import Library


def _traced(root: Path, file: Path) -> Library:
    library = Library.current(root)
    file.write_bytes(encode_trace(trace_of(Asker(library).ask("Who works at the harbour?"))))
    return library


def test_played_again_it_gives_the_same_answer(harbour: Path, tmp_path: Path) -> None:
    library = _traced(harbour, tmp_path / "trace.json")
    trace = load_trace(tmp_path / "trace.json")
    found = replay_trace(trace, library)
    assert found.changed == ()
    assert found.answer == trace.answer == Asker(library).ask("Who works at the harbour?").answer
    assert {step.action for step in trace.steps} >= {"search", "rank"}


def test_a_fact_that_is_gone_is_said_and_left_out(own: Path, tmp_path: Path) -> None:
    library = _traced(own, tmp_path / "trace.json")
    trace = load_trace(tmp_path / "trace.json")
    first = trace.answer.evidence[0]
    (own / "wiki" / f"{first.page}.md").unlink()
    found = replay_trace(trace, library)
    assert f"{first.page}#^{first.fact}" in found.changed
    assert first.page not in [each.page for each in found.answer.evidence]
    assert all(at < len(found.answer.evidence) for group in found.answer.groups for at in group.evidence)


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b'{"version": 2}', b"\xff\xfe", b"null"])
def test_a_file_that_is_no_trace_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "trace.json").write_bytes(content)
    with pytest.raises(InputError):
        load_trace(tmp_path / "trace.json")


def test_a_trace_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        load_trace(tmp_path / "none.json")
