"""Which files a transaction may write."""

from __future__ import annotations

import pytest

from wikic.wiki.transaction_refusals import START, VAULT, WIKI

FOLDER = "sources/articles/notes-lamp-md-3fa91c.files"


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("people/A.md", True),
        ("schema.yaml", True),
        (f"{FOLDER}/lamp-5d0c11aa.png", True),
        (f"{FOLDER}/data-5d0c11aa.xlsx", True),
        (f"{FOLDER}/lamp-5d0c11aa.html", False),
        (f"{FOLDER}/lamp-5d0c11aa.exe", False),
        (f"{FOLDER}/lamp.png", False),
        (f"{FOLDER}/.git-5d0c11aa.png", False),
        (f"{FOLDER}/a/lamp-5d0c11aa.png", False),
        ("sources/articles/lamp-5d0c11aa.png", False),
        ("sources/articles/lamp.files/lamp-5d0c11aa.png", False),
        ("sources/digests/notes-lamp-md-3fa91c.files/lamp-5d0c11aa.png", False),
        ("people/notes-lamp-md-3fa91c.files/lamp-5d0c11aa.png", False),
        (".git/hooks/notes-lamp-md-3fa91c.files/lamp-5d0c11aa.png", False),
    ],
)
def test_pages_configuration_and_what_stands_beside_articles(path: str, *, allowed: bool) -> None:
    assert WIKI.allows(path) == allowed
    if ".files/" in path:
        assert not VAULT.allows(path) and not VAULT.allows(f"wiki/{path}") and not START.allows(path)
