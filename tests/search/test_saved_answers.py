"""Saved answers do not crowd out the pages that answers rest on."""

from __future__ import annotations

from pathlib import Path

from wikic import layout
from wikic.search.fields import SearchRecord
from wikic.search.index import SearchIndex


def test_however_many_answers_are_saved_pages_are_found(tmp_path: Path) -> None:
    page = SearchRecord("people/Ada", "Ada", body="Ada moored her boat at the quay.", directory="people")
    saved = [
        SearchRecord(
            f"{layout.NOTES_DIR}/Boat-{at}",
            "Who moored the boat",
            tags=(layout.NOTES_TAG,),
            body="Ada moored the boat.",
            directory=layout.NOTES_DIR,
        )
        for at in range(12)
    ]
    index = SearchIndex.open(tmp_path / "search")
    index.rebuild([page, *saved])
    asked = "who moored the boat"
    assert page.path not in [hit.path for hit in index.search(asked, limit=5)]
    assert [hit.path for hit in index.search(asked, limit=5, answers=False)] == [page.path]
    assert index.search(asked, directory=layout.NOTES_DIR, answers=False) == []
