"""A digest that was written is the digest that is read."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic import layout
from wikic.errors import FormatError
from wikic.model.digest import Digest
from wikic.model.statement import STATEMENT_KINDS, Block, Entity, Relation, Statement
from wikic.wiki import digest_file, digest_outline

sys.path.insert(0, str(Path(__file__).parent))
import codec_text as t

IDS = ("e1", "e2", "e3")
ids = st.sampled_from(IDS)


@st.composite
def statements(draw: st.DrawFn) -> Statement:
    kind = draw(st.sampled_from(STATEMENT_KINDS))
    holder = None if kind == "fact" else draw(st.none() | t.name)
    text = draw(t.name)
    return Statement(
        id=layout.statement_id(kind, holder, text),
        of=draw(ids),
        kind=kind,
        text=text,
        blocks=tuple(draw(st.lists(t.name.map(layout.block_id), min_size=1, max_size=2))),
        holder=holder,
        relations=tuple(draw(st.lists(st.builds(Relation, t.name, ids), max_size=2))),
        retired=draw(st.booleans()),
        shown_as=draw(st.none() | st.just("f00000000")),
        superseded=draw(st.booleans()),
    )


def entities(id: str) -> st.SearchStrategy[Entity]:
    return st.builds(
        Entity,
        id=st.just(id),
        title=t.name,
        dimension=t.name,
        disambiguator=st.none() | t.name,
        aliases=t.names,
        tags=t.names,
        summary=t.line,
        principal=st.booleans(),
        self_=st.booleans(),
    )


blocks = t.name.map(lambda text: Block(layout.block_id(text), text, 7, "item", "Section"))
digests = st.builds(
    Digest,
    key=t.name,
    title=t.name,
    sha256=st.just("5d0c"),
    date=t.date,
    ingested=t.day,
    compiled_with=st.just("offline/1"),
    summary=t.line,
    blocks=st.lists(blocks, max_size=4).map(tuple),
    entities=st.tuples(*(entities(each) for each in IDS)),
    statements=st.lists(statements(), max_size=4).map(tuple),
    aliases=t.names,
    tags=t.names,
    links=t.names,
)


@given(digests)
def test_read_back(digest: Digest) -> None:
    data = digest_file.render(digest)
    assert digest_file.parse(data, "x.md") == digest_file.canonical(digest)
    assert digest_file.render(digest_file.parse(data, "x.md")) == data


@given(digests)
def test_read_back_after_an_editor_changed_line_ends(digest: Digest) -> None:
    data = b"\xef\xbb\xbf" + digest_file.render(digest).replace(b"\n", b"\r\n")
    assert digest_file.parse(data, "x.md") == digest_file.canonical(digest)


@given(st.binary(max_size=80), digests, st.integers(0, 400))
def test_anything_else_is_a_format_error(noise: bytes, digest: Digest, at: int) -> None:
    data = digest_file.render(digest)
    for broken in (noise, data[:at], data[:at] + noise + data[at:]):
        with contextlib.suppress(FormatError):
            digest_file.parse(broken, "x.md")


_BREAKS = (
    "\n",
    "\r\n",
    "---\n",
    "## Extraction\n",
    "```\n",
    '"',
    "\\",
    "&lt;",
    " ^p0f0f0f0f\n",
    "key: \n",
    "{",
    "",
)


@given(
    digests, st.lists(st.tuples(st.integers(0, 900), st.integers(0, 9), st.sampled_from(_BREAKS)), max_size=3)
)
def test_an_outline_is_what_parsing_gives_or_nothing(
    digest: Digest, edits: list[tuple[int, int, str]]
) -> None:
    text = digest_file.render(digest).decode()
    for at, gone, new in edits:
        text = text[:at] + new + text[at + gone :]
    quick = digest_outline.outline(text)
    if quick is not None:
        assert quick == digest_outline.Outline.of(digest_file.parse(text.encode(), "x.md"))


def test_an_ordinary_digest_has_an_outline() -> None:
    quick = digest_outline.outline(digest_file.render(ONE).decode())
    assert quick == digest_outline.Outline.of(ONE)


ONE = Digest(
    "a/b", "A", "5d0c", None, "2026-11-21", "offline/1", "", (), (Entity("e1", "A", "people"),),
    (Statement(layout.statement_id("fact", None, "A is."), "e1", "fact", "A is.", ("p00000000",)),),
)  # fmt: skip


def test_a_statement_edited_by_hand_is_a_new_statement() -> None:
    data = digest_file.render(ONE).replace(b'"text":"A is."', b'"text":"A was."')
    assert digest_file.parse(data, "x.md").statements[0].id == layout.statement_id("fact", None, "A was.")


def test_shown_as_follows_a_statement_edited_by_hand() -> None:
    (first,) = ONE.statements
    other = Statement(
        layout.statement_id("fact", None, "A be."), "e1", "fact", "A be.", ("p00000000",), shown_as=first.id
    )
    data = digest_file.render(replace(ONE, statements=(other, first))).replace(
        b'"text":"A is."', b'"text":"A was."'
    )
    read = digest_file.parse(data, "x.md")
    assert read.statements[0].shown_as == read.statements[1].id


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b"\nkey: a/b", b"", "has no key"),
        (b"\nsha256: 5d0c", b"", "has no sha256"),
        (b"## Extraction", b"", "lacks"),
        (b'"kind":"fact"', b'"kind":"rumour"', "x.md:19: "),
        (b'"of":"e1"', b'"of":"e9"', "undeclared e9"),
        (b'"text":', b'"words":', "x.md:19: "),
        (b"---\n# A", b"# A", "frontmatter"),
    ],
)
def test_an_error_says_what_and_where(old: bytes, new: bytes, words: str) -> None:
    data = digest_file.render(ONE)
    assert old in data
    with pytest.raises(FormatError, match=words):
        digest_file.parse(data.replace(old, new), "x.md")
