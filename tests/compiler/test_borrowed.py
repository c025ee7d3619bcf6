"""Pages that show what documents say of a name: worth it by counts, edited like any page, exact to forget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from support.bench import Bench
from support.table_curator import Doc

PAGE = "wiki/concepts/Storm-Lamp.md"


def said(at: int) -> str:
    return f"The Storm Lamp of house {at} hangs in the hall"


def document(at: int) -> Doc:
    """A document of its own that says one thing of the lamp and one of something else."""
    return Doc(
        f"t/d{at}",
        ((f"House {at}", "concepts", ()),),
        ((0, said(at), ()), (0, f"House {at} stands by the quay", ())),
        self_=True,
        terms=(("Storm Lamp", 6, (0,)),),
        place="Light",
    )


DOCUMENTS = tuple(document(at) for at in range(3))


@pytest.fixture
def bench() -> Iterator[Bench]:
    with TemporaryDirectory() as folder:
        found = Bench(Path(folder)).start()
        found.compile(DOCUMENTS)
        yield found


def read(bench: Bench, file: str = PAGE) -> str:
    return (bench.kb / file).read_text("utf-8")


def write(bench: Bench, text: str, file: str = PAGE) -> None:
    (bench.kb / file).write_text(text, "utf-8")


def without(text: str, words: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if words not in line)


def again(bench: Bench) -> None:
    """Compile, then see that neither a second run nor a run that remembers nothing changes a byte."""
    bench.compile(DOCUMENTS)
    files = bench.files()
    bench.compile(DOCUMENTS)
    assert bench.files() == files
    bench.forget_build()
    bench.compile(DOCUMENTS)
    assert bench.files() == files


def test_a_term_of_several_documents_has_a_page_of_what_they_say(bench: Bench) -> None:
    text = read(bench)
    assert "## In Documents" in text and "## Key Facts" not in text
    assert all(f"- {said(at)} [⁂][f" in text for at in range(3))
    assert "by the quay" not in text
    assert "- [House 1](House-1.md) -- mentioned by" in text
    assert "[Storm Lamp](Storm-Lamp.md) -- mentions" in read(bench, "wiki/concepts/House-1.md")


def test_a_term_of_one_document_has_none(bench: Bench) -> None:
    bench.start().compile([document(0), replace(document(1), terms=())])
    assert not (bench.kb / PAGE).exists()


def test_deleting_a_borrowed_sentence_concerns_that_page_alone(bench: Bench) -> None:
    write(bench, without(read(bench), said(1)))
    again(bench)
    assert said(1) not in read(bench) and said(0) in read(bench)
    assert said(1) in read(bench, "wiki/concepts/House-1.md")


def test_deleting_it_on_its_home_page_deletes_it_everywhere(bench: Bench) -> None:
    home = "wiki/concepts/House-1.md"
    write(bench, without(read(bench, home), said(1)), home)
    again(bench)
    assert said(1) not in read(bench) and said(1) not in read(bench, home)


def test_a_reworded_one_keeps_its_words_here_and_its_own_at_home(bench: Bench) -> None:
    write(bench, read(bench).replace(said(2), "House 2 has a lamp, too"))
    again(bench)
    assert "House 2 has a lamp, too" in read(bench)
    assert said(2) in read(bench, "wiki/concepts/House-2.md")


def test_a_reworded_one_outlives_the_document_it_came_from(bench: Bench) -> None:
    write(bench, read(bench).replace(said(2), "House 2 has a lamp, too"))
    bench.compile(DOCUMENTS)
    bench.forget({"t/d2"})
    assert "- House 2 has a lamp, too" in read(bench)
    assert said(0) in read(bench)


def test_what_people_wrote_stays_when_the_page_is_worth_it_no_more(bench: Bench) -> None:
    write(
        bench, read(bench).replace("## Related Pages", "## Notes\n\nAsk at the museum.\n\n## Related Pages")
    )
    bench.compile(DOCUMENTS)
    bench.forget({"t/d1", "t/d2"})
    text = read(bench)
    assert "Ask at the museum." in text and "hangs in the hall" not in text


def test_the_sentences_of_a_document_stand_under_its_headings(bench: Bench) -> None:
    text = read(bench, "wiki/concepts/House-0.md")
    assert (
        text.index("## Document") < text.index("### Light") < text.index(said(0)) < text.index("by the quay")
    )
