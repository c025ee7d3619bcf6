"""Which knowledge base a document belongs to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wikic.lsp.place import Place, path_of, place_in, place_of, uri_of

Tree = Callable[[dict[str, str | bytes]], Path]
ADOPTED = '[lint]\nprofile = "vault"\n'


def test_the_innermost_knowledge_base_around_a_file_counts(tree: Tree) -> None:
    root = tree(
        {
            "kb/wiki/schema.yaml": "dimensions: []\n",
            "kb/wiki/people/Ada.md": "# Ada\n",
            "kb/README.md": "# About\n",
            "vault/wikic.toml": ADOPTED,
            "vault/deep/note.md": "# Note\n",
            "vault/deep/own/wikic.toml": ADOPTED,
            "vault/deep/own/note.md": "# Note\n",
            "vault/.trash/note.md": "# Old\n",
            "code/pyproject.toml": "[project]\nname = 'x'\n",
            "code/wiki/page.md": "# No wiki of wikic\n",
            "code/broken/pyproject.toml": "[[[",
            "code/broken/page.md": "# Page\n",
            "broken/wikic.toml": "[[[",
            "broken/page.md": "# Page\n",
        }
    )
    assert place_of(root / "kb/wiki/people/Ada.md", [root]) == Place(root / "kb", "wiki", True)
    assert place_of(root / "kb/README.md", [root]) == Place(root)
    assert place_of(root / "kb/README.md", []) == Place(root / "kb", only="README.md")
    assert place_of(root / "vault/deep/note.md", []) == Place(root / "vault", judged=True)
    assert place_of(root / "vault/deep/own/note.md", [root]) == Place(root / "vault/deep/own", judged=True)
    assert place_of(root / "code/wiki/page.md", [root / "code"]) == Place(root / "code")
    assert place_of(root / "code/broken/page.md", [root, root / "code"]) == Place(root / "code")
    assert place_of(root / "broken/page.md", [root]) == Place(root / "broken", judged=True)
    assert place_of(root / "vault/.trash/note.md", []).file(root / "vault/.trash/note.md") is None
    assert place_in(root / "kb") == Place(root / "kb", "wiki", True)
    assert place_in(root / "vault") == Place(root / "vault", judged=True)
    assert place_in(root / "code") is None


@pytest.mark.parametrize(
    "name", ["plain.md", "with space.md", "100% ?#.md", "玉ねぎ.md", "a\udcffb.md", "semi;colon&.md"]
)
def test_a_name_survives_its_address(name: str) -> None:
    path = Path("/notes") / name
    assert path_of(uri_of(path)) == path


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "git:/x.md", "file://host/x.md", "", "file:", "::"])
def test_what_is_no_file_has_no_path(uri: str) -> None:
    assert path_of(uri) is None
