"""The words by which a document is placed: of this document alone, the same on every machine."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic.document.document_words import document_words
from wikic.model.topics import MAX_DOCUMENT_WORDS


def words(title: str, text: str, code: str = "en") -> list[str]:
    return [word for word, _ in document_words(title, text, code)]


def test_titles_weigh_most_and_plurals_are_one_word() -> None:
    found = words(
        "Valves of the pump", "The pump has a valve. Valves wear. A gasket seals it; gaskets wear too."
    )
    assert found[:2] == ["valve", "pump"]
    assert "gasket" in found and "gaskets" not in found
    assert not {"the", "of", "has", "it", "too"} & set(found)


def test_capitals_of_two_letters_are_words_and_addresses_are_none() -> None:
    found = words("", "MQ sends to me@host.example or https://queue.example/path in May 2019. MQ waits.")
    assert "mq" in found
    assert not {"queue", "host", "may", "2019", "me"} & set(found)


def test_pairs_of_han_characters_count_without_particles() -> None:
    found = words("渔镇的灯塔", "灯塔在海边。灯塔的灯很亮。看灯人住在灯塔里。", "zh")
    assert found[0] == "灯塔"
    assert not any("的" in word or "在" in word for word in found)


def test_a_work_between_its_marks_is_one_word() -> None:
    """Of 《不再而归》 every pair has a particle, so nothing would say what the text is about."""
    found = words("", "《不再而归》昨晚开播。编剧说，《不再而归》写了三年。", "zh")
    assert found[0] == "不再而归"


def test_a_short_text_in_han_gives_words_that_it_uses_once() -> None:
    found = words("", "北湾灯塔昨夜重新点亮，守塔老人升起旗帜，渔船鸣笛，码头挤满孩童。", "zh")
    assert {"灯塔", "重新", "码头", "渔船", "旗帜", "孩童"} <= set(found)


def test_a_language_without_a_pack_has_words_too() -> None:
    assert words("Majakka", "Majakka on meren rannalla. Majakka palaa.", "fi")[0] == "majakka"


@given(st.text(max_size=40), st.text(max_size=400), st.sampled_from(["en", "zh", "de", "ja", "und"]))
def test_any_document_has_at_most_thirty_whole_weights(title: str, text: str, code: str) -> None:
    found = document_words(title, text, code)
    assert len(found) <= MAX_DOCUMENT_WORDS == 30
    assert list(found) == sorted(found, key=lambda each: (-each[1], each[0]))
    assert all(isinstance(weight, int) and weight > 0 for _, weight in found)
