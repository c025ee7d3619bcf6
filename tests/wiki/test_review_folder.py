"""The files of ``review/``: what is read back, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import write
from support.depth import examples

from wikic import layout
from wikic.errors import FormatError, NotPlainError
from wikic.model.change import ChangeSet, Write
from wikic.model.digest import Digest
from wikic.text.normalise import normalise
from wikic.wiki import digest_file, transaction
from wikic.wiki.review_folder import Rejection, ReviewFolder
from wikic.wiki.workspace import Source

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)


def digest(key: str) -> Digest:
    return Digest(key, "A", "0" * 64, None, "2026-11-21", "offline/1", "", (), (), ())


@examples(40)
@given(key=TEXT.map(lambda text: layout.source_key("docs", text or "x")), title=TEXT, reason=TEXT)
def test_a_rejection_reads_back(
    tmp_path_factory: pytest.TempPathFactory, key: str, title: str, reason: str
) -> None:
    root = tmp_path_factory.mktemp("kb")
    said = Rejection(key, normalise(title), "0" * 64, normalise(reason))
    for change in ReviewFolder(root).reject(said):
        assert isinstance(change, Write)
        write(root / "review", {change.path: change.content})
    assert ReviewFolder(root).rejected() == {key: said}


def test_what_is_put_there_is_there_and_what_is_dropped_is_not(tmp_path: Path) -> None:
    folder = ReviewFolder(tmp_path)
    each = digest("docs/a.md")
    article = b"---\ntype: article\nkey: docs/a.md\n---\nA.\n"
    source = Source(each, digest_file.render(each), article, ())
    transaction.apply_beside(tmp_path, ChangeSet("put", ()), folder.put(source))
    assert folder.waiting() == {"docs/a.md": each}
    assert folder.source(each) == source
    assert folder.put(source) == []
    transaction.apply_beside(tmp_path, ChangeSet("drop", ()), folder.drop("docs/a.md"))
    assert folder.waiting() == {} and not (tmp_path / "review").exists()


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("sources/digests/a.md", digest_file.render(digest("docs/a.md")), "is not where the digest of"),
        ("sources/digests/a.md", b"<<<<<<< ours\n", "review/sources/digests/a.md has no frontmatter"),
        ("rejected/a.yaml", b"key: docs/a.md\n", "names no key and sha256"),
        ("rejected/a.yaml", b"key: [a\n", "review/rejected/a.yaml: "),
        ("rejected/a.yaml", b"\xff", "review/rejected/a.yaml: "),
    ],
)
def test_a_damaged_file_is_named(tmp_path: Path, file: str, content: bytes, said: str) -> None:
    write(tmp_path / "review", {file: content})
    folder = ReviewFolder(tmp_path)
    with pytest.raises(FormatError, match=said):
        folder.waiting(), folder.rejected()


def test_other_files_there_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path / "review", {"notes.md": "mine", "rejected/why.txt": "mine"})
    assert ReviewFolder(tmp_path).waiting() == {} and ReviewFolder(tmp_path).rejected() == {}


def test_a_symlink_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere", {"rejected/a.yaml": "key: a\nsha256: b\n"})
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb/review").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NotPlainError, match="is a symlink"):
        ReviewFolder(tmp_path / "kb")


def test_an_article_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"review/sources/articles/docs-a-md-.* is gone"):
        ReviewFolder(tmp_path).source(digest("docs/a.md"))
