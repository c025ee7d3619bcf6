"""What the first words of a note or an entry say: ``鲁彦 即王鲁彦（1902—1944），浙江镇海人，小说家。``"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from wikic.curator.offline.chinese import gazetteer, names, vocabulary
from wikic.curator.offline.chinese.dimensions import Kind

_DAY: Final = r"(?:前|约|公元前)?[0-9０-９○？?]{1,4}[？?]?(?:年(?:[0-9０-９]{1,2}月(?:[0-9０-９]{1,2}日)?)?)?"
# Life dates in parentheses; mentions.py reads names before them.
YEARS: Final = re.compile(
    rf"（[^（）]{{0,50}}?(?<![0-9０-９]){_DAY}\s*[—–\-－~～─]+\s*(?:{_DAY})?[^（）]{{0,12}}）"
)
_HAN_RUN: Final = rf"[{names.HAN}·]"
_ALIAS: Final = re.compile(
    r"(?:^|[，。；、（\s后])(?:原名|本名|改名|更名|又名|别名|别署|笔名|又署|一名|亦名|亦称|也称|又称|别称|通称|简称|全称"
    r"|俗称|旧称|古称|通译|今译|又译|通作)"
    rf"(?:是|为|作)?[“《]?({_HAN_RUN}{{2,12}})[”》]?(?=[，。；、（\s]|$)"
)
_IDENTITY: Final = re.compile(
    rf"(?:^|[，。；（\s])(?:即|^指)(?:所谓)?[“《]?({_HAN_RUN}{{2,12}})[”》]?(?=[，。；（\s]|$)"
)
_GIVEN: Final = re.compile(rf"(?:^|[，、）\s])名([{names.HAN}]{{1,2}})(?=[，。；、（\s]|字)")
_COURTESY: Final = re.compile(rf"(?:^|[，、）\s])字([{names.HAN}]{{2}})(?=[，。；、（\s]|号)")
_SURNAME: Final = re.compile(rf"^姓([{names.HAN}]{{1,2}})(?=[，。；、])")
_LATIN: Final = re.compile(
    r"^[（(]([A-Za-zＡ-Ｚａ-ｚÀ-ÿ][A-Za-zＡ-Ｚａ-ｚÀ-ÿ．.,，'’\-－ \u3000]{2,50}?)"
    r"(?:[,，]\s*(?:约|前)?[0-9０-９][^）)]*)?[）)]"
)
_OCCUPATION: Final = re.compile("|".join(sorted(vocabulary.OCCUPATIONS, key=len, reverse=True)))
_PLACES: Final = "|".join(
    sorted(
        (*gazetteer.PROVINCES, *gazetteer.CITIES, *gazetteer.COUNTRIES, *gazetteer.NATIONS),
        key=len,
        reverse=True,
    )
)
_NATIVE: Final = re.compile(
    rf"(?:^|[，。）\s代])(?:{_PLACES})省?[{names.HAN}（）]{{0,12}}?(?<![一二三四五六七八九十几数多余等个别众诗文女本工军商敌夫])人(?=[，。；、（]|$)"
)
_ORGANISATION: Final = re.compile(
    r"团体|文学社|社团|组织|学校|书店|出版社|书局|机构|政党|党派|流派|公司|报馆|学会|剧团|集团|机关(?!刊)"
)
_PERIODICAL: Final = re.compile(
    r"月刊|周刊|旬刊|季刊|日报|晚报|半月刊|双周刊|杂志|报纸|副刊|日刊|刊物|丛刊|[小长短]篇小说|诗集|小说集|杂文集|散文集|戏曲|剧本|传奇|笔记|歌剧|[一二三四五六七八九十]卷"
)
_PLACE: Final = re.compile(
    r"^[^。]{0,14}(?:位于|在今|地名|山名|湖名|河名|关名|古国名|国名|城名|首都|省会|古城|古地名|县名|胡同|的城市|的城镇|城市，)|^(?:北京|上海|南京|杭州|广州)的?一?[条座个处]?"
    r"(?:地名|街道|公园|戏院|剧场|胡同|饭店)"
)
_EVENT: Final = re.compile(r"^[^。]{0,24}(?:朝代|年号|战争|运动，|起义|惨案|事变|事件)")
_EVENT_TITLE: Final = re.compile(
    r".{2,}(?:复辟|罢工|运动|战争|之战|惨案|事变|事件|起义|革命|之役|变法|条约|大会|会议|之变|之祸|之乱)$"
)
_PLACE_TITLE: Final = re.compile(r".{1,}(?:[省市县镇山河江湖岛寺庙塔门关桥]|公园|胡同|海峡|半岛|群岛)$")
_CITATION: Final = re.compile(
    r"^[，：]?(?:语[出见本]|见(?:于)?《|出自|原出|典出|引自|参[看见]|这?是?引[自用]|见本|此?[处句]|这[里句几两段是]|作者|原[文诗话作]|意思是)"
)
_NOT_TITLE: Final = re.compile(
    r"[，。！？；：、“”…\n]|^(?:关于|这|那|我|本[篇书文丛]|末.篇|协会$|指|按)|[一二三四五六七八九○〇]{4}年|[我你他她们]|的|了|者也$|^[有无不莫]?.?[是在]|兮|[0-9]{5}"
)


@dataclass(frozen=True, slots=True)
class Definition:
    """What a note or entry says its headword is.

    title: the name a page would carry.
    kind: of the thing.
    aliases: other names the definition gives.
    summary: the definition, one line.
    sure: the definition's own words decide the kind.
    """

    title: str
    kind: Kind
    aliases: tuple[str, ...]
    summary: str
    sure: bool


def define(label: str, rest: str) -> Definition | None:
    """The definition of ``label`` in ``rest``, the sentence after it; None when it names nothing."""
    label, rest = _split(label, rest)
    title = work_title(label) if label.startswith("《") else label.strip("“”‘’")
    if not 1 <= len(title) <= 16 or _CITATION.match(rest) or rest.startswith("的"):
        return None
    if rest.startswith("指") or len(title) <= 4:
        person = _person_meant(title, rest)
        if person is not None:
            return person
    parts = _called_and_full(title) if label == title else None
    if parts is not None and _kind(parts[1], parts[1], rest) == ("person", True):
        aliases = (parts[0], *(alias for alias in _aliases(parts[1], "person", rest) if alias not in parts))
        return Definition(parts[1], "person", aliases, summary_of(rest), True)
    kind, sure = _kind(label, title, rest)
    if kind == "concept" and (not _is_term(title) or _is_story(rest)):
        return None
    if kind != "work" and _NOT_TITLE.search(title):
        return None
    if kind == "person" and not _names_person(title):
        return None
    return Definition(title, kind, _aliases(title, kind, rest), summary_of(rest), sure)


def _person_meant(label: str, rest: str) -> Definition | None:
    """The person whom a note names for words of the text: ``“学者” 指陈西滢``, ``谢君 谢玉生，湖南耒阳人``.

    What the text says instead of the name is an alias only where it is a part of it or a pen name: 学者 and
    谢君 are others elsewhere.
    """
    named = re.match(rf"(指)?([{names.HAN}]{{2,3}})(?=[（，。]|$)", rest)
    if named is None or not names.is_person(named.group(2), doubtful=named.group(1) is not None):
        return None
    title, after = named.group(2), rest[named.end() :]
    if title == label or not (named.group(1) or after.startswith("。") or not after or _tells_who(after)):
        return None
    aliases = _aliases(title, "person", after)
    own = label in title or f"笔名{label}" in after or (label[0] == title[0] and names.is_person(label))
    if (own or label == f"{title[1:]}先生") and label not in aliases and len(label) > 1:
        aliases = (label, *aliases)
    return Definition(title, "person", aliases, summary_of(after), True)


def _tells_who(after: str) -> bool:
    """Whether what follows a person's name says who that is: life dates, a birthplace, an occupation."""
    body = YEARS.sub("", re.split(r"[。；]", after, maxsplit=1)[0], count=1)
    return (
        has_years(after) or _NATIVE.search(body[:24]) is not None or _COURTESY.search(body[:12]) is not None
    )


def _called_and_full(title: str) -> tuple[str, str] | None:
    """``季茀许寿裳`` (the text's name and the full name, run together) → both."""
    if not 4 <= len(title) <= 6 or names.is_foreign(title) or "·" in title:
        return None
    for length in (3, 2):
        called, full = title[:-length], title[-length:]
        if names.is_person(full) and 2 <= len(called) <= 3 and full[0] not in vocabulary.FUNCTION_SURNAMES:
            return called, full
    return None


def _split(label: str, rest: str) -> tuple[str, str]:
    """Headword and definition apart where the print ran them together, or gives the name in Latin first."""
    joined = re.match(rf"([{names.HAN}·]{{2,8}})(即|指|是)(?=[{names.HAN}“《])", label)
    if joined is not None and not has_years(rest):  # 长谷川如是闲（1875—1969） is one name
        return joined.group(1), f"{label[joined.start(2) :]}，{rest.lstrip('，')}"
    if not _has_han(label):
        native = re.match(rf"(?:通译|今译|即)?([{names.HAN}·]{{2,10}})(?=[（，])", rest)
        if native is not None and names.is_foreign(native.group(1)):
            return native.group(1), rest[native.end() :].lstrip("，")
    return label, rest


def _is_term(title: str) -> bool:
    """Whether a headword can title a page on a term: short, no clause, in Chinese."""
    if _NOT_TITLE.search(title) or not _has_han(title) or not 2 <= len(title) <= 9:
        return False
    return len(title) <= 5 or _TERM_END.search(title) is not None


def _is_story(rest: str) -> bool:
    """Whether what follows a headword tells of an occasion or quotes a book instead of defining."""
    if re.match(r"[《“]|[一二][○〇九八七六五零0-9０-９]|[0-9０-９]{4}|民国|当时|作者|鲁迅", rest):
        return True
    return any(
        names.is_person(rest[:n], doubtful=False) and rest[n : n + 1] in "在于曾等的说著作于" for n in (2, 3)
    )


_TERM_END: Final = re.compile(
    r"(?:主义|政策|制度|术|学|说|体|派|法|会|团|队|制|病|节|家|论|教|族|人|党|区|园|馆|店|楼|塔|寺|省|县|戏|调|军|令|案|案件|丛书)$"
)


def has_years(rest: str) -> bool:
    """Whether ``rest`` begins with life dates in parentheses."""
    return YEARS.match(rest) is not None


def work_title(quoted: str) -> str:
    """``《孟子·梁惠王》`` → ``孟子``: a chapter is cited as its book; foreign names keep their dot."""
    inner = quoted.strip("《》").replace("〈", "《").replace("〉", "》").strip()
    head, dot, tail = inner.partition("·")
    if (
        not dot
        or len(tail.strip()) < 2
        or names.is_foreign(inner)
        or not head.strip()
        or _foreign_part(head, tail)
    ):
        return inner
    return head.strip()


def _foreign_part(head: str, tail: str) -> bool:
    letters = head + tail.replace("·", "")
    known = sum(char in vocabulary.TRANSLITERATION for char in letters)
    return known * 4 >= len(letters) * 3 and all(char in vocabulary.TRANSLITERATION for char in head)


def summary_of(rest: str) -> str:
    """One line from the first sentence of a definition, life dates aside."""
    text = YEARS.sub("", rest, count=1)
    text = _LATIN.sub("", text).lstrip("，：,: ")
    text = re.split(r"[。；]", text, maxsplit=1)[0]
    if len(text) > 60:
        text = text[:60].rsplit("，", 1)[0]
    return text


def _kind(label: str, title: str, rest: str) -> tuple[Kind, bool]:
    first = re.split(r"[。；]", rest, maxsplit=1)[0]
    if label.startswith("《"):
        return "work", True
    body = _LATIN.sub("", YEARS.sub("", first, count=1)).strip()
    if title in gazetteer.ORGANISATIONS:
        return "organisation", True
    if any(title == form for form, _ in gazetteer.PERIODS) or _EVENT_TITLE.match(title):
        return "period", True
    if _PUBLIC_PLACE.match(title):
        return "place", True
    if title in gazetteer.CITIES or title in gazetteer.PROVINCES or title in gazetteer.COUNTRIES:
        return "place", True
    if any(title.endswith(suffix) for suffix in vocabulary.ORGANISATION_SUFFIXES) and len(title) > 3:
        return "organisation", True
    if (label == title and _stands_for_person(title, body)) or _is_person_definition(title, first, body):
        return "person", True
    if (
        len(title) <= 10
        and _ORGANISATION.search(body[:50])
        and title[-1:] in vocabulary.SHORT_ORGANISATION_SUFFIXES
    ):
        return "organisation", True
    if _PERIODICAL.search(re.split(r"[《，]", body)[0][:16]) and len(title) >= 2 and label[0] not in "“‘":
        return "work", True
    if _PLACE.match(body):
        return "place", True
    if _PLACE_TITLE.match(title) and re.match(
        r"(?:在|位于|即今|今[^，。天日年])|[^，。]{0,16}一[座条个处片]", body
    ):
        return "place", True
    if title in gazetteer.PEOPLE_OF_OLD or (
        len(title) == 3
        and names.is_person(title, doubtful=False)
        and label[0] not in "“‘"
        and title[-1] not in vocabulary.NOUN_ENDS
    ):
        return "person", False
    if len(title) >= 3 and names.is_foreign(title) and _FOREIGN_TERM.search(first[:40]) is None:
        return "person", False
    if _EVENT.match(body) and re.search(r"[0-9一二三四五六七八九]年", first):
        return "period", False
    return "concept", False


def _stands_for_person(title: str, body: str) -> bool:
    """Whether the text hides a person behind its headword: ``Ｋ委员 指顾孟余，国民党政客``."""
    found = re.match(rf"(?:即|指)([{names.HAN}]{{2,3}})(?=[，。（]|$)", body)
    return (
        found is not None
        and names.is_person(found.group(1), doubtful=len(found.group(1)) > 2)
        and _names_person(title)
    )


_PUBLIC_PLACE: Final = re.compile(r"[^于在的]{2,8}(?:公园|饭店|胡同|火车站)$")
_FOREIGN_TERM: Final = re.compile(
    r"[英法德俄日梵]语|[英法德俄日梵拉]文|拉丁|音译|意译|植物|动物|的意思|指的|一种"
)


def _is_person_definition(title: str, first: str, body: str) -> bool:
    if not _names_person(title):
        return False
    if re.match(r"(?:通译|今译)", body) and names.is_foreign(title):
        return True
    if has_years(first) and not _EVENT.match(body):
        return True
    if (
        _NATIVE.search(body[:24])
        or _GIVEN.search(body[:12])
        or _COURTESY.search(body[:12])
        or _SURNAME.match(body)
    ):
        return True
    if re.match(r"^即", body):
        alias = _IDENTITY.search(body[:16])
        return alias is not None and (
            names.is_person(alias.group(1), doubtful=names.is_person(title, doubtful=False))
            or alias.group(1) in gazetteer.PEOPLE_OF_OLD
        )
    if _NATION_AND_OCCUPATION.match(body):  # 藏原惟人，日本文艺评论家
        return True
    if not (names.is_person(title) or names.is_foreign(title) or title[-1:] in "子氏"):
        return False
    if len(title) == 3 and title[-1] in vocabulary.NOUN_ENDS:
        return False
    # 党锢，汉末宦官…… speaks of an occupation, too: it counts where it ends its clause.
    sure = names.is_person(title, doubtful=False) or names.is_foreign(title)
    return (_OCCUPATION if sure else _OCCUPATION_ENDS).search(body[:30]) is not None


_OCCUPATION_ENDS: Final = re.compile(rf"(?:{_OCCUPATION.pattern})(?:之一)?(?=[，。；、（]|$)")
_NATION_AND_OCCUPATION: Final = re.compile(
    rf"(?:{'|'.join(gazetteer.NATIONS)})[{names.HAN}、]{{0,8}}?(?:{_OCCUPATION.pattern})(?=[，。；、（]|$)"
)


def _names_person(title: str) -> bool:
    if names.is_person(title) or names.is_foreign(title):
        return True
    if title in vocabulary.FOREIGN_WORDS:
        return False
    plain = title.replace("·", "").replace("．", "").replace(".", "")
    if not 2 <= len(plain) <= 12 or _NOT_PERSON.search(title) is not None or not _has_han(title):
        return False
    rendering = sum(char in vocabulary.TRANSLITERATION for char in plain)
    return len(plain) <= 4 or rendering * 10 >= len(plain) * 7  # longer is a foreign name or a clause


_NOT_PERSON: Final = re.compile(
    r"[《》“”，。、的们了]|[派党社会学说主义]$|代$|朝$|[一二三四五六七八九十]人$|^[诸某]"
)


def _aliases(title: str, kind: Kind, rest: str) -> tuple[str, ...]:
    head = re.split(r"[。；]", rest, maxsplit=1)[0][:90]
    plain = YEARS.sub("，", head, count=1).replace("，：", "，")
    found = [match.group(1) for pattern in (_IDENTITY, _ALIAS) for match in pattern.finditer(plain)]
    if kind == "person":
        surname = title[:1] if _is_named_so(title) else ""
        given = _GIVEN.search(head[:24])
        if given and surname:
            found.append(surname + given.group(1))
        family = _SURNAME.match(head)
        if family:
            found.append(family.group(1) + title)
        courtesy = _COURTESY.search(head[:60])
        if courtesy:
            found.append(courtesy.group(1))
    latin = _LATIN.match(rest)
    if latin:
        found.append(re.sub(r"\s+", " ", unicodedata.normalize("NFKC", latin.group(1))).strip(" ,"))
    kept = [each for each in dict.fromkeys(found) if _fits(each, title, kind)]
    return tuple(kept)


def _is_named_so(title: str) -> bool:
    """Whether a person's title is surname and name: 严又陵 and 胡适之, too, with function words in them."""
    if names.is_person(title):
        return True
    return 2 <= len(title) <= 3 and (
        title[0] in vocabulary.PLAIN_SURNAMES or title[0] in vocabulary.DOUBTFUL_SURNAMES
    )


def _fits(alias: str, title: str, kind: Kind) -> bool:
    if (
        alias == title
        or len(alias) < 2
        or alias[0] in "指今这是"
        or alias[-1] in "等人"
        or re.search(r"[的是在了一]", alias)
    ):
        return False
    if kind == "person" and _has_han(alias):
        return (names.is_person(alias) or names.is_foreign(alias) or len(alias) <= 3) and _OCCUPATION.search(
            alias
        ) is None
    return True


def _has_han(text: str) -> bool:
    return any("\u4e00" <= char <= "\u9fff" for char in text)
