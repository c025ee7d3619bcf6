"""What benchmarks count by: the documents of a wiki, whatever it was compiled from."""

from __future__ import annotations

import pytest

from benchmarks.documents import Documents
from wikic.layout import digest_path, part_key


@pytest.mark.parametrize(
    ("key", "document", "title"),
    [
        ("set/d00007", "d00007", ""),  # of set/corpus.jsonl
        ("set/corpus/d00007", "d00007", ""),  # of the folder
        ("notes/harbour.md", "d00007", "The Harbour"),  # of a file for each document
    ],
)
def test_a_document_is_found_by_what_wiki_and_questions_share(key: str, document: str, title: str) -> None:
    found = Documents([(key, "The harbour"), ("set/other", "Other")])
    assert found.of(document, title) == {digest_path(key)}


def test_a_book_is_all_its_chapters() -> None:
    chapters = [part_key("set/a-book.txt", number, 2, "Chapter") for number in (1, 2)]
    found = Documents((key, "Chapter") for key in chapters)
    assert found.of("a-book.txt") == found.of("", "A Book") == set(map(digest_path, chapters))


def test_a_wiki_of_other_documents_is_said() -> None:
    found = Documents([("set/d1", "One")])
    with pytest.raises(SystemExit, match="kb holds none of the documents"):
        found.check([("d2", "Two")], "kb")
    found.check([("d2", "Two"), ("d1", "")], "kb")
