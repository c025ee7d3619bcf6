"""A page gets another path: every link that led to it leads to it still, and every other where it led."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol.types import TextDocumentEdit, TextEdit
from support.editor_client import edited, path_of

from wikic import layout
from wikic.errors import UsageError
from wikic.lsp import renaming
from wikic.lsp.knowledge import Knowledge, PageIndex
from wikic.lsp.open_documents import OpenDocuments
from wikic.lsp.place import Place
from wikic.lsp.renaming import moved

FILES = ("Ada.md", "dir/Bee hive.md", "dir/deep/燈臺.md", "other/Ada.md", "dir/index.md")
LINKS = (
    "[[Ada]]", "[[other/Ada]]", "[[Bee hive|bees]]", "[[dir/Bee hive.md#Part]]", "![[燈臺]]", "[[deep/燈臺]]",
    "[[bee hive#^id]]", "[a](Ada.md)", "[b](../Ada.md)", "[c](dir/Bee%20hive.md#part)", "[d](<Bee hive.md>)",
    "[e](/dir/deep/燈臺.md)", "[f](./Ada.md)", "[g](deep/%E7%87%88%E8%87%BA.md)", "[[The hive]]",
    "[[Nobody]]", "[[index]]", "[[Countess 2]]", "[h](../other/Ada.md)", "[i](https://example.org/Ada.md)",
    "[j][ref]", "[Ref][]", "[[#Part]]", "[[Title 0]]", "[[Title 1|shown]]", "[[countess-3]]",
)  # fmt: skip


def texts_of(number: int, file: str) -> st.SearchStrategy[str]:
    """A page; what it calls itself no other does: of several pages of one title the nearest is meant."""
    stem = layout.stem(layout.page_path(file))
    called = f"---\naliases: [Countess {number}]\nup: '[[Bee hive]]'\n---\n"
    heads = st.sampled_from(["", f"# {stem}\n", f"# Title {number}\n", called, f"---\ntitle: {stem}\n---\n"])
    links = st.lists(st.sampled_from(LINKS), max_size=6).map(" 🍅 ".join)
    return st.tuples(heads, links).map(
        lambda each: f"{each[0]}\n{each[1]}\n\n## Part\n\nWords. ^id\n\n[ref]: dir/Bee%20hive.md#part\n"
    )


PAGES = {file: texts_of(number, file) for number, file in enumerate(FILES) if file != "other/Ada.md"}
NAMES = ("Ada Lovelace.md", "dir/Bees.md", "other/deep/灯.md", "Bee hive.md", "dir/deep/index.md")


def opened(root: Path, scratch: str) -> tuple[Knowledge, PageIndex]:
    knowledge = Knowledge(Place(root, judged=True), OpenDocuments(), Path(scratch), "utf-16")
    return knowledge, PageIndex(knowledge)


def leads(root: Path) -> list[tuple[str, list[tuple[str, ...]]]]:
    """By file, where each of its links leads."""
    with TemporaryDirectory() as scratch:
        knowledge, index = opened(root, scratch)
        return [
            (file, [knowledge.view.resolve(file, link).files for link in entry.links])
            for file, entry in sorted(index.entries().items())
        ]


@settings(max_examples=150, deadline=None)
@given(st.fixed_dictionaries(PAGES), st.sampled_from(sorted(PAGES)), st.sampled_from(NAMES))
def test_links_lead_where_they_led(texts: dict[str, str], file: str, target: str) -> None:
    with TemporaryDirectory() as place, TemporaryDirectory() as scratch:
        root = Path(place)
        for name, text in {
            **texts,
            "other/Ada.md": "A namesake.\n",
            "wikic.toml": '[lint]\nprofile = "vault"\n',
        }.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        before = leads(root)
        knowledge, index = opened(root, scratch)
        try:
            renaming.check_free(knowledge, file, target)
        except UsageError:
            return
        for each in moved(knowledge, index, file, target).document_changes or ():
            if isinstance(each, TextDocumentEdit):
                path = path_of(each.text_document.uri)
                edits = [one for one in each.edits if isinstance(one, TextEdit)]
                path.write_text(edited(path.read_text("utf-8"), edits), encoding="utf-8")
        (root / target).parent.mkdir(parents=True, exist_ok=True)
        (root / file).rename(root / target)

        def now(name: str) -> str:
            return target if name == file else name

        def clear(found: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(sorted(map(now, found)))

        wanted = {now(name): [clear(found) for found in links] for name, links in before}
        for name, links in leads(root):
            for one, other in zip(wanted[name], links, strict=True):
                if len(one) == 1:  # what meant several pages, or none, may mean one now
                    assert tuple(sorted(other)) == one, (name, (root / name).read_text("utf-8"))


@pytest.mark.parametrize("name", ["", "a/b", "a|b", "a#b", "a]b", ".hidden", "a:b", "a\nb"])
def test_names_that_no_link_could_name_are_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "Ada.md").write_text("# Ada\n", encoding="utf-8")
    knowledge, _ = opened(tmp_path, str(tmp_path))
    with pytest.raises(UsageError):
        renaming.new_file(knowledge, "Ada.md", name)
