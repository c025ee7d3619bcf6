"""What people change in the wiki survives compiling; it is told from what the fold wrote by hashes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support.bench import Bench
from support.page_text import above
from support.table_curator import Doc

from wikic.wiki.fold.page_head import MAX_RELATED, STOPS

ADA = Doc(
    "t/ada",
    (("Ada Lovelace", "people", ("Countess of Lovelace",)), ("London", "places", ())),
    (
        (0, "Ada Lovelace was born in London.", (1,)),
        (0, "She wrote the first program.", ()),
        (0, "She died in 1852.", ()),
    ),
)
BO = Doc(
    "t/bo",
    (("Bo Diddley", "people", ()), ("London", "places", ())),
    ((0, "Bo Diddley never saw London.", (1,)),),
)
CORPUS = (ADA, BO)
PAGE = "people/Ada-Lovelace.md"


@pytest.fixture(params=["remembered", "forgotten"])
def bench(tmp_path: Path, request: pytest.FixtureRequest) -> Bench:
    bench = Bench(tmp_path).start()
    bench.compile(CORPUS)
    if request.param == "forgotten":
        bench.forget_build()
    return bench


def edit(bench: Bench, change: Callable[[str], str], page: str = PAGE) -> None:
    path = bench.wiki / page
    before = path.read_text()
    path.write_text(change(before))
    assert path.read_text() != before


def settled(bench: Bench) -> dict[str, str]:
    """The wiki after a compile, once it has been seen that one more changes nothing, remembered or not."""
    bench.compile(CORPUS)
    files = bench.files()
    assert bench.compile(CORPUS).written == 0
    bench.forget_build()
    bench.compile(CORPUS)
    assert bench.files() == files
    return files


def test_a_reworded_bullet_keeps_its_words_and_its_citation(bench: Bench) -> None:
    edit(bench, lambda text: text.replace("She wrote the first program.", "She wrote *the* [[Program]]."))
    page = settled(bench)[PAGE]
    line = next(line for line in page.splitlines() if "[[Program]]" in line)
    assert re.fullmatch(r"- She wrote \*the\* \[\[Program\]\]\. \[⁂\]\[f\w{8}\]", line)
    assert "first program" not in above(page)


def test_a_reworded_bullet_outlives_its_source(bench: Bench) -> None:
    edit(bench, lambda text: text.replace("She wrote the first program.", "The first program is hers."))
    bench.compile(CORPUS)
    bench.forget(["t/ada"])
    assert "- The first program is hers." in bench.files()[PAGE]


def test_a_bullet_people_add_stays(bench: Bench) -> None:
    edit(
        bench,
        lambda text: text.replace("## Key Facts\n", "## Key Facts\n- Met Babbage in 1833.\n  - at a party\n"),
    )
    page = settled(bench)[PAGE]
    assert "- Met Babbage in 1833.\n  - at a party" in page
    assert "first program" in page


def test_code_and_paragraphs_people_add_under_key_facts_keep_their_blank_lines(bench: Bench) -> None:
    own = "- Mine:\n\n  more of it\n\nA paragraph.\n\nAnother.\n\n```text\n- no bullet\n\nend\n```\n"
    edit(bench, lambda text: text.replace("\n## Related Pages", f"{own}\n## Related Pages"))
    assert own in settled(bench)[PAGE]


def test_a_note_under_a_fact_stays_with_it_and_outlives_it(bench: Bench) -> None:
    edit(bench, lambda text: re.sub(r"(- She died in 1852.*\n)", r"\1  - of cancer\n", text))
    page = settled(bench)[PAGE]
    assert re.search(r"- She died in 1852\. \[⁂\]\[f\w{8}\]\n  - of cancer\n", page)
    bench.forget(["t/ada"])
    assert "\n- of cancer\n" in bench.files()[PAGE]


def test_a_deleted_bullet_is_retired_in_its_digest_and_stays_away(bench: Bench) -> None:
    edit(bench, lambda text: re.sub(r"- She died in 1852.*\n", "", text))
    files = settled(bench)
    assert "1852" not in files[PAGE]
    digest = next(text for name, text in files.items() if name.startswith("sources/digests/t-ada"))
    assert '"text":"She died in 1852.","blocks"' in digest and '"retired":true' in digest


def test_losing_most_of_a_page_is_a_notice_not_a_retirement(bench: Bench) -> None:
    edit(bench, lambda text: re.sub(r"- (She|Ada).*\]\[f\w{8}\]\n", "", text))
    report = bench.compile(CORPUS)
    assert any("more than half" in notice.message for notice in report.notices)
    assert "She died in 1852." in bench.files()[PAGE]


def test_the_only_fact_of_a_page_can_be_deleted(bench: Bench) -> None:
    page = "people/Bo-Diddley.md"
    edit(bench, lambda text: re.sub(r"- Bo Diddley never.*\n", "", text), page)
    files = settled(bench)
    assert "never saw" not in files.get(page, "")
    digest = next(text for name, text in files.items() if name.startswith("sources/digests/t-bo"))
    assert '"retired":true' in digest


def test_a_page_lost_in_a_bad_merge_is_folded_again(bench: Bench) -> None:
    before = bench.files()
    (bench.wiki / PAGE).unlink()
    assert settled(bench) == before


def test_sections_people_add_stay_where_they_are(bench: Bench) -> None:
    own = "## Notes\n\nSee `## Key Facts`.\n\n```\n## not a heading\n```\n"
    edit(bench, lambda text: text.replace("## Related Pages", f"{own}\n## Related Pages"))
    page = settled(bench)[PAGE]
    assert page.index("She died") < page.index("## Notes") < page.index("## Related Pages")
    assert "```\n## not a heading\n```" in page


def test_an_alias_added_and_one_removed_stay_so(bench: Bench) -> None:
    edit(bench, lambda text: text.replace("aliases: [Countess of Lovelace]", "aliases: [Ada Byron]"))
    page = settled(bench)[PAGE]
    assert "aliases: [Ada Byron]" in page
    assert "Countess of Lovelace]" not in page.split("drop:")[0]


def test_tags_and_summary_of_people_stay(bench: Bench) -> None:
    edit(
        bench,
        lambda text: text.replace("fold:", "tags: [mathematics]\nfold:").replace(
            "# Ada Lovelace\n", "# Ada Lovelace\n> The first programmer\n"
        ),
    )
    files = settled(bench)
    assert "tags: [mathematics]" in files[PAGE]
    assert "\n> The first programmer\n" in files[PAGE]
    assert "The first programmer #mathematics" in files["people/_index.md"]


def test_a_related_page_people_add_stays(bench: Bench) -> None:
    edit(
        bench,
        lambda text: text.replace(
            "## Related Pages\n", "## Related Pages\n- [[Bo-Diddley]] -- no relation\n"
        ),
    )
    assert "- [[Bo-Diddley]] -- no relation" in settled(bench)[PAGE]


def test_unknown_frontmatter_stays(bench: Bench) -> None:
    edit(bench, lambda text: text.replace("fold:", "cssclasses: [wide]\nrating: '5'\nfold:"))
    page = settled(bench)[PAGE]
    assert "cssclasses: [wide]" in page
    assert "rating: '5'" in page


def test_a_new_heading_renames_the_page(bench: Bench) -> None:
    edit(bench, lambda text: text.replace("# Ada Lovelace\n", "# Ada King\n"))
    files = settled(bench)
    assert PAGE not in files
    page = files["people/Ada-King.md"]
    assert "title: Ada King" in page and "redirects: [Ada-Lovelace]" in page
    assert "[Ada King](../people/Ada-King.md) -- " in files["places/London.md"]
    assert "[Ada King](Ada-King.md)" in files["people/_index.md"]


def test_a_file_renamed_in_an_editor_keeps_its_name(bench: Bench) -> None:
    (bench.wiki / PAGE).rename(bench.wiki / "people/Ada King.md")
    files = settled(bench)
    assert PAGE not in files
    assert "title: Ada King" in files["people/Ada King.md"]
    assert "She died in 1852." in files["people/Ada King.md"]
    assert "[Ada King](../people/Ada%20King.md)" in files["places/London.md"]


def test_a_moved_file_stays_where_it_was_moved(bench: Bench) -> None:
    (bench.wiki / "concepts").mkdir(exist_ok=True)
    (bench.wiki / PAGE).rename(bench.wiki / "concepts/Ada-Lovelace.md")
    files = settled(bench)
    assert PAGE not in files
    assert "home: concepts" in files["concepts/Ada-Lovelace.md"]
    assert "[Ada Lovelace](Ada-Lovelace.md)" in files["concepts/_index.md"]
    assert "Ada-Lovelace" not in files["people/_index.md"]
    assert "[Ada Lovelace](../concepts/Ada-Lovelace.md) -- " in files["places/London.md"]


def test_a_page_people_write_is_listed_and_left_alone(bench: Bench) -> None:
    own = "# My own page\n\nAbout [[Ada-Lovelace]].\n"
    (bench.wiki / "people/My-own-page.md").write_text(own)
    files = settled(bench)
    assert files["people/My-own-page.md"] == own
    assert "[My own page](My-own-page.md)" in files["people/_index.md"]


def test_a_statement_edited_in_a_digest_is_what_the_page_says(bench: Bench) -> None:
    digest = next(path for path in bench.wiki.glob("sources/digests/t-ada*"))
    digest.write_text(
        digest.read_text().replace('"text":"She died in 1852."', '"text":"She died on 27 November 1852."')
    )
    page = above(settled(bench)[PAGE])
    assert "She died on 27 November 1852." in page
    assert "She died in 1852." not in page


def test_what_people_said_follows_a_changed_document(bench: Bench) -> None:
    edit(
        bench,
        lambda text: re.sub(r"- She died in 1852.*\n", "", text).replace(
            "She wrote the", "She wrote, in 1843, the"
        ),
    )
    bench.compile(CORPUS)
    changed = Doc(ADA.key, ADA.entities, (*ADA.says, (0, "She liked horses.", ())))
    bench.compile((changed, BO))
    page = bench.files()[PAGE]
    assert "She wrote, in 1843, the first program." in page
    assert "She liked horses." in page
    assert "1852" not in page


def test_an_index_people_changed_is_written_again(bench: Bench) -> None:
    before = bench.files()
    (bench.wiki / "people/_index.md").write_text("gone\n")
    assert settled(bench) == before


def test_a_page_with_broken_frontmatter_is_left_as_it_is_and_said(bench: Bench) -> None:
    edit(bench, lambda text: text.replace("title: Ada Lovelace", "title: [Ada"))
    report = bench.compile(CORPUS)
    assert any(notice.path == PAGE for notice in report.notices)
    assert "title: [Ada" in bench.files()[PAGE]


def test_words_left_when_a_source_was_forgotten_stay_when_it_comes_back(bench: Bench) -> None:
    edit(bench, lambda text: text + "\n## Mine\nprecious\n")
    bench.compile(CORPUS)
    bench.forget(["t/ada"])
    assert "precious" in bench.files()[PAGE]
    page = settled(bench)[PAGE]
    assert "precious" in page and "She died in 1852." in page


def test_a_page_people_wrote_keeps_its_words_when_a_document_tells_of_the_same(bench: Bench) -> None:
    bench.start().compile([BO])
    (bench.wiki / PAGE).write_text("# Ada Lovelace\n\nMy own words.\n")
    bench.compile([BO])
    page = settled(bench)[PAGE]
    assert "My own words." in page and "She died in 1852." in page


def test_a_page_that_cannot_be_read_is_held_in_every_run(bench: Bench) -> None:
    bench.start().compile([BO])
    broken = "---\ntype: [\n---\n# Ada Lovelace\n\nMy own words.\n"
    (bench.wiki / PAGE).write_text(broken)
    for corpus in ([BO], CORPUS, CORPUS):
        report = bench.compile(corpus)
        assert bench.files()[PAGE] == broken
        assert any(notice.path == PAGE for notice in report.notices)


def test_a_fact_deleted_on_one_page_stays_on_another_that_shares_it(bench: Bench) -> None:
    both = Doc(
        "t/both",
        (("Ann Lee", "people", ()), ("Bob Ray", "people", ())),
        (
            (0, "They married in 1900.", ()),
            (1, "They married in 1900.", ()),
            (0, "Ann sang.", ()),
            (1, "Bob ran.", ()),
        ),
    )
    bench.start().compile([both])
    edit(bench, lambda text: re.sub(r"- They married.*\n", "", text), "people/Ann-Lee.md")
    for _ in range(2):
        bench.compile([both])
        assert "married" not in bench.files()["people/Ann-Lee.md"]
        assert "married" in bench.files()["people/Bob-Ray.md"]
        bench.forget_build()


def test_a_conflict_is_nobodys_words(bench: Bench) -> None:
    """Compiling must not take git's markers, and both sides between them, for bullets of people."""
    line = next(line for line in bench.files()[PAGE].splitlines() if "first program" in line)
    both = f"<<<<<<< ours\n{line}\n=======\n{line.replace('She', 'Ada')}\n>>>>>>> theirs"
    edit(bench, lambda text: text.replace(line, both))
    before = bench.files()[PAGE]
    report = bench.compile([ADA])
    assert bench.files()[PAGE] == before
    assert any("conflict" in notice.message for notice in report.notices)
    edit(bench, lambda text: text.replace(both, line))
    settled(bench)


def test_a_list_of_related_pages_that_stops_says_so(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    ships = [
        Doc(
            f"t/ship{at}",
            ((f"Ship {at}", "things", ()), ("Quay", "places", ())),
            ((0, f"Ship {at} lay at the quay.", (1,)),),
        )
        for at in range(MAX_RELATED + 1)
    ]
    quay = Doc("t/quay", (("Quay", "places", ()),), ((0, "The quay has a crane.", ()),))
    bench.compile((quay, *ships))
    page = (bench.wiki / "places/Quay.md").read_text()
    assert page.count("/Ship-") == MAX_RELATED and f"\n- {STOPS}\n" in page
    bench.compile((quay, *ships[1:]))
    bench.forget(["t/ship0"])
    page = (bench.wiki / "places/Quay.md").read_text()
    assert page.count("/Ship-") == MAX_RELATED and STOPS not in page
