"""Three documents on one keeper of a light: 3 and 2 statements about him, and one that names him."""

from __future__ import annotations

from support.table_curator import Doc

KEEPER = Doc(
    "t/keeper",
    (("Isak Dunn", "people", ()), ("Hallow Light", "places", ())),
    (
        (0, "Isak Dunn was the first keeper of the Hallow Light.", (1,)),
        (0, "Isak Dunn was born in 1829.", ()),
        (0, "Isak Dunn kept the light for 39 years.", ()),
        (1, "The Hallow Light stands on the west head.", ()),
    ),
    date="1901",
)
STORM = Doc(
    "t/storm",
    (("Great Storm", "concepts", ()), ("Isak Dunn", "people", ())),
    (
        (0, "The Great Storm struck in October 1883.", ()),
        (1, "Isak Dunn rowed out to the Grey Heron in the storm.", (0,)),
        (1, "Isak Dunn brought nine sailors ashore.", ()),
    ),
    date="1911",
)
BOARD = Doc(
    "t/board",
    (("Harbour Board", "concepts", ()), ("Isak Dunn", "people", ())),
    ((0, "The Harbour Board paid the keeper Isak Dunn 40 pounds a year.", (1,)),),
)
CORPUS = (KEEPER, STORM, BOARD)
PAGE = "people/Isak-Dunn.md"
