"""Words of Chinese documents: whole words become labels and descriptions, scraps of them do not."""

from __future__ import annotations

from wikic.model.article import Article
from wikic.schema.library.document_features import DocumentFeatures, features_of
from wikic.schema.library.han_labels import as_read
from wikic.schema.library.han_words import HanWord, han_words, written_words
from wikic.schema.library.phrases import title_phrases
from wikic.schema.library.topics import find_groups, place_documents

SUBJECTS = {
    "金锚奖": "昨晚，{}颁给了沈阿福。谁都说{}难得。评委看重{}的名声；老水手领走{}。新人等着{}。",
    "北湾灯塔": "渔民望见{}便回港。旧时{}烧油，如今{}用电。守塔人修{}。夜里{}亮着，雾中{}也亮。",
    "渡轮公司": "码头归{}管。船员告了{}，法官判{}赔钱。旅客骂{}涨价。乡长劝{}减班，{}答应了。",
    "《远岸》": "剧集{}讲水手的家事。编剧写{}用了三年。海边拍完{}，电视播出{}，老人爱看{}。",
}
FILLERS = ("春天", "夏夜", "秋风", "冬雪", "清晨", "黄昏", "港口", "街市", "雨季", "旱年")
ENDINGS = ("旧事", "今昔", "夜话", "笔记", "见闻")


def passages() -> list[DocumentFeatures]:
    """Forty untitled passages on four subjects."""
    found: list[DocumentFeatures] = []
    for which, (subject, text) in enumerate(SUBJECTS.items()):
        for at, filler in enumerate(FILLERS):
            told = f"{filler}的事。{text.format(*[subject] * 6)}{filler}过去了。"
            found.append(features_of(Article(f"kb/d{which}{at}", f"d{which}{at}", told, language="zh")))
    return found


def test_a_piece_of_a_word_is_no_word() -> None:
    found = {each.text for each in han_words(passages())}
    assert {"金锚奖", "北湾灯塔", "渡轮公司"} <= found
    assert not found & {"锚奖", "金锚", "湾灯塔", "北湾灯", "渡轮公", "轮公司"}


def test_a_unit_behind_a_figure_is_no_word() -> None:
    texts = [f"港口收入{at}亿美元。税款{at}亿美元，支出{at}亿美元。" for at in range(3, 9)]
    leaves = [features_of(Article(f"kb/{at}", "", text, language="zh")) for at, text in enumerate(texts)]
    found = {each.text for each in han_words(leaves)}
    assert "亿美元" not in found and "美元" not in found


def test_untitled_passages_get_topics_named_by_words() -> None:
    leaves = passages()
    groups, how = find_groups([each.key for each in leaves], leaves)
    assert how == "topic"
    labels = {each.label for each in groups}
    assert labels & {"金锚奖", "北湾灯塔", "渡轮公司", "远岸"}
    words = {each.text for each in han_words(leaves)} | {"远岸"}
    assert labels <= words
    assert all(set(each.about) <= words for each in groups)


def test_a_description_names_words_and_not_their_pieces() -> None:
    known = written_words(
        [HanWord("北湾灯塔", (1, 2), 4), HanWord("灯塔", (1, 2, 3), 3), HanWord("金锚奖", (1,), 1)]
    )
    assert as_read(["湾灯", "灯塔", "锚奖", "不识", "nfl"], known, "渡轮公司") == [
        "北湾灯塔",
        "金锚奖",
        "nfl",
    ]


def test_titles_give_words_and_not_their_pieces() -> None:
    leaves = [
        features_of(Article(f"kb/t{at}", f"{head}北湾灯塔{tail}", f"{head}的事。", language="zh"))
        for at, (head, tail) in enumerate(
            zip(FILLERS, ("旧事", "今昔", "夜话", "笔记", "见闻") * 2, strict=True)
        )
    ] + passages()
    found = {each.text for each in title_phrases(leaves)}
    assert "北湾灯塔" in found and not found & {"湾灯塔", "湾灯", "北湾灯"}


def test_what_the_topics_leave_is_looked_at_again() -> None:
    """A work of a few documents among many of another kind has its own directory."""
    leaves = passages()
    told = "《不再而归》第{}集里，老船长找到{}。观众说《不再而归》好看，《不再而归》的编剧也笑了。"
    leaves += [
        features_of(Article(f"kb/e{at:02}", f"e{at:02}", told.format(at, FILLERS[at % 10]), language="zh"))
        for at in range(14)
    ]
    groups, _ = find_groups([each.key for each in leaves], leaves)
    placed = place_documents(groups, leaves)
    assert placed[-14:] == ["/不再而归"] * 14
