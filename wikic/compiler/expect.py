"""What the fold would have a wiki's generated files say; for the rules that compare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from wikic import layout
from wikic.errors import ConfigError, FormatError
from wikic.model.change import Delete, Write
from wikic.wiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Expectations:
    """The fold's opinion on a wiki as it stands.

    page: page path → the bytes the fold gives, ``b""`` where it gives no page, None where it has no
        objection to what stands there.
    index: directory → the same for its index.
    """

    page: Callable[[str], bytes | None]
    index: Callable[[str], bytes | None]


def expectations(root: Path, title: str) -> Expectations:
    """Fold the wiki at ``root`` without writing anything.

    title: heading of the root index.

    Without a digest or the schema there is no fold to compare with, and no opinion. Raises NotAWikiError.
    """
    try:
        space = Workspace.open(root, title)
    except (FormatError, ConfigError):
        # A digest or schema.yaml that cannot be read is a finding of its own; nothing can be folded.
        return Expectations(_no_opinion, _no_opinion)
    wanted: dict[str, bytes] = {}
    for change in space.propose("lint").changes:
        if isinstance(change, Write):
            wanted[change.path] = change.content
        elif isinstance(change, Delete):
            wanted[change.path] = b""
    return Expectations(
        page=lambda path: wanted.get(layout.page_file(path)),
        index=lambda directory: wanted.get(layout.page_file(layout.index_path(directory))),
    )


def _no_opinion(path: str) -> None:
    return None
