from __future__ import annotations

import pytest

from wikic.curator.encyclopaedia.chinese import name_shapes, names_in_text


@pytest.mark.parametrize("name", ["章士钊", "林纾", "司马懿", "诸葛亮", "高长虹", "欧阳予倩", "胡适"])
def test_full_names(name: str) -> None:
    assert name_shapes.is_person(name)


@pytest.mark.parametrize(
    "name", ["文学家", "于是", "王", "马路上", "陈人", "苏维埃", "高兴了", "何以", "张三他们", "曾任"]
)
def test_words_are_no_names(name: str) -> None:
    assert not name_shapes.is_person(name)


@pytest.mark.parametrize("name", ["托尔斯泰", "卢那卡尔斯基", "乔治·格罗斯", "契诃夫"])
def test_foreign_names(name: str) -> None:
    assert name_shapes.is_foreign(name)


@pytest.mark.parametrize("name", ["意大利", "德谟克拉西", "烟士披里纯", "你好", "·"])
def test_foreign_words_are_no_persons(name: str) -> None:
    assert not name_shapes.is_foreign(name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("昨天看见高长虹", "高长虹"),
        ("明代许仲琳", "许仲琳"),
        ("他们说于胡适", "胡适"),
        ("古代帝王之", None),
        ("一个主张", None),
    ],
)
def test_the_end_of_a_phrase_holds_a_name(text: str, expected: str | None) -> None:
    assert name_shapes.person_before(text, len(text)) == expected


def kinds(text: str) -> dict[str, str]:
    return dict(names_in_text.find_names(text))


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("他读《彷徨》和《野草》。", "《彷徨》", "work"),
        ("昨日李四光教授来访。", "李四光", "person"),
        ("如李四光、陈西滢、王世杰等人。", "王世杰", "person"),
        ("明代许仲琳著《封神演义》。", "许仲琳", "person"),
        ("有白璧德（Irving Babbitt）者。", "白璧德", "person"),
        ("乔治·格罗斯的画。", "乔治·格罗斯", "person"),
        ("他毕业于厦门大学国学研究院。", "厦门大学国学研究院", "organization"),
        ("这是清代的事。", "清代", "period"),
        ("浙江镇海人，小说家。", "镇海", "place"),
        ("“落水狗”不打。打“落水狗”。又是“落水狗”。", "落水狗", "concept"),
    ],
)
def test_found(text: str, name: str, kind: str) -> None:
    assert kinds(text).get(name) == kind


@pytest.mark.parametrize(
    "text",
    [
        "文学家和革命家都来了，于是大家高兴。",
        "父亲、母亲、兄弟都在。",
        "金鱼缸、水龙头、石榴树。",
        "我们应该支持学校，反对书店。",
        "诸君须知学校犹家庭也。",
        "他说：“好。”她也说：“好。”",
        "“好”“好”“好”。",
    ],
)
def test_common_words_are_not_split_into_names(text: str) -> None:
    assert kinds(text) == {}


def test_a_bare_shape_needs_recurrence() -> None:
    once = "陈士成回到家里。"
    assert "陈士成" not in kinds(once)
    again = "陈士成回到家里。大家笑陈士成，而陈士成不笑。又有人叫陈士成。"
    assert kinds(again).get("陈士成") == "person"


def test_part_of_a_longer_word_is_not_a_name() -> None:
    text = "王道士来了。那王道士说话。听王道士的。问王道士去。"
    assert "王道" not in kinds(text)
