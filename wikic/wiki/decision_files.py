"""What people and evolve decided, as it stands on disk: ``schema.yaml`` and ``identity.yaml``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wikic import layout
from wikic.errors import NotAWikiError
from wikic.wiki.tree import Tree


@dataclass(frozen=True, slots=True)
class Decided:
    """The bytes of ``schema.yaml`` and ``identity.yaml``, the second empty where there is none."""

    schema: bytes
    identity: bytes = b""

    @classmethod
    def on_disk(cls, root: Path) -> Decided:
        """As they stand. Raises NotAWikiError when there is no schema."""
        return cls.of(Tree(root))

    @classmethod
    def of(cls, tree: Tree) -> Decided:
        """As a tree has them. Raises NotAWikiError when there is no schema."""
        schema = tree.read(layout.SCHEMA_FILE)
        if schema is None:
            raise _no_wiki(tree.root)
        return cls(schema, tree.read(layout.IDENTITY_FILE) or b"")


def stamp_of(schema: bytes, identity: bytes, title: str) -> str:
    """What a fold rests on besides digests and people's words: with another stamp every page is folded."""
    return layout.short_hash(layout.content_hash(schema), layout.content_hash(identity), title)


def require(root: Path) -> None:
    """Raise NotAWikiError when ``root`` holds no wiki: before a lock is left where there is none."""
    if Tree(root).stat(layout.SCHEMA_FILE) is None:
        raise _no_wiki(root)


def _no_wiki(root: Path) -> NotAWikiError:
    wiki = root / layout.WIKI_DIR
    if wiki.is_dir():
        return NotAWikiError(
            f"{wiki} holds no {layout.SCHEMA_FILE}: it is no wiki of wikic, or has lost it",
            hint=f"restore {layout.SCHEMA_FILE} from git, or name another directory with -C",
        )
    if wiki.exists():
        return NotAWikiError(f"{wiki} is a file, no wiki", hint="name another directory with -C")
    return NotAWikiError(f"no wiki in {root}", hint="`wikic init DOCUMENTS` makes one")
