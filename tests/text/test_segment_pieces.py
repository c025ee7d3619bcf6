"""What the one pass tells of a text besides its blocks."""

from __future__ import annotations

import pytest
from support import text_parts

from wikic.text import unruled_tables, wrapped_lines


def shapes(text: str, language: str = "en") -> list[tuple[str, str]]:
    return [(part.piece.shape, " ".join(part.piece.text.split())) for part in text_parts.read(text, language)]


def test_headings_have_levels() -> None:
    text = "A\n===\n\nB\n---\n\nText.\n\nC\n---\n\n4.9.1 Rules\n\nText.\n\nBOOK I\n\nCHAPTER II\n\nText.\n"
    levels = [
        (p.piece.text, p.piece.level) for p in text_parts.read(text, "en") if p.piece.shape == "heading"
    ]
    assert levels == [("A", 1), ("B", 2), ("C", 2), ("4.9.1 Rules", 3), ("BOOK I", 1), ("CHAPTER II", 2)]


def test_underlined_headings_go_by_the_order_of_their_characters() -> None:
    text = "=====\nGuide\n=====\n\nOne is so.\n\nInstall\n~~~~~~~\n\nTwo is so.\n\nSource\n^^^^^^\n\nThree.\n"
    levels = [
        (p.piece.text, p.piece.level) for p in text_parts.read(text, "en") if p.piece.shape == "heading"
    ]
    assert levels == [("Guide", 1), ("Install", 2), ("Source", 3)]


def test_items_have_markers_indents_and_what_belongs_to_them() -> None:
    text = "1. Open.\n   - Click.\n\n   Then wait.\n\n2. Close.\n\nAfter it.\n"
    parts = [(p.piece.mark, p.piece.level, p.piece.group, p.piece.kind) for p in text_parts.read(text, "en")]
    assert parts == [
        ("1.", 0, 0, "item"),
        ("-", 3, 1, "item"),
        ("", 3, 1, "sentence"),
        ("2.", 0, 5, "item"),
        ("", 0, 7, "sentence"),
    ]


def test_a_line_in_capitals_above_text_is_its_heading() -> None:
    assert shapes("CAUSE\nThe file is old. It moved.\nANSWER\nCopy it.\n") == [
        ("heading", "CAUSE"),
        ("prose", "The file is old."),
        ("prose", "It moved."),
        ("heading", "ANSWER"),
        ("prose", "Copy it."),
    ]


def test_lines_that_nothing_broke_stand_alone() -> None:
    text = (
        "Tide tools 1.9 for the harbour\nTide tools 2.0 for the harbour\nTide gauge of the harbour office\n"
    )
    assert [shape for shape, _ in shapes(text)] == ["line", "line", "line"]


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        (["The gate opens at noon and it is", "shut at night."], 1),
        (
            [
                "A line that is quite a bit longer than the next one",
                "Short",
                "Another line that stands alone",
            ],
            2,
        ),
        ([f"A page of {'wide ' * 30}lines", f"that {'goes on ' * 20}", f"and {'on ' * 50}"], 1),
        (["Product 4.1 (all)", "Product 4.2 (all)"], 2),
        (["To install it:", "Open the page"], 2),
    ],
)
def test_hard_wraps_are_told_from_line_ends(lines: list[str], parts: int) -> None:
    assert len(wrapped_lines.unwrapped(lines)) == parts


GLUED = (
    "Resetting your password\nYou can reset it at any time. You need your address.Reset your "
    "passwordA new one "
    "takes effect at once.To reset your password:\nGo to the page. Click Send.Important:Old "
    "links no longer work."
    "If no message arrivesLook into the folder first. The message of PayPal is there.\n"
)


def test_a_name_with_a_point_in_it_that_is_written_again_is_one_word() -> None:
    text = "It stops in quay.Gate first. Then quay.Gate and berth.Stone go on, and berth.Stone ends it."
    assert [each[1] for each in shapes(text)] == [
        "It stops in quay.Gate first.",
        "Then quay.Gate and berth.Stone go on, and berth.Stone ends it.",
    ]


def test_a_heading_that_is_glued_to_the_same_word_twice_is_found() -> None:
    text = (
        "The panel has tools.To move a buoy:\nClick Move.Moving with the panelYou can move it.To turn one:\n"
        "Click Turn.Turning with the panelYou can turn it in the panel. Press signIn first, and signIn last. "
        "Here findAll gives each row, and findAll never fails."
    )
    found = shapes(text)
    assert ("heading", "Moving with the panel") in found
    assert ("heading", "Turning with the panel") in found
    assert ("prose", "Press signIn first, and signIn last.") in found
    assert ("prose", "Here findAll gives each row, and findAll never fails.") in found


def test_glued_sentences_that_a_text_repeats_are_taken_apart() -> None:
    steps = ("Open the settings. The page opens.Click Next to go on. The berth closes.Rest until noon. "
             "So the berth closes. ")  # fmt: skip
    found = [each[1] for each in shapes(steps * 2)]
    assert found.count("The page opens.") == found.count("Click Next to go on.") == 2
    assert found.count("The berth closes.") == found.count("Rest until noon.") == 2


def test_headings_glued_between_sentences_are_found() -> None:
    assert shapes(GLUED)[3:] == [
        ("heading", "Reset your password"),
        ("prose", "A new one takes effect at once."),
        ("label", "To reset your password:"),
        ("item", "Go to the page."),
        ("item", "Click Send."),
        ("label", "Important:"),
        ("prose", "Old links no longer work."),
        ("heading", "If no message arrives"),
        ("prose", "Look into the folder first."),
        ("prose", "The message of PayPal is there."),
    ]


STATEMENT = (
    "Income\n(Pounds)\n2024\n2023\nDues\n£\n412\n£\n371\nOpenings\n7,260\n6,840\nTotal\n£ 7,672 £\n7,211\n"
)


def test_rows_that_lost_their_bars_are_put_together() -> None:
    (region,) = unruled_tables.regions(STATEMENT.split("\n"))
    assert [(row.label, row.values) for row in region.rows] == [
        ("Income", ()),
        ("(Pounds)", ("2024", "2023")),
        ("Dues", ("£412", "£371")),
        ("Openings", ("7,260", "6,840")),
        ("Total", ("£ 7,672", "£7,211")),
    ]


def test_columns_are_named_where_the_lines_leave_no_doubt() -> None:
    lines = [
        "Income",
        "(Pounds)",
        "2024",
        "2023",
        "Dues",
        "412",
        "371",
        "Openings",
        "7,260",
        "6,840",
        "Wages",
        "1",
        "2",
        "",
    ]
    (region,) = unruled_tables.regions(lines)
    known = unruled_tables.columns(region.rows)
    assert known is not None and known.heads == ("2024", "2023")


@pytest.mark.parametrize(
    "lines",
    [
        "Income\n2024\n2023\nDues\n412\n371\n5\nOpenings\n7\n6\n5\nWages\n1\n2\n"
        "3\n",  # three numbers, two years
        "Income\nDues\n412\n371\nOpenings\n7\n6\nWages\n1\n2\n",  # no heads
        "Income\n2024\n2023\nDues\n412\n371\nOpenings\n7\nWages\n1\nDredging\n4\n",  # rows of other widths
        "Income\n2024\n2023\n2024\n2023\nDues\n4\n3\n2\n1\nOpenings\n7\n6\n5\n4\n",  # years under two spans
    ],
)
def test_columns_that_leave_a_doubt_have_no_names(lines: str) -> None:
    assert all(
        unruled_tables.columns(region.rows) is None for region in unruled_tables.regions(lines.split("\n"))
    )


def test_two_capitals_make_no_heading_of_a_chinese_sentence() -> None:
    assert shapes("他得到了第二座“超级碗”MVP奖杯。", "zh") == [("prose", "他得到了第二座“超级碗”MVP奖杯。")]


def test_scraped_chinese_is_parted_at_wide_gaps() -> None:
    found = shapes(
        "时间：2021-12-29 14:58:03\t\t\t来源：海外网。记者看到了会议厅。　　仪式前，议员肃立。", "zh"
    )
    assert [text for _, text in found][-1] == "仪式前，议员肃立。"


def test_a_title_above_a_table_does_not_hide_it() -> None:
    text = f"Balance sheets\n\n{STATEMENT}"
    assert [shape for shape, _ in shapes(text)].count("figure") == 5
    assert shapes(text)[0] == ("heading", "Balance sheets")


def test_a_number_alone_is_joined_to_no_line() -> None:
    assert wrapped_lines.unwrapped(["Goodwill", "6,149", "Wages and dues", "181"]) == [
        "Goodwill",
        "6,149",
        "Wages and dues",
        "181",
    ]


def test_a_year_that_wrapping_put_on_its_own_line_ends_its_sentence() -> None:
    text = "Hester proposed it at the inn. The poster was drawn by the painter Tom Moor in\n1912.\n"
    assert shapes(text)[-1][1].endswith("Tom Moor in 1912.")
