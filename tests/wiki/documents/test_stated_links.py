"""What a digest keeps of a document's links: names as they are written, paths as keys."""

from __future__ import annotations

import pytest

from wikic.model.article import Article
from wikic.wiki.documents.stated_links import MOST, stated_links


def links(text: str, key: str = "vault/Projects/Lamp.md") -> tuple[str, ...]:
    return stated_links(Article(key, "Lamp", text))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[[Oil]] and [[People/Ada|Ada]]", ("Oil", "People/Ada")),
        ("[[/People/Ada]]", ("/vault/People/Ada",)),
        ("[x](Oil.md) [y](../Ada%20Cole.md#Life)", ("/vault/Projects/Oil.md", "/vault/Ada Cole.md")),
        ("[x](/Ada.md) [y](./oil)", ("/vault/Ada.md", "/vault/Projects/oil")),
        ("[x](..\\Home.md)", ("/vault/Home.md",)),
        ("[x](oil) [y](lamp.png) [z](https://a.example/b.md) [w](#there) [v](mailto:a@b.md)", ()),
        ("[x](../../other/secret.md) [y](../../../../x.md)", ()),
        ("[x](vault-Lamp-md-3fa91c.files/list-5d0c11aa.csv)", ()),
        ("[[Oil]] [[Oil#Price]] [[oil]]", ("Oil", "oil")),
    ],
)  # fmt: skip
def test_links(text: str, found: tuple[str, ...]) -> None:
    assert links(text) == found


def test_a_file_names_others_by_their_numbers() -> None:
    text = "See ADR 4, INC-212 and ticket #88; v3.16.0 is out. Not 192.168.0.1, A4, x-INC-9, ABC-12-3."
    assert links(text) == ("ADR 4", "INC-212", "ticket #88", "v3.16.0")
    assert links(text, "corpus/17") == ()


def test_there_is_a_limit() -> None:
    assert len(links(" ".join(f"[[{at}]]" for at in range(MOST + 5)))) == MOST
