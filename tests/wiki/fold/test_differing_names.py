"""Where documents differ on what none of them is about: products and people of libraries, Chinese things."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.command import snapshot, wikic, write

PUMPS = "# Pumps\n\nThe Kestrel 300 weighs 12 kg. It was launched in March 2021.\n"
SALES = "# Questions of buyers\n\n## How heavy is it?\n\nThe Kestrel 300 weighs 14 kg.\n"
POLICY = "# Working from home\n\nThe Remote Work Policy took effect on 1 May 2022.\n"
NEWS = "# News\n\nThe Remote Work Policy came into force on 1 June 2022. Jonas Berg was born in 1972.\n"
BERG = "# Jonas Berg\n\nJonas Berg was born on 3 May 1971 in Bergen. He keeps the pumps.\n"
LIBRARY: Mapping[str, str] = {
    "pumps.md": PUMPS, "sales.md": SALES, "policy.md": POLICY, "news.md": NEWS, "berg.md": BERG
}  # fmt: skip
STONE: Mapping[str, str] = {
    "天文台.md": "# 石帆天文台\n\n石帆天文台是位于石帆的一座天文台。它成立于1861年，由林致远创立。\n",
    "林致远.md": "# 林致远\n\n林致远（1820年—1889年），天文学家。1863年，他创立了石帆天文台。\n",
    "市志.md": "# 石帆市\n\n石帆市是一座海港城市。石帆天文台成立于1865年。\n",
}
RULES: Mapping[str, str] = {
    "手册.md": "# 产品手册\n\n## 重量\n\n雪雁三号重十二公斤。\n\n差旅管理制度自2022年5月1日起施行。\n",
    "问答.md": "# 常见问题\n\n雪雁三号重14公斤。\n\n差旅管理制度自2022年6月1日起施行。\n",
}


def compiled(home: Path, documents: Mapping[str, str], layout: str) -> dict[str, list[str]]:
    """What stands under Sources Differ on each page, by its stem, citations left out."""
    write(home / "docs", documents)
    wikic("init", "docs", "-C", "kb", "--layout", layout, "--title", "Kb", cwd=home)
    wikic("compile", "docs", "-C", "kb", cwd=home)
    return lines(home)


def lines(home: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for page in sorted((home / "kb/wiki").rglob("*.md")):
        section = page.read_text().partition("## Sources Differ\n")[2].partition("\n\n")[0]
        if section:
            found[page.stem] = [line[2:].partition(" [⁂]")[0] for line in section.split("\n")]
    return found


def test_what_documents_of_a_library_say_otherwise_than_others(tmp_path: Path) -> None:
    mass = "Kestrel 300, mass: 12 kg (Pumps); 14 kg (Questions of buyers)"
    force = "In force: 1 June 2022 (News); 1 May 2022 (Working from home)"
    assert compiled(tmp_path, LIBRARY, "library") == {
        "Jonas-Berg": ["Date of birth: 3 May 1971 (Jonas Berg); 1972 (News)"],
        "Pumps": [mass],
        "Questions-of-buyers": [mass],
        "Remote-Work-Policy": [force],  # which has a page of what documents say of it
    }
    told = wikic("lint", "-C", "kb", "--format", "json", cwd=tmp_path).json
    assert {(each["code"], each["severity"]) for each in told["findings"]} == {("K002", "info")}
    answer = wikic("ask", "When was Jonas Berg born?", "-C", "kb", cwd=tmp_path).out
    assert answer.startswith("3 May 1971 / 1972\n") and "docs/berg.md" in answer and "docs/news.md" in answer
    for question in ("How heavy is the Kestrel 300?", "When did the Remote Work Policy take effect?"):
        answer = wikic("ask", question, "-C", "kb", cwd=tmp_path).out
        assert (mass if "heavy" in question else force) in answer, answer


def test_chinese_things_and_libraries(tmp_path: Path) -> None:
    founded = "Founded: 1861年 (石帆天文台); 1865年 (石帆市); 1863年 (林致远)"
    assert compiled(tmp_path / "things", STONE, "things") == {"石帆天文台": [founded]}
    answer = wikic("ask", "石帆天文台是什么时候成立的？", "-C", "kb", cwd=tmp_path / "things").out
    assert answer.startswith("1861年 / 1865年 / 1863年\n")
    both = [
        "雪雁三号, mass: 十二公斤 (产品手册); 14公斤 (常见问题)",
        "差旅管理制度, in force: 2022年5月1日 (产品手册); 2022年6月1日 (常见问题)",
    ]
    found = compiled(tmp_path / "library", RULES, "library")
    assert {name: sorted(said) for name, said in found.items()} == {
        name: sorted(both) for name in ("产品手册", "常见问题")
    }


@pytest.mark.parametrize(
    "other",
    [
        "The Kestrel 300 weighs 12,000 grams.",
        "The Kestrel 300 weighs about 14 kg.",
        "The Kestrel 500 weighs 14 kg.",
        "The Kestrel 300 Plus weighs 14 kg.",
        "The Kestrel 300 was launched on 3 March 2021.",
        "The weight of the Kestrel 300 is 14 kg with its hose.",
        "He weighs 14 kg.",
        "The pump weighs 14 kg.",
    ],
)
def test_what_may_both_hold_is_no_difference(tmp_path: Path, other: str) -> None:
    assert compiled(tmp_path, {"a.md": PUMPS, "b.md": f"# Other\n\n{other}\n"}, "library") == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann Lie (1820–1889) kept bees.", "Ann Lie (1920–1989) kept hens."),  # two of one name
        ("The notice of the Leave Policy is 30 days.", "The notice of the Leave Policy is one month."),
        ("The report of the Leave Policy is 30 pages.", "The notice of the Leave Policy is 60 days."),
        ("公司成立于1998年。", "公司成立于2001年。"),
        ("该研究所成立于1998年。", "该研究所成立于2001年。"),
        ("石帆天文台成立于约1861年。", "石帆天文台成立于1863年。"),
    ],
)  # fmt: skip
def test_names_and_values_that_are_not_the_same(tmp_path: Path, one: str, other: str) -> None:
    documents = {"a.md": f"# First\n\n{one}\n", "b.md": f"# Second\n\n{other}\n"}
    assert compiled(tmp_path, documents, "library") == {}


def test_what_changes_with_time_does_not_differ_between_documents_of_two_days(tmp_path: Path) -> None:
    said = "The head of the Oslo Office is {}. The Oslo Office opened in {}.\n"
    dated = f"---\ndate: 2023-0{{}}-01\n---\n# {{}}\n\n{said}"
    documents = {
        "a.md": dated.format(1, "May", "Ann Lie", 1998),
        "b.md": dated.format(2, "June", "Jonas Berg", 1999),
    }
    opened = "Opened: 1998 (May, 2023-01-01); 1999 (June, 2023-02-01)"
    assert compiled(tmp_path, documents, "library") == {"Oslo-Office": [opened]}


def test_the_lines_come_and_go_with_the_documents(tmp_path: Path) -> None:
    """To the byte, whatever came and went before."""
    for layout, documents, gone in (("library", LIBRARY, "sales.md"), ("things", STONE, "市志.md")):
        home, at_once = tmp_path / layout / "home", tmp_path / layout / "at-once"
        compiled(home, documents, layout)
        for name in (gone, *(each for each in documents if each != gone)):
            kept = {each: text for each, text in documents.items() if each != name}
            wikic("forget", f"docs/{name}", "-C", "kb", cwd=home)
            write(at_once / "docs", kept)
            wikic("init", "docs", "-C", "kb", "--layout", layout, "--title", "Kb", cwd=at_once)
            write(at_once, {"kb/wiki/schema.yaml": (home / "kb/wiki/schema.yaml").read_bytes()})
            wikic("compile", "docs", "-C", "kb", cwd=at_once)
            assert snapshot(home / "kb/wiki") == snapshot(at_once / "kb/wiki"), name
            (at_once / "kb").rename(at_once / f"kb-{name}")
            (at_once / "docs").rename(at_once / f"docs-{name}")
            wikic("compile", "docs", "-C", "kb", cwd=home)


def test_a_line_that_people_delete_stays_away_and_their_words_stay(tmp_path: Path) -> None:
    compiled(tmp_path, LIBRARY, "library")
    page = tmp_path / "kb/wiki/documents/Pumps.md"
    text = page.read_text()
    (line,) = (each for each in text.splitlines() if each.startswith("- Kestrel 300, mass"))
    page.write_text(text.replace(f"{line}\n", "").replace("# Pumps\n", "# Pumps\n\nAsk Ann.\n"))
    wikic("compile", "docs", "-C", "kb", cwd=tmp_path)
    assert "Pumps" not in lines(tmp_path) and "Questions-of-buyers" in lines(tmp_path)
    assert "Ask Ann." in page.read_text()
    wikic("compile", "docs", "-C", "kb", cwd=tmp_path)
    assert "Pumps" not in lines(tmp_path)
