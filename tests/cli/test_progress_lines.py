"""Progress where nobody looks at a terminal: a line from time to time, and none of what is soon done."""

from __future__ import annotations

import pytest

from wikic.cli import console


def test_a_log_is_told_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "EVERY", 0.0)
    with console.progress(quiet=False) as progress:
        progress.phase("extract", 1_200)
        progress.advance(1_100)
        progress.phase("fold", None)
        progress.advance()
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "Extracting: 1,100 of 1,200\nFolding: 1\n")


@pytest.mark.parametrize(("every", "quiet"), [(3600.0, False), (0.0, True)])
def test_what_is_soon_done_or_quiet_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], every: float, quiet: bool
) -> None:
    monkeypatch.setattr(console, "EVERY", every)
    with console.progress(quiet=quiet) as progress:
        progress.phase("extract", 2)
        progress.advance(2)
    assert capsys.readouterr() == ("", "")
