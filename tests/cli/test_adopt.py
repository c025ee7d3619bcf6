"""`wikic adopt`, and `wikic lint` on what it adopted."""

from __future__ import annotations

from pathlib import Path

from support.command import snapshot, wikic, write

VAULT = {
    "vault/a.md": "See [[B page]], [[nobody]] and [far](https://example.org).\n",
    "vault/b-page.md": "# B page\n\nWords.\n",
}


def test_a_vault_is_adopted_and_linted(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    lost = wikic("lint", "-C", "vault", cwd=tmp_path, code=2)
    assert "wikic adopt vault" in lost.err
    before = snapshot(tmp_path / "vault")
    shown = wikic("adopt", "vault", "--dry-run", cwd=tmp_path)
    assert 'profile = "vault"' in shown.out and snapshot(tmp_path / "vault") == before
    done = wikic("adopt", "vault", cwd=tmp_path)
    assert done.out.startswith("vault/wikic.toml: 2 pages, 0 indexes\n")
    assert (tmp_path / "vault" / "wikic.toml").read_text("utf-8") == shown.out
    found = wikic("lint", "-C", "vault", "-f", "json", cwd=tmp_path, code=None)
    assert [(each["path"], each["code"]) for each in found.json["findings"]] == [
        ("a.md", "L005"),
        ("a.md", "L001"),
    ]
    again = wikic("adopt", "vault", cwd=tmp_path, code=2)
    assert "has a configuration already" in again.err


def test_an_empty_directory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    assert "no Markdown" in wikic("adopt", "vault", cwd=tmp_path, code=2).err
    assert wikic("adopt", "nowhere", "--json", cwd=tmp_path, code=2).out == ""


def test_json(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    told = wikic("adopt", "vault", "--json", cwd=tmp_path).json
    assert told["pages"] == 2 and told["settings"]["profile"] == "vault"
