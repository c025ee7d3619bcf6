"""Event announcements (WikiKV, section III-C): the reader is invited to be somewhere at some hour."""

from __future__ import annotations

import re
from typing import Final

from wikic.language import all_packs
from wikic.schema.filter.document_view import DocumentView, found

_LONGEST: Final = 400  # words

INVITATIONS: Final = (
    *("join us", "you are invited", "you're invited", "you are cordially invited", "we invite you"),
    *("cordially invites you", "invites you to", "save the date", "rsvp", "register now", "register here"),
    *("register at", "to register", "registration is open", "registration opens", "registration required"),
    *("book your ticket", "book your tickets", "book your place", "book your seat", "reserve your seat"),
    *(
        "reserve your place",
        "tickets are available",
        "tickets available",
        "tickets on sale",
        "get your tickets",
    ),
    *("free admission", "admission is free", "admission free", "all are welcome", "everyone is welcome"),
    *("come along", "see you there", "don't miss", "hope to see you"),
    *("wir laden", "herzlich eingeladen", "anmeldung unter", "eintritt frei", "jetzt anmelden"),
    *("inscrivez-vous", "vous êtes invités", "nous vous invitons", "entrée libre", "entrée gratuite"),
    *("inscríbete", "te invitamos", "les invitamos", "entrada libre", "entrada gratuita", "ingresso libero"),
    *all_packs.words("invitations"),
)
# An hour of the day, or a field that gives time or place.
HOUR: Final = re.compile(
    r"\b\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|a\.m\.|p\.m\.|noon|uhr|o'clock)(?![a-z])|\b\d{1,2}[:h]\d\d\b"
    r"|\b(?:date|time|when|where|venue|location|place|doors|ort|datum|beginn|lieu|heure|fecha|hora|lugar) ?: "
    r"|" + all_packs.expression("hour_or_place")
)


def is_event(view: DocumentView) -> bool:
    """Whether a document of a page or less invites its reader and says when or where.

    What was held, and the story of a festival, invite nobody.
    """
    if view.size > _LONGEST or not found(INVITATIONS, view.text):
        return False
    return HOUR.search(view.text) is not None
