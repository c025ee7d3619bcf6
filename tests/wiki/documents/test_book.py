"""Books that are one document."""

from __future__ import annotations

import json
from pathlib import Path

from wikic import layout
from wikic.model.article import Article
from wikic.wiki.documents.read import read

BOOK = "THE STORM\n\n" + "".join(
    f"{title}\n\n{'The barque lay at the quay until the tide turned. ' * 600}\n\n"
    for title in ("CHAPTER I", "CHAPTER II", "CHAPTER III")
)


def test_chapters_of_a_book_are_documents_below_its_key(tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    folder.mkdir()
    (folder / "the-storm.txt").write_text(BOOK, encoding="utf-8")
    found = [each for each in read([folder]) if isinstance(each, Article)]
    assert [(each.key, each.title) for each in found] == [
        ("shelf/the-storm.txt/1-chapter-i", "CHAPTER I"),
        ("shelf/the-storm.txt/2-chapter-ii", "CHAPTER II"),
        ("shelf/the-storm.txt/3-chapter-iii", "CHAPTER III"),
    ]
    assert {each.location for each in found} == {"shelf/the-storm.txt"}
    assert {each.collection_title for each in found} == {"THE STORM"}


def test_a_book_in_a_record_is_its_chapters_too(tmp_path: Path) -> None:
    file = tmp_path / "shelf.jsonl"
    file.write_text(json.dumps({"id": "storm", "title": "The Storm", "text": BOOK}) + "\n", encoding="utf-8")
    keys = [each.key for each in read([file]) if isinstance(each, Article)]
    assert keys == [f"shelf/storm/{name}" for name in ("1-chapter-i", "2-chapter-ii", "3-chapter-iii")]


def test_a_picture_goes_with_the_chapter_that_shows_it(tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    folder.mkdir()
    (folder / "quay.png").write_bytes(b"\x89PNG\r\n\x1a\nquay")
    shown = BOOK.replace("CHAPTER II\n\n", "CHAPTER II\n\n![The quay](quay.png)\n\n", 1)
    (folder / "the-storm.md").write_text(shown, encoding="utf-8")
    found = [each for each in read([folder]) if isinstance(each, Article)]
    assert [len(each.attachments) for each in found] == [0, 1, 0]
    (quay,) = found[1].attachments
    home = layout.stem(layout.attachments_dir(found[1].key))
    assert f"![The quay]({home}/{quay.name})" in found[1].text
