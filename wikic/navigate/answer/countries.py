"""Which country a fact speaks of: its name, or the adjective of its people."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from wikic.language import everywhere

# Country; other names and adjectives.
_TABLE: Final = """
United States: American, U.S., US, USA, United States of America
United Kingdom: British, English, Scottish, Welsh, England, Scotland, Wales, Great Britain, UK
France: French, Franco
Germany: German
Italy: Italian
Spain: Spanish, Catalan
Portugal: Portuguese
Netherlands: Dutch
Belgium: Belgian, Flemish
Austria: Austrian
Switzerland: Swiss
Sweden: Swedish
Norway: Norwegian
Denmark: Danish
Finland: Finnish
Iceland: Icelandic
Ireland: Irish
Poland: Polish
Czech Republic: Czech, Czechoslovakia, Czechoslovak
Slovakia: Slovak
Hungary: Hungarian
Romania: Romanian
Bulgaria: Bulgarian
Greece: Greek
Turkey: Turkish, Ottoman
Russia: Russian, Soviet, Soviet Union
Ukraine: Ukrainian
Serbia: Serbian, Yugoslav, Yugoslavia
Croatia: Croatian
Slovenia: Slovene, Slovenian
Bosnia and Herzegovina: Bosnian
Albania: Albanian
Estonia: Estonian
Latvia: Latvian
Lithuania: Lithuanian
Israel: Israeli
Egypt: Egyptian
Iran: Iranian, Persian, Persia
Iraq: Iraqi
Lebanon: Lebanese
Syria: Syrian
Georgia: Georgian
Armenia: Armenian
Azerbaijan: Azerbaijani
India: Indian, Bollywood, Tamil, Telugu, Malayalam, Kannada, Marathi
Pakistan: Pakistani
Bangladesh: Bangladeshi
Sri Lanka: Sri Lankan
Nepal: Nepalese, Nepali
China: Chinese, People's Republic of China
Hong Kong
Taiwan: Taiwanese
Japan: Japanese
South Korea: South Korean, Korean, Korea
Thailand: Thai
Vietnam: Vietnamese
Philippines: Filipino, Philippine
Indonesia: Indonesian
Malaysia: Malaysian
Singapore: Singaporean
Australia: Australian
New Zealand
Canada: Canadian
Mexico: Mexican
Brazil: Brazilian
Argentina: Argentine, Argentinian, Argentinean
Chile: Chilean
Colombia: Colombian
Peru: Peruvian
Venezuela: Venezuelan
Cuba: Cuban
Jamaica: Jamaican
Puerto Rico: Puerto Rican
South Africa: South African
Nigeria: Nigerian
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
        for name in filter(None, (country, *others.split(", "))):
            found[name] = country
    for name, others, _, _, country in (*everywhere.rows("countries"), *everywhere.rows("countries_asked")):
        if country:
            found |= dict.fromkeys(filter(None, (name, *others.split(", "))), country)
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
