"""The link by which a text holds the place of a picture or file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.markdown.escape import escape, unescape
from wikic.model import attachment

FOLDER = "notes-lamp-md-3fa91c.files"
NAME = "diagram-5d0c11aa.png"
TOKEN = f"![The lamp's parts]({FOLDER}/{NAME})"


def test_a_link_to_an_attachment_is_written_as_it_is_and_read_from_wherever_it_leads() -> None:
    text = f"See {TOKEN} here [sic]."
    assert escape(text) == text
    for way in ("", "../articles/", "../sources/articles/", "../../../sources/articles/"):
        shown = attachment.shown_from(text, way)
        assert f"]({way}{FOLDER}/" in shown
        assert unescape(shown) == text
        assert attachment.shown_from(shown, "") == text


@pytest.mark.parametrize(
    "text",
    [
        "![x](other.files/img.png)",
        f"![x](../articles/{FOLDER}/{NAME})",
        f"![x](https://example.org/{FOLDER}/{NAME})",
        f"![x]({FOLDER}/../{NAME})",
        f"![x]({FOLDER}/{NAME}.md)",
        rf"\{TOKEN}",
    ],
)
def test_what_only_resembles_one_is_text(text: str) -> None:
    assert unescape(escape(text)) == text


@given(
    st.lists(st.sampled_from([TOKEN, TOKEN[1:], "[", "]", "!", "\\", "`", "(", ")", "&amp;", "a", " ", "$"]))
)
def test_any_text_around_links_reads_back(parts: list[str]) -> None:
    text = "".join(parts)
    assert unescape(escape(text)) == text


def test_words_take_the_place_of_a_link() -> None:
    assert attachment.spoken(f"See {TOKEN} here.") == "See The lamp's parts here."
    assert attachment.spoken(f"It is lit. {TOKEN} It burns.") == "It is lit. (The lamp's parts) It burns."
    assert attachment.spoken(f"It is lit. {TOKEN} shows it.") == "It is lit. The lamp's parts shows it."
    assert attachment.spoken(f"{TOKEN} It burns.") == "(The lamp's parts) It burns."
    assert attachment.spoken(f"{TOKEN} hang here.") == "The lamp's parts hang here."
    assert attachment.spoken(f"{TOKEN}\nLit.") == "The lamp's parts\nLit."
    assert attachment.spoken(f"[the data](../sources/articles/{FOLDER}/data-5d0c11aa.xlsx)") == "the data"


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        (f"{FOLDER}/{NAME}", True),
        (f"{FOLDER}/page-5d0c11aa.html", False),
        (f"{FOLDER}/run-5d0c11aa.sh", False),
        (f"{FOLDER}/{NAME}/more-5d0c11aa.png", False),
        (f"{FOLDER}/../{NAME}", False),
        (f"{FOLDER}/diagram.png", False),
        (f"lamp.files/{NAME}", False),
    ],
)
def test_files_that_may_stand_beside_articles(path: str, *, allowed: bool) -> None:
    assert attachment.is_attachment(path) == allowed


@given(st.text(max_size=50))
def test_any_words_fit_between_brackets(words: str) -> None:
    label = attachment.label(words)
    if label:
        link = attachment.link(label, FOLDER, NAME, shown=True)
        assert attachment.pictures(link) == [link]
        assert unescape(escape(link)) == link
