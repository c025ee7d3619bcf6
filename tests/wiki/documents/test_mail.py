"""Messages and mailboxes: who wrote what to whom, each sentence once."""

from __future__ import annotations

import contextlib
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import InputError
from wikic.model.article import Article
from wikic.wiki.documents.letter_frame import framed
from wikic.wiki.documents.mail import read_mailbox, read_message
from wikic.wiki.documents.mail_text import own_words
from wikic.wiki.documents.read import read


def message(text: str, subject: str = "The crane", name: str = "Leila Brandt", day: int = 4) -> EmailMessage:
    made = EmailMessage()
    made["From"] = f"{name} <{name.split()[0].lower()}@example.org>"
    made["To"] = "Ben Reed <ben@example.org>, quay@example.org"
    made["Subject"] = subject
    made["Date"] = f"Mon, {day:02} Mar 2024 08:02:00 +0100"
    made.set_content(text)
    return made


HEAD = "From: Leila Brandt\nTo: Ben Reed, quay@example.org\nDate: 2024-03-04 08:02\n\n"


def test_a_message_with_a_page_and_an_attachment() -> None:
    made = message(
        "The crane comes on Thursday at 7.\n\n-- \nLeila Brandt\nHarbour Board\n", "Re: AW: Der Kran für B"
    )
    made.add_alternative("<p>The page says something else.</p>", subtype="html")
    made.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="Kräne.pdf")
    found = read_message(made.as_bytes())
    assert found.title == "Der Kran für B (Leila Brandt, 2024-03-04)"
    assert (found.author, found.date) == ("Leila Brandt", "2024-03-04 08:02")
    assert found.text == (
        f"{HEAD}The crane comes on Thursday at 7.\n\nAttachments:\n- Kräne.pdf (application/pdf)\n"
    )


def test_a_message_that_is_a_page() -> None:
    made = message("x")
    made.set_content("<style>p {}</style><p>The crane <b>comes</b>.</p>", subtype="html")
    assert read_message(made.as_bytes()).text == HEAD + "The crane comes.\n"


def test_lines_that_flow_are_whole() -> None:
    head = b"Subject: x\nContent-Type: text/plain; format=flowed; charset=iso-8859-1\n\n"
    raw = head + b"The crane \ncomes to Z\xfcrich.\n"
    assert read_message(raw).text == "The crane comes to Zürich.\n"


def test_a_message_in_a_message_is_an_attachment() -> None:
    made = message("See below, please.")
    made.add_attachment(message("Old words.", "The gate"))
    assert read_message(made.as_bytes()).text.endswith("Attachments:\n- The gate (message/rfc822)\n")


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("Yes, at 7.\n\nOn Mon, 4 Mar 2024, Leila wrote:\n> At 7?\n> Or 8?\n", "Yes, at 7."),
        ("Ja.\n\nAm 4. März 2024 um 08:02 schrieb Leila Brandt\n<leila@example.org>:\n\n> Um 7?", "Ja."),
        ("> At 7?\n\nYes.\n\n> And the gate?\n\nBen opens it.", "Yes.\n\nBen opens it."),
        ("Yes.\n\n-----Original Message-----\nFrom: Leila\nSent: Monday\nTo: Ben\n\nAt 7?", "Yes."),
        ("Yes.\n________________________________\nVon: Leila\nGesendet: Montag\nAn: Ben\n\nUm 7?", "Yes."),
        (
            "-----Forwarded-----\nFrom: Leila\nSent: Monday\nTo: Ben\n\nAt 7.",
            "-----Forwarded-----\nFrom: Leila\nSent: Monday\nTo: Ben\n\nAt 7.",
        ),
        ("> All of it is quoted.", "> All of it is quoted."),
        ("The list:\n\n- one\n- two\n--\nBen", "The list:\n\n- one\n- two"),
    ],
)
def test_quotations_and_signatures_go(text: str, own: str) -> None:
    assert own_words(text) == own


def mailbox(*messages: EmailMessage) -> bytes:
    return b"".join(
        b"From x@example.org Mon Mar  4 08:02:00 2024\n" + bytes(each) + b"\n" for each in messages
    )


def test_a_mailbox_keeps_its_threads(tmp_path: Path) -> None:
    (tmp_path / "quay.mbox").write_bytes(
        mailbox(
            message("The crane comes on Thursday."),
            message("From 1987 on the gauge stood here.\n>From the quay it was seen.", "The gauge"),
            message("I open the gate.", "Re: The crane", "Ben Reed", 5),
            message("I open the gate again.", "Re: The crane", "Ben Reed", 5),
        )
    )
    found = [each for each in read([tmp_path / "quay.mbox"]) if isinstance(each, Article)]
    assert [(each.key, each.title, each.date) for each in found] == [
        ("quay/The crane 2024-03-04 08.02", "The crane", "2024-03-04"),
        ("quay/The gauge 2024-03-04 08.02", "The gauge", "2024-03-04"),
        ("quay/The crane 2024-03-05 08.02", "The crane (Ben Reed, 2024-03-05)", "2024-03-05"),
        ("quay/The crane 2024-03-05 08.02 2", "The crane (Ben Reed, 2024-03-05)", "2024-03-05"),
    ]
    assert "From 1987 on the gauge stood here." in found[1].text


@pytest.mark.parametrize("data", [b"", b" \n", b"The crane comes.\n", b"\xff\xfe\0"])
def test_what_is_no_message(data: bytes) -> None:
    with pytest.raises(InputError, match=r"is no message|is empty"):
        read_message(data)
    with pytest.raises(InputError, match="is no mailbox"):
        list(read_mailbox(data, Path("a.mbox")))


def test_messages_nested_without_end_are_said() -> None:
    parts = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (at, at) for at in range(3_000)
    )
    with contextlib.suppress(InputError):
        assert len(read_message(b"Subject: x\n" + parts + b"\nwords").text) < 1_000


_PIECES = st.sampled_from(
    (
        b"Subject: =?utf-8?q?=ff?=\n",
        b"From: a <b\n",
        b"Date: 99 Foo\n",
        b"Content-Type: text/plain; charset=nope\n",
        b"Content-Type: multipart/mixed; boundary=x\n",
        b"--x\n",
        b"--x--\n",
        b"\n",
        b"> q\n",
        b"words\n",
        b"\xff\0",
        b"Content-Transfer-Encoding: base64\n",
        b"Content-Disposition: attachment; filename*=a'b'%ff\n",
        b"From x 1:2 2024\n",
        b"Content-Type: message/rfc822\n",
        b'To: "\n',
        b"From x Mon 08:02:00 2024\n",
        b"Content-Type: text/html\n",
    )
)


@given(st.lists(_PIECES, max_size=20).map(b"".join))
def test_any_message_is_read_or_said_to_be_none(data: bytes) -> None:
    with contextlib.suppress(InputError):
        read_message(data)
    with contextlib.suppress(InputError):
        list(read_mailbox(b"From x Mon 08:02:00 2024\n" + data, Path("a.mbox")))


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Hi Ben,\n\nthe crane comes.\n\nBest,\nLeila\n", "the crane comes."),
        ("Szia Ben!\n\nA daru jön.\n\nÜdv,\nLeila Brandt\nHarbour Board\n", "A daru jön."),
        ("The crane comes.\n\nAll the best, Leila\n", "The crane comes."),
        ("The crane comes.\n\nLeila\n", "The crane comes."),
        ("Ben, the crane comes.\n\nPlease tell Leila\n", "Ben, the crane comes.\n\nPlease tell Leila"),
        ("Hi Ben,\n\nBest,\nLeila\n", "Hi Ben,\n\nBest,\nLeila"),
        ("The crane comes at 7,\nthe gate opens at 8.\n", "The crane comes at 7,\nthe gate opens at 8."),
        ("Who lifts it:\n\nBen\nLeila and Ben\n", "Who lifts it:\n\nBen\nLeila and Ben"),
    ],
)
def test_who_is_greeted_and_who_signs_is_no_word_of_the_letter(written: str, said: str) -> None:
    assert read_message(message(written).as_bytes()).text == f"{HEAD}{said}\n"


@given(st.text("Hi,BenLeila Best\n!:7 ,", max_size=80))
def test_what_else_is_said_stays(text: str) -> None:
    said = f"{text}\nZorn comes.\n{text}"
    assert "Zorn comes." in framed(said, "Leila Brandt", "Ben Reed")
