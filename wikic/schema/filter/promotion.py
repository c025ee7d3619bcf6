"""Promotion (a kind of low-information documents; WikiKV, III-C): the reader is to buy or subscribe."""

from __future__ import annotations

import re
from typing import Final

from wikic.language import all_packs
from wikic.schema.filter.document_view import DocumentView, found

# Two calls within a short text, or one in each sixty words of a longer one: an article on advertising
# quotes some too.
_FEWEST: Final = 2
_WORDS_A_CALL: Final = 60
_LONGEST: Final = 600

CALLS: Final = (
    *("buy now", "order now", "order today", "shop now", "buy today", "call now", "act now", "get yours"),
    *("limited time", "limited-time", "while stocks last", "while supplies last", "today only", "hurry"),
    *(
        "free shipping",
        "free delivery",
        "money-back guarantee",
        "money back guarantee",
        "satisfaction guaranteed",
    ),
    *("special offer", "exclusive offer", "best price", "lowest prices", "lowest price", "great deals"),
    *("discount code", "promo code", "use code", "coupon code", "coupon", "save up to", "save big"),
    *(
        "subscribe now",
        "subscribe today",
        "subscribe to our",
        "sign up today",
        "sign up now",
        "start your free",
    ),
    *("free trial", "no credit card required", "click here", "click the link", "add to cart", "follow us on"),
    *(
        "like and subscribe",
        "sponsored by",
        "visit our website",
        "visit our store",
        "book a demo",
        "contact us",
    ),
    *(
        "jetzt kaufen",
        "jetzt bestellen",
        "nur für kurze zeit",
        "kostenloser versand",
        "gutscheincode",
        "rabatt",
    ),
    *("achetez maintenant", "commandez", "livraison gratuite", "offre limitée", "code promo", "profitez"),
    *("compra ahora", "envío gratis", "oferta especial", "oferta limitada", "código de descuento"),
    *all_packs.words("promotion_calls"),
)
PERCENT: Final = re.compile(
    r"\b\d{1,2} ?% (?:off|discount|rabatt|de réduction|de descuento)\b|" + all_packs.expression("discount")
)


def is_promotion(view: DocumentView) -> bool:
    """Whether calls to buy, subscribe or click stand so close that there is little else."""
    if view.size > _LONGEST:
        return False
    calls = len(found(CALLS, view.text)) + (PERCENT.search(view.text) is not None)
    return calls >= max(_FEWEST, view.size / _WORDS_A_CALL)
