"""Words of a description stand as the documents write them."""

from __future__ import annotations

from dataclasses import replace

from wikic.model.article import Article
from wikic.schema.library.document_features import DocumentFeatures, features_of
from wikic.schema.library.group import Group
from wikic.schema.library.han_labels import as_read
from wikic.schema.library.topics import common_spellings, describe_groups


def test_names_keep_their_letters_and_headings_do_not_shout() -> None:
    texts = (
        "James wrote to the board.\n\nTOTAL LOANS\n\nThe loans of James were paid.",
        "A loan is paid by James and his loans too. NASA wrote.",
    )
    found = common_spellings(
        [features_of(Article(f"kb/{at}", "Loans", text, language="en")) for at, text in enumerate(texts)]
    )
    assert (found["jame"], found["loan"], found["NASA".casefold()]) == ("James", "loans", "NASA")


def _leaf(key: str, title: str, text: str) -> DocumentFeatures:
    return features_of(Article(key, title, text, language="en"))


def test_a_directory_is_described_by_what_its_documents_are_and_say() -> None:
    boats = "The hull of the boat was caulked. The boat lies in the harbour. "
    leaves = [
        replace(_leaf(f"kb/{at}.eml", f"Mail {at}", boats * 3), date=f"202{at}-03-01") for at in range(1, 4)
    ]
    leaves.append(_leaf("kb/c", "Bread", "Flour and water are baked in the oven. The bread rises."))
    homes = ["/Boats", "/Boats", "/Boats", "/Bread"]
    boat, bread = describe_groups([Group("Boats", 3), Group("Bread", 1)], homes, leaves)
    assert (boat.kind, boat.years) == ("mails", "2021–2023")
    assert {"hull", "harbour"} < set(boat.about) and "boat" not in boat.about
    assert (bread.kind, bread.years, bread.about) == ("documents", "", ())


def _talk(day: int, names: tuple[str, str], said: str) -> DocumentFeatures:
    lines = (f"{names[at % 2]}: {said} We could meet again, sounds great." for at in range(6))
    return _leaf(f"kb/2031010{day}", f"2031010{day}", "\n".join(lines))


def test_conversations_are_described_by_who_speaks_and_what_of() -> None:
    rowing = [
        _talk(at, ("Ada", "Marten"), "The oars and the rudder of the skiff are new.") for at in range(4)
    ]
    baking = [_talk(at, ("Ada", "Ines"), "The sourdough and the oven are made.") for at in range(4, 8)]
    found = describe_groups(
        [Group("Marten", 4, speakers=("Marten",)), Group("Ines", 4, speakers=("Ines",))],
        ["/Marten"] * 4 + ["/Ines"] * 4,
        [*rowing, *baking],
    )
    assert found[0].voices == (("Marten", "Ada"), False)
    assert set(found[0].about) == {"oars", "rudder", "skiff"}
    assert set(found[1].about) == {"sourdough", "oven"}


def test_what_nothing_tells_apart_is_described_by_no_words() -> None:
    same = [_talk(at, ("Ada", "Marten"), "Lunch at noon.") for at in range(4)]
    also = [_talk(at, ("Ada", "Ines"), "Lunch at noon.") for at in range(4, 8)]
    found = describe_groups(
        [Group("Marten", 4, speakers=("Marten",)), Group("Ines", 4, speakers=("Ines",))],
        ["/Marten"] * 4 + ["/Ines"] * 4,
        [*same, *also],
    )
    assert [each.about for each in found] == [(), ()]


def test_a_word_is_not_left_out_for_two_letters_that_the_label_has_too() -> None:
    assert as_read(["garden"], {"garden": "garden"}, "Arthas") == ["garden"]
