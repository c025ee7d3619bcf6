from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.text import cjk
from wikic.text.normalise import normalise

ANY_CJK = st.text(
    alphabet="他说道中国人的一是。！？；…：，“”‘’「」『』《》（）〔〕1２\n\u3000 `※aB·—①", max_size=120
)


@pytest.mark.parametrize(
    ("paragraph", "expected"),
    [
        ("天亮了。他走了！你呢？", ["天亮了。", "他走了！", "你呢？"]),
        ("这是第一句〔3〕。〔4〕第二句。", ["这是第一句〔3〕。〔4〕", "第二句。"]),
        ("“好罢。”他说。于是走了。", ["“好罢。”他说。", "于是走了。"]),
        ("他说：“好。走罢。”大家走了。", ["他说：“好。走罢。”", "大家走了。"]),
        ("“你来！”“我不来。”", ["“你来！”", "“我不来。”"]),
        ("所谓“人心不古。世风日下。”的话，我不信。", ["所谓“人心不古。世风日下。”的话，我不信。"]),
        ("“‘行吗？’他问。”她说。", ["“‘行吗？’他问。”她说。"]),
        ("「ありがとう。」と言った。雨が降る。", ["「ありがとう。」と言った。", "雨が降る。"]),
        ("茅屋，狗，塔，……都浮动着。完了……", ["茅屋，狗，塔，……都浮动着。", "完了……"]),
        ("他（那时还小。不懂。）哭了。", ["他（那时还小。不懂。）哭了。"]),
        ("*他在北京。*", ["*他在北京。*"]),
        ("**第一句。** 第二句。", ["**第一句。**", "第二句。"]),
        ("没有句号的一行", ["没有句号的一行"]),
        ("他说“没有收尾的引号。第二句。", ["他说“没有收尾的引号。", "第二句。"]),
        ("H．M．是缩写。圆周率是3.14。", ["H．M．是缩写。", "圆周率是3.14。"]),
        ("", []),
    ],
)
def test_sentences(paragraph: str, expected: list[str]) -> None:
    assert cjk.sentences(paragraph) == expected


def test_long_quotation_is_split_inside() -> None:
    inner = "这是一句相当长的话，里面说了许多事情，而且还没有说完。" * 5
    assert len(cjk.sentences(f"他说：“{inner}”")) == 5


def test_semicolons_cut_only_long_sentences() -> None:
    clause = "这一段文字是为了凑成很长的一个句子而写的，里面其实并没有什么意思"
    assert cjk.sentences(f"{clause}；短。") == [f"{clause}；短。"]
    assert len(cjk.sentences("；".join([clause] * 4) + "。")) == 4


def test_hard_wrapped_lines_join() -> None:
    text = (
        "\u3000\u3000要摆脱旧日习惯的束缚，却偏喜欢用轻巧的字样来译外国女\n人的姓氏。\n\u3000\u3000第二段。"
    )
    assert cjk.paragraphs(text) == [
        "要摆脱旧日习惯的束缚，却偏喜欢用轻巧的字样来译外国女人的姓氏。",
        "第二段。",
    ]


def test_verse_lines_stay_apart() -> None:
    assert cjk.paragraphs("我的所爱在山腰；\n想去寻她山太高，\n低头无法泪沾袍。") == [
        "我的所爱在山腰；",
        "想去寻她山太高，",
        "低头无法泪沾袍。",
    ]


def test_fence_and_rulers_are_seen_through() -> None:
    text = "```\n题目\n\n\u3000\u3000正文。\n\n\u3000\u3000※\u3000\u3000 ※\n\n\u3000\u3000〔1〕注。\n```"
    assert cjk.paragraphs(text) == ["题目", "正文。", "〔1〕注。"]


def test_unindented_notes_open_paragraphs() -> None:
    text = "⑴本篇最初发表于一九一九年四月《新青年》第六卷第四号，署名鲁迅。\n⑵描红纸：一种字帖。"
    assert len(cjk.paragraphs(text)) == 2


def test_tidy_drops_anchors_only() -> None:
    assert cjk.tidy("荷马〔5〕没有“史诗作法”⑵么〔１２〕？") == "荷马没有“史诗作法”么？"
    assert cjk.tidy("复仇〔其二〕（1925）") == "复仇〔其二〕（1925）"
    assert cjk.tidy("他说： “好。 ”") == "他说：“好。”"


@pytest.mark.parametrize("text", ["一", "十二", "第一章 序", "（三）", "4"])
def test_numbered_headings(text: str) -> None:
    assert cjk.is_heading(text)


@pytest.mark.parametrize("text", ["一觉", "一个人。", "第一章说，这是事实。", "三天之后，他走了", "1936年"])
def test_no_headings(text: str) -> None:
    assert not cjk.is_heading(text)


def test_scripts() -> None:
    assert cjk.is_cjk("鲁迅（Lu Xun）是中国作家。")
    assert cjk.is_cjk("これは本です")
    assert not cjk.is_cjk("The word 道 means way, and 德 means virtue.")
    assert not cjk.is_cjk("1234 …")


@examples(60)
@given(ANY_CJK)
def test_pieces_stand_in_the_normal_form(text: str) -> None:
    whole = normalise(text)
    for paragraph in cjk.paragraphs(text):
        assert paragraph in whole
        pieces = cjk.sentences(paragraph)
        assert all(piece in paragraph for piece in pieces)
        assert normalise("".join(pieces)).replace(" ", "") == paragraph.replace(" ", "")


@examples(60)
@given(st.text(max_size=200))
def test_never_raises(text: str) -> None:
    cjk.sentences(text)
    cjk.paragraphs(text)
    cjk.tidy(text)


def test_the_mark_of_a_picture_ends_no_sentence() -> None:
    text = "灯挂在大厅里。请看![示意图。](灯.files/a.png)了解各部分！灯芯很旧。"
    assert cjk.sentences(text) == [
        "灯挂在大厅里。",
        "请看![示意图。](灯.files/a.png)了解各部分！",
        "灯芯很旧。",
    ]
