"""Promotion (a kind of low-information documents; WikiKV, III-C): the reader is to buy or subscribe."""

from __future__ import annotations

import re
from typing import Final

from wikic.schema.filter.look import Look, found

# Two calls within a short text, or one in each hundred words of a longer one: an article on advertising
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
    *(
        "限时优惠",
        "限时抢购",
        "限时特惠",
        "立即购买",
        "点击购买",
        "立即抢购",
        "马上抢购",
        "优惠券",
        "满减",
        "包邮",
    ),
    *(
        "秒杀",
        "折扣价",
        "特价",
        "扫码关注",
        "关注公众号",
        "长按识别",
        "识别二维码",
        "加微信",
        "点击阅读原文",
        "免费领取",
    ),
    *(
        "免费试用",
        "下单",
        "抢购",
        "咨询电话",
        "热线电话",
        "优惠价",
        "限時優惠",
        "立即購買",
        "免費試用",
        "優惠",
    ),
)
PERCENT: Final = re.compile(
    r"\b\d{1,2} ?% (?:off|discount|rabatt|de réduction|de descuento)\b|[一二三四五六七八九\d]折"
)


def is_promotion(look: Look) -> bool:
    """Whether calls to buy, subscribe or click stand so close that there is little else."""
    if look.size > _LONGEST:
        return False
    calls = len(found(CALLS, look.text)) + (PERCENT.search(look.text) is not None)
    return calls >= max(_FEWEST, look.size / _WORDS_A_CALL)
