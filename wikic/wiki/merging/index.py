"""The merge of an index by entry: it is generated whole, so where both sides changed one, ours will do."""

from __future__ import annotations

from wikic.errors import FormatError
from wikic.markdown.source import decode
from wikic.wiki import index_file
from wikic.wiki.merging import three_way
from wikic.wiki.merging.lines import Merged


def merge(base: bytes, ours: bytes, theirs: bytes) -> Merged | None:
    """The merged index. None when a side is not UTF-8. Never a conflict: the next fold writes it anew."""
    try:
        old, left, right = (_sections(each) for each in (base, ours, theirs))
    except FormatError:
        return None
    merged = three_way.sequence(old, left, right, _entries)
    return Merged("\n\n".join(filter(None, merged.values())).encode("utf-8") + b"\n")


def _sections(data: bytes) -> dict[str, str]:
    """Text by heading; what stands before the first under ""."""
    source = decode(data)
    if source.invalid:
        raise FormatError("not UTF-8")
    found: dict[str, list[str]] = {"": []}
    heading = ""
    for line in source.text.replace("\r\n", "\n").split("\n"):
        if line.startswith("## "):
            heading = line
        found.setdefault(heading, []).append(line)
    return {name: "\n".join(body).strip("\n") for name, body in found.items()}


def _entries(heading: str, base: str, ours: str, theirs: str) -> str:
    old, left, right = (_keyed(each) for each in (base, ours, theirs))
    return "\n".join(three_way.sequence(old, left, right, lambda key, before, mine, other: mine).values())


def _keyed(body: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in body.split("\n"):
        entry, directory = index_file.read_entry(line), index_file.CATALOGUED.match(line)
        # Its heading and what is said below it are generated too, from the schema.
        other = f"\0{line[:2]}" if line.startswith(("# ", "> ")) else line
        named = directory["linked"] or directory["name"] if directory is not None else other
        found[entry.stem if entry is not None else named] = line
    return found
