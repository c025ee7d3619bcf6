"""Words of a description stand as the documents write them."""

from __future__ import annotations

from wikic.model.article import Article
from wikic.schema.library.descriptions import spellings
from wikic.schema.library.document_features import features_of


def test_names_keep_their_letters_and_headings_do_not_shout() -> None:
    texts = (
        "James wrote to the board.\n\nTOTAL LOANS\n\nThe loans of James were paid.",
        "A loan is paid by James and his loans too. NASA wrote.",
    )
    found = spellings(
        [features_of(Article(f"kb/{at}", "Loans", text, language="en")) for at, text in enumerate(texts)]
    )
    assert (found["jame"], found["loan"], found["NASA".casefold()]) == ("James", "loans", "NASA")
