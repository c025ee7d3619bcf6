"""Topics of invented libraries: what they are by, what they are called, and that order plays no part."""

from __future__ import annotations

import random
from dataclasses import replace

from wikic.model.article import Article
from wikic.model.placing import TopicPlacer
from wikic.model.schema import Positioning, Schema
from wikic.schema.library.document_features import (
    DocumentFeatures,
    features_of,
    speakers_of,
    weigh_distinctive,
)
from wikic.schema.library.group import Group
from wikic.schema.library.han_labels import han_labels
from wikic.schema.library.topics import find_groups, place_documents, topic_entries

SUBJECTS = {
    "Press brake": ("tonnage", "punch", "sheet", "bend", "die", "angle", "steel"),
    "Paint booth": ("nozzle", "lacquer", "filter", "overspray", "drying", "primer", "coat"),
    "Forklift": ("battery", "pallet", "mast", "charger", "tyre", "driver", "load"),
    "Loading dock": ("ramp", "lorry", "gate", "seal", "leveller", "bumper", "trailer"),
}
VERBS = ("Cleaning", "Ordering parts for", "Checking", "Moving", "Warranty of", "Noise from", "Storing")


def manual(seed: int = 1) -> list[Article]:
    """Sixty-odd documents on four subjects, two in three of them titled with the subject's name."""
    chance = random.Random(seed)
    found: list[Article] = []
    for subject, words in SUBJECTS.items():
        for at in range(16):
            drawn = " ".join(chance.choices(words, k=40))
            named = f"{VERBS[at % 7]} the {subject}" if at % 3 else f"{VERBS[at % 7]} {words[at % 7]}s"
            found.append(Article(f"kb/{subject[:2]}{at}", named, f"{drawn}.", language="en"))
    return found


def leaves(articles: list[Article]) -> list[DocumentFeatures]:
    return [features_of(each) for each in articles]


def placed(groups: list[Group], found: list[DocumentFeatures]) -> list[str]:
    topics = tuple(entry for each in groups for entry in topic_entries(each, each.label))
    placer = TopicPlacer(Schema(Positioning(), (), fallback="", topics=topics))
    return [placer.place(each.key, each.title, each.speakers, each.words) for each in found]


def test_labels_are_phrases_of_titles_and_gather_what_lacks_them() -> None:
    articles = manual()
    found = leaves(articles)
    groups, how = find_groups([each.key for each in articles], found)
    assert how == "topic"
    assert {each.label for each in groups} == set(SUBJECTS)
    homes = placed(groups, found)
    right = sum(home[:2] == each.key[3:5] for home, each in zip(homes, found, strict=True))
    assert right >= 0.9 * len(found)


def test_words_for_a_kind_of_thing_are_no_labels() -> None:
    """ "Failure" stands in titles of everything, in the texts in lower case: it gathers nothing."""
    articles = [
        replace(each, title=f"{each.title} Failure", text=f"{each.text} A failure. One failure more.")
        if at % 4 == 0
        else each
        for at, each in enumerate(manual())
    ]
    groups, _ = find_groups([each.key for each in articles], leaves(articles))
    assert {each.label for each in groups} == set(SUBJECTS)


def test_a_document_that_another_product_s_label_opens_shapes_no_topic_of_this_one() -> None:
    articles = [
        replace(each, title=each.title.replace(" the Forklift", "").join(("Forklift: ", "")))
        if "Forklift" in each.title
        else each
        for each in manual()
    ]
    strange = "battery pallet mast waxing waxing waxing wax wax wax polish polish polish"
    articles.append(Article("kb/Zz1", "Floor waxer: Storing", strange, language="en"))
    groups, _ = find_groups([each.key for each in articles], leaves(articles))
    forklift = next(each for each in groups if each.label == "Forklift")
    assert forklift.prefix == "Forklift"
    assert not {"waxing", "wax", "polish"} & set(forklift.words)


def test_words_that_all_groups_share_weigh_little_in_each() -> None:
    ours, theirs = weigh_distinctive([{"ramp": 0.6, "depot": 0.6}, {"mast": 0.6, "depot": 0.6}])
    assert ours["ramp"] == 0.6
    assert ours["depot"] == theirs["depot"] < 0.5


def test_an_address_to_one_whom_all_documents_name_is_no_label() -> None:
    texts = [f"许先生写信。许青禾的事{at}。许先生来了。" for at in range(12)]
    found = [features_of(Article(f"kb/{at}", "", text, language="zh")) for at, text in enumerate(texts)]
    assert "许先生" not in {each.text for each in han_labels(found)}


def test_topics_do_not_depend_on_the_order_of_documents() -> None:
    articles = manual()
    keys = [each.key for each in articles]
    first = find_groups(keys, leaves(articles))
    random.Random(7).shuffle(articles)
    assert find_groups(keys, leaves(articles)) == first


def test_the_authors_folders_come_first() -> None:
    articles = [
        Article(f"kb/{'guide' if at % 2 else 'api-reference'}/{at}.md", each.title, each.text, language="en")
        for at, each in enumerate(manual())
    ]
    groups, how = find_groups([each.key for each in articles], leaves(articles))
    assert how == "folder"
    assert [(each.label, each.folder) for each in groups] == [
        ("Api reference", "api-reference"),
        ("Guide", "guide"),
    ]


def test_conversations_go_by_who_takes_part() -> None:
    def talk(at: int, *names: str) -> Article:
        turns = [f"{name}: I think that number {turn} will do well.\n" for turn in range(3) for name in names]
        return Article(f"chat/{at:02}", f"2024010{at}", "".join(turns), language="en")

    articles = [talk(at, "Me", "Ada") for at in range(6)]
    articles += [talk(at, "Me", "Bo", "Cy") for at in range(6, 14)]
    groups, how = find_groups([each.key for each in articles], leaves(articles))
    assert how == "participant"
    assert [each.label for each in groups] == ["Ada", "Bo and Cy"]
    assert placed(groups, leaves(articles)) == ["Ada"] * 6 + ["Bo and Cy"] * 8


def test_beginnings_of_titles_divide_filings() -> None:
    firms = ("ACME", "BOLT_WORKS", "CRANE", "DOVE")
    articles = [
        Article(f"kb/{firm}{at}", f"{firm}_20{at + 10}_10K p.{at}", "Net sales rose.", language="en")
        for firm in firms
        for at in range(4)
    ]
    groups, how = find_groups([each.key for each in articles], leaves(articles))
    assert how == "beginning of the title"
    assert [each.label for each in groups] == ["ACME", "BOLT WORKS", "CRANE", "DOVE"]
    homes = placed(groups, leaves(articles))
    assert homes == [each.label for each in groups for _ in range(4)]


def test_a_handful_has_no_topics() -> None:
    articles = manual()[:8]
    assert find_groups([each.key for each in articles], leaves(articles)) == ([], "")


def test_a_collection_of_two_dozen_stays_whole() -> None:
    articles = [each for at, each in enumerate(manual()) if at % 16 < 7]
    assert len(articles) == 28
    assert find_groups([each.key for each in articles], leaves(articles)) == ([], "")


def test_a_part_of_longer_names_is_no_label() -> None:
    """ "Business Account", "Business Hours": they have the word in common and no subject."""
    beside = ("Account", "Hours", "Card", "Address", "Letter", "Lunch")
    articles = manual()
    articles += [
        Article(
            f"kb/Zz{at}",
            f"Business {each}",
            f"Any business has its {each.casefold()}. The papers lie in a drawer of the desk in the office.",
            language="en",
        )
        for at, each in enumerate(beside)
    ]
    groups, _ = find_groups([each.key for each in articles], leaves(articles))
    assert {each.label for each in groups} == set(SUBJECTS)


def test_words_that_have_nothing_but_themselves_in_common_make_no_topic() -> None:
    articles = manual()
    for at in range(9):
        words = list(SUBJECTS.values())[at % 3]
        articles.append(
            Article(f"kb/Zz{at}", f"Visits of Harald {at}", " ".join([*words] * 5), language="en")
        )
    groups, _ = find_groups([each.key for each in articles], leaves(articles))
    assert {each.label for each in groups} == set(SUBJECTS)


def test_the_word_of_its_name_weighs_most_among_those_of_a_topic() -> None:
    articles = manual()
    groups, _ = find_groups([each.key for each in articles], leaves(articles))
    forklift = next(each for each in groups if each.label == "Forklift")
    rest = [weight for word, weight in forklift.words.items() if word != "forklift"]
    assert forklift.words["forklift"] > 4 * max(rest)


def test_a_record_has_no_speakers() -> None:
    assert speakers_of("Name: Pump 3\nPrice: 40\nColour: red\nWeight: 3 kg\n") == ()
    assert speakers_of("Ada: Hello there!\nBo: Hi.\nAda: Shall we?\nBo: Yes, at nine.\n") == ("Ada", "Bo")


def test_sections_with_numbers_live_in_their_chapters() -> None:
    numbers = ["1.1.", "1.2.", "1.3.", "2.1.", "2.2.", "2.10.", "3.1.", "3.2.", "12.1.", "12.2."]
    numbers += ["A.1.", "A.2."]
    chapters = ["Chapter 1. The Harbour", "第 2 章 The Town", "Appendix A. Tables", "Preface"]
    titles = [*(f"{number} On {number}" for number in numbers), *chapters]
    found = leaves([Article(f"kb/{at}.html", title, "Ropes.") for at, title in enumerate(titles)])
    groups, how = find_groups([each.key for each in found], found)
    assert how == "chapter"
    assert [each.label for each in groups] == ["The Harbour", "The Town", "On 3.1.", "On 12.1.", "Tables"]
    home = dict(zip(titles, placed(groups, found), strict=True))
    assert {home[f"1.{at}. On 1.{at}."] for at in (1, 2, 3)} == {"The Harbour"} == {home[chapters[0]]}
    assert home["2.10. On 2.10."] == home[chapters[1]] == "The Town"
    assert home["12.1. On 12.1."] == "On 12.1."
    assert home["A.2. On A.2."] == home[chapters[2]] == "Tables"
    assert home["Preface"] == ""


def test_numbers_of_a_few_titles_make_no_chapters() -> None:
    titles = [f"Fix Pack 8.{at} for gauges" for at in range(20)] + ["7.1 Release", "7.2 Release"]
    found = leaves([Article(f"kb/{at}.txt", title, "Ropes.") for at, title in enumerate(titles)])
    assert find_groups([each.key for each in found], found)[1] != "chapter"


def test_the_chapters_of_one_book_need_no_directories() -> None:
    titles = [*(f"{at}. On Ropes {at}" for at in range(1, 12)), "The Book of Ropes", "Index of Ropes"]
    found = leaves([Article(f"kb/{at}.html", title, "Ropes and knots.") for at, title in enumerate(titles)])
    assert find_groups([each.key for each in found], found) == ([], "")
    four = [replace(each, key=f"{each.key}-{at}") for each in found for at in range(4)]
    assert find_groups([each.key for each in four], four)[1] != "", "four books are no one book"


def test_tags_of_the_author_come_before_words_and_the_rarer_of_two_decides() -> None:
    tags = [("soup",), ("soup", "fish"), ("fish",), ("soup",), ("cake",), ("bread",)]
    leaves = [
        features_of(Article(f"kb/{at:02}.md", f"Dish {at}", "Stir it.", language="en", tags=some))
        for at, some in enumerate(tags * 4)
    ]
    groups, how = find_groups([each.key for each in leaves], leaves)
    assert how == "tag" and [each.label for each in groups] == ["Bread", "Cake", "Fish", "Soup"]
    assert place_documents(groups, leaves)[:5] == ["/Soup", "/Fish", "/Fish", "/Soup", "/Cake"]


def test_fields_above_a_text_name_no_topic() -> None:
    head = "- **Author:** Ann Lee\n- **Mail:** Ben <ben@kb.example>\n\n- Cook time: slow\n"
    text = f"{head}\nSoup for two.\n\n- Salt: some.\n"
    words = {word for word, _ in features_of(Article("kb/a.md", "Leek", text, language="en")).words}
    assert {"leek", "slow", "soup", "salt"} <= words
    assert words.isdisjoint({"author", "ann", "lee", "mail", "ben", "cook", "time"})
