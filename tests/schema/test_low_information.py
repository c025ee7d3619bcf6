"""Each kind of low-information document, in Latin scripts and Chinese, and what only resembles it."""

from __future__ import annotations

import pytest

from wikic.model.article import Article
from wikic.schema.low_information import KINDS, DocumentView, kind_of

PROSE = (
    "The harbour of Saltmere was deepened in 1871 by a company of its merchants, who had lost two ships on "
    "the bar the winter before. The work took three summers. Stone came from the quarry at Hallow Point, "
    "and the men were paid by the yard. When it was done the larger steamers could enter at half tide. "
)

FOUND = (
    (
        "greeting",
        "Happy New Year",
        "Happy New Year! We wish you and your family a healthy and peaceful year.",
    ),
    (
        "greeting",
        "Season's Greetings",
        "Season’s greetings from all of us at the Museum. Thank you for 2023.",
    ),
    ("greeting", "Weihnachten", "Liebe Freunde, frohe Weihnachten! Wir wünschen Ihnen ruhige Tage."),
    ("greeting", "Vœux", "Bonne année 2024 ! Toute l'équipe vous souhaite la santé et la joie."),
    ("greeting", "Hi", "Merry Christmas, everybody!"),
    ("greeting", "新年贺词", "值此新春佳节，恭祝各位读者新年快乐，身体健康，万事如意！"),
    ("greeting", "中秋", "中秋节快乐！祝大家阖家团圆。"),
    ("repost", "Tide", "This article was originally published on The Conversation. " + PROSE),
    ("repost", "Tide", PROSE * 4 + "\n\nRepublished with permission from the Harbour Gazette."),
    ("repost", "Tide", "Reposted from the Harbour Gazette\n\n" + PROSE),
    ("repost", "Flut", "Dieser Artikel erschien zuerst in der Küstenpost. Der Hafen wurde 1871 vertieft."),
    (
        "repost",
        "港口",
        "本文转载自《海港日报》。港口于一八七一年由商人公司加深，工程历时三个夏天，石料取自附近。",
    ),
    ("repost", "港口", "港口于一八七一年由商人公司加深，工程历时三个夏天。（来源：新华网）"),
    ("event", "Open day", "Join us at the lifeboat station! Saturday 4 May, 10 am to 4 pm. All are welcome."),
    ("event", "Talk", "Talk on tides. Venue: Town Hall. Time: 19:30. Registration required, see our page."),
    ("event", "Fest", "Wir laden herzlich zum Hafenfest ein. Samstag, 4. Mai, 14 Uhr, Eintritt frei."),
    ("event", "讲座预告", "讲座主题：潮汐的故事。时间：5月4日下午3点。地点：图书馆报告厅。欢迎报名参加。"),
    (
        "promotion",
        "Lamp",
        "Buy now and save 20% off our brass lamps. Free shipping on all orders, today only!",
    ),
    (
        "promotion",
        "News",
        "Subscribe to our newsletter and follow us on every platform. Click here to start.",
    ),
    ("promotion", "Lampe", "Jetzt bestellen: Messinglampen mit 30 % Rabatt, kostenloser Versand."),
    ("promotion", "特惠", "限时优惠！全场包邮，扫码关注公众号领取优惠券，立即购买。"),
    ("boilerplate", "", "Home | About us | Contact | News | Sitemap | Login"),
    ("boilerplate", "Index", "\n".join(f"- [Page {n}](page-{n}.md)" for n in range(8))),
    ("boilerplate", "Links", "\n".join(f"* [[Page {n}]]" for n in range(6))),
    ("boilerplate", "404", "404 Not Found. The page you asked for is gone."),
    ("boilerplate", "Footer", "© 2023 Harbour Board. All rights reserved. Terms of use. Privacy policy."),
    (
        "boilerplate",
        "Privacy policy",
        "We collect your personal data when you use our pages. " + "We may share it with our partners. " * 30,
    ),
    (
        "boilerplate",
        "MIT License",
        "Permission is hereby granted, free of charge, to any person obtaining a copy of this software, to "
        "deal in it without restriction. The software is provided as is, without warranty of any kind, "
        "including merchantability and fitness for a particular purpose. In no event shall the authors pay.",
    ),
    ("boilerplate", "", "首页\n关于我们\n联系我们\n登录\n注册\n网站地图"),
    ("boilerplate", "免责声明", "本网站内容仅供参考，不承担任何责任。未经许可，不得转载。版权所有。"),
    ("near-empty", "Boston", "Capital city."),
    ("near-empty", "Plan", "TODO: write this page later, when the figures are in."),
    ("near-empty", "Table", "12 13 14 15 16 17 18 19 20 21 22 23 24"),
    ("near-empty", "Lorem", "Lorem ipsum dolor sit amet, consectetur adipiscing elit."),
    ("near-empty", "港口", "港口。"),
    ("near-empty", "港口", "本页建设中，敬请期待。"),
)

MIT = next(text for _, title, text in FOUND if title == "MIT License")

NEAR_MISSES = (
    ("A readme that ends with its licence", "We built our library for the tide gauge. " + PROSE * 6 + MIT),
    (
        "Merry Christmas (film)",
        "Merry Christmas is a 2005 film by Christian Carion about a truce in 1914 on the front.",
    ),
    (
        "Happy New Year",
        "“Happy New Year” is a song by ABBA from their seventh album. It was released in 1980.",
    ),
    ("新年快乐", "《新年快乐》是一九八一年上映的电影，由李明导演，讲述两个家庭在春节期间重逢的故事。"),
    (
        "The Hideout",
        "The Hideout is a novel by Egon Hostovský. It was originally published in 1945 in New York.",
    ),
    (
        "Reprints",
        "The press reprinted his early stories in 1922. They first appeared in the Gazette in 1911.",
    ),
    (
        "港口",
        "本篇最初发表于一九二五年《语丝》周刊，后收入文集。作者在文中谈到港口的历史和他的童年。转载请注明。",
    ),
    (
        "Carrow Festival",
        "The festival was held at 7 pm on 4 May 1921 in the town hall. Four hundred people came.",
    ),
    ("RSVP", "RSVP is an Indian film production company, founded by Ronnie Screwvala in 2017 in Mumbai."),
    ("讲座", "讲座是一种教学活动。一九二四年五月，他在师范学校作了题为《灯》的讲座，听众有二百余人。"),
    (
        "Coupon",
        "A coupon is a ticket that can be redeemed for a discount. Coca-Cola issued the first in 1888.",
    ),
    (
        "Advertising",
        PROSE + "The board's posters told visitors to “book early”; one shop cried “buy now”. " + PROSE,
    ),
    (
        "Privacy policy",
        "A privacy policy is a legal document that says how a party handles data of a client.",
    ),
    ("Open Letter", PROSE + "All rights reserved, the board wrote, was a phrase it had never used. " + PROSE),
    ("Home", "Home is a 2009 documentary by Yann Arthus-Bertrand. It was shown about the world in June."),
    ("Glossary", "\n".join(f"- [Word {n}](w{n}.md) -- the word of which page {n} speaks" for n in range(8))),
    (
        "Crew",
        "Ada Cole, captain\nTom Moor, mate\nAnn Lee, cook\nJim Fell, stoker\nBess Orr, pilot\nSam Rae, boy",
    ),
    ("Nasam", "Nasam is a village in Georgia."),
    ("李明", "李明，浙江绍兴人，作家。"),
    (
        "Todo",
        "Todo is a Japanese surname. It is borne by some four thousand people, most of them in Osaka, and by "
        "several athletes.",
    ),
    ("Census", "In 1901 the parish had 412 people, in 1911 it had 380, in 1921 only 295 were left."),
)


def kind(title: str, text: str) -> str:
    return kind_of(DocumentView.at(Article("c/1", title, text)))


@pytest.mark.parametrize(("expected", "title", "text"), FOUND, ids=[f"{row[0]}-{row[1]}" for row in FOUND])
def test_found(expected: str, title: str, text: str) -> None:
    assert kind(title, text) == expected


@pytest.mark.parametrize(("title", "text"), NEAR_MISSES, ids=[row[0] for row in NEAR_MISSES])
def test_a_near_miss_is_kept(title: str, text: str) -> None:
    assert kind(title, text) == ""


def test_there_are_seven_and_each_but_the_last_is_planted_in_both_scripts() -> None:
    assert len(KINDS) == 7
    for each in KINDS[:-1]:
        texts = [text for name, _, text in FOUND if name == each.name]
        assert any(text.isascii() for text in texts) and any(max(text) >= "\u4e00" for text in texts)


def test_a_long_document_is_looked_at_in_parts() -> None:
    view = DocumentView.at(Article("c/1", "Long", "Reposted from the Gazette. " + PROSE * 2_000))
    assert len(view.text) < 11_000
    assert kind_of(view) == "repost"
