"""A wiki of disk format 2 becomes one of today's with the next compile; nothing that people wrote is lost."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import marked_words
from support.bench import Bench
from support.copies import copied
from support.depth import examples
from support.table_curator import Doc

from wikic.errors import ConfigError
from wikic.wiki import link_form, schema_file
from wikic.wiki.page_blocks import HIDDEN, citations_in, without_definitions

CORPUS = (
    Doc(
        "t/ada",
        (("Ada Lovelace", "people", ("Countess",)), ("London", "places", ())),
        (
            (0, "Ada Lovelace was born in London.", (1,)),
            (0, "She wrote the first program.", ()),
            (0, "She died in 1852.", ()),
            (1, "London has a river.", ()),
            (1, "London has nine bridges.", ()),
        ),
    ),
    Doc(
        "t/bo", (("Ada Lovelace", "people", ()),), ((0, "She died in 1852.", ()), (0, "She kept a cat.", ()))
    ),
)
_LINK = re.compile(r" ?\[⁂\]\[(f[0-9a-f]{8})\]")
_ANCHOR = re.compile(r'^- <a id="(p[0-9a-f]{8})"></a>(.*)$', re.M)


def older(text: str) -> str:
    """A page as format 2 had it."""
    cited = citations_in(text)

    def stated(match: re.Match[str]) -> str:
        found = "".join(f" [[{each.digest}#^{each.block}]]" for each in cited.get(match[1], ()))
        return f"{found} ^{match[1]}"

    lines = _LINK.sub(stated, without_definitions(text)).replace(f"{HIDDEN}\n", "").rstrip("\n").split("\n")
    return "\n".join(map(_line, lines)) + "\n"


def _line(line: str) -> str:
    entry = link_form.read_entry(line[2:]) if line.startswith("- [") else None
    if entry is None or entry.is_wikilink:
        return line
    digest = link_form.digest_of(f"{entry.target}.md")
    return (
        f"- [[{entry.stem}]]{entry.rest}" if digest is None else f"- [[{digest}]] -- {entry.text}{entry.rest}"
    )


def aged(bench: Bench) -> None:
    """Have the wiki be one that format 2's last wikic wrote."""
    for file in bench.wiki.rglob("*.md"):
        text = file.read_text("utf-8")
        if "digests" in file.parts:
            text = re.sub(r"\n\[The document\]\(.*\)\n", "", _ANCHOR.sub(r"- \2 ^\1", text))
        elif "\nfold: " in text:
            text = older(text)
        file.write_text(text, "utf-8")
    schema = bench.wiki / "schema.yaml"
    schema.write_text(re.sub(r"^minimum_version:.*\n", "", schema.read_text("utf-8"), flags=re.M), "utf-8")
    bench.forget_build()


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    bench = Bench(tmp_path_factory.mktemp("compiled")).start()
    bench.compile(CORPUS)
    return bench.root


@examples(12)
@given(st.sets(st.sampled_from(["people/Ada-Lovelace.md", "places/London.md"])), st.booleans())
def test_people_lose_nothing(compiled: Path, pages: set[str], deletes: bool) -> None:
    outcomes = []
    for format2 in (False, True):
        with TemporaryDirectory() as folder:
            bench = Bench(copied(compiled, Path(folder) / "copy"))
            words = set[str]().union(
                *(marked_words.mark(bench.wiki / page, at) for at, page in enumerate(sorted(pages)))
            )
            if deletes:
                ada = bench.wiki / "people/Ada-Lovelace.md"
                ada.write_text(re.sub(r"^- She wrote .*\n", "", ada.read_text("utf-8"), flags=re.M), "utf-8")
            (bench.wiki / "places/Mine.md").write_text("# Mine\n\nAbout [[Ada-Lovelace]].\n")
            if format2:
                aged(bench)
            bench.compile(CORPUS)
            assert words <= marked_words.found(bench.wiki).keys()
            outcomes.append(bench.files())
            assert bench.compile(CORPUS).written == 0
    assert outcomes[0] == outcomes[1]
    assert ("She wrote" in outcomes[1]["people/Ada-Lovelace.md"]) is not deletes


def test_an_older_wikic_refuses_and_a_newer_format_is_refused() -> None:
    data = schema_file.render_schema(
        schema_file.parse_schema(b"dimensions:\n- {name: concepts, description: x}\n")
    )
    assert b"\nminimum_version:" not in data and b"\nminimum_version: '3'" in schema_file.current(data)
    with pytest.raises(ConfigError, match="disk format 4"):
        schema_file.parse_schema(data + b"minimum_version: 4\n")
