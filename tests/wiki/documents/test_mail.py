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
from wikic.wiki.documents.mail import read_mailbox, read_message
from wikic.wiki.documents.read import read


def message(text: str, subject: str = "The crane", name: str = "Leila Brandt", day: int = 4) -> EmailMessage:
    made = EmailMessage()
    made["From"] = f"{name} <{name.split()[0].lower()}@example.org>"
    made["To"] = "Ben Reed <ben@example.org>, quay@example.org"
    made["Subject"] = subject
    made["Date"] = f"Mon, {day:02} Mar 2024 08:02:00 +0100"
    made.set_content(text)
    return made


HEAD = "From: Leila Brandt\nTo: Ben Reed, quay@example.org\nDate: 2024-03-04 08:02\nSubject: {subject}\n\n"


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
        HEAD.format(subject="Re: AW: Der Kran für B")
        + "The crane comes on Thursday at 7.\n\n-- \nLeila Brandt\nHarbour Board\n\n"
        "Attachments:\n- Kräne.pdf (application/pdf)\n"
    )


def test_a_message_that_is_a_page() -> None:
    made = message("x")
    made.set_content("<style>p {}</style><p>The crane <b>comes</b>.</p>", subtype="html")
    assert read_message(made.as_bytes()).text == HEAD.format(subject="The crane") + "The crane **comes**.\n"


def test_lines_that_flow_are_whole() -> None:
    head = b"Subject: x\nContent-Type: text/plain; format=flowed; charset=iso-8859-1\n\n"
    raw = head + b"The crane \ncomes to Z\xfcrich.\n"
    assert read_message(raw).text == "Subject: x\n\nThe crane comes to Zürich.\n"


def test_a_message_in_a_message_is_an_attachment() -> None:
    made = message("See below, please.")
    made.add_attachment(message("Old words.", "The gate"))
    assert read_message(made.as_bytes()).text.endswith("Attachments:\n- The gate (message/rfc822)\n")


def test_a_quotation_that_is_the_only_copy_stays_in_the_article() -> None:
    said = (
        "Yes, at 7.\n\nBest,\nLeila\n\n-- \nLeila Brandt\n\nAm 4. März 2024 schrieb Ben Reed:\n"
        "> At 7?\n> Tom is away until August.\n\n-----Original Message-----\nFrom: Ruth\n"
        "Sent: Monday\n\nOr 8?"
    )
    found = read_message(message(said).as_bytes())
    assert found.text == HEAD.format(subject="The crane") + said + "\n"


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
