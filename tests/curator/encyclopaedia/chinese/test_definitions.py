from __future__ import annotations

import pytest

from wikic.curator.encyclopaedia.chinese.definitions import (
    CHINESE_DIMENSIONS,
    dimension_of,
    read_definition,
    work_title,
)
from wikic.model.schema import Dimension, Positioning, Schema


@pytest.mark.parametrize(
    ("label", "rest", "title", "kind", "alias"),
    [
        ("鲁彦", "即王鲁彦（1902—1944），浙江镇海人，小说家。", "鲁彦", "person", "王鲁彦"),
        ("陈西滢", "（1896—1970），名源，字通伯，笔名西滢，江苏无锡人。", "陈西滢", "person", "陈源"),
        ("鲁迅", "（1881年9月25日－1936年10月19日），原名周樟寿，浙江绍兴人。", "鲁迅", "person", "周樟寿"),
        ("白璧德", "（Ｉ．Ｂａｂｂｉｔｔ，1865-1933），美国学者。", "白璧德", "person", "I.Babbitt"),
        ("《水浒》", "即《水浒传》，元末明初施耐庵作。", "水浒", "work", "水浒传"),
        ("创造社", "文学团体，一九二一年成立于东京。", "创造社", "organization", None),
        ("沙滩", "北京地名，北京大学第一院所在地。", "沙滩", "place", None),
        ("匡庐", "即江西庐山。", "匡庐", "concept", "江西庐山"),
        ("“拳匪”", "反动派对义和团的蔑称。", "拳匪", "concept", None),
    ],
)
def test_definitions(label: str, rest: str, title: str, kind: str, alias: str | None) -> None:
    definition = read_definition(label, rest)
    assert definition is not None
    assert (definition.title, definition.kind) == (title, kind)
    assert alias is None or alias in definition.aliases


def test_the_first_of_a_list_is_no_alias() -> None:
    definition = read_definition("理学", "亦称道学，即宋代程颢、程颐、朱熹等人的学说。")
    assert definition is not None and definition.aliases == ("道学",)


@pytest.mark.parametrize(
    ("label", "rest"),
    [
        ("“闻诛独夫纣矣，未闻弑君也”", "语见《孟子·梁惠王》。"),
        ("“党同伐异”", "语见《后汉书·党锢传序》。"),
        ("关于吃人的筵宴的议论", "参看《坟·灯下漫笔》。"),
        ("这几句", "是作者在《野草》中所说的话。"),
        ("“逼死”", "一九二五年十月一日，徐志摩接编《晨报副刊》。"),
        ("", "没有标题。"),
    ],
)
def test_passages_are_not_things(label: str, rest: str) -> None:
    assert read_definition(label, rest) is None


@pytest.mark.parametrize(
    ("quoted", "title"),
    [
        ("《坟》", "坟"),
        ("《安娜·卡列尼娜》", "安娜·卡列尼娜"),
        ("《〈呐喊〉自序》", "《呐喊》自序"),
        ("《唐·璜》", "唐·璜"),
        ("《·》", "·"),
    ],
)
def test_the_title_of_a_work(quoted: str, title: str) -> None:
    assert work_title(quoted) == title


def test_dimensions_follow_the_schema() -> None:
    english = Schema(Positioning(), (Dimension("media", "films and books"), Dimension("geography", "places")))
    assert dimension_of("work", english) == "media"
    assert dimension_of("place", english) == "geography"
    assert dimension_of("person", english) == "concepts"
    assert dimension_of("person", Schema(Positioning(), CHINESE_DIMENSIONS)) == "people"
    assert dimension_of("period", Schema(Positioning(), (Dimension("时代", "朝代"),))) == "时代"
