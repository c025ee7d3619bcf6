"""What says nothing, or nothing by itself, is left out or stands with what it belongs to."""

from __future__ import annotations

import pytest

from wikic.model.extraction import Extraction


def told(extraction: Extraction) -> list[tuple[str, str]]:
    """Form and text of every statement."""
    return [(each.form, each.text) for each in extraction.statements]


def test_a_section_of_a_divided_table_is_not_repeated(read) -> None:  # type: ignore[no-untyped-def]
    rows = "".join(f"Berth {chr(65 + at % 26)}{at // 26 * 'x'}\n{at}.5\n{at}.6\n" for at in range(1, 48))
    found = told(read(f"Accounts\n2024\n2023\nAssets:\n{rows}"))
    assert [form for form, _ in found] == ["table", "table"]
    assert ["Assets:" in text for _, text in found] == [True, False]
    assert all("| 2024 | 2023 |" in text for _, text in found)


def test_a_row_with_a_blank_cell_keeps_its_lines(read) -> None:  # type: ignore[no-untyped-def]
    rows = "Dues\n41\n42\n43\nLoss on the crane\n3,136\nGrants\n11\n12\n13\nRents\n7\n8\nFees\n1\n2\n3\n"
    ((form, text),) = told(read(f"Accounts\n2024\n2023\n2022\n{rows}"))
    assert form == "code"
    assert "\nDues  41  42  43\nLoss on the crane\n3,136\nGrants  11  12  13\nRents\n7\n8\nFees" in text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("The quay is long. See Note 4 for additional information.\n", 1),
        ('The quay is long.\n\nSee "Berths" in Part II for additional information.\n', 1),
        ("The quay is long.\n\nLearn more about berths on the quay.\n", 1),
        ("The quay is long.\n\nSee https://quay.example/berths for the list of berths.\n", 2),
    ],
)
def test_pointers_do_not_stand_alone(text: str, kept: int, read) -> None:  # type: ignore[no-untyped-def]
    assert len(read(text).statements) == kept


@pytest.mark.parametrize(
    "line",
    [
        "Indicate by check mark whether the harbour is a shell company. Yes No",
        "4.2",
        "Notes to Consolidated Financial Statements",
    ],
)
def test_cover_lines_go(line: str, read) -> None:  # type: ignore[no-untyped-def]
    found = read(f"The quay has 86 berths and a crane.\n\n{line}\n\nThe crane lifts 40 tons at most.\n")
    assert len(found.statements) == 2


def test_what_an_article_is_about_is_left_out(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "In this article, learn how to:\n\n- Book a berth\n- Cancel a booking\n\n"
        "Berths cost 5 pounds a night.\n"
    )
    assert [each.text for each in read(text).statements] == ["Berths cost 5 pounds a night."]


def test_a_thing_named_before_stands_with_what_names_it(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "The harbour bought a crane for a purchase price of 60 pounds. The purchase price is due in May. "
        "Boats moor at the quay. We expect that this new mooring will last."
    )
    assert [each.blocks for each in found.statements] == [(1, 2), (3, 4)]
