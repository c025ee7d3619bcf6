from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic import layout
from wikic.curator.encyclopaedia.chinese.definitions import CHINESE_DIMENSIONS
from wikic.curator.encyclopaedia.chinese.extract import extract
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Positioning, Schema
from wikic.model.statement import STATEMENT_KINDS, Block
from wikic.text import cjk

SCHEMA = Schema(Positioning(), CHINESE_DIMENSIONS)


def blocks_of(text: str) -> tuple[Block, ...]:
    found: list[Block] = []
    for paragraph in cjk.paragraphs(text):
        heading = cjk.is_heading(paragraph)
        for piece in [paragraph] if heading else cjk.sentences(paragraph):
            kind = "heading" if heading else "sentence"
            found.append(Block(layout.block_id(piece), piece, len(found) + 1, kind))
    return tuple(found)


def run(text: str, title: str = "文章", book: str | None = None, author: str | None = None) -> Extraction:
    article = Article("t/1", title, text, language="zh", collection_title=book, author=author)
    return extract(article, blocks_of(text), SCHEMA)


def titles(extraction: Extraction, dimension: str) -> set[str]:
    return {entity.title for entity in extraction.entities if entity.dimension == dimension}


def check(extraction: Extraction, blocks: tuple[Block, ...]) -> None:
    ids = [entity.id for entity in extraction.entities]
    assert len(ids) == len(set(ids))
    assert sum(entity.principal for entity in extraction.entities) == 1
    assert sum(entity.self_ for entity in extraction.entities) <= 1
    numbers = {block.number for block in blocks if block.kind != "heading"}
    for statement in extraction.statements:
        assert statement.of in ids
        assert statement.kind in STATEMENT_KINDS
        assert statement.blocks and set(statement.blocks) <= numbers
        assert statement.text and "\n" not in statement.text
        assert {relation.entity for relation in statement.relations} <= set(ids) - {statement.of}


PIECES = st.sampled_from(
    [
        *"一的说道：“”。，《》〔12〕（）—·、等著译〈〉！？…；他她即名字指是见人Qa①⑴王\n\u3000 ",
        *(
            "1881",
            "1936",
            "李明",
            "先生",
            "鲁迅",
            "北京",
            "大学",
            "书局",
            "浙江",
            "绍兴",
            "斯基",
            "阿Ｑ",
            "唐代",
            "```",
            "※",
        ),
        *("\n\n", "\u3000\u3000", "\n〔1〕", "\n〔2〕", "最初发表于", "之子", "毕业于"),
    ]
)


@examples(60)
@given(
    st.lists(PIECES, max_size=80).map("".join),
    st.sampled_from(["文章", "李明", "《坟》题记", "", "〔1〕", "北京大学"]),
)
def test_any_chinese_text_gives_a_valid_extraction(text: str, title: str) -> None:
    extraction = run(text, title)
    check(extraction, blocks_of(text))
    assert extraction == run(text, title)


@examples(60)
@given(st.text(max_size=200), st.text(max_size=20))
def test_never_raises_on_any_text(text: str, title: str) -> None:
    check(run(text, title), blocks_of(text))


ESSAY = """```
祝某某

                   ·王大明·

\u3000\u3000我以为，中国的文学革命是应该的〔2〕。所以大家倘要前进，就必须读《新青年》〔3〕。

\u3000\u3000李四光〔4〕教授说：“没有这样的事。”

\u3000\u3000然而这不过是一种议论而已。

\u3000\u3000一九二九年四月二十六日。

\u3000\u3000※\u3000\u3000 ※\u3000\u3000 ※

\u3000\u3000〔1〕本篇最初发表于一九二九年五月一日《语丝》周刊，后收入《集外集》。

\u3000\u3000〔2〕文学革命\u3000指五四时期的运动。

\u3000\u3000〔3〕《新青年》综合性月刊，陈独秀主编。一九一五年创刊于上海。

\u3000\u3000〔4〕李四光（1889—1971）名仲揆，湖北黄冈人，地质学家。曾任北京大学教授。他著有《中国地质学》。

\u3000\u3000〔5〕参看本卷第3页注〔2〕。
```"""


def essay() -> Extraction:
    return run(ESSAY, "祝某某", book="某集")


def test_an_essay_is_its_own_principal() -> None:
    own = [entity for entity in essay().entities if entity.self_]
    assert [(each.title, each.disambiguator, each.dimension, each.principal) for each in own] == [
        ("祝某某", "某集", "works", True)
    ]


def test_an_essay_keeps_its_authors_judgements() -> None:
    judgements = [each for each in essay().statements if each.kind == "judgement"]
    assert {each.holder for each in judgements} == {"王大明"}
    assert any(each.text.startswith("我以为，中国的文学革命是应该的。") for each in judgements)


def test_speech_names_its_holder() -> None:
    quotation = next(each for each in essay().statements if each.kind == "quotation")
    assert quotation.holder == "李四光"


def test_notes_define_entities() -> None:
    entity = next(each for each in essay().entities if each.title == "李四光")
    assert (entity.dimension, entity.aliases) == ("people", ("李仲揆",))
    texts = [each.text for each in essay().statements if each.of == entity.id]
    assert texts == [
        "李四光（1889—1971），名仲揆，湖北黄冈人，地质学家。",
        "李四光曾任北京大学教授。",
        "李四光著有《中国地质学》。",
    ]


def relation_names(extraction: Extraction) -> set[tuple[str, str, str]]:
    names = {entity.id: entity.title for entity in extraction.entities}
    return {
        (names[statement.of], relation.label, names[relation.entity])
        for statement in extraction.statements
        for relation in statement.relations
    }


def test_typed_relations() -> None:
    assert relation_names(essay()) >= {
        ("祝某某", "published in", "语丝"),
        ("祝某某", "collected in", "集外集"),
        ("新青年", "edited by", "陈独秀"),
        ("李四光", "native of", "黄冈"),
        ("李四光", "worked for", "北京大学"),
        ("李四光", "author of", "中国地质学"),
        ("祝某某", "mentions", "新青年"),
    }


def test_verbs_of_another_subject_make_no_relation() -> None:
    found = relation_names(run("李明远（1900—1970），作家。鲁迅译有《死魂灵》，后由李明远作序。", "李明远"))
    assert ("李明远", "translator of", "死魂灵") not in found


def test_dates_bylines_and_cross_references_are_no_statements() -> None:
    texts = [each.text for each in essay().statements]
    assert not any(text.startswith(("·", "一九二九年四月", "参看")) for text in texts)


def test_three_prefaces_stay_apart_by_their_books() -> None:
    books = ("甲集", "乙集", "丙集")
    made = [run("这是我以为应该写的序。因为有书。", "序言", book=book).entities[0] for book in books]
    assert {entity.disambiguator for entity in made} == set(books)
    assert all(entity.self_ for entity in made)


def test_an_entry_has_its_subject_as_principal() -> None:
    extraction = run(
        "鲁迅（1881年9月25日－1936年10月19日），浙江绍兴人，中国作家。他是周作人的哥哥。曾任教于北京大学。",
        "鲁迅",
    )
    principal = extraction.entities[0]
    assert (principal.title, principal.dimension, principal.principal, principal.self_) == (
        "鲁迅",
        "people",
        True,
        False,
    )
    assert [each.text for each in extraction.statements][1:] == [
        "鲁迅是周作人的哥哥。",
        "鲁迅曾任教于北京大学。",
    ]
    assert relation_names(extraction) >= {
        ("鲁迅", "native of", "绍兴"),
        ("鲁迅", "sibling", "周作人"),
        ("鲁迅", "worked for", "北京大学"),
    }


def test_entries_of_other_kinds() -> None:
    assert run("杭州市，简称杭，是浙江省省会，位于中国东南沿海。", "杭州市").entities[0].dimension == "places"
    assert (
        run("清华大学（Tsinghua University），位于北京。", "清华大学").entities[0].dimension
        == "organizations"
    )
    assert (
        run("五四运动是1919年5月4日发生在北京的爱国运动。", "五四运动").entities[0].dimension
        == "periods-events"
    )


def test_a_work_and_a_person_of_one_name_are_two() -> None:
    extraction = run("孟子见梁惠王。《孟子》记其事，孟子曰：“何必曰利。”", "读书记")
    found = {(each.dimension, each.disambiguator) for each in extraction.entities if each.title == "孟子"}
    assert found == {("people", None), ("works", "作品")}


def test_a_manual_states_facts() -> None:
    extraction = run("本程序用于整理文档。\n\n运行之后会生成目录。", "使用说明")
    assert {each.kind for each in extraction.statements} == {"fact"}


def test_a_document_without_prose_has_itself_only() -> None:
    extraction = run("", "空")
    assert [entity.title for entity in extraction.entities] == ["空"]
    assert extraction.statements == () and extraction.summary == "空"


def test_a_long_run_without_punctuation_stays_linear() -> None:
    check(run("王" * 60_000 + "、" * 20_000), blocks_of("王" * 60_000 + "、" * 20_000))


def test_what_a_note_says_of_a_second_person_is_not_said_of_the_first() -> None:
    text = (
        "我以为应该读拜仑〔1〕和雪莱。所以如此。\n\n\u3000\u3000〔1〕拜仑（1788—1824），英国诗人。曾参加希腊独立战争。"
        "雪莱（1792—1822），英国诗人。著有《西风颂》。"
    )
    extraction = run(text)
    titles_of = {entity.id: entity.title for entity in extraction.entities}
    assert [(titles_of[each.of], each.text) for each in extraction.statements if each.kind == "fact"] == [
        ("拜仑", "拜仑（1788—1824），英国诗人。"),
        ("拜仑", "拜仑曾参加希腊独立战争。"),
        ("文章", "雪莱（1792—1822），英国诗人。"),
        ("文章", "著有《西风颂》。"),
    ]


def test_the_editor_of_the_periodical_did_not_edit_the_piece() -> None:
    text = (
        "我以为应该看戏〔1〕。所以去看。\n\n"
        "\u3000\u3000〔1〕《山河泪》粤剧，原载于一九○二年梁启超主编的《新小说》杂志。"
    )
    found = relation_names(run(text))
    assert ("山河泪", "published in", "新小说") in found
    assert ("山河泪", "edited by", "梁启超") not in found


def test_names_in_both_scripts_are_aliases_so_that_other_documents_find_them() -> None:
    found = run(
        "温少白（1885—1957），生于广东番禺，作家。英文名 Wen Shaobai。"
        "他与阿格尼丝·瓦利（Agnes Varley）相识。"
        "画家汤姆·彭黑尔（Tom Penhale）是常客。",
        title="温少白",
    )
    aliases = {entity.title: entity.aliases for entity in found.entities}
    assert aliases["温少白"] == ("Wen Shaobai",)
    assert aliases["阿格尼丝·瓦利"] == ("Agnes Varley",)
    assert aliases["汤姆·彭黑尔"] == ("Tom Penhale",)


def test_a_courtesy_name_with_function_words_gives_the_full_name() -> None:
    found = run("　　严又陵〔1〕译书。\n\n〔1〕严又陵（１８５８—１９２１），名复，字又陵，福建闽侯人。\n")
    assert "严复" in next(each for each in found.entities if each.title == "严又陵").aliases
    assert any("（1858—1921）" in each.text for each in found.statements)


def test_a_plant_a_court_and_a_restoration_are_no_persons() -> None:
    found = run(
        "　　苏木汁〔1〕，平政院〔2〕，张勋复辟〔3〕。\n\n〔1〕苏木汁 苏木是常绿小乔木。\n"
        "〔2〕平政院 官署名称，直属于总统，审理官吏违法。\n"
        "〔3〕张勋复辟 张勋（1854—1923），江西奉新人，北洋军阀之一。\n"
    )
    assert not titles(found, "people") & {"苏木汁", "平政院", "张勋复辟"}


def test_what_the_publisher_says_above_a_preface_is_no_judgement_of_its_author() -> None:
    found = run(
        "序言\n\n　　文三十七篇。一九三二年十月由上海合众书店初版。\n\n　　序言\n\n　　我以为这是应该的。\n\n"
        "　　一九三二年四月，鲁迅记于上海。",
        title="序言",
    )
    kinds = {each.text: (each.kind, each.holder) for each in found.statements}
    assert kinds["文三十七篇。"] == ("fact", None)
    assert kinds["我以为这是应该的。"] == ("judgement", "鲁迅")


def test_what_follows_a_second_name_in_a_note_is_not_said_of_the_first() -> None:
    found = run(
        "　　都介涅夫〔1〕们。\n\n〔1〕都介涅夫（1818—1883），俄国作家。著有《猎人笔记》。"
        "妥也也夫（1821—1881），俄国作家。著有小说《穷人》等。\n"
    )
    first = next(each.id for each in found.entities if each.title == "都介涅夫")
    assert not [each.text for each in found.statements if each.of == first and "穷人" in each.text]
    assert [each.text for each in found.statements if each.of == first and "猎人笔记" in each.text]


def test_a_work_and_its_author_of_one_name_are_two() -> None:
    found = run("　　罗曼·罗兰著《约翰·克利斯朵夫》，孟子著《孟子》。")
    assert {"约翰·克利斯朵夫", "孟子"} <= titles(found, "works")


def test_an_unsigned_report_has_facts_and_an_opinion_in_it_has_no_holder() -> None:
    report = "　　今年的问题在社会，因为人们总是批评中国的杂志。我认为应该改革。因为主义，所以社会有问题。\n"
    voices = {(each.kind, each.holder) for each in run(report, title="某报").statements}
    assert voices == {("fact", None), ("claim", None)}


def test_who_returns_a_ball_signs_nothing() -> None:
    report = "　　因为今年的社会有问题，所以批评。中国队应该赢。\n\n　　6月17日，王大明在比赛中回球。\n"
    assert {each.holder for each in run(report, title="某报").statements} == {None}


def test_letters_of_two_people_have_no_one_author() -> None:
    letters = (
        "　　我以为社会应该改革，因为人们总是批评文学。\n\n　　王大明。\n\n　　三月十二日。\n\n"
        "　　我以为中国的文学革命是应该的，其实不然。\n\n　　李四光。\n\n　　三月十六日。\n"
    )
    assert {each.holder for each in run(letters, title="通讯").statements} == {None}


def test_speech_of_nobody_named_is_no_judgement_of_the_author() -> None:
    told = "“这就是罚智识的，因为智识是罪恶。我们还算是轻的呢。”他断续的说。"
    also = "一位老先生做过知县，他说：“灯是给外人看的，自家人用不着。”"
    own = "我以为社会应该改革，因为文学革命是应该的。"
    paragraphs = (own, told, also, "一九三二年四月，鲁迅记于上海。")
    essay = "\n\n".join(("说灯", *(f"　　{each}" for each in paragraphs)))
    voices = {each.text: (each.kind, each.holder) for each in run(essay, title="说灯").statements}
    assert voices[own] == ("judgement", "鲁迅")
    assert (voices[told], voices[also]) == (("quotation", None), ("quotation", None))
