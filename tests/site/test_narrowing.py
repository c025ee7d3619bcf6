"""Addresses of narrowed lists hold what they were narrowed to, whatever it is called."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from hypothesis import given
from hypothesis import strategies as st

from wikic.site.addresses import Narrowing

VALUE = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(st.fixed_dictionaries(dict.fromkeys(("q", "in", "tag", "collection"), VALUE)), VALUE)
def test_one_thing_changes_and_the_others_stay(fields: dict[str, str], name: str) -> None:
    here = Narrowing("/-/search", fields)
    for key, address in (
        ("in", here.directory(name)),
        ("tag", here.tag(name)),
        ("collection", here.collection(name)),
    ):
        parts = urlsplit(address)
        wanted = {each: value for each, value in {**fields, key: name}.items() if value}
        assert parts.path == "/-/search" and not parts.fragment
        assert dict(parse_qsl(parts.query)) == wanted


def test_the_first_screen_and_the_whole_need_no_query() -> None:
    shelf = Narrowing("/people/", {"tag": "", "collection": ""})
    assert shelf.screen(1) == "/people/"
    assert shelf.screen(2) == "/people/?page=2"
    assert Narrowing("/-/search", {"q": "a b", "in": "x"}).everything() == "/-/search?q=a+b"
    assert shelf.tag("\ud800") == "/people/?tag=%3F"
