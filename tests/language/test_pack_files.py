"""Lists, rows and patterns that are read when they are asked for by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import wikic
from wikic import language
from wikic.language import all_packs, pack_files, relations

LISTS = sorted(pack_files.FOLDER.glob("*/*/*.txt"))
PATTERNS = sorted(pack_files.FOLDER.glob("*/*/patterns/*.txt"))
CODE = "\n".join(file.read_text("utf-8") for file in Path(wikic.__file__).parent.rglob("*.py"))
QUOTED = frozenset(re.findall(r"""["']([^"'\n]+)(?=["'])""", CODE))  # what stands between two quotes
# What "{a|b.c}" in a list or an expression stands for: a and b.
EXPANDED = frozenset(
    name
    for file in (*LISTS, *PATTERNS)
    for held in re.findall(r"\{([a-z_0-9|.]+)\}", file.read_text("utf-8"))
    for name in held.partition(".")[0].split("|")
)


def test_a_list_keeps_its_order_and_its_case() -> None:
    assert language.pack("zh").words("organisation_ends")[:2] == ("师范大学", "女子大学")


def test_a_table_gives_its_columns() -> None:
    assert ("商朝", "商朝 商代 殷商") in language.pack("zh").rows("periods")


def test_an_expression_holds_lists_and_other_expressions() -> None:
    pack = language.pack("zh")
    assert pack.pattern("life_dates").match("（1902—1944）")
    assert pack.pattern("native").search("，浙江镇海人，")
    assert pack.compiled("{by_them}(?:编|辑){phrase_end}").fullmatch("等人编")


def test_the_longest_word_fits_first_and_single_characters_are_a_class() -> None:
    assert pack_files.alternatives(("大学", "师范大学", "a.b")) == "(?:师范大学|a\\.b|大学)"
    assert pack_files.alternatives("乙甲乙") == "[乙甲]"


@pytest.mark.parametrize("code", ["und", "de"])
def test_a_language_without_a_list_has_none_and_a_pattern_without_a_language_finds_nothing(code: str) -> None:
    pack = language.pack(code)
    assert pack.words("surnames") == () and pack.rows("relations") == ()
    assert pack.pattern("life_dates").search("（1902—1944）") is None


def test_the_words_of_a_table_are_its_first_column() -> None:
    assert language.pack("zh").words("countries")[:2] == ("中国", "日本")


def test_what_packs_say_together_is_asked_of_no_language() -> None:
    assert "谁" in all_packs.expression("asks_who").replace("|", " ")
    assert all_packs.told("named after", "asked") == ("named (?:after|for)", "得名|命名")
    assert ("death", "去世|逝世|病逝|死于|卒于", "去世|逝世|卒|病逝") in all_packs.rows("ranked_attributes")
    assert "谁" in all_packs.words("asking_characters")
    assert re.search(all_packs.expression("nobody_has_it"), "") is None


def test_no_name_stands_for_two_things_in_a_language() -> None:
    for folder in {file.parents[1] for file in LISTS}:
        stems = [file.stem for file in LISTS if file.parents[1] == folder]
        assert len(set(stems)) == len(stems)


def test_an_expression_of_an_unknown_list_is_said() -> None:
    with pytest.raises(LookupError, match="nowhere"):
        language.pack("zh").compiled("{nowhere}")


# A remark that says that rows have as many columns as there are.
_SETS = re.compile("^#.*(?: a column|每栏一)", re.M)


@pytest.mark.parametrize("file", [*LISTS, *PATTERNS], ids=lambda file: f"{file.parts[-3]}/{file.stem}")
def test_a_file_says_what_it_is(file: Path) -> None:
    assert file.read_text("utf-8").startswith("# ")


@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.stem)
def test_a_list_is_asked_for_and_says_nothing_twice(file: Path) -> None:
    code = file.parent.parent.name
    rows = pack_files.rows(code, file.stem)
    if file.stem.endswith("_records"):
        opening = [next(iter(each.items())) for each in pack_files.records(code, file.stem)]
        assert opening and len(set(opening)) == len(opening)
    elif "\n\n" in file.read_text("utf-8"):
        assert all(each and all(each.values()) for each in pack_files.records(code, file.stem))
    elif any(len(row) > 1 for row in rows):
        # "a column each": rows are sets, of as many as there are.
        assert len({len(row) for row in rows}) == 1 or _SETS.search(file.read_text("utf-8"))
        assert len(set(rows)) == len(rows)
    else:
        listed = pack_files.words(code, file.stem)
        assert listed and len(set(listed)) == len(listed)
    assert _asked_for(file.stem)


@pytest.mark.parametrize("file", PATTERNS, ids=lambda file: file.stem)
def test_every_expression_compiles_and_is_asked_for(file: Path) -> None:
    code = file.parents[2].name
    for line in file.read_text("utf-8").split("\n"):
        name = "" if line.startswith("#") else line.split("\t")[0]
        if name:
            assert pack_files.pattern(code, name).pattern != "(?!)"
            assert _asked_for(name), name


def _asked_for(name: str) -> bool:
    """Whether code or another list names it, or code asks for its kind by every sort of thing."""
    kind = name.rpartition("_")[0]
    if kind and f'load_kinds("{kind}")' in CODE:
        return True
    return name in QUOTED or name in EXPANDED


def test_a_cue_of_a_relation_names_both_ends_and_the_words_on_either_side() -> None:
    ends = [value.split("\t")[0] for value, label in relations.values("zh", "cue") if label == "published in"]
    assert ends == ["work work", "work place"]
    records = relations.relations(relations.LABELS)
    labels = {label for each in records for label in (each.label, each.inverse)}
    for value, label in relations.values("zh", "cue"):
        assert value.count("\t") == 2 and label in labels, (label, value)
