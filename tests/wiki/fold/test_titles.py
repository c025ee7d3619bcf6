"""What a page is called that several documents know in several ways."""

from __future__ import annotations

from pathlib import Path

from support.bench import Bench
from support.command import wikic, write
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


def test_who_speaks_is_called_by_the_whole_name_however_often_it_is_typed_in_short(tmp_path: Path) -> None:
    names = (("Leila Brandt", "Ben Reed"), ("leila", "ben"), ("leila", "ben"))
    talk = "{0}: The crane costs {2} pounds.\n{1}: I paid {2} drivers.\n{0}: I sold {2}.\n{1}: I oil it.\n"
    write(
        tmp_path,
        {
            f"talk/day{day}.txt": f"Date: 2024-03-0{day + 1} 08:02\n" + talk.format(*both, day + 11)
            for day, both in enumerate(names)
        },
    )
    wikic("init", "talk", "-C", "kb", cwd=tmp_path)
    wikic("compile", "talk", "-C", "kb", cwd=tmp_path)
    people = {each.stem for each in (tmp_path / "kb/wiki/people").glob("[!_]*.md")}
    assert people == {"Leila-Brandt", "Ben-Reed"}
