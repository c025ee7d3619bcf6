"""What a topic is called that a word of the texts gathered."""

from __future__ import annotations

import random

from wikic.model.article import Article
from wikic.schema.library.clusters import best_name
from wikic.schema.library.document_features import Space, features_of
from wikic.schema.library.phrases import Phrase
from wikic.schema.library.topics import find_groups

VECTORS = [
    {"lamp": 0.6, "oil": 0.8},
    {"lamp": 0.6, "oil": 0.8},
    {"lamp": 1.0, "wick": 0.2},
    {"sail": 1.0, "oil": 0.1},
]
KNOWN = Space({"lamp": 1.0, "oil": 0.5, "wick": 1.0, "sail": 1.0}, VECTORS)
MIDDLE = {"lamp": 0.8, "oil": 0.5, "wick": 0.1}


def phrase(text: str, *holders: int, titled: bool = True) -> Phrase:
    return Phrase(text, frozenset(text.casefold().split()), holders, titled=titled)


def test_what_all_have_and_no_others_do_is_the_name() -> None:
    names = [phrase("oil", 0, 1, 3, titled=False), phrase("lamp", 0, 1, 2, titled=False)]
    found = best_name(names, MIDDLE, {0, 1, 2}, KNOWN)
    assert found is not None and found.text == "lamp"


def test_a_phrase_of_titles_comes_before_a_word_of_texts() -> None:
    names = [phrase("lamp", 0, 1, 2, titled=False), phrase("Lamp Oil", 0, 1)]
    found = best_name(names, MIDDLE, {0, 1, 2}, KNOWN)
    assert found is not None and found.text == "Lamp Oil"


def test_a_word_that_titles_have_beside_it_may_be_everybodys() -> None:
    found = best_name([phrase("Lamp Errors", 0, 1)], MIDDLE, {0, 1, 2}, KNOWN)
    assert found is not None and found.text == "Lamp Errors"


def test_a_topic_whose_documents_share_no_word_has_no_name() -> None:
    names = [phrase("wick", 2, titled=False), phrase("Sail", 3), phrase("Old Errors", 0, 1)]
    assert best_name(names, MIDDLE, {0, 1, 2}, KNOWN) is None


def test_titles_name_what_a_word_of_the_code_gathered() -> None:
    """Every text of a subject has ``ptr`` or the like in its code; no directory is called so."""
    chance = random.Random(3)
    subjects = {
        "Borrow checker": ("qx", ["lifetime", "alias", "region", "loan", "reborrow", "two-phase", "drop"]),
        "Package registry": ("zv", ["publish", "yank", "index", "token", "mirror", "owner", "download"]),
        "Pattern matching": ("kj", ["guard", "binding", "arm", "wildcard", "irrefutable", "slice", "range"]),
        "Error messages": ("wq", ["span", "label", "suggestion", "lint", "hint", "colour", "terminal"]),
    }
    articles = []
    for name, (code, words) in subjects.items():
        for at in range(16):
            title = f"{name} of {words[at % 7]}" if at < 3 else f"Proposal {chance.randrange(9000)}"
            text = f"{' '.join(chance.choices(words, k=30))}.\n```\n{' '.join([code] * 6)}\n```\n"
            articles.append(Article(f"kb/{name[:2]}{at}", title, text, language="en"))
    groups, how = find_groups([each.key for each in articles], [features_of(each) for each in articles])
    labels = {each.label for each in groups}
    assert how == "topic" and groups
    assert not labels & {"Qx", "Zv", "Kj", "Wq"}
    assert labels <= {label[:1].upper() + label[1:] for label in subjects} | {
        word.capitalize() for _, words in subjects.values() for word in words
    }
