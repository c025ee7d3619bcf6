"""Which document a link means, and that nothing but the documents that are there decides it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.model.schema import Identity
from wikic.wiki.fold.named_entities import NamedEntities
from wikic.wiki.fold.symbols import DigestSymbols
from wikic.wiki.fold.tables import Overflow


def document(key: str, *links: str, title: str = "", aliases: tuple[str, ...] = ()) -> DigestSymbols:
    named = title or f"On {key}"
    return DigestSymbols(key, named, None, "2026-11-21", "", "table/1", (), (), aliases=aliases, links=links)


def linked(*documents: DigestSymbols) -> NamedEntities:
    found = NamedEntities(Identity(), Overflow())
    for each in documents:
        found.put(each)
    return found


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("Oil", "v/a/Oil.md"),  # in the folder of the document that links
        ("b/Oil", "v/b/Oil.md"),
        ("oil.md", "v/a/Oil.md"),
        ("Tower", "v/Tower.md"),  # nearest to the top
        ("/v/c/Tower.md", "v/c/Tower.md"),
        ("/v/c/Tower", "v/c/Tower.md"),
        ("The old lamp", "v/b/x.md"),  # by title
        ("OL", "v/b/x.md"),  # by alias
        ("Twice", None),  # two documents are called so
        ("Nowhere", None),
        ("d/Oil", None),
        ("Elsewhere", None),  # in another collection
        ("Lamp", None),  # itself
    ],
)
def test_which_document_is_meant(link: str, target: str | None) -> None:
    found = linked(
        document("v/a/Lamp.md", link),
        document("v/a/Oil.md"),
        document("v/b/Oil.md"),
        document("v/Tower.md"),
        document("v/c/Tower.md"),
        document("v/b/x.md", title="The Old Lamp", aliases=("OL",)),
        document("v/b/y.md", aliases=("Twice",)),
        document("v/b/z.md", aliases=("twice",)),
        document("w/Elsewhere.md"),
    )
    assert found.links.targets("v/a/Lamp.md") == ((target,) if target else ())
    if target:
        assert found.links.sources(target) == ["v/a/Lamp.md"]


def test_what_has_the_title_comes_before_what_has_the_alias() -> None:
    found = linked(
        document("v/1.md", "Lamp"), document("v/2.md", title="Lamp"), document("v/3.md", aliases=("Lamp",))
    )
    assert found.links.targets("v/1.md") == ("v/2.md",)


@pytest.mark.parametrize(
    ("said", "target"),
    [
        ("ADR 4", "v/work/adr/0004-one-queue.md"),
        ("ADR-4", "v/work/adr/0004-one-queue.md"),
        ("ADR 7", None),
        ("INC-212", "v/post.md"),
        ("INC-213", None),  # two say so
        ("Ticket #88", "v/support/ticket-88.txt"),
        ("v3.16.0", "v/changes.md"),
        ("3.15.0", "v/changes.md"),
        ("RFC 12", "v/rfc-012-locks.md"),
        ("OPS-31", "v/night.md"),
        ("2.0.1", None),  # one version among other headings
        ("SHA-256", None),  # what a title is about, not what it is called
    ],
)
def test_a_designation_leads_to_the_one_document_that_bears_it(said: str, target: str | None) -> None:
    found = linked(
        document("v/notes/mail.txt", said),
        document("v/work/adr/0004-one-queue.md", title="One queue"),
        document("v/post.md", title="Post-mortem: stale page (INC-212)"),
        document("v/b.md", title="INC-213: all is dark"),
        document("v/c.md", title="All is dark (INC-213)"),
        document("v/support/ticket-88.txt"),
        replace(document("v/changes.md"), headings=("v3.16.0 (2024-05-13)", "[3.15.0] - 2024-03-20")),
        replace(document("v/guide.md"), headings=("2.0.1", "Install")),
        document("v/rfc-012-locks.md"),
        document("v/night.md", title="OPS-31 The night shift"),
        document("v/sign.md", title="Signing with SHA-256 hashes"),
    )
    assert found.links.targets("v/notes/mail.txt") == ((target,) if target else ())


def test_a_link_waits_for_its_document() -> None:
    found = linked(document("v/1.md", "Lamp"))
    assert found.links.targets("v/1.md") == ()
    found.put(document("v/Lamp.md"))
    assert found.links.targets("v/1.md") == ("v/Lamp.md",) and found.links.near("v/Lamp.md") >= {"v/1.md"}
    found.remove("v/Lamp.md")
    assert found.links.targets("v/1.md") == ()


NAMES = ["a", "b", "x/a", "y/a", "y/b", "adr/4-a", "c/adr-04"]
documents = st.lists(
    st.builds(
        lambda name, links, title, alias: document(f"v/{name}.md", *links, title=title, aliases=alias),
        st.sampled_from(NAMES),
        st.lists(st.sampled_from([*NAMES, "/v/x/a", "/v/b.md", "T", "S", "ADR 4"]), max_size=3),
        st.sampled_from(["", "T", "S", "a"]),
        st.sampled_from([(), ("T",), ("b",), ("S", "T")]),
    ),
    max_size=5,
    unique_by=lambda each: each.key,
)


@given(documents, st.data())
def test_neither_order_nor_the_past_matters(found: list[DigestSymbols], data: st.DataObject) -> None:
    order = data.draw(st.permutations(found))
    past = linked(*data.draw(documents), *order)
    for key in [f"v/{name}.md" for name in NAMES if f"v/{name}.md" not in {each.key for each in found}]:
        past.remove(key)
    now = linked(*found)
    for each in found:
        assert past.links.targets(each.key) == now.links.targets(each.key)
        assert past.links.sources(each.key) == now.links.sources(each.key)
        assert now.links.sources(each.key) == sorted(
            other.key for other in found if each.key in now.links.targets(other.key)
        )


@given(documents, documents)
def test_near_are_all_whose_links_change(before: list[DigestSymbols], coming: list[DigestSymbols]) -> None:
    for each in coming:
        links = linked(*before)
        shown = {one.key: (links.links.targets(one.key), links.links.sources(one.key)) for one in before}
        near = links.links.near(each.key, each)
        links.put(each)
        near |= links.links.near(each.key)
        for one in before:
            now = links.links.targets(one.key), links.links.sources(one.key)
            assert one.key in near | {each.key} or now == shown[one.key]
