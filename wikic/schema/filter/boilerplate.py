"""Navigation and legal boilerplate (WikiKV, section III-C): what stands on every site alike."""

from __future__ import annotations

import re
from typing import Final

from wikic.language import all_packs
from wikic.schema.filter.document_view import DocumentView, content, folded, found

_FOOTER: Final = 60  # words of a footer or an error page
_FOOTER_CUES: Final = 2
# A README ends with its licence too: legal cues must stand close, or be many.
_LEGAL_WORDS: Final = 60  # words for each legal cue, at most
_LEGAL_CUES: Final = 4
_MANY_CUES: Final = 10
_FEWEST_PIECES: Final = 5  # of a menu
_LONGEST_PIECE: Final = 6  # words of one of them
_NAVIGATION: Final = 3  # different words of NAVIGATION among them
_SHARE: Final = 0.9  # of the pieces that are links or short

LEGAL_TITLES: Final = frozenset(
    (
        *(
            "privacy policy",
            "privacy notice",
            "privacy statement",
            "terms of service",
            "terms of use",
            "terms",
        ),
        *("terms and conditions", "terms & conditions", "cookie policy", "cookies", "disclaimer", "imprint"),
        *("legal notice", "legal", "copyright notice", "license", "licence", "mit license", "impressum"),
        *("datenschutzerklärung", "datenschutz", "agb", "mentions légales", "politique de confidentialité"),
        *(
            "aviso legal",
            "política de privacidad",
        ),
        *all_packs.words("legal_titles"),
    )
)
LEGAL: Final = (
    *("privacy policy", "terms of service", "terms of use", "terms and conditions", "cookie policy"),
    *("we use cookies", "uses cookies", "all rights reserved", "by using this site", "by using this website"),
    *("by using our", "by accessing", "you agree to", "your personal data", "your personal information"),
    *("without warranty", "warranties of any kind", "merchantability", "fitness for a particular purpose"),
    *("permission is hereby granted", "to the fullest extent permitted by law", "shall not be liable"),
    *("not responsible for", "in no event shall", "limitation of liability", "governing law"),
    *("third-party cookies", "opt out of", "we collect", "we may share", "reserve the right"),
    *(
        "datenschutzerklärung",
        "allgemeine geschäftsbedingungen",
        "haftungsausschluss",
        "alle rechte vorbehalten",
    ),
    *("personenbezogene daten", "personenbezogenen daten", "mentions légales", "tous droits réservés"),
    *("conditions générales", "données personnelles", "aviso legal", "política de privacidad"),
    *("todos los derechos reservados", "datos personales"),
    *all_packs.words("legal_cues"),
)
# A policy speaks for somebody; an article on policies does not.
OURS: Final = (
    "we",
    "our",
    "this site",
    "this website",
    "you agree",
    "hereby granted",
    "wir",
    "nous",
    "nosotros",
)
OURS_HAN: Final = all_packs.words("own_site")

NAVIGATION: Final = frozenset(
    (
        *(
            "home",
            "about",
            "about us",
            "contact",
            "contact us",
            "login",
            "log in",
            "sign in",
            "sign up",
            "register",
        ),
        *(
            "sitemap",
            "site map",
            "search",
            "menu",
            "skip to content",
            "skip to main content",
            "next",
            "previous",
        ),
        *(
            "prev",
            "back",
            "back to top",
            "top",
            "faq",
            "help",
            "support",
            "privacy",
            "privacy policy",
            "terms",
        ),
        *(
            "terms of use",
            "terms of service",
            "news",
            "blog",
            "careers",
            "jobs",
            "products",
            "services",
            "shop",
        ),
        *(
            "subscribe",
            "rss",
            "share",
            "print",
            "archive",
            "archives",
            "categories",
            "tags",
            "pricing",
            "docs",
        ),
        *(
            "startseite",
            "über uns",
            "kontakt",
            "impressum",
            "datenschutz",
            "suche",
            "anmelden",
            "weiter",
            "zurück",
        ),
        *(
            "accueil",
            "à propos",
            "recherche",
            "connexion",
            "plan du site",
            "inicio",
            "contacto",
            "acerca de",
            "buscar",
        ),
        *all_packs.words("menu_words"),
    )
)
FAILURES: Final = (
    *(
        "404 not found",
        "page not found",
        "error 404",
        "access denied",
        "403 forbidden",
        "please enable javascript",
    ),
    *(
        "javascript is disabled",
        "you need to enable javascript",
        "session has expired",
        "service unavailable",
    ),
    *all_packs.words("error_pages"),
)
_PARTS: Final = re.compile(r"\s[|›»·•/>]\s|\s{2,}|\t|[|｜›»]")
_LINK: Final = re.compile(
    r"\s*(?:(?:[-*+]|\d{1,3}[.)])\s+)?(?:\[[^\]]+\]\([^)]*\)|\[\[[^\]]+\]\]|<?https?://\S+>?)\s*"
)


def is_boilerplate(view: DocumentView) -> bool:
    """Whether a document is a menu, a list of links, an error page, a footer, a policy or a licence."""
    return _is_failure(view) or _is_legal(view) or _is_navigation(view)


def _is_failure(view: DocumentView) -> bool:
    return view.size <= _FOOTER and bool(found(FAILURES, f"{view.title} {view.text}"))


def _is_legal(view: DocumentView) -> bool:
    cues = len(found(LEGAL, view.text))
    if view.size <= _FOOTER and cues >= _FOOTER_CUES:
        return True
    if not cues or not (found(OURS, view.text) or found(OURS_HAN, view.text)):
        return False
    return view.title in LEGAL_TITLES or cues >= max(_LEGAL_CUES, min(view.size / _LEGAL_WORDS, _MANY_CUES))


def _is_navigation(view: DocumentView) -> bool:
    links = sum(_LINK.fullmatch(line) is not None for line in view.lines)
    if links >= max(_FEWEST_PIECES, _SHARE * len(view.lines)):
        return True
    if len(view.lines) == 1 and len(view.text) > 600:  # prose on one line, looked at by every document
        return False
    pieces = [folded(content(piece)) for line in view.lines for piece in _PARTS.split(line) if piece.strip()]
    short = sum(len(piece.split()) <= _LONGEST_PIECE and len(piece) <= 40 for piece in pieces)
    if len(pieces) < _FEWEST_PIECES or short < _SHARE * len(pieces):
        return False
    return len(NAVIGATION.intersection(pieces)) >= max(_NAVIGATION, len(pieces) / 4)
