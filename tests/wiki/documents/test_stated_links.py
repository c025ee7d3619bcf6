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


def test_there_is_a_limit() -> None:
    assert len(links(" ".join(f"[[{at}]]" for at in range(MOST + 5)))) == MOST
