"""What a cache's stamp is made of; ``test_run.py`` holds the cache itself."""

from __future__ import annotations

from wikic.lint.cache.record_file import PACKAGE, SOURCE_FOLDERS

# Code below lint/ that decides nothing that is found: how it is printed, mended, gated and adopted.
_AROUND = {"lint/fixes", "lint/gate", "lint/report", "lint/vault"}


def test_every_folder_whose_code_decides_findings_is_in_the_stamp() -> None:
    assert [folder for folder in SOURCE_FOLDERS if not list((PACKAGE / folder).glob("*.py"))] == []
    below = {f"lint/{each.parent.name}" for each in (PACKAGE / "lint").glob("*/__init__.py")}
    assert below - set(SOURCE_FOLDERS) == _AROUND
