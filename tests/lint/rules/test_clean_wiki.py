"""A wiki as wikic writes it, in both scripts, gives no finding; each damage gives its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from wikic import layout
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.page import Citation, Fact, Head, Overlay, Page, Section, SourceLine
from wikic.model.schema import Dimension, Identity, Positioning, Schema
from wikic.model.statement import Block, Entity, Statement
from wikic.wiki import article_file, digest_file, index_file, page_render, schema_file
from wikic.wiki.tree import FileStat


@dataclass(frozen=True)
class Memory:
    files: dict[str, bytes]

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        for name, data in self.files.items():
            yield name, FileStat(0, len(data))

    def read(self, file: str) -> bytes | None:
        return self.files.get(file)


SCHEMA = Schema(
    Positioning("Old things"), (Dimension("people", "Who they were"), Dimension("concepts", "The rest"))
)
# Quotes full of what Markdown, YAML and wikic mean something by.
TEXTS = (
    ("Ada: a *life* [1]", "Ada wrote [[Notes]] #1 on 5 * 3 (see ^x) & more. She\nread `C#`. - Really."),
    ("鲁迅《呐喊》", "鲁迅写了《呐喊》。“救救孩子”，他说。"),
)


def clean() -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    entries: dict[str, index_file.IndexEntry] = {}
    stems = [layout.slug(title) for title, _ in TEXTS]
    for at, (title, text) in enumerate(TEXTS):
        key = f"texts/{at}"
        sentences = [
            each for each in text.replace("。", "。|").replace(". ", ".| ").split("|") if each.strip()
        ]
        blocks = tuple(Block(layout.block_id(each), each, number) for number, each in enumerate(sentences, 1))
        said = tuple(
            Statement(layout.statement_id("fact", None, each.text), "e1", "fact", each.text, (each.id,))
            for each in blocks
        )
        article = Article(key, title, text, language="und")
        entity = Entity("e1", title, "people", aliases=(f"{title} (alias)",), tags=("a b",))
        sha256 = layout.text_hash(article_file.stored_text(text))
        digest = Digest(key, title, sha256, None, "2026-11-21", "offline/1", text, blocks, (entity,), said)
        path = layout.digest_path(key)
        files[layout.page_file(path)] = digest_file.render(digest)
        files[layout.page_file(layout.article_path(key))] = article_file.render(article)
        head = Head(entity.aliases, entity.tags, f"{title} [x]", (f"[[{stems[1 - at]}]] -- related",))
        page = Page(
            f"people/{stems[at]}", "people", title, "2026-11-21", head, page_render.stamp(head),
            tuple(Fact(each.id, each.text, (Citation(path, each.blocks[0]),)) for each in said),
            (SourceLine(path, title, layout.source_line_id(each.id for each in said)),),
            Overlay(sections=(Section("## Notes", f"See [[{stems[at]}#Key Facts]], `[[x]]`.", "Key Facts"),)),
        )  # fmt: skip
        files[layout.page_file(page.path)] = page_render.render(page)
        entries[stems[at]] = index_file.IndexEntry(stems[at], head.aliases, head.summary, head.tags)
    files["people/_index.md"] = index_file.render_directory(SCHEMA.dimensions[0], entries)["_index"]
    files["index.md"] = index_file.render_root(SCHEMA, "A wiki", ["people"])
    files["schema.yaml"] = schema_file.render_schema(SCHEMA)
    files["identity.yaml"] = schema_file.render_identity(Identity())
    return files


def codes(files: dict[str, bytes]) -> set[str]:
    return {finding.code for finding in lint(WikiView.over(Memory(files)))}


def test_what_wikic_writes_is_clean() -> None:
    assert lint(WikiView.over(Memory(clean()))) == ()


PAGE = "people/Ada-a-life-1.md"
Damage = Callable[[dict[str, bytes]], object]


def swap(file: str, old: bytes, new: bytes) -> Damage:
    def damage(files: dict[str, bytes]) -> None:
        assert old in files[file]
        files[file] = files[file].replace(old, new)

    return damage


def drop(part: str) -> Damage:
    return lambda files: [files.pop(name) for name in list(files) if part in name]


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (drop(PAGE), {"I002", "L001"}),
        (drop("people/_index.md"), {"I001"}),
        (drop("digests/"), {"C002"}),
        (drop("articles/"), {"C006"}),
        (swap(PAGE, b"\ntitle:", b"\ntitel:"), {"F005"}),
        (swap(PAGE, b"\ntype: people", b"\ntype: persons"), {"F004"}),
        (swap(PAGE, b"## Related Sources", b"## Sources"), {"P001"}),
        (swap(PAGE, b"fold:", b"fold: @\nmore:"), {"F001"}),
        (swap("people/_index.md", b"](Ada-a-life-1.md)", b"](Ada.md)"), {"I001", "I002"}),
        (swap("schema.yaml", b"dimensions:", b"dimension:"), {"S005"}),
    ],
)  # fmt: skip
def test_a_damage_gives_its_finding(damage: Damage, expected: set[str]) -> None:
    files = clean()
    damage(files)
    assert codes(files) == expected
