"""Seasonal greetings (WikiKV, section III-C): wishes to the reader, and nothing else."""

from __future__ import annotations

from typing import Final

from wikic.language import all_packs
from wikic.schema.filter.document_view import DocumentView, found

_LONGEST: Final = 120  # words; a letter that also tells something is longer
_BARE: Final = 12  # words up to which the occasion alone makes a greeting: "Happy New Year, everybody!"

OCCASIONS: Final = (
    *("happy new year", "merry christmas", "happy christmas", "season's greetings", "seasons greetings"),
    *("happy holidays", "happy easter", "happy thanksgiving", "happy diwali", "eid mubarak", "happy eid"),
    *("happy hanukkah", "happy lunar new year", "happy chinese new year", "happy mid-autumn festival"),
    *("frohe weihnachten", "frohes neues jahr", "frohes fest", "frohe ostern", "guten rutsch"),
    *("joyeux noël", "bonne année", "joyeuses fêtes", "joyeuses pâques"),
    *("feliz navidad", "feliz año nuevo", "felices fiestas", "próspero año nuevo"),
    *("buon natale", "buon anno", "buone feste", "felice anno nuovo", "feliz natal", "feliz ano novo"),
    *("prettige kerstdagen", "gelukkig nieuwjaar", "god jul", "gott nytt år"),
    *all_packs.words("occasions"),
)
WISHES: Final = (
    *("wish you", "wishes you", "wishing you", "wish all", "wishing all", "wish everyone", "wish our"),
    *("wishing our", "warmest wishes", "best wishes", "good wishes", "warm wishes", "to all our"),
    *("you and your", "dear customers", "dear colleagues", "dear readers", "dear friends", "dear all"),
    *("from all of us", "from our family", "wünschen ihnen", "wünschen euch", "wünschen wir", "wünsche ich"),
    *("vous souhaite", "vous souhaitons", "nos meilleurs vœux", "les desea", "les deseamos", "te desea"),
    *("os deseamos", "vi augura", "vi auguriamo", "augura a tutti", "desejamos", "wenst u", "wensen u"),
    *all_packs.words("wishes"),
)


def is_greeting(view: DocumentView) -> bool:
    """Whether a short document names the occasion and wishes its reader something.

    A film called "Merry Christmas" wishes nobody anything.
    """
    if view.size > _LONGEST or not found(OCCASIONS, view.text):
        return False
    return view.size <= _BARE or bool(found(WISHES, view.text))
