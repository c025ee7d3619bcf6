"""A person saves a page while a compile runs: their words stay, and end up folded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.bench import Bench
from support.table_curator import Doc

ADA = Doc("t/ada", (("Ada", "people", ()),), ((0, "Ada wrote programs.", ()), (0, "Ada liked horses.", ())))
MORE = Doc("t/more", (("Ada", "people", ()),), ((0, "Ada was born in London.", ()),))
GONE = Doc("t/gone", (("Bo", "people", ()),), ((0, "Bo sang.", ()),))
PAGE = "people/Ada.md"
STEPS = (
    "open journal",
    "commit",
    "begin",
    f"replace {PAGE}",
    f"verify {PAGE}",
    "barrier after landing",
    "close journal",
)


def saving(page: Path, at: str, words: Callable[[str], str], times: int = 1) -> Callable[[str], None]:
    """A fault hook that saves a page as an editor does, the first ``times`` times that a step comes."""
    left = times

    def fault(step: str) -> None:
        nonlocal left
        if step == at and left:
            left -= 1
            new = page.with_name(f".{page.name}.swp")
            new.write_text(words(page.read_text()))
            new.replace(page)

    return fault


def settled(bench: Bench) -> str:
    """The page once compiles have nothing left to do."""
    bench.compile((ADA, MORE))
    files = bench.files()
    assert bench.compile((ADA, MORE)).written == 0
    assert bench.files() == files
    return files[PAGE]


@pytest.mark.parametrize("step", STEPS)
def test_a_bullet_reworded_during_the_run(tmp_path: Path, step: str) -> None:
    bench = Bench(tmp_path).start()
    bench.compile((ADA,))
    fault = saving(bench.wiki / PAGE, step, lambda text: text.replace("liked horses", "loved *horses*"))
    bench.compile((ADA, MORE), faults=fault)
    assert "loved *horses*" in bench.files()[PAGE]
    page = settled(bench)
    assert "loved *horses*" in page and "born in London" in page and "- Ada liked" not in page


@pytest.mark.parametrize("step", STEPS)
def test_a_section_added_during_the_run(tmp_path: Path, step: str) -> None:
    bench = Bench(tmp_path).start()
    bench.compile((ADA,))
    fault = saving(bench.wiki / PAGE, step, lambda text: text + "\n## Mine\n\nMy words.\n")
    bench.compile((ADA, MORE), faults=fault)
    page = settled(bench)
    assert "## Mine\n\nMy words." in page and "born in London" in page


def test_a_page_saved_again_and_again_is_left_and_said(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    bench.compile((ADA,))
    saves = 0

    def more(text: str) -> str:
        nonlocal saves
        saves += 1
        return text + "\nMore.\n"

    fault = saving(bench.wiki / PAGE, f"replace {PAGE}", more, times=99)
    report = bench.compile((ADA, MORE), faults=fault)
    assert any(notice.path == PAGE and "again" in notice.message for notice in report.notices)
    page = settled(bench)
    assert page.count("More.") == saves
    assert "born in London" in page


def test_a_page_that_a_person_makes_where_the_fold_wants_to_write(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()

    def fault(step: str) -> None:
        if step == f"create {PAGE}":
            (bench.wiki / PAGE).write_text("# Ada\n\nMine alone.\n")

    bench.compile((ADA,), faults=fault)
    assert "Mine alone." in bench.files()[PAGE]
    bench.compile((ADA, MORE))
    page = settled(bench)
    assert "Mine alone." in page and "born in London" in page


def test_a_page_edited_while_it_is_about_to_be_deleted(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    bench.compile((ADA, GONE))
    page = bench.wiki / "people/Bo.md"
    fault = saving(page, "delete people/Bo.md", lambda text: text + "\n## Mine\n\nMy words.\n")
    bench.compile((ADA,), faults=fault, prune=True)
    assert "My words." in bench.files()["people/Bo.md"]
    bench.compile((ADA,), prune=True)
    files = bench.files()
    assert "My words." in files["people/Bo.md"] and "Bo sang" not in files["people/Bo.md"]
    assert not any("t-gone" in name for name in files)


def test_a_digest_edited_during_the_run(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    bench.compile((ADA, GONE))
    (digest,) = bench.wiki.glob("sources/digests/t-gone*")
    fault = saving(digest, "commit", lambda text: text.replace('"Bo sang."', '"Bo sang well."'))
    bench.compile((ADA, GONE, MORE), faults=fault)
    bench.compile((ADA, GONE, MORE))
    assert "Bo sang well." in bench.files()["people/Bo.md"]
