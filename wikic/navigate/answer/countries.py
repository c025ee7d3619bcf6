"""Which country a fact speaks of: its name, or the adjective of its people."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

# Country; other names and adjectives, Chinese ones after them.
_TABLE: Final = """
United States: American, U.S., US, USA, United States of America, 美国
United Kingdom: British, English, Scottish, Welsh, England, Scotland, Wales, Great Britain, UK, 英国
France: French, Franco, 法国
Germany: German, 德国
Italy: Italian, 意大利
Spain: Spanish, Catalan, 西班牙
Portugal: Portuguese, 葡萄牙
Netherlands: Dutch, 荷兰
Belgium: Belgian, Flemish, 比利时
Austria: Austrian, 奥地利
Switzerland: Swiss, 瑞士
Sweden: Swedish, 瑞典
Norway: Norwegian, 挪威
Denmark: Danish, 丹麦
Finland: Finnish, 芬兰
Iceland: Icelandic, 冰岛
Ireland: Irish, 爱尔兰
Poland: Polish, 波兰
Czech Republic: Czech, Czechoslovakia, Czechoslovak, 捷克
Slovakia: Slovak
Hungary: Hungarian, 匈牙利
Romania: Romanian, 罗马尼亚
Bulgaria: Bulgarian, 保加利亚
Greece: Greek, 希腊
Turkey: Turkish, Ottoman, 土耳其
Russia: Russian, Soviet, Soviet Union, 俄国, 俄罗斯, 苏联
Ukraine: Ukrainian, 乌克兰
Serbia: Serbian, Yugoslav, Yugoslavia
Croatia: Croatian
Slovenia: Slovene, Slovenian
Bosnia and Herzegovina: Bosnian
Albania: Albanian
Estonia: Estonian
Latvia: Latvian
Lithuania: Lithuanian
Israel: Israeli, 以色列
Egypt: Egyptian, 埃及
Iran: Iranian, Persian, Persia, 伊朗
Iraq: Iraqi, 伊拉克
Lebanon: Lebanese
Syria: Syrian
Georgia: Georgian
Armenia: Armenian
Azerbaijan: Azerbaijani
India: Indian, Bollywood, Tamil, Telugu, Malayalam, Kannada, Marathi, 印度
Pakistan: Pakistani, 巴基斯坦
Bangladesh: Bangladeshi
Sri Lanka: Sri Lankan
Nepal: Nepalese, Nepali
China: Chinese, People's Republic of China, 中国
Hong Kong: 香港
Taiwan: Taiwanese, 台湾
Japan: Japanese, 日本
South Korea: South Korean, Korean, Korea, 韩国, 朝鲜
Thailand: Thai, 泰国
Vietnam: Vietnamese, 越南
Philippines: Filipino, Philippine, 菲律宾
Indonesia: Indonesian, 印度尼西亚
Malaysia: Malaysian, 马来西亚
Singapore: Singaporean, 新加坡
Australia: Australian, 澳大利亚
New Zealand: 新西兰
Canada: Canadian, 加拿大
Mexico: Mexican, 墨西哥
Brazil: Brazilian, 巴西
Argentina: Argentine, Argentinian, Argentinean, 阿根廷
Chile: Chilean, 智利
Colombia: Colombian
Peru: Peruvian
Venezuela: Venezuelan
Cuba: Cuban, 古巴
Jamaica: Jamaican
Puerto Rico: Puerto Rican
South Africa: South African, 南非
Nigeria: Nigerian, 尼日利亚
Kenya: Kenyan
Ghana: Ghanaian
Ethiopia: Ethiopian
Morocco: Moroccan
Algeria: Algerian
Tunisia: Tunisian
"""


@cache
def _names() -> tuple[re.Pattern[str], dict[str, str]]:
    found: dict[str, str] = {}
    for line in _TABLE.strip().splitlines():
        country, _, others = line.partition(": ")
        for name in (country, *others.split(", ")):
            found[name] = country
    longest = sorted(found, key=lambda name: -len(name))
    latin = "|".join(re.escape(name) for name in longest if name.isascii())
    han = "|".join(name for name in longest if not name.isascii())
    return re.compile(rf"(?<![A-Za-z])(?:{latin})(?![A-Za-z])|{han}"), found


def first(text: str) -> tuple[str, str] | None:
    """The country a text names first and the word it uses, or None. "French" is France's."""
    pattern, countries = _names()
    found = pattern.search(text)
    return (countries[found[0]], found[0]) if found is not None else None


def every(text: str) -> frozenset[str]:
    """Every country a text names."""
    pattern, countries = _names()
    return frozenset(countries[found[0]] for found in pattern.finditer(text))
