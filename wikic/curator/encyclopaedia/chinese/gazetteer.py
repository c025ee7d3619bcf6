"""Names every reader knows: places, periods, events, a few people of old. Small on purpose."""

from __future__ import annotations

from typing import Final

from wikic.curator.encyclopaedia.chinese.vocabulary import PACK

PROVINCES: Final = frozenset(PACK.words("provinces"))
CITIES: Final = frozenset(PACK.words("cities"))
COUNTRIES: Final = frozenset(PACK.words("countries"))
ORGANISATIONS: Final = frozenset(PACK.words("organisations"))
PEOPLE_OF_OLD: Final = frozenset(PACK.words("people_of_old"))

# Form in the text → title.
PERIODS: Final = {form: title for title, forms in PACK.rows("periods") for form in forms.split()}
