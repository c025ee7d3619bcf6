"""Proper names in the running text of one Chinese document: precision before recall.

Each finder below yields ``(name, kind)`` for one kind of evidence that fixes both ends of a name; what has
only the shape of a name must recur in the document and hold together as a unit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from wikic.curator.offline.chinese import gazetteer, names, vocabulary
from wikic.curator.offline.chinese.definitions import YEARS, work_title
from wikic.curator.offline.chinese.dimensions import Kind

Found = Iterator[tuple[str, Kind]]

WORK: Final = re.compile(r"《[^《》\n]{1,40}(?:《[^《》\n]{1,30}》[^《》\n]{0,20})?》")
_TITLES: Final = re.compile("|".join(sorted(vocabulary.PERSON_TITLES, key=len, reverse=True)))
_AUTHORSHIP: Final = re.compile(
    r"(?:等人?)?(?:所)?(?:著|撰|译|编|辑|作|校点|主编|编辑|翻译|编译|辑录|选辑|选译)(?:的|了|有)?(?=《)|(?:在|的|所作)?(?:他的|其|所著)?(?=《)"
)
_AFTER_WORK: Final = re.compile(
    rf"》[，（]?(?:[^，。《》“”、；]{{0,8}}[，])?([{names.HAN}·]{{2,10}}?)(?:等人?)?(?:所)?(?:著|撰|译|编|辑|作|主编|编辑|翻译|编译|辑录|编著|编撰)(?=[，。；、（）]|的|$)"
)
_LATIN: Final = re.compile(
    r"（[A-Za-zＡ-Ｚａ-ｚ][A-Za-zＡ-Ｚａ-ｚÀ-ÿ．.,，'’\-－ ]{2,40}(?:[0-9０-９—–\-－，, ]*)）"
)
_RENDERING: Final = "[" + "".join(sorted(vocabulary.TRANSLITERATION)) + "]"
_DOTTED: Final = re.compile(f"(?:{_RENDERING}{{1,7}}·)+{_RENDERING}{{1,7}}")
# Bounded, so that a text without punctuation costs no more than another.
_LISTED: Final = re.compile(rf"[{names.HAN}]{{1,16}}(?:、[{names.HAN}]{{1,16}})+")
_QUOTED: Final = re.compile(rf"“([{names.HAN}]{{3,6}})”")
_QUOTED_ORGANISATION: Final = re.compile(rf"“([{names.HAN}]{{2,8}}[社党会团派系])”")
_SUFFIX: Final = re.compile("|".join(sorted(vocabulary.ORGANISATION_SUFFIXES, key=len, reverse=True)))
_NATIVE: Final = re.compile(
    rf"({'|'.join(gazetteer.PROVINCES)})省?([{names.HAN}]{{2,3}}?)[市县]?(?:（今[^）]*）)?人(?=[，。；、（）]|$)"
)
_AROUND: Final = re.compile(
    r"(?:[^\u4e00-\u9fff]|[的是和与及在对由将把像如国人家从见据著作译等派之说们一也就却便有所以为于同]|\b)*"
)
_RUN: Final = re.compile(f"{_RENDERING}{{4,10}}")
_SPEAKER: Final = re.compile(
    r"(?<![\u4e00-\u9fff])([\u4e00-\u9fff]{2,4}?)(?:便|就|也|又|却|忙|忽然|终于|只|大声|低声|笑着)?(?:说|道|问道|答道|笑道|叫道|喝道)[，：:。]"
)
_SUBJECT: Final = re.compile(
    r"(?:^|(?<=[。；，：“\n]))([\u4e00-\u9fff]{2,4}?)(?=曾任|担任|出任|当选|生于|出生于|毕业于|认为|指出|创办|主编|率领|去世|逝世|病逝|留学)"
)
_KINSHIP: Final = re.compile(r"嫂子?|太爷|老太|大娘|妈妈?|老夫子")
_SURNAMES: Final = "".join(sorted(vocabulary.PLAIN_SURNAMES))
_GIVEN_CLASS: Final = f"(?![{''.join(sorted(vocabulary.NOT_GIVEN))}])[\u4e00-\u9fff]"
_SHAPE: Final = re.compile(f"(?=([{_SURNAMES}](?:{_GIVEN_CLASS}){{2}}))")
_NICKNAME: Final = re.compile(r"阿[\u4e00-\u9fffＡ-Ｚ]")

_RECURS: Final = 3  # a bare shape must come back so often before it counts as a name
_QUOTE_RECURS: Final = 3
_NOT_QUOTED_TERM: Final = re.compile(r"[我你他她它的了是不吗么呢吧罢呀啊这那]|^[一二三四五六七八九十]+$")


def find(text: str) -> dict[str, Kind]:
    """Names of ``text`` (plain, anchors removed) with their kinds; the first finder to name one decides."""
    found: dict[str, Kind] = {}
    for finder in (
        _works,
        _listed_in_gazetteer,
        _organisations,
        _persons_by_context,
        _persons_by_role,
        _foreigners,
        _lists,
        _recurring,
        _places,
        _terms,
    ):
        for name, kind in finder(text):
            found.setdefault(name, kind)
    return found


def works_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and title of every ``《…》``."""
    for match in WORK.finditer(text):
        title = work_title(match.group())
        if title and len(title) <= 30:
            yield match.start(), match.end(), title


_GENERIC: Final = frozenset(
    vocabulary.words(
        """
    序 序言 自序 小序 代序 序文 前言 引言 小引 导言 题记 题辞 后记 附记 跋 目录 附录 凡例 通信 补白 无题
    正文 编者按
    """
    )
)


def _works(text: str) -> Found:
    for _, _, title in works_in(text):
        if title in _GENERIC:  # some book's preface; which, the title does not say
            continue
        yield f"《{title}》", "work"


def glossed(text: str) -> Iterator[tuple[str, str]]:
    """Foreign names in both scripts, ``阿格尼丝·瓦利（Agnes Varley）``: the Chinese one and the Latin one."""
    for match in _GLOSSED.finditer(text):
        first, _, rest = match.group(1).partition("·")
        first = names.strip_prefix(re.split(_BEFORE_NAME, first)[-1])
        if 1 <= len(first) <= 6:
            yield f"{first}·{rest}", match.group(2).strip()


# Bounded, since a text may be nothing else.
_DOTTED_HAN: Final = r"[\u4e00-\u9fff]{1,12}(?:·[\u4e00-\u9fff]{1,7}){1,6}"
_TWO_WORDS: Final = r"[A-Z][A-Za-zÀ-ÿ.'’\-]*(?: [A-Za-zÀ-ÿ.'’\-]+)+"
_GLOSSED: Final = re.compile(rf"({_DOTTED_HAN})（({_TWO_WORDS})）")
_BEFORE_NAME: Final = re.compile(
    "[的是和与及跟同由被把将对在向给叫了]|画家|作家|诗人|学者|教授|先生|女士|船长|总统"
)

_GAZETTEER: Final = re.compile(
    "|".join(
        sorted(
            [
                *gazetteer.PROVINCES,
                *gazetteer.CITIES,
                *gazetteer.COUNTRIES,
                *gazetteer.PEOPLE_OF_OLD,
                *gazetteer.ORGANISATIONS,
                *(form for form, _ in gazetteer.PERIODS),
            ],
            key=len,
            reverse=True,
        )
    )
)
_GAZETTEER_KIND: Final[dict[str, Kind]] = {
    **dict.fromkeys(gazetteer.PEOPLE_OF_OLD, "person"),
    **dict.fromkeys(gazetteer.ORGANISATIONS, "organisation"),
    **dict.fromkeys((form for form, _ in gazetteer.PERIODS), "period"),
}


def _listed_in_gazetteer(text: str) -> Found:
    for name in {match.group() for match in _GAZETTEER.finditer(text)}:
        yield name, _GAZETTEER_KIND.get(name, "place")


def _organisations(text: str) -> Found:
    for match in _SUFFIX.finditer(text):
        found = names.organisation_before(text, match.end(), match.group())
        if found is None:
            continue
        name, opened = found
        if (
            opened
            or _attended(text, match.end() - len(name), match.end())
            or _confirmed(text, name, match.end())
        ):
            yield name, "organisation"
    for match in _QUOTED_ORGANISATION.finditer(text):
        name = match.group(1)
        gathering = name.endswith(("宴会", "大会", "茶会", "舞会", "集会", "庙会", "赛会"))
        if (
            not gathering
            and _NOT_QUOTED_TERM.search(name) is None
            and len(name) <= 6
            and text.count(name) > 1
        ):
            yield name, "organisation"


def _attended(text: str, start: int, end: int) -> bool:
    """Whether the words around a name say that somebody learned or worked there."""
    if _ATTENDS.search(text, max(0, start - 4), start):
        return True
    return text[start - 1 : start] == "在" and _WORKS_THERE.match(text, end) is not None


_ATTENDS: Final = re.compile(r"(?:毕业|肄业|就读|任教|执教|供职|任职|就职)于$|(?:考入|进入|转入|升入)$")
_WORKS_THERE: Final = re.compile(r"(?:教书|任教|任职|工作|读书|求学|学习|供职|担任|讲学)")


def _confirmed(text: str, name: str, end: int) -> bool:
    """Whether a name that no place opens is one: it recurs in varied company, or stands in a list."""
    start = end - len(name)
    if text[start - 1 : start] == "、" and text[end : end + 1] in ("、", "等", "，", "。", "的"):
        return len(name) <= 6
    before = {text[at - 1 : at] for at in _occurrences(text, name)}
    return len(before) >= 2 and text.count(name) * 2 > text.count(name[1:])


def _occurrences(text: str, name: str) -> Iterator[int]:
    at = text.find(name)
    while at >= 0:
        yield at
        at = text.find(name, at + 1)


def _persons_by_context(text: str) -> Found:
    for match in _TITLES.finditer(text):
        name = names.person_before(text, match.start(), weak=len(match.group()) == 1)
        if name is not None and _right_of_title(text, match):
            yield name, "person"
    for match in YEARS.finditer(text):
        name = names.person_before(text, match.start()) or names.foreign_before(text, match.start())
        if name is not None:
            yield name, "person"
    for match in _AUTHORSHIP.finditer(text):
        name = names.person_before(text, match.start(), bare=not match.group(), weak=True)
        if name is not None:
            yield name, "person"
    for match in _AFTER_WORK.finditer(text):
        name = names.strip_prefix(match.group(1))
        if (
            names.is_person(name, doubtful=len(name) > 2) and name[0] not in vocabulary.FUNCTION_SURNAMES
        ) or names.is_foreign(name):
            yield name, "person"

    for match in _SUBJECT.finditer(text):
        name = match.group(1)
        if (
            len(name) == 3
            and names.is_person(name)
            and _nameable(name)
            and name[0] not in vocabulary.FUNCTION_SURNAMES
        ):
            yield name, "person"


def _persons_by_role(text: str) -> Found:
    """Names of three characters that a role names on one side and a mark or a verb ends on the other.

    So sure of both ends, that the name itself may hold function words: 父亲许大有是渔民, 诗人沈一舟的妹妹.
    """
    for pattern in (_ROLE_BEFORE, _ROLE_AFTER):
        for match in pattern.finditer(text):
            name = match.group(1)
            if name[:2] not in vocabulary.COMMON_WORDS and _nameable(name) and name not in _PREFIX_WORDS:
                yield name, "person"


_NAME_OF_THREE: Final = (
    f"[{''.join(sorted(vocabulary.PLAIN_SURNAMES))}](?:(?![的了是不们我你他她])[\u4e00-\u9fff]){{2}}"
)
_ROLE_BEFORE: Final = re.compile(
    rf"(?:父亲|母亲|妻子|丈夫|儿子|女儿|妹妹|弟弟|哥哥|姐姐|友人|诗人|作家|画家|小说家|一[子女])({_NAME_OF_THREE})"
    r"(?=[，。、（；]|[是的说也称]|曾)"
)
_ROLE_AFTER: Final = re.compile(
    rf"(?:(?<=[，。；、（“\n])|(?<=[是为])|^)({_NAME_OF_THREE})"
    r"(?=的(?:同乡|同学|友人|朋友|学生|弟子|妻|丈夫|妹|弟|兄|姐|父|母|儿子|女儿))"
)
_PREFIX_WORDS: Final = frozenset(gazetteer.PROVINCES)


def _right_of_title(text: str, title: re.Match[str]) -> bool:
    """A title of one character must end its phrase: 君 and 氏 also open words."""
    return len(title.group()) > 1 or text[title.end() : title.end() + 1] not in (
        "子",
        "主",
        "族",
        "权",
        "弟",
        "长",
    )


def _foreigners(text: str) -> Found:
    for match in _LATIN.finditer(text):
        name = names.foreign_before(text, match.start())
        if name is not None:
            yield name, "person"
    for match in _DOTTED.finditer(text):
        name = names.foreign_before(text, match.end())
        if name is not None and "·" in name and _AROUND.fullmatch(text[match.end() : match.end() + 1]):
            yield name, "person"
    for match in _RUN.finditer(text):
        run = match.group()
        name = names.strip_prefix(run)
        hard = sum(char in vocabulary.TRANSLITERATION_HARD for char in name)
        around = text[max(0, match.start() - 1) : match.start()] + text[match.end() : match.end() + 1]
        if (
            len(name) >= 4
            and hard >= len(name) - 1
            and names.is_foreign(name)
            and "·" not in around
            and _AROUND.fullmatch(around)
        ):
            yield name, "person"


def _lists(text: str) -> Found:
    """Enumerations of persons: ``胡适、陈西滢、王世杰等``."""
    for match in _LISTED.finditer(text):
        chunks = match.group().split("、")
        chunks[-1] = re.split(r"等|之类|诸人|几|[一二两三四五六七八九十]人", chunks[-1], maxsplit=1)[0]
        first = names.person_before(chunks[0], len(chunks[0]))
        full = [
            chunk
            for chunk in chunks[1:]
            if len(chunk) in (2, 3) and names.is_person(chunk) and _nameable(chunk)
        ]
        if first is not None and _nameable(first):
            full.insert(0, first)
        three = sum(len(name) == 3 and name[0] in vocabulary.PLAIN_SURNAMES for name in full)
        if len(full) >= 2 and three and len(full) * 3 >= len(chunks) * 2:
            for name in full:
                yield name, "person"


def _nameable(name: str) -> bool:
    return not (len(name) == 3 and name[-1] in vocabulary.NOUN_ENDS)


def _recurring(text: str) -> Found:
    counts = Counter(match.group(1) for match in _SHAPE.finditer(text))
    for name, count in counts.items():
        if count >= _RECURS and names.is_person(name) and _nameable(name) and _is_unit(text, name, count):
            yield name, "person"
    for name, count in Counter(match.group(1) for match in _SPEAKER.finditer(text)).items():
        if count >= 2 and len(name) == 3 and names.is_person(name) and _nameable(name):
            yield name, "person"
    for name, count in Counter(_NICKNAME.findall(text)).items():
        if (
            count >= _RECURS + 1
            and name[1] not in "呀阿哈呵唷弥罗拉们姨哥弟姐妹爹爸妈附谀"
            and _varied(text, name)
        ):
            yield name, "person"
    yield from _called_by_kinship(text)


def _is_unit(text: str, name: str, count: int) -> bool:
    """Whether the characters of ``name`` occur in the text hardly but together, and in varied company."""
    if text.count(name[1:]) > 1.3 * count + 1 or text.count(name[:2]) > 1.2 * count + 1:
        return False
    return _varied(text, name)


def _varied(text: str, name: str) -> bool:
    left: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for at in _occurrences(text, name):
        left[text[at - 1 : at]] += 1
        right[text[at + len(name) : at + len(name) + 1]] += 1
    total = sum(left.values())
    for side in (left, right):
        char, most = side.most_common(1)[0]
        if most > 0.6 * total and "\u4e00" <= char <= "\u9fff":
            return False
    return len(left) >= 2 and len(right) >= 2


def _called_by_kinship(text: str) -> Found:
    """Story names such as 祥林嫂, 赵太爷: one or two characters and a form of address, recurring."""
    ends: Counter[str] = Counter()
    for match in _KINSHIP.finditer(text):
        ends[text[max(0, match.start() - 1) : match.end()]] += 1
    for end, count in ends.items():
        if count < _RECURS + 1 or not _fits_nickname(end[0]):
            continue
        before = Counter(match.group() for match in re.finditer(rf"[\u4e00-\u9fff]{re.escape(end)}", text))
        longer, most = before.most_common(1)[0] if before else ("", 0)
        if most >= 0.7 * count and _fits_nickname(longer[0]) and len(before) <= 3:
            yield longer, "person"
        elif end[0] in vocabulary.PLAIN_SURNAMES:
            yield end, "person"


def _fits_nickname(char: str) -> bool:
    if char in "七九八六四三五":  # village names by weight or order: 九斤老太, 单四嫂子
        return True
    return (
        "\u4e00" <= char <= "\u9fff" and char not in vocabulary.NOT_GIVEN and char not in "老小大新旧位名叫做"
    )


def _places(text: str) -> Found:
    for match in _NATIVE.finditer(text):
        if not any(char in vocabulary.NOT_GIVEN - {"上", "下", "后", "前", "里"} for char in match.group(2)):
            yield match.group(2), "place"


def _terms(text: str) -> Found:
    """What the document puts between quotation marks again and again is a term of it."""
    for term, count in Counter(_QUOTED.findall(text)).items():
        if count >= _QUOTE_RECURS and _NOT_QUOTED_TERM.search(term) is None and not names.is_person(term):
            yield term, "concept"
