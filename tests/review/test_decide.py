"""What lands when a person accepts is what a compile would have made; what is rejected stays away."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from support.command import TOWN, write
from support.pictures import png
from support.reviewed import DAY, accepted, begun, compiled, waiting, wiki

from wikic.compiler.options import Options
from wikic.errors import UsageError
from wikic.review import decide
from wikic.wiki.review_folder import ReviewFolder

MANUAL: Mapping[str, str] = {
    "lamp.md": "---\ntags: [light]\naliases: [HL]\n---\n# Storm Lamp\n\nThe Storm Lamp burns oil.\n\n"
    "## Hanging it\n\nTo hang it:\n\n1. Drill a hole.\n2. Set the hook.\n\nSee [the oil](oil.md).\n",
    "oil.md": "# Lamp oil\n\nLamp oil is kept in a can. The Storm Lamp takes lamp oil.\n\n"
    "| Can | Litres |\n| --- | --- |\n| small | 2 |\n| large | 20 |\n",
    "mail.md": "# To the harbour\n\nDear Anna,\n\nplease fill the Storm Lamp. We meet at nine.\n\nBo\n",
}
HAN: Mapping[str, str] = {
    "lu.md": "# 鲁迅\n\n鲁迅是中国作家。鲁迅生于浙江绍兴。\n",
    "shao.md": "# 绍兴\n\n绍兴是浙江省的一座城市。\n",
}
KINDS = {"things": TOWN, "manual": MANUAL, "han": HAN}


def both(tmp_path: Path, documents: Mapping[str, str | bytes]) -> tuple[Path, Path]:
    """Two homes with the same documents and empty wikis."""
    one = begun(tmp_path / "one", documents)
    return one, Path(shutil.copytree(one, tmp_path / "two"))


@pytest.mark.parametrize("kind", KINDS)
def test_accepting_gives_the_bytes_of_a_compile(tmp_path: Path, kind: str) -> None:
    plain, reviewed = both(tmp_path, KINDS[kind])
    compiled(plain)
    empty = wiki(reviewed)
    assert compiled(reviewed, review=True, batch=2).aside == tuple(waiting(reviewed))
    assert wiki(reviewed) == empty
    report = accepted(reviewed)
    assert (report.added, report.changed) == (tuple(f"docs/{name}" for name in sorted(KINDS[kind])), ())
    assert wiki(reviewed) == wiki(plain)
    assert not (reviewed / "kb/review").exists()
    assert compiled(reviewed).unchanged == len(KINDS[kind])


def test_accepting_one_by_one_gives_them_too(tmp_path: Path) -> None:
    plain, reviewed = both(tmp_path, TOWN)
    compiled(plain)
    compiled(reviewed, review=True)
    for key in reversed(waiting(reviewed)):
        accepted(reviewed, key)
    assert wiki(reviewed) == wiki(plain)


def test_pictures_land_with_their_documents(tmp_path: Path) -> None:
    hall = "# Hall\n\nThe hall is old.\n\n![The hall](img/hall.png)\n"
    plain, reviewed = both(tmp_path, {"hall.md": hall})
    for colour in (0, 1):  # the second replaces the first
        for home in (plain, reviewed):
            png(home / "docs/img/hall.png", colour)
        compiled(plain)
        compiled(reviewed, review=True)
        assert len(list((reviewed / "kb/review").rglob("*.png"))) == 1
        accepted(reviewed)
        assert wiki(reviewed) == wiki(plain)
        assert sum(name.endswith(".png") for name in wiki(reviewed)) == 1


def edit(home: Path) -> None:
    """A person rewords a fact, deletes another, and adds a line."""
    page = home / "kb/wiki/people/Ada-Lovelace.md"
    lines = page.read_text().splitlines()
    kept = [line for line in lines if "was an English mathematician" not in line]
    text = "\n".join(kept).replace("was born in London in 1815.", "came into the world in London, in 1815.")
    page.write_text(text + "\n\n## Mine\n\nMy words.\n")


@pytest.mark.parametrize("when", ["before it is put aside", "while it waits"])
def test_what_people_decided_in_the_wiki_holds(tmp_path: Path, when: str) -> None:
    plain, reviewed = both(tmp_path, TOWN)
    newer = TOWN["ada.md"].replace("in 1815.", "in December 1815.") + "She wrote to Byron.\n"
    for home in (plain, reviewed):
        compiled(home)
        if when == "before it is put aside":
            edit(home)
        write(home / "docs", {"ada.md": newer})
    compiled(reviewed, review=True)
    if when == "while it waits":
        edit(plain), edit(reviewed)
    compiled(plain)
    accepted(reviewed)
    assert wiki(reviewed) == wiki(plain)
    page = (reviewed / "kb/wiki/people/Ada-Lovelace.md").read_text()
    assert "English mathematician. [[" not in page and "came into the world" in page and "My words." in page


def test_a_rejected_document_is_read_again_when_its_text_changes(tmp_path: Path) -> None:
    home = begun(tmp_path, TOWN)
    compiled(home, review=True)
    assert decide.reject(home / "kb", ["docs/paris.md"], "wrong  city\n") == ("docs/paris.md",)
    (rejection,) = ReviewFolder(home / "kb").rejected().values()
    assert (rejection.key, rejection.reason) == ("docs/paris.md", "wrong city")
    accepted(home)
    for review in (False, True):
        report = compiled(home, review=review)
        assert (report.rejected, report.unchanged, report.aside) == (("docs/paris.md",), 2, ())
    assert not any("paris" in name.casefold() for name in wiki(home))
    write(home / "docs", {"paris.md": "# Paris\n\nParis is a town in Texas.\n"})
    assert compiled(home).added == ("docs/paris.md",)
    assert not ReviewFolder(home / "kb").rejected()
    assert not (home / "kb/review").exists()


def fact(home: Path, words: str) -> str:
    (digest,) = [each for key, each in ReviewFolder(home / "kb").waiting().items() if "ada" in key]
    return next(each.id for each in digest.statements if words in each.text)


def test_a_rejected_fact_never_comes_back(tmp_path: Path) -> None:
    home = begun(tmp_path, TOWN)
    compiled(home, review=True)
    assert decide.reject_facts(home / "kb", "docs/ada.md", [fact(home, "born")], "another Ada") == 1
    # The document changes while it waits: it waits with its new text, in a plain compile too.
    write(home / "docs", {"ada.md": TOWN["ada.md"] + "Ada Lovelace wrote to Byron.\n"})
    report = compiled(home)
    assert (report.aside, report.added) == (("docs/ada.md",), ())
    accepted(home)
    page = home / "kb/wiki/people/Ada-Lovelace.md"
    assert "born" not in page.read_text() and "Byron" in page.read_text()
    # It is read again once it is in the wiki, with and without review.
    for words, review in (("Ada Lovelace liked maps.", False), ("Ada Lovelace liked trains.", True)):
        file = home / "docs/ada.md"
        file.write_text(f"{file.read_text()}{words}\n")
        compiled(home, review=review)
        if review:
            accepted(home)
        assert "born" not in page.read_text() and words in page.read_text()
    (digest,) = (home / "kb/wiki/sources/digests").glob("docs-ada-*.md")
    assert '"retired":true,"reason":"another Ada"' in digest.read_text()


def test_a_reason_may_hold_anything(tmp_path: Path) -> None:
    home = begun(tmp_path, TOWN)
    compiled(home, review=True)
    reason = "an\0other\x1b[31m\nAda\udcff:\u2028 \u202e---\x85&x *x"
    decide.reject_facts(home / "kb", "docs/ada.md", [fact(home, "born")], reason)
    decide.reject(home / "kb", ["docs/london.md"], reason)
    folder, said = ReviewFolder(home / "kb"), "another[31m Ada: ---&x *x"
    assert folder.rejected()["docs/london.md"].reason == said
    assert [each.reason for each in folder.waiting()["docs/ada.md"].statements if each.retired] == [said]
    compiled(home)
    accepted(home)


def test_what_is_named_wrongly_changes_nothing(tmp_path: Path) -> None:
    home = begun(tmp_path, TOWN)
    compiled(home, review=True)
    before = waiting(home), wiki(home)
    wrong: list[Callable[[], object]] = [
        lambda: accepted(home, "docs/ada.md", "docs/rome.md"),
        lambda: decide.reject(home / "kb", ["docs/adda.md"]),
        lambda: decide.reject_facts(home / "kb", "docs/ada.md", ["f00000000"]),
    ]
    for ask in wrong:
        with pytest.raises(UsageError, match="nothing was changed") as refused:
            ask()
        assert refused.value.hint
    assert (waiting(home), wiki(home)) == before


def test_what_is_saved_while_it_lands_is_not_lost(tmp_path: Path) -> None:
    home = begun(tmp_path, TOWN)
    compiled(home)
    write(home / "docs", {name: text + "It rains.\n" for name, text in TOWN.items()})
    compiled(home, review=True)
    aside = next((home / "kb/review/sources/digests").glob("docs-ada-*.md"))
    landed = next((home / "kb/wiki/sources/digests").glob("docs-paris-*.md"))

    def save(step: str) -> None:
        if step == "commit":  # two people save in the moment it lands
            aside.write_text(aside.read_text().replace("> ", "> Well: ", 1))
            landed.write_text(landed.read_text().replace("Paris lies", "Paris stands"))

    report = decide.accept(home / "kb", None, Options(DAY, "Kb"), faults=save)
    assert waiting(home) == ["docs/ada.md", "docs/paris.md"]
    assert [each.message for each in report.notices if "saved meanwhile" in each.message] != []
    assert "docs/london.md" in report.changed and "docs/paris.md" not in report.changed
    accepted(home)
    assert waiting(home) == []
    assert "It rains." in next((home / "kb/wiki/sources/articles").glob("docs-paris-*.md")).read_text()
