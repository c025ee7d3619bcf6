"""The documents of fixtures/library as their reader would want them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.written import article_of
from wikic.curator.library.extract import extract
from wikic.document.quotes import segment
from wikic.model.extraction import Extraction

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "library"


@dataclass(frozen=True, slots=True)
class Page:
    """What is expected of one document.

    file: below fixtures/library. given: the title it has when it is read.
    title: of its page. forms: of its statements in order, a letter each.
    holds, lacks: words that its statements have and have not.
    """

    file: str
    given: str
    title: str
    forms: str
    holds: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


LETTERS = {
    "s": "sentence", "l": "list", "p": "procedure", "t": "table", "c": "code", "r": "record", "u": "turn",
    "x": "exchange",
}  # fmt: skip

PAGES = (
    Page(
        "support/booking-a-berth.md",
        "Booking a berth",
        "Booking a berth",
        "ssllspstsss",
        (
            "Note: Boats with a draught of more than 3.2 metres lie at the Custom House quay only.",
            "3. Enter length and draught.\n  - Lengths are in metres.\n  - Click Use feet to "
            "change that.\n4.",
            "| Waiting | Nothing is free; you are on the list | Leave the list |",
        ),
        ("**",),
    ),
    Page(
        "support/changing-or-cancelling-a-booking.md",
        "Changing or cancelling a booking",
        "Changing or cancelling a booking",
        "spssls",
        (
            "Refunds depend on when you cancel:\n- More than 7",
            "- 2 to 7 days before: half of the deposit.",
            "Tip: A booking on",
        ),
    ),
    Page(
        "support/scraped-resetting-your-password.txt",
        "Resetting your Berthbook password",
        "Resetting your Berthbook password",
        "sslsssl",
        ("To reset your password:\n- Go to the Berthbook login page.\n- Click Forgot password.",),
        ("passwordA", "arrivesLook"),
    ),
    Page(
        "technotes/tide-sensor-sends-no-readings.txt",
        "Title: Tide sensor sends no readings after the update to 2.0",
        "Tide sensor sends no readings after the update to 2.0",
        "sslsssspcss",
        (
            "Program: tided 2.0\nSystem: Debian 12\nStation: hallowmouth\nPort of the sensor: /dev/ttyUSB0",
            "when one of these is the case:\n- the old file was edited by another user than tided\n"
            "- it holds a station",
            "`fuser /dev/ttyUSB0`",
        ),
    ),
    Page(
        "manual/tidectl.txt",
        "TIDECTL(1)                  Hallowmouth tide tools                  TIDECTL(1)",
        "tidectl - ask the tide service for readings and forecasts",
        "sssssssscss",
        ("--since TIME: Print readings from TIME on. TIME is in UTC.", "latest: Print the last reading."),
        ("March 2024                          TIDECTL",),
    ),
    Page(
        "chats/whatsapp-pontoon-b.txt",
        "whatsapp pontoon b",
        "Whatsapp pontoon b",
        "xxxx",
        ("How long will pontoon B be closed? I have three boats booked for Friday.\n- Leila Sorrel: Until",),
        ("end-to-end", "Media", "Good morning", "Perfect", "Great"),
    ),
    Page(
        "chats/dues-committee.vtt",
        "WEBVTT",
        "Dues committee",
        "xx",
        ("The dues of 2024 brought in 412,300 pounds, eleven per cent more than the year before.",),
        ("-->", "<v"),
    ),
    Page(
        "reports/harbour-accounts-2024.txt",
        "harbour accounts 2024",
        "Harbour accounts 2024",
        "tsssss",
        (
            "Year ended 31 December (Pounds)\n|  | 2024 | 2023 |",
            "| Repairs of pontoons | (41,730) | (12,650) |",
            "| Expenditure |  |  |",
        ),
    ),
    Page(
        "reports/visitors-2024.md",
        "Visitors in 2024",
        "Visitors in 2024",
        "tssrp",
        ("The nights that visiting yachts lay in the harbour:\n| Month | Nights | Change on 2023 |",),
    ),
    Page(
        "news/lantern-festival-harbour.txt",
        "20240412_0930",
        "石帆镇渔港改造工程昨日完工",
        "sssssss",
        ("其中一台由英国哈洛茅斯港赠送，两港于2022年结为友好港。",),
    ),
    Page(
        "news/fishing-season.txt",
        "d00017",
        "清川口伏季休渔将从5月1日12时开始，至8月16日12时结束",
        "sps",
        ("今年的检查有三项：\n1. 船只是否在港\n2. 网具是否封存\n3. 定位仪是否开着",),
    ),
    Page(
        "stories/the-lamp-at-the-bar.txt",
        "THE LAMP AT THE BAR",
        "THE LAMP AT THE BAR",
        "ssssssssss",
        ('"Out?" said Hester. She put the kettle down. "For how long?"',),
    ),
)


def read(page: Page) -> Extraction:
    text = (FOLDER / page.file).read_text("utf-8")
    article = article_of(text, page.given, f"library/{page.file}")
    return extract(article, segment(article.text, article.language))


@pytest.mark.parametrize("page", PAGES, ids=[page.file for page in PAGES])
def test_a_document_becomes_the_page_its_reader_wants(page: Page) -> None:
    found = read(page)
    assert found.entities[0].title.startswith(page.title)
    assert [each.form for each in found.statements] == [LETTERS[letter] for letter in page.forms]
    said = "\n".join(each.text for each in found.statements)
    assert [each for each in page.holds if each not in said] == []
    assert [each for each in page.lacks if each in said] == []


def test_every_fixture_is_expected() -> None:
    assert {page.file for page in PAGES} == {
        str(file.relative_to(FOLDER)) for file in FOLDER.rglob("*") if file.is_file()
    }
