"""Words of a description stand as the documents write them."""

from __future__ import annotations

from dataclasses import replace

from wikic.model.article import Article
from wikic.schema.library.descriptions import described, spellings
from wikic.schema.library.document_features import DocumentFeatures, features_of
from wikic.schema.library.group import Group


def test_names_keep_their_letters_and_headings_do_not_shout() -> None:
    texts = (
        "James wrote to the board.\n\nTOTAL LOANS\n\nThe loans of James were paid.",
        "A loan is paid by James and his loans too. NASA wrote.",
    )
    found = spellings(
        [features_of(Article(f"kb/{at}", "Loans", text, language="en")) for at, text in enumerate(texts)]
    )
    assert (found["jame"], found["loan"], found["NASA".casefold()]) == ("James", "loans", "NASA")


def _leaf(key: str, title: str, text: str) -> DocumentFeatures:
    return features_of(Article(key, title, text, language="en"))


def test_a_directory_is_described_by_two_typical_titles() -> None:
    boats = "The hull of the boat was caulked. The boat lies in the harbour. "
    leaves = [
        _leaf("kb/a", "Caulking a Boat", boats * 3),
        _leaf("kb/b", "Hulls of Boats in the Harbour", boats * 3),
        _leaf("kb/c", "Bread", "Flour and water are baked in the oven. The bread rises."),
        _leaf("kb/d", "20260105T1200", boats),
    ]
    homes = ["/Boats", "/Boats", "/Bread", "/Boats"]
    boat, bread = described([Group("Boats", 3), Group("Bread", 1)], homes, leaves)
    assert boat.typical is not None and set(boat.typical) == {
        "Caulking a Boat",
        "Hulls of Boats in the Harbour",
    }
    assert bread.typical is None
    # Where documents have no titles, by words.
    bare = [replace(leaf, title=leaf.key) for leaf in leaves]
    none, _ = described([Group("Boats", 3), Group("Bread", 1)], homes, bare)
    assert none.typical is None and "hull" in none.about


def test_a_long_title_is_cut_between_words() -> None:
    long = "How to caulk the hull of a boat that has lain in the harbour for more than ten years"
    leaves = [_leaf("kb/a", long, "boat hull caulk"), _leaf("kb/b", "Hulls", "boat hull caulk")]
    (group,) = described([Group("Boats", 2)], ["/Boats", "/Boats"], leaves)
    assert group.typical is not None
    cut = next(each for each in group.typical if each != "Hulls")
    assert cut.endswith("…") and len(cut) <= 71 and long.startswith(cut[:-1] + " ")
