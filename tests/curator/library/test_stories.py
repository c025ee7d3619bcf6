"""Stories: a speech and what it answers stand together, and who speaks is a person."""

from __future__ import annotations

SCENE = (
    '"I have the boat," said Ruth. She went to the quay. It lay dry. He followed her.\n\n'
    "They waited for the tide until it was dark. She counted the lamps. It was cold.\n\n"
) * 6


def test_a_long_speech_stays_with_who_speaks(read) -> None:  # type: ignore[no-untyped-def]
    speech = (
        '"We take little with us," said Leila. "No lamp of brass. No chest. Two coats each will do. '
        'A rope is worth more than a hat. I keep the purse. Nobody goes on the ice alone. That is all."'
    )
    found = read(f"{SCENE}{speech}\n\n{SCENE}")
    (held,) = [each.text for each in found.statements if "That is all." in each.text]
    assert speech in held


def test_who_speaks_in_a_story_is_a_person(read) -> None:  # type: ignore[no-untyped-def]
    told = (
        'The lamp of Hallowmouth was out when Ruth Okafor came. "It is dark," said the patient Ruth.\n\n'
        '"So it is," he answered. He had walked from Hallowmouth with Ruth Okafor before, and liked it.\n\n'
    )
    found = read(SCENE + told * 2)
    terms = {each.name: each.dimension for each in found.terms}
    assert (terms["Ruth Okafor"], terms["Ruth"], terms["Hallowmouth"]) == ("people", "people", "terms")


CHINESE_SCENE = (
    "阿海在船头坐着，望着潮水。“今天不出海了。”陈七爷说。\n\n阿海便站起来，收了网。"
    "“网破了，补一补再走。”阿海说。\n\n陈七爷点头，慢慢地问道：“你母亲的病怎么样了？”\n\n"
    "阿海不答，只看着灯塔。陈七爷叹了一口气。掌柜走出来，大声说：“涨潮了！”\n\n"
    "码头上一面点灯，一面有人喊。陈七爷却不走，说道：“等天亮罢。”\n\n"
)


def test_who_speaks_in_a_chinese_story_is_a_person(read) -> None:  # type: ignore[no-untyped-def]
    found = read(CHINESE_SCENE * 3, title="渡口")
    people = {each.name: each for each in found.terms if each.dimension == "people"}
    assert set(people) == {"阿海", "陈七爷"}  # no keeper of an inn, no "on one side"
    assert all(each.capital == 0 and each.about and each.blocks for each in people.values())


def test_a_chinese_essay_that_quotes_has_no_characters(read) -> None:  # type: ignore[no-untyped-def]
    essay = "“自由”这个词用得太多。陈七爷在文章里说“进步”，又说“文明”，都没有解释。这类文章近来很多。"
    found = read("\n\n".join([essay] * 12), title="说话")
    assert not [each for each in found.terms if each.dimension == "people"]


def test_a_chinese_passage_is_summed_up_by_what_it_is_about(read) -> None:  # type: ignore[no-untyped-def]
    side = "在礼堂两侧，还摆放着鲜花和彩旗。"
    about = "港务委员会和渡轮公司签约，渡轮公司五月起恢复夜航，港务委员会承担夜航费用。"
    assert read(f"{side}{about}渡轮公司的夜航票价不变。", title="d00012").summary == about
