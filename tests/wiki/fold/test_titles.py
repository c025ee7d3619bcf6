"""What a page is called that several documents know by several names."""

from __future__ import annotations

from pathlib import Path

from support.bench import Bench
from support.table_curator import Doc


def test_a_documents_own_subject_is_called_as_it_is_there_however_often_others_call_it_otherwise(
    tmp_path: Path,
) -> None:
    own = Doc("t/own", (("Robert Marlowe", "people", ("Bob Marlowe",)),), ((0, "He was a painter.", ()),))
    others = [
        Doc(
            f"t/other{at}",
            (("Oslo", "people", ()), ("Bob Marlowe", "people", ())),
            ((0, "It has a harbour.", ()), (1, f"He painted {at} ships.", ())),
        )
        for at in range(3)
    ]
    bench = Bench(tmp_path).start()
    bench.compile((own, *others))
    page = (bench.wiki / "people/Robert-Marlowe.md").read_text()
    assert "title: Robert Marlowe\n" in page and "He painted 2 ships." in page
