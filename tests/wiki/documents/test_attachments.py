"""Pictures and files that documents show: found below their folder, never beyond it."""

from __future__ import annotations

import base64
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import write
from support.pictures import png

from wikic import layout
from wikic.model import attachment
from wikic.model.article import Article
from wikic.wiki.documents.attachments import attach
from wikic.wiki.documents.folder import Folder
from wikic.wiki.documents.read import read
from wikic.wiki.documents.read_outcome import Skipped

KEY = "notes/lamp.md"
INSIDE = layout.stem(layout.attachments_dir(KEY))


def shown(root: Path, text: str, beside: str = "") -> str:
    """The text with every link to an attachment as ``{name before its hash}``."""
    import re

    changed, attachments, _ = attach(text, KEY, beside, Folder(root))
    for each in attachments:
        assert attachment.is_attachment(f"{INSIDE}/{each.name}")
        data = each.data if each.file is None else each.file.read_bytes()
        assert data is not None and layout.content_hash(data) == each.sha256 and len(data) == each.size
    return re.sub(rf"\({INSIDE}/([^)]*)-[0-9a-f]{{8}}(\.\w+)\)", r"{\1\2}", changed)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    root = tmp_path / "notes"
    for at, name in enumerate(
        ("lamp.png", "img/lamp.png", "img/a b (1).JPG", "deep/er/board.png", "img/pic.svg")
    ):
        png(root / name, at)
    write(root, {"img/data.xlsx": "x", "deep/manual.pdf": "x", "a.md": "A.", "run.sh": "x", "p.html": "x"})
    png(tmp_path / "outside.png")
    return root


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("See ![the lamp](img/lamp.png) here.", "See ![the lamp]{lamp.png} here."),
        ("![the lamp](<img/a b (1).JPG>)", "![the lamp]{a-b-1.jpg}"),
        ("![](img/a%20b%20%281%29.JPG)", "![a b (1)]{a-b-1.jpg}"),
        ("![x](./img/../lamp.png#left)", "![x]{lamp.png}"),
        ("![x](/img/lamp.png?raw=1)", "![x]{lamp.png}"),
        ("![x](img\\lamp.png)", "![x]{lamp.png}"),
        ('![x](lamp.png "Lit in 1883")', "![x]{lamp.png}\nLit in 1883"),
        ('See ![x](lamp.png "Lit in 1883").', "See ![x]{lamp.png}."),
        ("![x|300](lamp.png)", "![x]{lamp.png}"),
        ("![a [b]. c](lamp.png)", "![a b c]{lamp.png}"),
        ("![x](img/pic.svg)", "![x]{pic.svg}"),
        ("![[board.png]] hangs", "![board]{board.png} hangs"),
        ("![[er/board.png|200x100]]", "![board]{board.png}"),
        ("![[lamp.png|The lamp]]", "![The lamp]{lamp.png}"),
        ("![[manual.pdf]]", "[manual]{manual.pdf}"),
        ("![[a]] and [[b]]", "![[a]] and [[b]]"),
        ("[data](img/data.xlsx)", "[data]{data.xlsx}"),
        ("[![x](lamp.png)](img/lamp.png)", "![x]{lamp.png}"),
        ('<p><img src="lamp.png" alt="The lamp" width=40></p>', "<p>![The lamp]{lamp.png}</p>"),
        (
            "See <IMG SRC='img/a b (1).JPG'> and <img src=gone.png alt=gone>",
            "See ![a b (1)]{a-b-1.jpg} and gone",
        ),
        ('<img src="https://a.b/x.png"> `<img src="lamp.png">`', None),
        ("[![x](lamp.png)](https://a.b)", "[![x]{lamp.png}](https://a.b)"),
        ("[other](a.md) [page](p.html) [site](https://a.b/x.pdf)", None),
        ("[gone](gone.pdf)", None),
        ("![x](https://a.b/x.png) ![y](//a.b/y.png)", None),
        ("`![x](lamp.png)` and ``![x](lamp.png)``", None),
        ("```\n![x](lamp.png)\n```\n", None),
        ("> ~~~ md\n> ![x](lamp.png)\n> ~~~\n", None),
        ("Gone ![a lamp](gone.png) is.", "Gone a lamp is."),
        ("![a lamp](gone.png)", "(a lamp)"),
        ("![a lamp](run.sh) ![b](p.html)", "a lamp b"),
        ("![x](../outside.png)", "(x)"),
        ("![x]()", "(x)"),
        (
            "See ![the lamp][l].\n\n[L]: img/lamp.png 'Lit'\n",
            "See ![the lamp]{lamp.png}.\n\n\n",
        ),
        (
            "![lamp][] ![lamp]\n\n[lamp]: <lamp.png>",
            "![lamp]{lamp.png} ![lamp]{lamp.png}\n\n",
        ),
        ("![x][gone] ![no] !important [!note] a[![b]]", None),
        ("<!-- ![x](lamp.png) -->\n\n    ![x](lamp.png)\n\n<pre><img src='lamp.png'></pre>", None),
        ("See \\![x](a.md).", None),
        ("![x][l] and [the file][l].\n\n[l]: lamp.png", "![x]{lamp.png} and [the file][l].\n\n[l]: lamp.png"),
        ("![x][far]\n\n[far]: https://a.b/x.png", None),
        ("[![x][l]](img/lamp.png)\n\n[l]: lamp.png", "![x]{lamp.png}\n\n[l]: lamp.png"),
        ("| a |\n|---|\n| ![x](lamp.png) |", "| a |\n|---|\n| ![x]{lamp.png} |"),
        ("- Take\n\n  ![x](lamp.png)", "- Take\n\n  ![x]{lamp.png}"),
        ("See ![x](javascript:alert(1)) and ![y](file:///etc/passwd) and ![z](cid:1).", "See x and y and z."),
    ],
)
def test_links(notes: Path, text: str, becomes: str | None) -> None:
    assert shown(notes, text) == (text if becomes is None else becomes)


def test_a_path_is_looked_for_beside_its_document_first(notes: Path) -> None:
    assert shown(notes, "![x](lamp.png)", "img") == "![x]{lamp.png}"
    _, (taken,), _ = attach("![x](lamp.png)", KEY, "img", Folder(notes))
    assert taken.source == "img/lamp.png"
    _, (taken,), _ = attach("![x](deep/er/board.png)", KEY, "img", Folder(notes))
    assert taken.source == "deep/er/board.png"


def test_what_cannot_be_attached_is_told(notes: Path) -> None:
    os.symlink(notes.parent / "outside.png", notes / "leak.png")
    os.symlink("img/lamp.png", notes / "second.png")
    os.mkfifo(notes / "pipe.png")
    png(notes / ".git/objects/in.png")
    os.symlink(".git/objects/in.png", notes / "hidden.png")
    write(notes, {"empty.png": ""})
    named = ("gone", "leak", "pipe", ".git/objects/in", "hidden", "empty", "../outside", "second")
    text, taken, missing = attach(" ".join(f"![x]({each}.png)" for each in named), KEY, "", Folder(notes))
    assert [each.source for each in taken] == ["second.png"]
    assert missing == (
        "gone.png is not there",
        "leak.png is a symlink that leads out of the folder",
        "pipe.png is not there",
        ".git/objects/in.png is not there",
        "hidden.png is a symlink that leads out of the folder",
        "empty.png is empty",
        "../outside.png leads out of the folder",
    )
    assert text.count(INSIDE) == 1


def test_what_is_told_is_short_and_printable(notes: Path) -> None:
    text = f"![a]({'x' * 9000}.png) ![b](a%1b[31m.png) ![c](%00%1b%0a.png)"
    _, taken, missing = attach(text, KEY, "", Folder(notes))
    assert not taken and len(missing) == 3
    assert all(len(each) < 140 and each.isprintable() for each in missing)


def test_sizes(notes: Path) -> None:
    text = "![a](lamp.png) ![b](img/lamp.png)"
    size = (notes / "lamp.png").stat().st_size
    _, taken, missing = attach(text, KEY, "", Folder(notes), (size - 1, 1 << 20))
    assert not taken and all("is larger than" in each for each in missing)
    _, taken, missing = attach(text, KEY, "", Folder(notes), (1 << 20, size + 1))
    assert len(taken) == 1 and "more than" in missing[0]


def test_a_picture_that_the_document_holds_itself(notes: Path) -> None:
    data = (notes / "lamp.png").read_bytes()
    held = f"data:image/png;base64,{base64.b64encode(data).decode()}"
    text, (taken,), missing = attach(f"See ![the lamp]({held}).", KEY, "", Folder(notes))
    assert taken.data == data and taken.source == "" and not missing
    assert text == f"See ![the lamp]({INSIDE}/{taken.name})."
    text, none, missing = attach("See ![the lamp](data:image/png;base64,!!!).", KEY, "", Folder(notes))
    assert text == "See the lamp." and not none


def test_equal_names_part_by_their_content(notes: Path) -> None:
    _, taken, _ = attach("![a](lamp.png) ![b](img/lamp.png) ![c](lamp.png)", KEY, "", Folder(notes))
    assert len(taken) == 2 and len({each.name for each in taken}) == 2
    png(notes / "lamp.png", 7)
    _, after, _ = attach("![a](lamp.png)", KEY, "", Folder(notes))
    assert after[0].name not in {each.name for each in taken}


@given(
    st.lists(
        st.sampled_from(
            [
                *"![]()<>`|\
\"' #.:/ab^*"
            ]
        ),
        max_size=30,
    )
)
def test_any_text_is_read(parts: list[str]) -> None:
    attach("".join(parts), KEY, "", Folder(Path("/nonexistent")))


def test_many_brackets_take_no_longer_than_they_are_long(notes: Path) -> None:
    for text in ("[" * 50_000, "![a](" * 20_000, "[[x] " * 20_000, "```\n" * 20_001, "![[" * 20_000):
        attach(text + "](![[", KEY, "", Folder(notes))


def test_documents_bring_their_pictures(notes: Path) -> None:
    write(
        notes,
        {
            "n.md": "See ![x](lamp.png).",
            "h.html": '<body><p>Words <img src="img/lamp.png" alt="The lamp"> stand.</p><figure>'
            '<img src="img/a b (1).JPG" alt="Hall"><figcaption>The hall in 1883.</figcaption></figure>'
            '<img src="x.gif" alt=""><img src="dot.gif" width="1" height="1">'
            '<img src="https://a.b/c.png" alt="C">',
            "r.rst": "Guide\n=====\n\nIt starts.\n\n.. image:: img/lamp.png\n   :alt: The parts\n"
            "   :width: 40\n\n"
            ".. figure:: img/a\\ b\\ (1).JPG\n   :alt: Hall\n\n   The hall\n   in 1883.\n\nIt stops.\n",
            "t.txt": "Plain text shows no ![x](lamp.png) picture.",
        },
    )
    found = {each.key: each for each in read([notes]) if isinstance(each, Article)}
    assert [each.source for each in found["notes/n.md"].attachments] == ["lamp.png"]
    html = found["notes/h.html"]
    assert [each.source for each in html.attachments] == ["img/a b (1).JPG", "img/lamp.png"]
    assert attachment.spoken(html.text) == (
        "Words The lamp stand.\n\nHall\nThe hall in 1883.\n\n![C](https://a.b/c.png)\n"
    )
    rst = found["notes/r.rst"]
    assert [each.source for each in rst.attachments] == ["img/a b (1).JPG", "img/lamp.png"]
    assert "It starts.\n\nThe parts\n\nHall\nThe hall in 1883.\n\nIt stops.\n" in attachment.spoken(rst.text)
    assert not html.missing and not found["notes/t.txt"].attachments
    (skipped,) = (each for each in read([notes]) if isinstance(each, Skipped))
    assert dict(skipped.types) == {".png": 1, ".sh": 1, ".svg": 1}  # one of the three was shown


def test_a_document_named_alone_takes_what_lies_beside_it(notes: Path) -> None:
    write(notes, {"img/n.md": "See ![x](lamp.png) and ![y](../lamp.png)."})
    (article,) = read([notes / "img/n.md"])
    assert isinstance(article, Article)
    assert [each.source for each in article.attachments] == ["lamp.png"]
    assert article.missing == ("../lamp.png leads out of the folder",)
