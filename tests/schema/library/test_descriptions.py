"""Words of a description stand as the documents write them."""

from __future__ import annotations

from dataclasses import replace

from wikic.model.article import Article
from wikic.schema.library.descriptions import common_spellings, describe_groups
from wikic.schema.library.document_features import DocumentFeatures, features_of
from wikic.schema.library.group import Group
from wikic.schema.library.han_labels import as_read


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


def test_a_directory_is_described_by_number_kind_dates_and_titles() -> None:
    boats = "The hull of the boat was caulked. The boat lies in the harbour. "
    leaves = [
        replace(_leaf(f"kb/{at}.eml", f"Mail {at}", boats * 3), date=f"202{at}-03-01") for at in range(1, 4)
    ]
    loaf = "Flour and water are baked in the oven. The bread rises."
    leaves += [_leaf("kb/c", "Bread: the first loaf", loaf), _leaf("kb/d", "Rye in a tin " * 9, loaf)]
    homes = ["/Boats", "/Boats", "/Boats", "/Bread", "/Bread"]
    boat, bread = describe_groups([Group("Boats", 9), Group("Bread", 9)], homes, leaves)
    assert (boat.size, boat.kind, boat.years, boat.about, boat.titles) == (3, "mails", "2021–2023", (), ())
    assert (bread.size, bread.kind, bread.years, bread.about) == (2, "documents", "", ())
    assert bread.titles[1].endswith(" …") and len(bread.titles[1]) <= 60
    assert "Bread: the first loaf" in bread.titles


def test_ids_and_days_are_no_titles() -> None:
    names = ("d00017", "d00018", "2031-03-04")
    leaves = [_leaf(f"kb/{name}", name, "The oars are new.") for name in names]
    (oars,) = describe_groups([Group("Oars", 3)], ["/Oars"] * 3, leaves)
    assert (oars.size, oars.titles) == (3, ())


def test_documents_of_one_year_are_described_by_months() -> None:
    leaves = [replace(_leaf(f"kb/{at}", f"Pump {at}", "It runs."), date=f"2021-0{at}-07") for at in (4, 6)]
    (pumps,) = describe_groups([Group("Pumps", 2)], ["/Pumps"] * 2, leaves)
    assert pumps.years == "2021-04 – 2021-06"


def test_a_title_leaves_out_what_its_directory_is_called() -> None:
    leaves = [_leaf(f"kb/{at}", f"Winch: {name}", "It turns.") for at, name in enumerate(("Oiling", "Use"))]
    (winch,) = describe_groups([Group("Winch", 2)], ["/Winch"] * 2, leaves)
    assert set(winch.titles) == {"Oiling", "Use"}


def test_what_lies_in_groups_within_counts_for_the_group_above() -> None:
    leaves = [_leaf(f"kb/{at}", f"Note {name}", "Words.") for at, name in enumerate("ABC")]
    groups = [Group("Shed", 9), Group("Tools", 9, parent="/Shed")]
    shed, tools = describe_groups(groups, ["/Shed", "/Shed/Tools", ""], leaves)
    assert (shed.size, shed.holds, tools.size) == (2, ("Tools",), 1)


def _talk(day: int, names: tuple[str, str], said: str) -> DocumentFeatures:
    lines = (f"{names[at % 2]}: {said} We could meet again, sounds great." for at in range(6))
    return _leaf(f"kb/2031010{day}", f"2031010{day}", "\n".join(lines))


def test_conversations_are_described_by_who_speaks() -> None:
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
    assert not any(each.about or each.titles for each in found)


def test_a_word_is_not_left_out_for_two_letters_that_the_label_has_too() -> None:
    assert as_read(["garden"], {"garden": "garden"}, "Arthas") == ["garden"]
