from __future__ import annotations

import pytest

from wikic.curator.encyclopaedia.english import titles
from wikic.curator.encyclopaedia.things import Sort


@pytest.mark.parametrize(
    ("name", "title", "sort", "stands"),
    [
        ("Ahmedabad", "History of Ahmedabad", "place", False),
        ("Nuts", "Just Nuts", "work", False),
        ("OSS 117", "OSS 117: Lost in Rio", "work", False),
        ("Dream", "The Dream (1966 film)", "work", False),
        ("The Dream", "The Dream (1966 film)", "work", True),
        ("Spies", "Spione", "work", True),
        ("Lilo & Stitch", "Lilo &amp; Stitch", "work", True),
        ("London", "New London, New Hampshire", "place", False),
        ("New London", "New London, New Hampshire", "place", True),
        ("King's College", "King's College, Cambridge", "organization", True),
        ("Harris", "Harris, Forbes & Co.", "organization", False),
        ("Balkan League", "Balkan International Basketball League", "organization", True),
        ("Chicago", "Chicago Cubs", "organization", False),
        ("Rotrou IV", "Rotrou IV, Count of Perche", "person", False),
        ("Rotrou IV of Perche", "Rotrou IV, Count of Perche", "person", True),
        ("Bell", "Alexander Graham Bell", "person", False),
        ("Charles Anderson Berry", "Chuck Berry", "person", True),
    ],
)
def test_what_only_leaves_words_out_is_no_alias(name: str, title: str, sort: Sort, stands: bool) -> None:
    assert titles.vetted_aliases([name], title, sort=sort) == ((name,) if stands else ())


def test_an_acronym_behind_the_verb_is_another_things() -> None:
    assert (
        titles.aliases_in("The Lightning are a team in the Women's League (WL).", "Adelaide Lightning") == []
    )
    assert titles.aliases_in("The Women's League (WL) is a league.", "Women's League") == ["WL"]
