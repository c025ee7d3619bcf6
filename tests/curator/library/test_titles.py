"""What documents are called: a headline or a whole thought of their text, never a piece of either."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.written import article_of
from wikic import language
from wikic.curator.library import clauses
from wikic.curator.library.given_titles import as_written
from wikic.curator.library.headline import headline
from wikic.curator.library.titles import given as given_title
from wikic.document.document_passages import words_said
from wikic.document.line_kinds import words_of
from wikic.model.article import Article
from wikic.wiki.documents.titles import name_title

CHINESE = {
    "a line before the text": (
        "东港渡轮今起恢复夜航 票价不变 东港渡轮公司昨天宣布，夜航从五月三日起恢复。",
        "东港渡轮今起恢复夜航 票价不变",
    ),
    "furniture before the headline": (
        "来源：东港日报  扫描上方二维码  东港渡轮今起恢复夜航  渡轮公司昨天宣布，夜航恢复。",
        "东港渡轮今起恢复夜航",
    ),
    "who reports": (
        "东港社北湾3月4日电（记者李文）北湾灯塔今天重新点亮。",
        "北湾灯塔今天重新点亮",
    ),
    "the end of a number": ("6米；二号码头增长4%。北湾灯塔今年重新点亮。", "北湾灯塔今年重新点亮"),
    "a minute of a match": ("第32分钟，陈海传中。东港队以2比1战胜北湾队。", "东港队以2比1战胜北湾队"),
    "a closing bracket": ("》的剧照。北湾灯塔今年重新点亮。", "北湾灯塔今年重新点亮"),
    "a connective": ("因此，北湾灯塔今年重新点亮。", "北湾灯塔今年重新点亮"),
    "someone named elsewhere": ("他住在岸边的小屋里。北湾灯塔今年重新点亮。", "北湾灯塔今年重新点亮"),
    "a site's line": ("上一篇：触目惊心！下一篇：北湾。北湾灯塔今年重新点亮。", "北湾灯塔今年重新点亮"),
    "whose report it is": (
        "据东港日报5月3日报道，当地时间5月2日上午，北湾灯塔重新点亮。",
        "北湾灯塔重新点亮",
    ),
    "who says it": (
        "港务委员会主席陈海生在5月3日的发布会上表示，“北湾灯塔六月重新点亮，费用由东港市承担。”",
        "港务委员会主席陈海生：北湾灯塔六月重新点亮，费用由东港市承担",
    ),
    "nobody says it": ("对于渔民来说，北湾灯塔是回家的路标。", "对于渔民来说，北湾灯塔是回家的路标"),
    "a reader who is announced figures": (
        "渡轮乘客今年增长4%，票价不变。港务委员会公布的数据显示",
        "渡轮乘客今年增长4%，票价不变",
    ),
    "no subject": ("提供夜间渡轮服务。北湾灯塔今年重新点亮。", "北湾灯塔今年重新点亮"),
    "someone behind a circumstance": (
        "在那次航行中，她第一次见到灯塔。北湾灯塔今年重新点亮。",
        "北湾灯塔今年重新点亮",
    ),
    "a site's notice": ("关注后在对话框回复渡轮可获时刻表。北湾灯塔今年重新点亮。", "北湾灯塔今年重新点亮"),
    "what only adds": ("票价也没有变。北湾灯塔今年重新点亮。", "北湾灯塔今年重新点亮"),
    "a number that was cut": (
        "北湾灯塔今年重新点亮。今年渡轮乘客总数同比增长1.",
        "北湾灯塔今年重新点亮",
    ),
    "an enumeration is not cut": (
        "《远岸》是一部讲述渡轮工人的剧集，由王海平、林小舟、赵远山、沈阿福、周水生和一群东港的老水手共同出演。",
        "《远岸》是一部讲述渡轮工人的剧集",
    ),
    "nor after a circumstance": (
        "北湾灯塔去年停用，在港务委员会与各个渡轮公司以及北湾村的渔民代表反复协商之后，今年四月终于重新点亮。",
        "北湾灯塔去年停用",
    ),
}


@pytest.mark.parametrize("case", CHINESE)
def test_a_chinese_text_gives_a_whole_thought(case: str) -> None:
    text, title = CHINESE[case]
    assert headline(text, words_of("zh")) == title


ENGLISH = {
    "a sentence": (
        "The harbour board raised the dues for 2025.",
        "The harbour board raised the dues for 2025",
    ),
    "by whose report": (
        "According to the Eastport Gazette, on Monday the board raised the dues for 2025.",
        "On Monday the board raised the dues for 2025",
    ),
    "who said so at the end": (
        "The harbour board raised the dues for 2025, officials said on Monday.",
        "The harbour board raised the dues for 2025",
    ),
    "the end of one": (
        "of the second pier. The harbour board raised the dues for 2025.",
        "The harbour board raised the dues for 2025",
    ),
    "a joint": (
        "However, the harbour board raised the dues. The harbour board met on Friday.",
        "The harbour board met on Friday",
    ),
    "a long one": (
        "The harbour board raised the dues for the season of 2025, because the repair of pontoons cost more.",
        "The harbour board raised the dues for the season of 2025",
    ),
}


@pytest.mark.parametrize("case", ENGLISH)
def test_an_english_text_gives_a_whole_thought(case: str) -> None:
    text, title = ENGLISH[case]
    assert headline(text, words_of("en")) == title


@pytest.mark.parametrize(
    ("key", "given", "text", "title"),
    [
        ("kb/fishing-season.txt", "fishing season", "Cod.", "Fishing season"),
        ("kb/a", "Mooring a barge - United States", "Barge.", "Mooring a barge"),
        ("kb/a", "The lighthouse is lit | BBC News", "Lit.", "The lighthouse is lit"),
        ("kb/a", "北湾灯塔重新点亮 - 新华网", "灯塔。", "北湾灯塔重新点亮"),
        ("kb/a", "Mooring - the long way", "Mooring.", "Mooring - the long way"),
        ("kb/a", "THE DUES OF THE HHB", "The HHB raised its dues.", "The Dues of the HHB"),
        (
            "kb/a",
            "TIDED(8)   Tide tools   TIDED(8)",
            "NAME\n    tided - serve tides\n",
            "tided - serve tides",
        ),
    ],
)
def test_a_given_title_is_written_as_a_reader_would(key: str, given: str, text: str, title: str) -> None:
    assert as_written(Article(key, given, text, language="en"), words_of("en")) == title


def test_the_page_of_an_untitled_document_has_the_title_of_its_digest(read) -> None:  # type: ignore[no-untyped-def]
    text = "因此，夜航恢复。东港渡轮公司昨天宣布，北湾航线的夜航恢复。船票在码头出售。"
    assert read(text, "d00017").entities[0].title == "东港渡轮公司昨天宣布，北湾航线的夜航恢复"


@pytest.mark.parametrize("name", ["Untitled 2", "New note", "scan001", "IMG_2031", "notes", "Unbenannt 3"])
def test_a_name_of_a_file_that_says_nothing_is_no_title(name: str) -> None:
    text = "The stone of the deck oven is cleaned every Monday."
    article = Article(f"vault/{name}.md", name_title(f"vault/{name}.md"), text, language="en")
    assert given_title(article, "", (), words_of("en")) == ""
    assert given_title(article, "The deck oven", (), words_of("en")) == "The deck oven"


def test_a_heading_that_says_little_is_the_authors_title() -> None:
    headed = Article("vault/notes.md", "notes", "# notes\n\nThe oven is clean.", language="en")
    assert given_title(headed, "", (), words_of("en")) == "notes"


def test_furniture_of_a_site_is_no_summary(read) -> None:  # type: ignore[no-untyped-def]
    found = read("上一篇：触目惊心！\n\n北湾灯塔今年重新点亮，港务委员会很高兴。\n\n打印本页\n", "北湾灯塔")
    assert found.summary == "北湾灯塔今年重新点亮，港务委员会很高兴。"


@settings(max_examples=150, deadline=None)
@given(st.text("东港渡轮，。；（）《》3.5 在后他、…", max_size=160))
def test_a_title_is_short_and_no_longer_than_its_text(text: str) -> None:
    title, _ = clauses.shortened(text, language.pack("zh"))
    assert len(title) <= clauses.LONGEST
    assert title.rstrip("…") == "" or len(title) <= len(text) + 1
    assert headline(text, words_of("zh")) == headline(text, words_of("zh"))


def test_initials_that_the_text_does_not_have_stay_in_a_shouted_title() -> None:
    article = Article("kb/a.md", "GLS NOTICE: HOW OLD PARCELS RETURN", "Parcels go back.", language="en")
    assert as_written(article, words_of("en")) == "GLS Notice: how Old Parcels Return"


def test_numbers_and_acronyms_of_a_shouted_title_stay(read) -> None:  # type: ignore[no-untyped-def]
    text = "The GRP sends one reading. A GRP link is slow; see http://grp.example. Gauges need GRP."
    found = read(text, "GRP PM66670: GAUGES STOP AT NIGHT", "en")
    assert found.entities[0].title == "GRP PM66670: Gauges Stop at Night"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            "Table of Contents\nHallow Boats, Inc.\nCONSOLIDATED STATEMENTS OF INCOME\n"
            "(In millions)\n2022\n2021\n",
            "HALLOW_2022_10K p.49: Consolidated Statements of Income",
        ),
        (
            "Hallow Boats plc and Subsidiaries\nNote 7. Moorings\nThe company lets 412 moorings.\n",
            "HALLOW_2022_10K p.49: Moorings",
        ),
        (
            "for moorings that were let before the storm\nof May. The company lets 412 moorings.\n",
            "HALLOW_2022_10K p.49",
        ),
        (
            "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nFORM 10-K\n(Mark One)\n"
            "The shares of the company are listed on the exchange and it is a large filer of the year.\n",
            "HALLOW_2022_10K p.49",
        ),
    ],
)
def test_a_page_of_a_file_is_called_by_what_it_holds_too(text: str, title: str, read) -> None:  # type: ignore[no-untyped-def]
    assert read(text, "HALLOW_2022_10K p.49").entities[0].title == title


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "The following table shows the berths of the harbour.\n\nThe harbour lets 412 berths.\n",
            "The harbour lets 412 berths.",
        ),
        ("| Berth | Length |\n| --- | --- |\n| A | 12 |\n\nThe lengths of all berths are in metres.\n", ""),
    ],
)
def test_a_summary_neither_announces_nor_stands_below_a_table(text: str, told: str, read) -> None:  # type: ignore[no-untyped-def]
    assert read(text).summary == told


def test_a_title_from_the_text_adds_no_weight_to_its_words(read) -> None:  # type: ignore[no-untyped-def]
    found = read("渔民集会反对停用灯塔。灯塔失修，灯塔倒塌。", title="d00012")
    assert found.entities[0].title == "渔民集会反对停用灯塔"
    article = article_of("渔民集会反对停用灯塔。灯塔失修，灯塔倒塌。", "d00012")
    weights = dict(words_said(article, found.entities[0].title, article.tags))
    assert weights["灯塔"] > weights["渔民"] == weights["失修"]


@pytest.mark.parametrize(
    ("key", "title", "called"),
    [
        ("kb/netty/idle-timeout.md", "前言", "Idle timeout"),
        ("kb/notes/pumps.md", "Introduction", "Pumps"),
        ("kb/notes/introduction.md", "Introduction", "Introduction"),
        ("kb/notes/d0017", "Background", "Background"),  # a record's number says less
        ("kb/notes/pump-care.md", "Introduction to pumps", "Introduction to pumps"),
    ],
)
def test_a_first_part_gives_the_whole_no_title(key: str, title: str, called: str) -> None:
    code = "zh" if title == "前言" else "en"
    assert (
        as_written(Article(key, title, "Text.", language=code), words_of(code)).casefold()
        == called.casefold()
    )


def test_the_sentence_above_code_or_a_list_may_stand_for_the_document(read) -> None:  # type: ignore[no-untyped-def]
    code = "The tide gauge is read by a small script that runs each hour.\n\n```sh\ngauge --now\n```\n\n"
    assert read(f"{code}The quay is closed at night by the harbour office.\n").summary.startswith(
        "The tide gauge"
    )
    waits = "The gauge shows this…\n\n```sh\n12\n```\n\nThe quay is closed at night by the office.\n"
    assert read(waits).summary.startswith("The quay")


@pytest.mark.parametrize(
    "title", ["C++", "C#", "R", "Go", ".NET", "Q3", "2026", "2026-05-04", "ISO-9001", "B12"]
)
def test_an_authors_heading_is_a_title_however_short(title: str, read) -> None:  # type: ignore[no-untyped-def]
    text = f"# {title}\n\nThe harbour office keeps notes on it.\n"
    assert read(text, title).entities[0].title == title
    # Of frontmatter the text holds nothing.
    assert read("The harbour office keeps notes on it.\n", title).entities[0].title == title


@pytest.mark.parametrize(
    "title", ["d00012", "20260924_20:00", "20260924_2000", "49d9e88fadbf11fa4e685c84", "123456"]
)
def test_what_a_program_gave_is_no_title(title: str, read) -> None:  # type: ignore[no-untyped-def]
    text = f"# {title}\n\nThe harbour office of Norden opens at nine.\n"
    assert read(text, title).entities[0].title == "The harbour office of Norden opens at nine"


def test_a_short_title_of_a_record_is_no_heading() -> None:
    words = words_of("en")
    headed = Article("kb/7", "Q3", "# Q3\n\nRevenue rose by 12 percent.\n", language="en")
    assert given_title(headed, "", (), words) == "Q3"
    assert given_title(Article("kb/7", "Q3", "Revenue rose by 12 percent.\n"), "", (), words) == ""


TABLE = "| No | Price |\n| --- | --- |\n| 14 | 2 |\n"
READS = "The keeper, whose house stands on the mole, reads it at noon and at midnight."


@pytest.mark.parametrize(
    ("title", "text", "told"),
    [
        ("tidectl", "## Install\n\ntidectl reads gauges of a port.\n", "tidectl reads gauges of a port."),
        ("Gauge", "tidectl reads gauges of a port.\n", ""),
        ("Gauge", "This package reads gauges of a port.\n", "This package reads gauges of a port."),
        ("Gauge", "This belongs to the harbour of Norden.\n", ""),
        ("Gauge", "THE SOFTWARE COMES WITH NO WARRANTY OF ANY KIND.\n", ""),
        ("Gauge", "Copyright of the board of Norden, 1931.\n", ""),
        ("Gauge", f"{TABLE}\n## Storm\n\nThe storm tore metres off it.\n", "The storm tore metres off it."),
        ("Gauge", f"## Who reads?\n\n{READS}\n\n## Who pays?\n\nThe board.\n\n## Who looks?\n\nJan.\n", ""),
        ("Gauge", f"## Who reads?\n\n{READS}\n\n## Sale\n\nThe board.\n", READS),
    ],
)  # fmt: skip
def test_a_summary_says_what_the_document_is_about(title: str, text: str, told: str, read) -> None:  # type: ignore[no-untyped-def]
    assert read(text, title, "en").summary == told


def test_a_note_that_is_called_by_its_date() -> None:
    words = words_of("en")
    for name in ("2026-01-05", "2026-W03", "20260105", "05.01.2026", "2026-01"):
        article = Article(f"vault/{name}.md", name, "## Mood\n\nSlept badly.\n", language="en")
        assert given_title(article, "", (), words) == name
    talk = Article("vault/2026-01-05.txt", "2026-01-05", "Ada: Hello.\n", date="2026-01-05")
    assert given_title(talk, "", ("Ada", "Ben"), words) == "Ada and Ben, 2026-01-05"
    record = Article("kb/2026-01-05", "2026-01-05", "Slept badly.\n")
    assert given_title(record, "", (), words) == ""


@pytest.mark.parametrize(
    ("key", "title", "called"),
    [
        ("v/batch/B-0912.md", "B-0912", "B-0912"),
        ("v/K-7.md", "K-7", "K-7"),
        ("v/Lot-4.md", "Lot 4", "Lot 4"),
        ("v/d00012.md", "d00012", "Result"),
        ("v/K-7.md", "Cold proof", "Cold proof"),
    ],
)
def test_a_note_is_called_by_a_designation_before_its_text(key: str, title: str, called: str) -> None:
    article = Article(key=key, title=title, text="Bulk 3:10. Result: 47 ok.", location=key)
    assert given_title(article, "Result", (), words_of("en")) == called


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("4 boats, 1 oar (lost in May).\n\nThe harbour lets its boats to the school.", True),
        ("Ada Rooke - oars by May.\n\nThe harbour lets its boats to the school.", True),
        ("-X:Boats=<number> Set the number of boats.\n\nThe harbour lets its boats to the school.", True),
        ("Purpose: The harbour lets its boats to the school.", True),
        (
            "Note: Boats are let until May and no longer.\n\nThe harbour lets its boats to the school.",
            True,
        ),
        ("12 boats, 3 oars, 2 rudders (green).", False),
    ],
)
def test_a_summary_is_a_sentence_and_no_piece_of_a_list(text: str, told: bool, read) -> None:  # type: ignore[no-untyped-def]
    sentence = "The harbour lets its boats to the school."
    assert read(text, "Boats", "en").summary == (sentence if told else "")


def test_one_who_is_spelled_twice_is_named_once() -> None:
    article = Article("kb/20310102_0900", "20310102_0900", "Talk.", language="en")
    speakers = ("AdaRooke", "Ada Rooke", "Ben")
    assert given_title(article, "", speakers, words_of("en")) == "AdaRooke and Ben, 2031-01-02 09:00"
