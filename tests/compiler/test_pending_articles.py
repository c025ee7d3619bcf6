"""Articles wait in memory or in a file, and come out as they went in, in order of key."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.compiler import pending_documents
from wikic.compiler.pending_documents import PendingArticles
from wikic.errors import DiskError
from wikic.model.article import Article
from wikic.model.attachment import Attachment

texts = st.text(max_size=200)
attachments = st.builds(
    Attachment, texts, texts, file=st.sampled_from([None, Path("a/b\udcff")]), data=st.none() | st.binary()
)
articles = st.builds(
    Article,
    key=texts,
    title=texts,
    text=texts | st.just("x\udcff"),
    date=st.none() | texts,
    attachments=st.lists(attachments, max_size=2).map(tuple),
    tags=st.lists(texts, max_size=2).map(tuple),
)


@given(st.lists(articles, unique_by=lambda each: each.key, max_size=8), st.sampled_from([0, 1, 500, 1 << 20]))
def test_they_come_as_they_went_in_order_of_key(found: list[Article], room: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pending_documents, "IN_MEMORY", room)
        pending = PendingArticles()
        for each in found:
            pending.add(each)
        wanted = sorted(found, key=lambda each: each.key)
        assert list(pending) == wanted == list(pending)
        assert pending.keys() == [each.key for each in wanted]
        assert len(pending) == len(found)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is always full")
def test_a_full_disk_is_said() -> None:
    pending = PendingArticles()
    with open("/dev/full", "wb") as full:
        pending._file.rollover()
        os.dup2(full.fileno(), pending._file.fileno())
        with pytest.raises(DiskError, match="No space left on device"):
            pending.add(Article("c/1", "One", "x" * 100_000))
