"""A wiki to lint, of any size, from a seed: digests and articles as documents would leave them, pages as
the fold gives them, and notes of people whose links lead nowhere.

Every second page shares its source with another. Of all links of pages one in fifty is broken; nothing
else is wrong.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Final

from wikic import config, layout
from wikic.config import Config
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Block, Entity, Relation, Statement
from wikic.wiki import article_file, digest_file, schema_file
from wikic.wiki.workspace import Source, Workspace

DIRECTORIES: Final = ("concepts", "events", "groups", "people", "places", "works")
PAGES: Final = 5_800
SOURCES: Final = 3_400  # each a digest and an article: 6,800 files
BROKEN: Final = 0.02
LINKS_OF_A_PAGE: Final = 7  # related pages, citations and sources of one page, mean
DAY: Final = "2026-11-22"
BATCH: Final = 4_000
_SYLLABLES: Final = tuple(
    onset + rime for onset in "bdgklmnprstv" for rime in ("a", "ar", "en", "i", "on", "u")
)


class Tended:
    """``pages`` knowledge pages and the sources to go with them; the same for the same number."""

    def __init__(self, pages: int) -> None:
        self.pages = pages
        self.sources = max(1, round(pages * SOURCES / PAGES))
        self._random = random.Random(pages)

    def write(self, root: Path) -> None:
        """Make the wiki in the empty directory ``root``."""
        root.mkdir(parents=True, exist_ok=True)
        (root / layout.CONFIG_FILE).write_bytes(config.render(Config()))
        (root / layout.WIKI_DIR).mkdir()
        dimensions = tuple(Dimension(name, f"what belongs to {name}") for name in DIRECTORIES)
        schema = Schema(Positioning("a wiki to lint", "linters", ""), dimensions, fallback=DIRECTORIES[0])
        (root / layout.WIKI_DIR / layout.SCHEMA_FILE).write_bytes(schema_file.render_schema(schema))
        space = Workspace.open(root, Config().wiki.title)
        batch: list[Source] = []
        for number in range(self.sources):
            batch.append(self._source(number))
            if len(batch) == BATCH or number == self.sources - 1:
                space.land(space.propose("generate", batch))
                batch = []
        self._break(root)
        space = Workspace.open(root, Config().wiki.title)  # the notes are taken in: the wiki is as compiled
        space.land(space.propose("generate"))

    def _break(self, root: Path) -> None:
        """Notes whose links lead nowhere, one in fifty of all links, on as many pages."""
        files = sorted(
            file for each in DIRECTORIES for file in (root / layout.WIKI_DIR / each).glob("[!_]*.md")
        )
        for file in self._random.sample(files, round(len(files) * LINKS_OF_A_PAGE * BROKEN)):
            text = file.read_text("utf-8").replace(
                "\n## Related",
                f"- See [[{self._word()}-{self._word()}-{self._word()}-gone]].\n\n## Related",
                1,
            )
            file.write_text(text, "utf-8")

    def _source(self, number: int) -> Source:
        first = number * self.pages // self.sources
        own = range(first, max(first + 1, (number + 1) * self.pages // self.sources))
        others = [(first + self._random.randrange(1, 200)) % self.pages for _ in range(3)]
        known = list(dict.fromkeys((*own, *others)))
        ids = {page: f"e{at}" for at, page in enumerate(known, start=1)}
        told = {page: self._prose(6) for page in own}
        entities = tuple(
            Entity(
                ids[page],
                self._title(page),
                DIRECTORIES[page % len(DIRECTORIES)],
                tags=(f"kind {page % 40}",) if page in own else (),
                summary=told[page] if page in own else "",
                principal=page == first,
            )
            for page in known
        )
        blocks: list[Block] = []
        statements: list[Statement] = []
        for page in own:
            for other in others:
                what = told[page] if other == others[0] else self._prose(6)
                words = f"{self._title(page)} {what} with {self._title(other)}."
                block = Block(layout.block_id(words), words, len(blocks) + 1)
                blocks.append(block)
                relations = (Relation("known with", ids[other]),) if ids[other] != ids[page] else ()
                name = layout.statement_id("fact", None, words)
                statements.append(Statement(name, ids[page], "fact", words, (block.id,), relations=relations))
        text = article_file.stored_text("\n\n".join(block.text for block in blocks) + self._filling())
        key, title = f"made/d{number:06}", self._title(first)
        digest = Digest(
            key, title, layout.text_hash(text), None, DAY, "made/1", "", tuple(blocks), entities,
            tuple(statements),
        )  # fmt: skip
        return Source(digest, digest_file.render(digest), article_file.render(Article(key, title, text)))

    def _filling(self) -> str:
        return f"\n\n{self._prose(20).capitalize()}."

    def _prose(self, words: int) -> str:
        return " ".join(self._word() for _ in range(words))

    def _word(self) -> str:
        return "".join(self._random.choices(_SYLLABLES, k=2))

    def _title(self, page: int) -> str:
        pick = random.Random(page)
        words = ("".join(pick.choices(_SYLLABLES, k=3)).capitalize() for _ in range(1))
        return f"{' '.join(words)} {page}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("--pages", type=int, default=PAGES)
    chosen = parser.parse_args()
    Tended(chosen.pages).write(chosen.root)
