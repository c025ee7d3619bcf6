"""What a page is called that several documents know in several ways."""

from __future__ import annotations

from pathlib import Path

from support.bench import Bench
from support.table_curator import Doc


def test_a_subject_is_written_as_in_its_own_document_however_many_write_it_otherwise(
    tmp_path: Path,
) -> None:
    own = Doc("t/own", (("Bob marlowe", "people", ()),), ((0, "He was a painter.", ()),))
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
    page = (bench.wiki / "people/Bob-marlowe.md").read_text()
    assert "title: Bob marlowe\n" in page and "He painted 2 ships." in page
