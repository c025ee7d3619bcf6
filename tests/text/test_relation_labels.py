"""Labels and their other sides."""

from __future__ import annotations

import pytest

from wikic.text.relation_labels import INVERSE, LINKS, inverse, narrowest


def test_what_chinese_documents_say_of_books_and_birthplaces_reads_from_both_sides() -> None:
    pairs = (("published in", "published"), ("collected in", "contains"), ("native of", "home of"))
    for label, other in pairs:
        assert (inverse(label), inverse(other)) == (other, label)


def test_every_label_has_one_other_side_that_leads_back_to_the_family() -> None:
    labels = [label for label, _ in INVERSE]
    assert len(labels) == len(set(labels))
    for label in labels:
        assert inverse(inverse(label)) in {label, inverse(inverse(inverse(inverse(label))))}


def test_a_link_between_documents_reads_from_both_sides() -> None:
    assert (inverse(LINKS), inverse(inverse(LINKS))) == ("linked from", LINKS)


def test_an_unknown_label_gains_and_loses_of() -> None:
    assert inverse("patron") == "patron of"
    assert inverse("patron of") == "patron"


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        ({"child", "daughter"}, {"daughter"}),
        ({"parent", "mother", "father"}, {"mother", "father"}),
        ({"mentions", "director of"}, {"director of"}),
        ({"mentions"}, {"mentions"}),
        ({"mentions", "mentioned by"}, {"mentions", "mentioned by"}),
        ({"child", "spouse"}, {"child", "spouse"}),
        ({"links to", "mentions"}, {"links to"}),
    ],
)
def test_the_exact_label_stands_for_the_vague_one(labels: set[str], shown: set[str]) -> None:
    assert narrowest(labels) == shown
