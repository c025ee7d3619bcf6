"""What a person changed lands as they saw it, and stays; what they did not see is not overwritten."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from support.reviewed import begun, compiled
from support.served_wiki import harbour, own

from wikic import layout
from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.errors import LockedError, RefusedError, UsageError
from wikic.fix.by_hand import change_page, restore, retire, reword
from wikic.wiki import lock
from wikic.wiki.page_read import parse
from wikic.wiki.tree import Tree

__all__ = ["harbour", "own"]

PATH = "people/Isaac-Dunn"
FILE = "wiki/people/Isaac-Dunn.md"
AGE = "f4c30c9c2"  # He was then fifty-four years old.
OPTIONS = Options("2026-11-22", "Harbour")


def _seen(root: Path) -> tuple[str, str]:
    return PATH, layout.content_hash((root / FILE).read_bytes())


def _files(root: Path) -> dict[str, bytes]:
    tree = Tree(root)
    return {file: tree.read(file) or b"" for file, _ in tree.walk()}


def _compile(root: Path, fixtures: Path) -> None:
    compile_documents(root, [fixtures / "harbour"], OfflineCurator(), OPTIONS)


def test_a_reworded_fact_is_as_if_edited_in_an_editor(own: Path, fixtures: Path) -> None:
    before = _files(own)
    landed = change_page(own, OPTIONS, _seen(own), partial(reword, path=PATH, id=AGE, words="Aged 54."))
    assert (landed.stale, landed.notices) == (False, ())
    changed = {file for file, data in _files(own).items() if data != before[file]}
    assert changed == {"people/Isaac-Dunn.md"}
    (bullet,) = (each for each in parse((own / FILE).read_bytes(), PATH).bullets if each.id == AGE)
    assert (bullet.markdown, bullet.generated) == ("Aged 54.", False)
    after = _files(own)
    _compile(own, fixtures)
    assert _files(own) == after
    # The document's own words, put back, leave nothing of the change.
    words = "He was then fifty-four years old."
    change_page(own, OPTIONS, _seen(own), partial(reword, path=PATH, id=AGE, words=words))
    assert _files(own) == before


def test_a_retired_fact_does_not_come_back_until_it_is_restored(own: Path, fixtures: Path) -> None:
    before = _files(own)
    change_page(own, OPTIONS, _seen(own), partial(retire, path=PATH, id=AGE))
    compile_documents(
        own, [fixtures / "harbour"], OfflineCurator(), Options("2026-11-23", "Harbour", stale=True)
    )
    assert AGE not in (own / FILE).read_text()
    digest = next(file for file in before if "people-isaac-dunn" in file and "digests" in file)
    key = "harbour/people/isaac-dunn.txt"
    assert '"retired":true' in (own / "wiki" / digest).read_text()
    restore(own, OPTIONS, key, AGE)
    assert _files(own) == before
    with pytest.raises(UsageError, match="no retired fact"):
        restore(own, OPTIONS, key, AGE)
    with pytest.raises(UsageError, match="no retired fact"):
        restore(own, OPTIONS, "no/such.txt", AGE)


def test_the_last_fact_of_a_page_can_be_retired_and_shown_again(tmp_path: Path) -> None:
    home = begun(tmp_path, {"bern.md": "# Bern\n\nBern is a city.\n"})
    compiled(home)
    kb, before = home / "kb", _files(home / "kb")
    (file,) = (file for file in before if file.endswith("/Bern.md"))
    path = layout.page_path(file)
    (fact,) = parse(before[file], path).bullets
    seen = path, layout.content_hash(before[file])
    landed = change_page(kb, OPTIONS, seen, partial(retire, path=path, id=fact.id), why=(fact.id, "no"))
    assert file in landed.files
    assert file not in _files(kb)
    compiled(home)
    assert file not in _files(kb)
    restore(kb, OPTIONS, "docs/bern.md", fact.id)
    assert _files(kb)[file] == before[file]
    assert _files(kb).keys() == before.keys()


def test_a_page_that_somebody_saved_meanwhile_is_left_alone(own: Path) -> None:
    seen = _seen(own)
    file = own / FILE
    file.write_text(file.read_text() + "\n## Notes\nmine\n")
    before = _files(own)
    assert change_page(own, OPTIONS, seen, partial(retire, path=PATH, id=AGE)).stale
    assert _files(own) == before

    def saved_while_it_is_changed(data: bytes) -> bytes:
        file.write_bytes(data + b"more\n")
        return retire(data, PATH, AGE)

    assert change_page(own, OPTIONS, _seen(own), saved_while_it_is_changed).stale
    assert file.read_text().endswith("mine\nmore\n")
    assert AGE in file.read_text()


def test_what_breaks_the_page_and_a_second_writer_are_refused(own: Path) -> None:
    before = _files(own)
    with pytest.raises(RefusedError, match="C003"):
        change_page(own, OPTIONS, _seen(own), lambda data: data.replace(b"#pfe4b00ff", b"#p00000000"))
    with lock.writer(own), pytest.raises(LockedError):
        change_page(own, OPTIONS, _seen(own), partial(retire, path=PATH, id=AGE))
    assert _files(own) == before
