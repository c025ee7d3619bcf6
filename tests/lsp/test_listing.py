"""Files as they were last listed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wikic.lsp.knowledge import Listing
from wikic.lsp.place import Place

Tree = Callable[[dict[str, str | bytes]], Path]


def test_a_folder_nobody_adopted_is_listed_up_to_a_number(tree: Tree) -> None:
    root = tree({f"{number}.md": "# Page\n" for number in range(6)})
    plain = Listing(Place(root), most=4)
    assert len(list(plain.walk())) == 4
    assert plain.cut
    adopted = Listing(Place(root, judged=True), most=4)
    assert len(list(adopted.walk())) == 6
    assert not adopted.cut


def test_the_disk_is_listed_again_only_when_it_changed(tree: Tree) -> None:
    root = tree({"a.md": "# A\n"})
    listing = Listing(Place(root))
    assert dict(listing.walk()).keys() == {"a.md"}
    (root / "b.md").write_text("# B\n", encoding="utf-8")
    assert dict(listing.walk()).keys() == {"a.md"}
    listing.renew()
    assert dict(listing.walk()).keys() == {"a.md", "b.md"}


def test_a_file_alone_has_no_neighbours(tree: Tree) -> None:
    root = tree({"a.md": "# A\n", "b.md": "# B\n"})
    listing = Listing(Place(root, only="a.md"))
    assert dict(listing.walk()).keys() == {"a.md"}
    assert listing.read("a.md") == b"# A\n"
    assert listing.read("b.md") is None


def test_what_cannot_be_read_is_as_if_it_were_not_there(tree: Tree) -> None:
    root = tree({"a.md": "# A\n"})
    (root / "pipe.md").symlink_to("/dev/zero")
    listing = Listing(Place(root, judged=True))
    assert listing.read("pipe.md") is None
    assert listing.read("../outside.md") is None
