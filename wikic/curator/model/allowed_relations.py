"""The closed set of relation labels that a model may use. Code mirrors each (``text/relation_labels.py``)."""

from __future__ import annotations

from typing import Final

from wikic.text.normalise import normalise

# Label, and what stands behind it in a Chinese prompt. Of two that mirror each other both are there only
# where texts say both ("father", "son"): one direction is enough, the other is written by code.
LABELS: Final[tuple[tuple[str, str], ...]] = (
    ("father", "父亲"),
    ("mother", "母亲"),
    ("son", "儿子"),
    ("daughter", "女儿"),
    ("child", "子女"),
    ("brother", "兄弟"),
    ("sister", "姐妹"),
    ("half-sibling", "同父或同母的兄弟姐妹"),
    ("spouse", "配偶"),
    ("grandparent", "祖父母"),
    ("uncle or aunt", "叔伯舅姑姨"),
    ("cousin", "堂表亲"),
    ("parent-in-law", "岳父母或公婆"),
    ("sibling-in-law", "夫妻的兄弟姐妹"),
    ("ancestor of", "祖先"),
    ("relative", "亲戚"),
    ("born in", "生于"),
    ("died in", "卒于"),
    ("buried in", "葬于"),
    ("lived in", "住在"),
    ("native of", "籍贯"),
    ("educated at", "就读于"),
    ("student of", "师从"),
    ("worked for", "任职于"),
    ("member of", "成员"),
    ("played for", "效力于"),
    ("ruler of", "统治"),
    ("held office in", "任官于"),
    ("participated in", "参加"),
    ("awarded", "获奖"),
    ("directed by", "导演"),
    ("written by", "作者"),
    ("composed by", "作曲"),
    ("produced by", "制片"),
    ("starring", "主演"),
    ("performed by", "演唱或演奏"),
    ("edited by", "编者"),
    ("translated by", "译者"),
    ("designed by", "设计者"),
    ("published by", "出版者"),
    ("published in", "发表于"),
    ("collected in", "收入"),
    ("based on", "改编自"),
    ("named after", "得名于"),
    ("part of", "属于"),
    ("founded by", "创办者"),
    ("owned by", "所有者"),
    ("managed by", "负责人"),
    ("headquartered in", "总部在"),
    ("located in", "位于"),
    ("country", "国家"),
    ("capital of", "是其首都"),
    ("borders", "接壤"),
    ("tributary of", "是其支流"),
    ("preceded by", "前任"),
    ("succeeded by", "继任"),
    ("created by", "创造者"),
    ("developed by", "开发者"),
    ("discovered by", "发现者"),
    ("depends on", "依赖"),
    ("affiliated with", "有关联"),
)
_GLOSSES: Final = {gloss: label for label, gloss in LABELS}


def listed(language: str) -> str:
    """The labels as a prompt in ``language`` lists them."""
    if language == "zh":
        return "、".join(f"{label}（{gloss}）" for label, gloss in LABELS)
    return ", ".join(label for label, _ in LABELS)


def known(raw: str, mirrored: frozenset[str]) -> str:
    """The label that ``raw`` is, or ""; ``mirrored`` are all that code can turn round."""
    label = normalise(raw).casefold().replace("_", " ")
    label = label.partition("（")[0].strip()
    label = _GLOSSES.get(label, label)
    return label if label in mirrored else ""
