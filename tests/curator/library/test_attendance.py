"""Whom minutes list as present are people, with what they say there."""

from __future__ import annotations

import pytest

from wikic.curator.library.attendance import attendance
from wikic.document.quotes import quote

MINUTES = """# Harbour board, 4 March

{}
- Ann Berg @berg (chair)
- Marten Holm, engineer
- Ines Berg (by telephone)
- the ferry

## Pumps

Ann: The second pump is ordered.

Holm asked what it costs. Marten Holm will ask the yard.

Ines Berg: I have the drawings.
"""


def people(text: str) -> dict[str, list[str]]:
    quoted = quote(text, "en")
    said = {block.id: block.text for block in quoted.blocks}
    return {term.name: [said[each] for each in term.blocks] for term in attendance(quoted)}


@pytest.mark.parametrize("lead", ["## Present\n", "Attendees:\n", "**In attendance:**\n", "## 出席人员\n"])
def test_people_of_minutes_and_what_they_say(lead: str) -> None:
    assert people(MINUTES.format(lead)) == {
        "Ann Berg": ["Ann: The second pump is ordered."],
        "Marten Holm": ["Marten Holm will ask the yard."],
        "Ines Berg": ["Ines Berg: I have the drawings."],
    }


@pytest.mark.parametrize("lead", ["## Ports of call\n", "Ordered:\n", ""])
def test_another_list_names_nobody(lead: str) -> None:
    assert people(MINUTES.format(lead)) == {}


def test_a_first_name_that_two_have_tells_nobody() -> None:
    text = "## Present\n\n- Ann Berg\n- Ann Holm\n\n## Talk\n\nAnn: I agree to the second pump.\n"
    assert people(text) == {"Ann Berg": [], "Ann Holm": []}
