"""People save while a fix runs: their words stand, and the fix goes by them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import write

from wikic.config import LintConfig
from wikic.fix.by_code import FixRequest, fix

NOTE, OTHER = "See [[Other note] today.\n", "Words about [[Note] here.\n"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write(tmp_path / "vault", {"Note.md": NOTE, "Other note.md": OTHER})


def wanted(vault: Path) -> FixRequest:
    return FixRequest(vault, LintConfig(profile="vault", program="obsidian"), "", "2026-11-22")


def saving(vault: Path, at: str, texts: list[str]) -> Callable[[str], None]:
    """Save the note right before a step, each time it comes with the next text."""

    def fault(step: str) -> None:
        if step == at and texts:
            (vault / "Note.md").write_text(texts.pop(0))

    return fault


@pytest.mark.parametrize("step", ["open journal", "commit", "replace Note.md"])
def test_their_words_stand_and_are_fixed_too(vault: Path, step: str) -> None:
    report = fix(wanted(vault), faults=saving(vault, step, ["Mine: [[Other note] at last.\n"]))
    assert (vault / "Note.md").read_text() == "Mine: [[Other note]] at last.\n"
    assert (vault / "Other note.md").read_text() == "Words about [[Note]] here.\n"
    assert not report.left and not report.notices


def test_who_saves_again_and_again_is_left_alone_and_told(vault: Path) -> None:
    texts = [f"Take {at}: [[Other note] is open.\n" for at in range(9)]
    report = fix(wanted(vault), faults=saving(vault, "replace Note.md", texts))
    assert (vault / "Note.md").read_text().startswith("Take ")
    assert "[[Other note] is" in (vault / "Note.md").read_text()
    assert [each.path for each in report.notices] == ["Note.md"]
    assert [each.code for each in report.left] == ["L003"]


def test_a_note_that_is_gone_stays_gone(vault: Path) -> None:
    def fault(step: str) -> None:
        if step == "replace Note.md":
            (vault / "Note.md").unlink()

    fix(wanted(vault), faults=fault)
    assert not (vault / "Note.md").exists()


def test_saved_between_looking_and_editing(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offsets of one text must not cut another."""
    from wikic.fix.by_code import Inspector

    inspect = Inspector.inspect
    seen = []

    def inspect_and_save(self: Inspector, contents: dict[str, bytes | None]) -> object:
        inspection = inspect(self, contents)
        seen.append(inspection)
        if len(seen) == 1:
            (vault / "Note.md").write_text("# A heading\n\n" + NOTE)
        return inspection

    monkeypatch.setattr(Inspector, "inspect", inspect_and_save)
    report = fix(wanted(vault))
    assert (vault / "Note.md").read_text() == "# A heading\n\nSee [[Other note]] today.\n"
    assert not report.left
