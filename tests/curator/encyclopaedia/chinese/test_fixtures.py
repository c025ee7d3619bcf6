"""``fixtures/zh`` and a fenced corpus through the whole command: what a reader of the wiki sees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import wikic
from support.page_text import by_stem

FIXTURES = Path(__file__).parents[4] / "fixtures"


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("zh")
    wikic("init", FIXTURES / "zh", "-C", "kb", cwd=home)
    done = wikic("compile", FIXTURES / "zh", "-C", "kb", cwd=home)
    assert "6 sources taken in" in done.out
    assert "0 findings" in (found := wikic("lint", cwd=home / "kb")).out + found.err
    return home / "kb" / "wiki"


def page(wiki: Path, name: str) -> str:
    return (wiki / f"{name}.md").read_text(encoding="utf-8")


def test_the_directories_are_those_of_a_chinese_corpus(wiki: Path) -> None:
    found = {path.name for path in wiki.iterdir() if path.is_dir()}
    assert {"people", "works", "organizations", "places"} <= found
    assert "media" not in found


def test_two_prefaces_of_one_title_are_two_pages_told_apart_by_their_books(wiki: Path) -> None:
    one, other = page(wiki, "works/序言-听潮集"), page(wiki, "works/序言-北窗杂记")
    assert "**许青禾**: 我以为海边的人没有大事" in one
    assert "我以为海边的人没有大事" not in other
    assert "**许青禾**: 我从前以为文章能救人" in other
    assert not (wiki / "works/序言.md").exists()


def test_an_essay_argues_and_a_signature_is_no_judgement(wiki: Path) -> None:
    assert "## Claims\n- 我以为，灯不是给外人看的" in page(wiki, "works/说灯")  # the text names no author
    assert "许青禾记于石帆" not in page(wiki, "works/序言-听潮集")


def test_a_note_and_an_entry_of_one_person_are_one_page_with_his_names(wiki: Path) -> None:
    text = by_stem(page(wiki, "people/沈一舟"))
    assert "aliases: [沈维舟]" in text
    assert "诗人，许青禾的同乡。" in text and "清川石帆镇人" in text
    assert "- [[许青禾]] -- sibling-in-law" in text
    assert "aliases: [北窗, 许茂生]" in page(wiki, "people/许青禾")


def test_a_life_is_related_to_its_works_its_school_and_its_family(wiki: Path) -> None:
    text = by_stem(page(wiki, "people/许青禾"))
    for line in ("[[听潮集]] -- author of", "[[清川师范学校]] -- educated at", "[[沈若兰]] -- spouse"):
        assert line in text
    assert "[[沈一舟]] -- sibling\n" not in text  # his wife's brother


def test_a_town_is_a_place(wiki: Path) -> None:
    assert "石帆镇，在清川入海处。" in page(wiki, "places/石帆镇")


def test_a_corpus_of_fenced_records_can_be_cited(tmp_path: Path) -> None:
    record = {
        "id": "lx1",
        "title": "说医",
        "book": "三闲集",
        "text": "```\n说医\n\n　　我以为医学很要紧。\n```",
    }
    (tmp_path / "c.jsonl").write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    wikic("init", "c.jsonl", "-C", "kb", "--layout", "things", cwd=tmp_path)
    wikic("compile", "c.jsonl", "-C", "kb", cwd=tmp_path)
    assert "## Claims\n- 我以为医学很要紧。" in page(tmp_path / "kb/wiki", "works/说医")
