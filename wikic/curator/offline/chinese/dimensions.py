"""Which directory an entity of a kind goes to, by the names the schema has."""

from __future__ import annotations

from typing import Final, Literal

from wikic.model.schema import Dimension, Schema

Kind = Literal["person", "work", "organisation", "place", "period", "concept"]

# A mostly Chinese corpus starts with these; ``accepts`` are the names under which documents in other
# languages file the same things.
CHINESE_DIMENSIONS: Final = (
    Dimension("people", "人物：作者、历史人物、当世人物、作品中的人物", "人物"),
    Dimension("works", "作品：书籍、文章、译著、报刊、戏剧，本库所收的与文中提到的", "作品", ("media",)),
    Dimension("organizations", "机构：团体、学校、书局、报社、政党", "机构"),
    Dimension("places", "地理：国家、省市、村镇、山川、建筑", "地理", ("geography",)),
    Dimension("periods-events", "时代与事件：朝代、年号、战争、运动、案件", "时代与事件", ("history",)),
    Dimension("concepts", "概念：术语、典故、思想、制度、习俗，以及别处放不下的", "概念"),
)

# Names a schema may give to the directory of a kind, best first.
_NAMES: Final[tuple[tuple[Kind, str], ...]] = (
    ("person", "people persons person characters biographies figures 人物 人名"),
    (
        "work",
        "works literature media books texts creative-works publications films arts 作品 著作 文献 书籍",
    ),
    ("organisation", "organizations organisations groups institutions companies societies 机构 组织 团体"),
    ("place", "places geography locations place countries 地理 地点 地名"),
    ("period", "periods-events events history periods time 时代与事件 历史 事件 时代"),
    ("concept", "concepts ideas topics terms knowledge 概念 术语 思想"),
)


def dimension_of(kind: Kind, schema: Schema) -> str:
    """The schema's dimension for ``kind``; its fallback where no name or description fits."""
    wanted = next(names.split() for each, names in _NAMES if each == kind)
    for name in wanted:
        for dimension in schema.dimensions:
            if name == dimension.name.casefold() or name == dimension.title or name in dimension.accepts:
                return dimension.name
    for name in wanted:
        for dimension in schema.dimensions:
            if (
                name in dimension.name.casefold().split("-")
                or name in dimension.description.casefold().split()
            ):
                return dimension.name
    return schema.fallback
