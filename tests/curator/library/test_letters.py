"""Letters and tickets: heads that stay, frames that are no statement, quotations that are one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.curator.library import letters

HEAD = "From: Leila Brandt\nTo: Ben Reed\nDate: 2024-03-04 08:02\n\n"


def told(found) -> list[str]:  # type: ignore[no-untyped-def]
    return [each.text for each in found.statements if not each.text.startswith("From: ")]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Hi Ben,\n\nthe crane comes.\n\nBest,\nLeila\n", ["The crane comes."]),
        ("Hi Ben,\nthe crane comes.\n\nBest,\nLeila\n", ["The crane comes."]),
        ("Szia Ben!\n\nA daru jön.\n\nÜdv,\nLeila Brandt\nHarbour Board\n", ["A daru jön."]),
        ("The crane comes.\n\nAll the best, Leila\n", ["The crane comes."]),
        ("The crane comes.\n\nLeila\n", ["The crane comes."]),
        ("Der Kran kommt.\n\nViele Grüße\nLeila\n", ["Der Kran kommt."]),
        ("The crane comes.\n\nLeila\n-- \nHarbour Board\nTel 12 34 56\n", ["The crane comes."]),
        ("Ben, the crane comes.\n\nPlease tell Leila\n", ["Ben, the crane comes.", "Please tell Leila"]),
        ("Hi Ben,\n\nBest,\nLeila\n", []),
    ],
)
def test_who_is_greeted_and_who_signs_is_no_statement(written: str, said: list[str], read) -> None:  # type: ignore[no-untyped-def]
    assert told(read(HEAD + written)) == said


def test_an_answer_keeps_what_it_quotes(read) -> None:  # type: ignore[no-untyped-def]
    quoted = (
        "On Monday, 4 March 2024 at 08:02, Ben Reed\nwrote:\n> Hello Leila,\n"
        "> when? Tom is away until August.\n"
    )
    found = told(read(f"{HEAD}Hi Ben,\n\nthe crane comes at 7.\n\nBest,\nLeila\n\n{quoted}"))
    assert found[0] == "The crane comes at 7."
    assert found[1].startswith("On Monday, 4 March 2024 at 08:02, Ben Reed wrote: “Hello Leila,")
    assert "Tom is away until August." in found[1]


def test_a_forwarded_letter_stands_below_a_heading(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        f"{HEAD}See below.\n\n---------- Forwarded message ----------\nFrom: Ruth Zorn\nSent: Monday\n\n"
        "The gate is shut on Friday.\n\nRegards,\nRuth\n"
    )
    (last,) = (each for each in found.statements if "gate" in each.text)
    assert (last.text, last.place) == ("The gate is shut on Friday.", ("Forwarded message",))
    assert not any("Regards" in each.text for each in found.statements)


TICKET = (
    "Ticket #81\nOpened: 2024-04-02 09:14\nCustomer: Quay Bakery\n{label}: The gate is stuck\n"
    "Priority: high   Status: closed   Assignee: Ida\n\n"
)
TALK = (
    "[09:14] Baker: Since Monday the gate does not open.\n[09:40] Ida: The key was bent, I filed it.\n"
    "[09:50] Baker: It opens now.\n[09:55] Ida: I close the ticket then.\n"
)


@pytest.mark.parametrize("body", [TALK, "The gate does not open.\n\nIda filed the key.\n"])
@pytest.mark.parametrize("label", ["Subject", "Betreff", "主题"])
def test_the_head_of_a_ticket_stays(body: str, label: str, read) -> None:  # type: ignore[no-untyped-def]
    found = read(TICKET.format(label=label) + body, "Ticket #81: The gate is stuck")
    assert found.statements[0].text == (
        "Ticket #81:\n- Opened: 2024-04-02 09:14\n- Customer: Quay Bakery\n- Priority: high\n"
        "- Status: closed\n- Assignee: Ida"
    )
    assert found.entities[0].title == "Ticket #81: The gate is stuck"


def test_a_subject_that_is_not_the_title_is_no_less_a_line(read) -> None:  # type: ignore[no-untyped-def]
    found = read("Place: the quay\nTopic: The new crane\n\nIt costs 38,000 pounds.\n", "Minutes of the Board")
    assert found.statements[0].text == "Place: the quay\n- Topic: The new crane"


def test_a_remark_below_a_ticket_is_no_signature(read) -> None:  # type: ignore[no-untyped-def]
    found = read(f"{HEAD}The gate opens.\n\n-- 14/05: told the baker that it opens. Closed.\n")
    assert told(found)[-1].startswith("14/05: told the baker that it opens.")


@given(st.text("Hi,BenLeila Best\n!:7 ,", max_size=80))
def test_what_else_is_said_is_no_frame(text: str) -> None:
    frame = letters.frame(f"{HEAD}{text}\nZorn comes.\n{text}")
    assert "Zorn comes." not in frame.lines.values()
