"""Which names a document counts, and what it counts of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic.curator.document_terms import LONGEST, MOST, terms
from wikic.document.quotes import segment
from wikic.language import pack
from wikic.model.statement import MAX_TERM_BLOCKS, Term

GUIDE = """# Hanging a lamp

## Storm Lamp

Every house has a Storm Lamp by the door. The keeper fills the Storm Lamp oil tank each night.
In bad weather Hester Dunn lights the storm lamp herself.

1. Click Settings and wait for the green light.
2. Then see the Harbour Board about the dues.

Adding oil is easy, and in January the Harbour Board pays for it.
A TypeError was never seen there. Click Board if it's raining.
"""


def found(text: str, title: str = "Hanging a lamp") -> dict[str, Term]:
    return {term.name: term for term in terms(title, segment(text, "en"), pack("en"))}


def test_names_are_runs_of_capitals_inside_sentences() -> None:
    assert set(found(GUIDE)) == {"Storm Lamp", "Hester Dunn", "Harbour Board"}


def test_what_is_counted_of_a_name() -> None:
    lamp = found(GUIDE)["Storm Lamp"]
    assert (lamp.uses, lamp.capital, lamp.lower, lamp.before_noun, lamp.heading) == (3, 2, 1, 0, 1)


def test_the_sentence_that_opens_with_the_name_says_most() -> None:
    text = "They had looked for many long hours for the Grey Heron. The Grey Heron was built in 1862."
    best = found(f"{text} The crew of the Grey Heron slept.")["Grey Heron"].blocks[0]
    assert best == next(block.id for block in segment(text, "en") if "built" in block.text)


def test_a_word_beside_which_others_make_the_name_is_bound_to_them() -> None:
    text = "Ask the Board. We wrote to the Harbour Board, and Board members came to the Board V2 hearing."
    assert (found(text)["Board"].uses, found(text)["Board"].before_noun) == (2, 1)
    assert found(text)["Harbour Board"].before_noun == 0


def test_sentences_that_a_name_opens_say_something_of_it() -> None:
    text = "The Grey Heron (a barque) sailed north. We saw the Grey Heron. Grey Heron, Lady Rooke: two ships."
    assert found(text)["Grey Heron"].about == 1


def test_a_quoted_title_is_one_name_whatever_its_first_word() -> None:
    text = 'They all played "Hey Lantern" and then somebody sang "Boy in Black" until the morning came.'
    assert set(found(text)) >= {"Hey Lantern", "Boy in Black"}
    assert found(text)["Boy in Black"].capital == 1


def test_plural_short_forms_owners_and_versions_are_the_name_alone() -> None:
    text = (
        "Send the QRFs to us. One QRF is enough for the crew. "
        "The keeper saw Kelda's board and the Storm Lamp V8 manual."
    )
    assert {"QRF", "Kelda", "Storm Lamp"} <= set(found(text))


def test_words_all_in_capitals_are_no_name_but_short_forms_are() -> None:
    text = "This is a report under the HARBOUR SAFETY ORDER as it stands. It names the QX TS unit in full."
    assert set(found(text)) == {"QX TS"}


def test_the_document_s_own_title_is_no_term_of_it() -> None:
    assert "Harbour Board" not in found(GUIDE, "Harbour Board")


def test_works_between_title_marks_are_terms_in_han_script() -> None:
    text = "他在石帆写了《听潮集》。《听潮集》后来由别人编成，共有三卷。"
    (term,) = terms("许青禾", segment(text, "zh"), pack("zh"))
    assert (term.name, term.uses, term.about) == ("听潮集", 2, 1)
    assert term.blocks[0] == next(each.id for each in segment(text, "zh") if "后来" in each.text)


def test_blanks_around_figures_are_no_part_of_a_work() -> None:
    text = "他在石帆写了《听潮集 2》。后来《听潮集2》由别人编成，共有三卷。"
    (term,) = terms("许青禾", segment(text, "zh"), pack("zh"))
    assert (term.name, term.uses) == ("听潮集2", 2)


def test_another_language_than_those_known_has_names_too() -> None:
    text = "Le gardien Marcel Petit vivait seul. On disait que Marcel Petit ne dormait jamais la nuit."
    assert "Marcel Petit" in {term.name for term in terms("Phare", segment(text, "fr"), pack("fr"))}


def test_a_word_of_an_unknown_language_is_no_name_for_its_capital() -> None:
    text = (
        "En el acta pone que Con las nuevas normas habrá cambios en la sala. ¿Qué hacer con los lectores? "
        "También dice Que los lectores de Talleres Iriarte vienen los lunes, según Elvira."
    )
    counted = {term.name for term in terms("Acta", segment(text, "es"), pack("es"))}
    assert counted == {"Talleres Iriarte", "Elvira"}


def test_a_day_of_the_week_is_no_term() -> None:
    text = (
        "They often met there on Sundays and later sailed on Friday with the Grey Heron to the north coast."
    )
    assert set(found(text)) == {"Grey Heron"}


@given(st.text(max_size=400), st.sampled_from(["en", "zh", "de", "fr"]))
def test_any_text_has_bounded_terms_that_stand_in_it(text: str, language: str) -> None:
    blocks = segment(text, language)
    ids = {block.id for block in blocks}
    counted = terms("", blocks, pack(language))
    assert len(counted) <= MOST
    for term in counted:
        assert (term.uses >= 1 and len(term.name.split()) <= LONGEST + term.name.count("-")) or "《" in text
        assert len(term.blocks) <= MAX_TERM_BLOCKS and set(term.blocks) <= ids
