"""Which people, organisations and works a Chinese document counts, and what it does not take for a name."""

from __future__ import annotations

import pytest

from wikic.curator.han_terms import terms
from wikic.document.quotes import segment
from wikic.language import pack
from wikic.model.statement import Term

REPORT = """清川港昨日恢复通航。港务局局长陆明远表示，防波堤的修补已经完工，冬季的航班不受影响。
陆明远说，清川市统计局下月公布货运量。导演周若兰和主演钟砚秋在码头上拍摄《潮水》。
周若兰介绍，《潮水》将在明年春天上映，剧组得到清川大学的帮助。"""


def found(text: str, title: str = "", code: str = "zh") -> dict[str, Term]:
    return {term.name: term for term in terms(title, segment(text, code), pack(code))}


def test_an_office_or_a_verb_of_saying_shows_a_person() -> None:
    assert {"陆明远", "周若兰", "钟砚秋"} <= set(found(REPORT))


def test_every_sentence_that_holds_a_name_is_a_use_of_it() -> None:
    counted = found(REPORT)
    assert (counted["陆明远"].uses, counted["陆明远"].capital) == (2, 2)
    assert counted["潮水"].uses == 2 and len(counted["周若兰"].blocks) == 2


def test_an_organisation_needs_a_name_before_its_last_word() -> None:
    text = "王立新毕业于上海海事大学，后来在上海重点中学教书。许多知名公司请他讲课。"
    assert {name for name in found(text) if name.endswith(("大学", "中学", "公司"))} == {"上海海事大学"}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("候任主席宣誓，随后发言。文中说，这是第一次。", "宣誓"),
        ("他向澳广表示，航线不变。记者向澳广表示了感谢。", "向澳广"),
        ("本报清川1月2日电（记者林晚秋）港口开放。清川1月3日电（记者林晚秋）船到了。", "林晚秋"),
        ("清川师大学生会在开会。清川师大学生都来了，清川师大学生很多。", "清川师大学"),
        ("卢旺达、乌干达、坦桑尼亚的代表来了。卢旺达说，谢谢。", "卢旺达"),
        ("码头的夜景（李明摄）。渔船归来（李明摄）。灯塔（李明摄）。", "李明摄"),
    ],
)
def test_what_only_looks_like_a_name_is_none(text: str, word: str) -> None:
    assert word not in found(text)


def test_a_name_inside_a_longer_one_is_not_counted_there() -> None:
    text = "清川市统计局说，上海大学的研究可靠。上海大学出版社印了它，上海大学出版社的人来了。"
    counted = found(text)
    assert "上海大学" not in counted or counted["上海大学"].uses == 1


def test_a_document_s_own_title_names_no_term_of_it() -> None:
    assert "陆明远" not in found(REPORT, "局长陆明远谈通航")


def test_a_language_without_surnames_has_works_alone() -> None:
    assert set(found(REPORT, code="de")) == {"潮水"}
