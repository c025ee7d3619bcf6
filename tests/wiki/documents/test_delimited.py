"""Tables in files: short ones are one document, long ones many."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import InputError
from wikic.model.article import Article
from wikic.wiki.documents import delimited
from wikic.wiki.documents.delimited import read_delimited
from wikic.wiki.documents.read import read
from wikic.wiki.documents.read_outcome import Unreadable


def texts(data: str | bytes, extension: str = ".csv") -> list[str]:
    found = read_delimited(data.encode() if isinstance(data, str) else data, Path("a" + extension))
    return [record.draft.text for record in found if record.draft]


FLEET = "| Ship | Built |\n| --- | --- |\n| Grey Heron | 1874 |\n| Lady Rooke | 1871 |\n"


@pytest.mark.parametrize(
    "data",
    [
        "Ship,Built\nGrey Heron,1874\nLady Rooke,1871\n",
        "Ship;Built\r\nGrey Heron;1874\r\nLady Rooke;1871",
        "Ship\tBuilt\nGrey Heron\t1874\n\n \t \nLady Rooke\t1871\n",
        "sep=|\nShip|Built\nGrey Heron|1874\nLady Rooke|1871\n",
        '"Ship", "Built"\n"Grey\nHeron", "1874"\n"Lady  Rooke",1871\n',
        "\ufeffShip,Built\nGrey Heron,1874\nLady Rooke,1871\n",
        "Ship,Built\nGrey Heron,1874\nLady Rooke,1871\n".encode("utf-16"),
    ],
)
def test_a_short_table_is_a_table(data: str | bytes) -> None:
    assert texts(data) == [FLEET]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("A|x;B\n1;2,5;3\n", "| A\\|x | B |  |\n| --- | --- | --- |\n| 1 | 2,5 | 3 |\n"),
        ("1,2\n3,4\n", "|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n"),
        ("Port,2023,2024\nA,1,2\n", "| Port | 2023 | 2024 |\n| --- | --- | --- |\n| A | 1 | 2 |\n"),
        ("a\nb\n", "- a\n- b\n"),
        ("a;b\n", "|  |  |\n| --- | --- |\n| a | b |\n"),
    ],
)
def test_other_tables(data: str, text: str) -> None:
    assert texts(data) == [text]


def test_a_tab_parts_the_cells_of_a_tsv() -> None:
    assert texts("a, b\tc; d; e\nf\tg\n", ".tsv") == ["| a, b | c; d; e |\n| --- | --- |\n| f | g |\n"]


def test_a_long_table_gives_a_document_a_row(tmp_path: Path) -> None:
    said = "It lay at the quay. " * 20
    rows = "".join(f"Ship {at},18{at:02},{said if at == 7 else 'a barque'}\n" for at in range(60))
    (tmp_path / "fleet.csv").write_text("Ship,Built,Notes\n" + rows)
    found = [each for each in read([tmp_path / "fleet.csv"]) if isinstance(each, Article)]
    assert len(found) == 60
    assert (found[3].key, found[3].title) == ("fleet/Ship 3", "Ship 3")
    assert found[3].text == "- **Ship:** Ship 3\n- **Built:** 1803\n- **Notes:** a barque\n"
    assert found[7].text.endswith(f"\n\n## Notes\n\n{said.strip()}\n")


def test_a_long_table_without_names_is_cut_into_stretches() -> None:
    rows = "".join(f"A,{at}\n" for at in range(90))
    found = list(read_delimited(f"Port,Dues\n{rows}".encode(), Path("a.csv")))
    assert [each.draft.record for each in found if each.draft] == ["rows-1-40", "rows-41-80", "rows-81-90"]
    assert all(each.draft and each.draft.text.startswith("| Port | Dues |\n") for each in found)


def test_a_column_of_texts_holds_documents(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('id,title,date,text\n7,Seven,2024-05-01,"One.\n\nTwo."\n8,Eight,,\n')
    found, empty = read([tmp_path / "a.csv"])
    assert isinstance(found, Article) and isinstance(empty, Unreadable)
    assert (found.key, found.title, found.date, found.text) == (
        "a/7",
        "Seven",
        "2024-05-01",
        "One.\n\nTwo.\n",
    )
    assert (empty.key, empty.reason) == ("a/8", "is empty")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b" , ,\n\n", "is empty"),
        ("Zoë,1\n".encode("latin-1"), "is not UTF-8"),
        (b"a," * 300, "has more than 200 columns"),
        (b'"' + b"x" * 200_000, "is no table"),
    ],
)
def test_what_is_no_table_is_said(data: bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        list(read_delimited(data, Path("a.csv")))


def test_a_table_has_so_many_rows_at_most() -> None:
    with pytest.raises(InputError, match="has more than 100 rows"):
        delimited._rows("a,b\n" * 101, ",", 100)


@given(
    st.lists(
        st.sampled_from(("a", "Port", '"', ",", ";", "\t", "|", "\n", "\r", "1", "sep=", "\0", "谭")),
        max_size=40,
    )
)
def test_any_table_is_read_or_said_to_be_none(parts: list[str]) -> None:
    with contextlib.suppress(InputError):
        for record in read_delimited("".join(parts).encode(), Path("a.csv")):
            assert record.draft is not None
