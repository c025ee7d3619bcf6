"""What a digest file quotes and states, read in a third of the time that a whole digest takes."""

from __future__ import annotations

import re
from dataclasses import dataclass

import msgspec

from wikic.markdown import plain_yaml
from wikic.model.digest import Digest
from wikic.wiki.digest_file import EXTRACTION, FENCE, POINTS, quoted
from wikic.wiki.digest_lines import ENTITY, STATEMENT

# A frontmatter of plain lines; anything else takes the long way.
_HEAD = re.compile(r"---\n((?:[A-Za-z_][A-Za-z0-9_]*: [^\s][^\n]*\n)+)---\n")
# Lines that are neither entities nor statements.
_BESIDE = ('{"document"', '{"words"', '{"term"', '{"mark"')


@dataclass(frozen=True, slots=True)
class Outline:
    """What a digest quotes and states, for whoever checks thousands of them.

    key, sha256: as the frontmatter gives them.
    blocks: id and text of each quoted block, in order.
    statements: the block ids and the text of each statement.
    """

    key: str
    sha256: str
    blocks: tuple[tuple[str, str], ...]
    statements: tuple[tuple[tuple[str, ...], str], ...]

    @classmethod
    def of(cls, digest: Digest) -> Outline:
        """The outline of a digest that was read."""
        blocks = tuple((block.id, block.text) for block in digest.blocks)
        return cls(
            digest.key, digest.sha256, blocks, tuple((each.blocks, each.text) for each in digest.statements)
        )


def outline(text: str) -> Outline | None:
    """What ``Outline.of(parse(…))`` gives, in a third of the time; None where only ``parse`` can say."""
    head = None if "\r" in text else _HEAD.match(text)
    fields = plain_yaml.read(head[1]) if head is not None else None
    if head is None or fields is None:
        return None
    needed = [fields.get(name) for name in ("key", "title", "sha256", "ingested", "compiled_with")]
    points = text.find(f"\n{POINTS}\n", head.end() - 1)
    extraction = text.find(f"\n{EXTRACTION}\n", max(points + 1, head.end() - 1))
    start = text.find(f"\n{FENCE}jsonl\n", extraction + 1)
    end = text.find(f"\n{FENCE}\n", start + 1)
    if min(extraction, start, end) < 0 or not all(isinstance(each, str) and each for each in needed):
        return None
    known: set[str] = set()
    named: set[str] = set()
    statements: list[tuple[tuple[str, ...], str]] = []
    try:
        for line in text[start + len(FENCE) + 7 : end].split("\n"):
            if line.startswith('{"entity"'):
                known.add(ENTITY.decode(line).id)
            elif line.startswith(_BESIDE):
                continue
            elif line.strip():
                record = STATEMENT.decode(line)
                statements.append((record.blocks, record.text))
                named.add(record.of)
                named.update([entity for _, entity in record.relations])
    except msgspec.MsgspecError:
        return None
    if not named <= known or (points < 0 and known):
        return None
    blocks = tuple(quoted(text[points + 1 : extraction])) if points >= 0 else ()
    return Outline(fields["key"], fields["sha256"], blocks, tuple(statements))
