"""Shapes of Chinese names: what can be a person's, a foreigner's, an organisation's name.

Chinese text has no spaces, so a name's ends are what is hard. Every function here is asked with one end
fixed by the text (a title, a bracket, a verb) and looks for the other; where nothing fixes it, it answers
no name rather than a wrong one.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.offline.chinese import gazetteer, vocabulary
from wikic.curator.offline.chinese.vocabulary import words

HAN: Final = "\u3007\u4e00-\u9fff"
_BOUNDARY: Final = re.compile(rf"[^{HAN}A-Za-zＡ-Ｚａ-ｚ·]")
# A word after which a name may begin, although no mark shows it.
_LEADS: Final = frozenset(
    "的是和与及跟同由被把将对在如据请为以向见有叫给像即按代著作在从让使令说连除而因故但若于"
)
_PREFIXES: Final = tuple(
    sorted(
        (
            *(form for form, _ in gazetteer.PERIODS),
            *gazetteer.NATIONS,
            *words("南朝宋 南朝齐 南朝梁 南朝陈 北魏 北齐 后汉 三国魏 三国吴 三国蜀 战国 春秋"),
            *words("近人 明末 清末 清初 明初"),
            *words(
                "唐人 宋人 明人 清人 英人 法人 德人 俄人 美人 日人 作者 译者 编者 主编 记者 诗人 作家 教授"
            ),
            *words("皇帝 总统 总理 总长 学者 画家"),
        ),
        key=len,
        reverse=True,
    )
)


def is_person(name: str, *, doubtful: bool = True) -> bool:
    """Whether ``name`` has the shape of a Chinese full name; ``doubtful`` admits surnames that are words."""
    if not 2 <= len(name) <= 4 or name[:2] in vocabulary.COMMON_WORDS or name in vocabulary.FOREIGN_WORDS:
        return False
    surname = 2 if name[:2] in vocabulary.COMPOUND_SURNAMES and len(name) > 2 else 1
    if surname == 1:
        if len(name) > 3:
            return False
        known = name[0] in vocabulary.PLAIN_SURNAMES or (doubtful and name[0] in vocabulary.DOUBTFUL_SURNAMES)
        if not known:
            return False
    given = name[surname:]
    if given in ("人", "老", "大", "小", "太", "家"):  # 陈人, 吴老: an address or a word, not a name
        return False
    return not any(char in vocabulary.NOT_GIVEN or not _is_han(char) for char in given)


def is_foreign(name: str, *, evident: bool = False) -> bool:
    """Whether ``name`` reads like a rendering of a foreign personal name.

    ``evident``: the text gives the Latin original or life dates, so common characters will do.
    """
    if (
        name in vocabulary.FOREIGN_WORDS
        or name[:3] in vocabulary.FOREIGN_WORDS
        or name[:4] in vocabulary.FOREIGN_WORDS
    ):
        return False
    parts = name.split("·")
    letters = "".join(parts)
    if not 2 <= len(letters) <= 14 or not all(parts):
        return False
    if not all(char in vocabulary.TRANSLITERATION for char in letters):
        return False
    hard = sum(char in vocabulary.TRANSLITERATION_HARD for char in letters)
    if len(parts) > 1 or evident:
        return hard >= 1 and len(letters) >= 3
    return hard >= 2 and hard * 2 > len(letters)


def person_before(text: str, end: int, *, bare: bool = False, weak: bool = False) -> str | None:
    """The Chinese full name that ends at ``end`` of ``text``, or None.

    A surname that is also a word must stand after a boundary or a leading word. ``bare``: the whole run up
    to the boundary must be the name, dynasties, nations and offices before it aside. ``weak``: what follows
    proves little, so surnames that are words are not admitted.
    """
    start = end
    while start > 0 and end - start < 12 and _BOUNDARY.match(text[start - 1]) is None:
        start -= 1
    run = text[start:end]
    stripped = strip_prefix(run)
    if is_person(stripped) and not _is_wordy(stripped, weak):
        return stripped
    if bare:
        return None
    for length in (4, 3, 2):
        name = run[-length:]
        if len(run) <= length or not is_person(name):
            continue
        before = run[-length - 1]
        if _is_wordy(name, weak):
            continue
        plain = name[0] in vocabulary.PLAIN_SURNAMES or name[:2] in vocabulary.COMPOUND_SURNAMES
        # 王 and 周 open names, but 帝王 and 一周 are words.
        if (plain or before in _LEADS) and run[-length - 1 : -length + 1] not in _WORDS_INTO_SURNAMES:
            return name
    return None


def _is_wordy(name: str, weak: bool) -> bool:
    """A function word in the surname's place; on weak evidence, a short name that opens with any word."""
    if name[0] in vocabulary.FUNCTION_SURNAMES and name[:2] not in vocabulary.COMPOUND_SURNAMES:
        return True
    return weak and len(name) == 2 and name[0] in vocabulary.DOUBTFUL_SURNAMES


_WORDS_INTO_SURNAMES: Final = frozenset(
    words(
        """
    帝王 国王 大王 君王 女王 亲王 诸王 霸王 一周 上周 下周 每周 四周 西周 东周 欧阳 太阳 行李 金钱
    铜钱 银钱 有钱 黄黄 森林 文章 勋章 徽章 一章 图章 大陆 登陆 水田 种田 蓝田 井田 茶叶 树叶 落叶
    红叶 中叶 末叶 手段 阶段 一段 主张 夸张 紧张 慌张 也许 或许 不许 准许 允许 几许 模范 师范 防范
    照顾 回顾 不顾 主顾 小丁 园丁 壮丁 沙丁 耶苏 江苏 闹钟 时钟 分钟 点钟 人参 风筝 草莽 庆贺 祝贺
    道贺 阿唐 荒唐 汉唐 隋唐 盛唐 先秦 北宋 南宋 唐宋 蒲陶 乐陶 熏陶 前汉 姓孔 鼻孔 面孔 瞳孔 杏林
    桂林 吉林 诸侯 王侯 公侯 公孙 子孙 王孙 儿孙 外孙 祖孙 梨园 大梁 桥梁 栋梁 脊梁 谢谢 感谢 道谢
    答谢 包罗 张罗 汉魏 曹魏 北魏 后魏 东莞 粗鲁 齐鲁 白杨 垂杨 绿杨 朱黄 丹黄 枯黄 蒲黄 金黄 皇室
    香袁 东吴 孙吴 浓郁 馥郁
    """
    )
)


def foreign_before(text: str, end: int) -> str | None:
    """The foreign name that ends at ``end``: the longest run of rendering characters, prefixes aside.

    Where the run breaks off inside a word, the word up to the boundary must be mostly such characters.
    """
    start = end
    while (
        start > 0
        and end - start < 14
        and (text[start - 1] in vocabulary.TRANSLITERATION or text[start - 1] == "·")
    ):
        start -= 1
    if (
        start > 0
        and _is_han(text[start - 1])
        and text[start - 1] not in _LEADS
        and text[start - 1] not in "国人家者派"
    ):
        while start > 0 and end - start < 10 and _BOUNDARY.match(text[start - 1]) is None:
            start -= 1
        run = strip_prefix(text[start:end])
        known = sum(char in vocabulary.TRANSLITERATION for char in run)
        return run if 3 <= len(run) <= 8 and known * 4 >= len(run) * 3 and run[0] not in _LEADS else None
    run = strip_prefix(text[start:end]).strip("·")
    return run if is_foreign(run, evident=True) else None


def strip_prefix(run: str) -> str:
    """``run`` without dynasties, nations and offices before the name."""
    changed = True
    while changed:
        changed = False
        for prefix in _PREFIXES:
            if run.startswith(prefix) and len(run) - len(prefix) >= 2:
                run = run[len(prefix) :]
                changed = True
                break
    return run


def organisation_before(text: str, end: int, suffix: str) -> tuple[str, bool] | None:
    """The organisation whose name ends with ``suffix`` at ``end``, and whether a place or person opens it.

    None when the run before the suffix is a clause, or generic. A name that nothing opens is for the
    caller to confirm by its recurrence.
    """
    start = end - len(suffix)
    limit = max(0, start - 10)
    while start > limit and _is_han(text[start - 1]) and text[start - 1] not in vocabulary.ORGANISATION_STOP:
        start -= 1
    prefix = text[start : end - len(suffix)]
    opened = _opening(prefix)
    if opened is not None:
        prefix = prefix[opened:]
        if prefix[-1] in "大小无之新旧各某该":  # 德国大公司, 俄国无政府: a kind, not a name
            return None
    if len(prefix) < 2 or len(prefix) > 8 or prefix in vocabulary.GENERIC_PREFIXES or prefix[:2] in _NO_START:
        return None
    if _CLAUSE.search(prefix):
        return None
    if (
        opened is not None
        and prefix in gazetteer.COUNTRIES
        and suffix in ("大学", "学校", "公司", "银行", "书店", "政府", "中学", "小学")
    ):
        return None
    return prefix + suffix, opened is not None


_NO_START: Final = frozenset(
    words(
        """
    国立 私立 各种 许多 这些 那些 一切 所有 有些 别的 当时 现在 先前 反动 军阀 附属
    """
    )
)
_CLAUSE: Final = re.compile("|".join(vocabulary.ORGANISATION_VERBS))
_OPENERS: Final = re.compile(
    "|".join(
        sorted(
            (
                *gazetteer.PROVINCES,
                *gazetteer.CITIES,
                *gazetteer.COUNTRIES,
                *gazetteer.ORGANISATIONS,
                *words("清华 中山 北洋 中华 商务 段祺瑞 袁世凯 蒋介石 曹锟"),
            ),
            key=len,
            reverse=True,
        )
    )
)


def _opening(prefix: str) -> int | None:
    """Where the name that opens an organisation's name begins: a place, a country, another organisation."""
    found = list(_OPENERS.finditer(prefix))
    if not found:
        return None
    at = found[0]
    for each in found[1:]:
        # 上海南洋大学转学厦门大学: what stands between two openers is a name and a verb, not one name.
        if each.start() - at.end() > 3:
            at = each
    return at.start()


def _is_han(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff" or char == "〇"
