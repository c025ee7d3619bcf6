"""What a fact says its subject is not."""

from __future__ import annotations

import pytest

from wikic.navigate.ask.answer.short_answer import denied_kind


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Aldo Brin was not a painter, but a composer.", "painter"),
        ("Aldo Brin was not a painter but a composer.", "painter "),
        ("Aldo Brin wasn't a painter.", "painter"),
        ("Aldo Brin has never been an Italian citizen.", "Italian citizen"),
        ("He is no longer a member.", "member"),
        ("Aldo Brin was a composer, not a painter.", ""),
        ("Aldo Brin was not only a painter.", ""),
        ("Aldo Brin was not the first painter of his town.", ""),
        ("His father was not a painter.", ""),
        ("Aldo Brin was a painter.", ""),
        ("Aldo Brin不是画家。", "画家"),
        ("他并非画家，而是作曲家。", "画家"),
        ("他不仅是画家。", ""),
        ("", ""),
    ],
)
def test_denied(text: str, said: str) -> None:
    assert denied_kind(text, "Aldo Brin (composer)") == said
