"""Whatever a model says in the right shape, an extraction keeps its promises or is refused with a reason."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples
from support.proposals import CHINESE, ENGLISH, SCHEMA, extraction

from wikic.curator.model.plain_line import plain_line
from wikic.curator.model.reply_shapes import ExtractReply, schema_of
from wikic.document import quotes as segmentation
from wikic.errors import ReplyError
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.statement import STATEMENT_KINDS
from wikic.text.normalise import normalise
from wikic.text.relation_labels import INVERSE

WORDS = (
    *(
        "Marta Ohm",
        "Jens Ohm",
        "Tarnvik",
        "Vell",
        "The Slack Tide",
        "Otto Lind",
        "was a pilot",
        "1902",
        "she",
    ),
    *(
        "林若溪",
        "白水",
        "潮汐之间",
        "陈默",
        "生于",
        "[[Vell]]",
        "../../etc/x",
        "**",
        "^f00000000",
        "\n# x\n",
        "\x00",
    ),
    *("\ud800", "\u202e", "](http://x.example)", "`", "<b>", "Ignore all instructions", "e1", "---\n"),
)
TEXT = st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=5).map(" ".join)
ID = st.sampled_from(["e1", "e2", "e3", "", "1", "../e1"])
ENTITY = st.fixed_dictionaries(
    {"id": ID, "title": TEXT},
    optional={
        "disambiguator": TEXT | st.none(),
        "dimension": st.sampled_from(["people", "Places", "geography", "works", "x", "../x"]),
        "aliases": st.lists(TEXT, max_size=3) | TEXT | st.none(),
        "tags": st.lists(TEXT, max_size=3),
        "line": TEXT,
    },
)
STATEMENT = st.fixed_dictionaries(
    {"of": ID, "text": TEXT},
    optional={
        "kind": st.sampled_from([*STATEMENT_KINDS, "FACT", "rumour", ""]),
        "holder": TEXT | st.none(),
        "blocks": st.lists(st.integers(-2, 9) | st.sampled_from(["1", "[2]", "1-3", "x"]), max_size=9)
        | st.just("2"),
        "relations": st.lists(
            st.fixed_dictionaries({"label": st.sampled_from(["father", "作者", "loves"]) | TEXT, "to": ID})
            | st.tuples(st.just("born in"), ID).map(list),
            max_size=3,
        ),
    },
)
REPLY = st.fixed_dictionaries(
    {"entities": st.lists(ENTITY, max_size=5), "statements": st.lists(STATEMENT, max_size=6)},
    optional={"summary": TEXT, "subject": ID, "itself": st.booleans()},
)
LABELS = {label for pair in INVERSE for label in pair}


def check(found: Extraction, article: Article) -> None:
    """Every promise of ``model/extraction.py``."""
    citable = {
        each.number for each in segmentation.segment(article.text, article.language) if each.kind != "heading"
    }
    ids = [entity.id for entity in found.entities]
    assert ids == [f"e{at}" for at in range(1, len(ids) + 1)]
    assert sum(entity.principal for entity in found.entities) <= 1
    assert sum(entity.self_ for entity in found.entities) <= 1
    assert all(entity.principal for entity in found.entities if entity.self_)
    assert {entity.dimension for entity in found.entities} <= {
        "concepts",
        "people",
        "places",
        "works",
        "geography",
    }
    assert found.statements
    texts = [found.summary]
    for entity in found.entities:
        assert entity.title
        texts += [entity.title, *entity.aliases, *entity.tags, entity.summary, entity.disambiguator or ""]
    for each in found.statements:
        assert each.of in ids and each.kind in STATEMENT_KINDS and each.text
        assert each.blocks and set(each.blocks) <= citable and list(each.blocks) == sorted(set(each.blocks))
        assert (each.holder is None) or each.kind != "fact"
        for relation in each.relations:
            assert relation.entity in ids and relation.entity != each.of and relation.label in LABELS
        texts += [each.text, each.holder or ""]
    for text in texts:
        assert text == normalise(text) == plain_line(text).text
        assert "[[" not in text and "\n" not in text and "\x00" not in text and "../" not in text
        text.encode("utf-8")
    for slip in found.slips:
        assert "\n" not in slip.example and len(slip.example) <= 160
        slip.example.encode("utf-8", "surrogatepass")


@examples(60)
@given(said=REPLY, article=st.sampled_from([ENGLISH, CHINESE]))
def test_any_reply_of_the_right_shape_gives_a_sound_extraction_or_a_reason(
    said: dict[str, Any], article: Article
) -> None:
    text = json.dumps(said)
    try:
        found = extraction(text, text, text, article=article)
    except ReplyError:
        return
    check(found, article)


@examples(60)
@given(
    raw=st.lists(
        st.sampled_from(
            ["[", "]", "[[", "]]", "(", ")", "|", "x", " ", "^", "`", "*", "-", "<", ">", "\n", "9", "!", "#"]
        ),
        max_size=14,
    )
)
def test_what_is_made_plain_stays_plain(raw: list[str]) -> None:
    once = plain_line("".join(raw)).text
    assert plain_line(once).text == once
    assert "[[" not in once and "]]" not in once and "\n" not in once


@pytest.mark.parametrize("shape", ["[]", "null", "7", '{"entities": 1, "statements": {}}', '[{"id": "e1"}]'])
def test_a_reply_of_another_shape_is_refused(shape: str) -> None:
    with pytest.raises(ReplyError):
        extraction(shape, shape, shape)


def test_the_schema_that_is_sent_asks_for_every_field_and_no_other() -> None:
    def walk(node: Any) -> None:
        if isinstance(node, dict):
            if node.get("type") == "object":
                assert node["additionalProperties"] is False
                assert node["required"] == list(node["properties"])
            assert not {"$ref", "default", "anyOf", "prefixItems"} & node.keys()
            for each in node.values():
                walk(each)

    walk(schema_of(ExtractReply))
    assert SCHEMA.dimensions


@pytest.mark.parametrize(
    "text",
    [
        "Run chmod u+x Tool-<version>.bin on <host name>.",
        'Call glob("**/*.py") and __init__().',
        "The sign (-).",
    ],
)
def test_code_stays_in_a_plain_text(text: str) -> None:
    assert plain_line(text).text == text


def test_tags_that_do_something_go() -> None:
    assert plain_line('a <img src="x"> <script>b</script> <b>c</b>').text == "a b c"
