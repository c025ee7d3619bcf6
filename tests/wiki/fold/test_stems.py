"""Stems are unique by casefold and a function of the set of titles."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic.wiki.fold.stems import Stems

titles = st.sampled_from(
    ["C", "c", "C!", "C#", "C-sharp", "Foo", "foo?", "序言", "", "???", "Foo film", "x" * 300]
)
pages = st.dictionaries(
    st.text("abcdef", min_size=1, max_size=3),
    st.tuples(titles, st.sampled_from([None, "film", "呐喊"])),
    max_size=8,
)


def stems_of(named: dict[str, tuple[str, str | None]]) -> Stems:
    stems = Stems()
    for group, (title, disambiguator) in named.items():
        stems.put(group, title, disambiguator)
    stems.settle()
    return stems


def test_a_clash_takes_the_bare_stem_from_everyone() -> None:
    stems = stems_of({"a": ("Foo", None), "b": ("foo?", None)})
    assert stems.stem("a") != "Foo" and (stems.stem("a") or "").startswith("Foo-")
    stems.remove("b")
    assert stems.settle() == {"a", "b"}
    assert stems.stem("a") == "Foo"


def test_a_disambiguator_serves_before_a_hash() -> None:
    stems = stems_of({"a": ("序言", "呐喊"), "b": ("序言", "彷徨")})
    assert {stems.stem("a"), stems.stem("b")} == {"序言-呐喊", "序言-彷徨"}


def test_a_stem_people_chose_is_kept() -> None:
    stems = Stems()
    stems.put("a", "Ada King", None, fixed="Ada King")
    assert stems.settle() == {"a"}
    assert stems.stem("a") == "Ada King"


@given(pages)
def test_stems_never_clash(named: dict[str, tuple[str, str | None]]) -> None:
    stems = stems_of(named)
    found = [(stems.stem(group) or "").casefold() for group in named]
    assert len(found) == len(set(found)) and "" not in found


@given(pages, st.data())
def test_what_was_there_before_does_not_matter(
    named: dict[str, tuple[str, str | None]], data: st.DataObject
) -> None:
    other = data.draw(pages)
    stems = stems_of(other)
    before = {group: stems.stem(group) for group in {*other, *named}}
    for group in other.keys() - named.keys():
        stems.remove(group)
    for group in data.draw(st.permutations(sorted(named))):
        stems.put(group, *named[group])
    changed = stems.settle()
    fresh = stems_of(named)
    assert {group: stems.stem(group) for group in named} == {group: fresh.stem(group) for group in named}
    assert changed == {group for group in before if stems.stem(group) != before[group]}
