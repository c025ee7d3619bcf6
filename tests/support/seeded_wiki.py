"""A wiki as wikic writes it, in Latin and in Chinese script, with defects planted at known positions.

``«CODE:words»`` in the text of a person's page is planted: the words stand there, and the rule must report
just where they begin.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from wikic import layout
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.page import Citation, Fact, Head, Page, SourceLine
from wikic.model.schema import Dimension, Identity, Positioning, Schema
from wikic.model.statement import Block, Entity, Statement
from wikic.wiki import article_file, digest_file, index_file, page_render, schema_file

SCHEMA = Schema(
    Positioning("Old things"),
    (Dimension("people", "Who they were"), Dimension("人物", "何许人也"), Dimension("concepts", "The rest")),
)
_PLANTED = re.compile(r"«(?P<codes>[A-Z]\d{3}(?:,[A-Z]\d{3})*):(?P<words>[^»]*)»")
Spot = tuple[str, int, int, str]


@dataclass(frozen=True)
class Script:
    """How one script names and tells.

    home: directory of its generated pages.
    notes: directory of its people's pages.
    names: of the generated pages.
    tell: four sentences about a name.
    """

    home: str
    notes: str
    names: tuple[str, ...]
    tell: Callable[[str], tuple[str, ...]]


def _english(name: str) -> tuple[str, ...]:
    told = ("kept the light", "rowed the ferry", "mended nets")
    return (f"{name} was born on 4 May 1804.", *(f"{name} {each} for years." for each in told))


def _chinese(name: str) -> tuple[str, ...]:
    return (f"{name}1804年生于石帆镇。", f"{name}守过灯塔。", f"{name}摆过渡船。", f"{name}补过渔网。")


FIRST = ("Abel", "Berta", "Caleb", "Delia", "Edgar", "Fanny", "Gideon", "Hester")
LAST = ("Aldous", "Bramble", "Corrie", "Denzil")
LATIN = Script("people", "notes", tuple(f"{one} {other}" for one in FIRST for other in LAST), _english)
HAN = Script(
    "人物",
    "札记",
    tuple(f"{one}{other}" for one in "沈许顾陆金魏陶姜" for other in ("青禾", "一舟", "石帆", "望潮")),
    _chinese,
)


@dataclass
class Seeded:
    """The wiki, and what must be found in it.

    files: content by file path.
    planted: path, line, column and code of each defect, those it brings about included.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    planted: set[Spot] = field(default_factory=set)

    def spot(self, code: str, file: str, needle: str = "", ahead: int = 0) -> None:
        """A defect where ``needle`` stands, ``ahead`` characters on; at the file's start without one."""
        text = self.files[file].decode("utf-8", errors="replace") if needle else ""
        at = text.index(needle) + ahead if needle else 0
        start = text.rfind("\n", 0, at) + 1
        self.planted.add((file, text.count("\n", 0, at) + 1, at - start + 1, code))

    def write(self, file: str, text: str) -> None:
        """A person's page, with what is planted in its text."""
        plain, last = "", 0
        for match in _PLANTED.finditer(text):
            plain += text[last : match.start()]
            line = plain.count("\n") + 1
            column = len(plain) - (plain.rfind("\n") + 1) + 1
            self.planted |= {(file, line, column, code) for code in match["codes"].split(",")}
            plain, last = plain + match["words"], match.end()
        self.files[file] = (plain + text[last:]).encode()

    def swap(self, file: str, old: str, new: str) -> None:
        """Damage a file: ``old`` must stand in it once."""
        text = self.files[file].decode()
        assert text.count(old) == 1, (file, old, text)
        self.files[file] = text.replace(old, new).encode()


def clean(scripts: Sequence[Script] = (LATIN, HAN)) -> Seeded:
    """The wiki without a defect: every page relates to the next, both ways."""
    wiki = Seeded()
    for script in scripts:
        entries = {}
        stems = [layout.slug(name) for name in script.names]
        for at, name in enumerate(script.names):
            near = {stems[at - 1] if at % 2 else stems[at + 1]}
            entries[stems[at]] = page_of(wiki, script, name, sorted(near))
        dimension = next(each for each in SCHEMA.dimensions if each.name == script.home)
        wiki.files[f"{script.home}/_index.md"] = index_file.render_directory(dimension, entries)["_index"]
    homes = [script.home for script in scripts]
    wiki.files["index.md"] = index_file.render_root(SCHEMA, "A wiki", homes)
    wiki.files["schema.yaml"] = schema_file.render_schema(SCHEMA)
    wiki.files["identity.yaml"] = schema_file.render_identity(Identity())
    return wiki


def page_of(wiki: Seeded, script: Script, name: str, near: list[str]) -> index_file.IndexEntry:
    """Write the article, digest and page of a name; its entry in the index."""
    key, told = f"{script.home}/{name}", script.tell(name)
    joint = "" if script.home == "人物" else " "
    blocks = tuple(Block(layout.block_id(each), each, at) for at, each in enumerate(told, 1))
    said = tuple(
        Statement(layout.statement_id("fact", None, each.text), "e1", "fact", each.text, (each.id,))
        for each in blocks
    )
    text = article_file.stored_text(joint.join(told))
    entity = Entity("e1", name, script.home, summary=told[1])
    path = layout.digest_path(key)
    digest = Digest(
        key, name, layout.text_hash(text), None, "2026-11-21", "offline/1", "", blocks, (entity,), said
    )
    wiki.files[layout.page_file(path)] = digest_file.render(digest)
    article = Article(key, name, joint.join(told), language="und")
    wiki.files[layout.page_file(layout.article_path(key))] = article_file.render(article)
    head = Head(summary=told[1], related=tuple(f"[[{stem}]] -- neighbour" for stem in near))
    facts = tuple(Fact(each.id, each.text, (Citation(path, each.blocks[0]),)) for each in said)
    line = SourceLine(path, name, layout.source_line_id(each.id for each in said))
    page = Page(
        f"{script.home}/{layout.slug(name)}", script.home, name, "2026-11-21", head, page_render.stamp(head),
        facts, (line,),
    )  # fmt: skip
    wiki.files[layout.page_file(page.path)] = page_render.render(page)
    return index_file.IndexEntry(layout.slug(name), (), told[1], ())
