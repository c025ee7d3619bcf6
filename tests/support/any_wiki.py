"""Wikis of any names and any bytes, in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from wikic.wiki.tree import FileStat


@dataclass(frozen=True)
class Memory:
    files: dict[str, bytes]

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        for name, data in self.files.items():
            yield name, FileStat(hash(data), len(data))

    def read(self, file: str) -> bytes | None:
        return self.files.get(file)


PIECES = st.sampled_from(
    [
        b"---\n", b"---\r\n", b"title: a\n", b"title: b: c\n", b"fold: 9c41d2e7\n",
        b"aliases: [A, [b]]\n", b"type: people\n", b"aliases: [x y]\n", b"# A\n", b"## Key Facts\n",
        b"## Related Pages\n", b"## Related Sources\n", b"- ", b"x", b" ", b"\n", b"\r\n", b"\r",
        b"[[", b"]]", b"]", b"[[A]]", b"[[a|b]]", b"[[x y]]", b"[[B#h]]", b"[[A](u/v)", b"[[A]]()",
        b"[[A]](x/y.md)", b"[b](A.md)", b"|", b"```\n", b"`", b"<<<<<<< x\n", b"=======\n",
        b">>>>>>> y\n", b"\xff", b"\0", b"\xef\xbb\xbf", b"[[sources/digests/d-000000#^p00000000]]",
        b"[[sources/digests/d#p00000000]]", b" ^f00000000\n", b"## Key Points\n",
        b"## Extraction\n", b"```jsonl\n", b'{"entity":"e1"}\n', b"key: a\n", "谭盾".encode(),
        b"- [[A]] (x) -- y #t\n", b"- people/ -- p\n", "\u2028".encode(), b"> q\n",
        b"dimensions: [a]\n",
    ]
)  # fmt: skip
contents = st.lists(st.one_of(PIECES, st.binary(max_size=4)), max_size=14).map(b"".join)
steps = st.sampled_from(
    [
        "people",
        "People",
        "A",
        "a",
        "B",
        "x y",
        ".md",
        "-",
        "con",
        "index",
        "_index",
        "谭盾",
        "e\u0301",
        "\udc80",
    ]
)
paths = st.one_of(
    st.sampled_from(
        ["index.md", "people/_index.md", "people/A.md", "people/B.md", "places/a.md", "schema.yaml",
         "identity.yaml", "sources/digests/d-000000.md", "sources/articles/d-000000.md",
         "sources/x.md", "pictures/A.png"]
    ),
    st.lists(steps, min_size=1, max_size=7).map("/".join).map(lambda path: path + ".md"),
)  # fmt: skip
wikis = st.dictionaries(paths, contents, max_size=6)
