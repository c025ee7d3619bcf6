"""A vault with names that addresses have to escape."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import wikic, write


@pytest.fixture(scope="session")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("vault")
    notes = {
        "C# notes.md": "# C# notes\n\nFor the control of the kiln.\n",
        "notes/Kiln.md": "# Kiln\n\nThe program is in [[C# notes]]. It was 50 % faster & <hot>.\n",
    }
    write(root, notes)
    wikic("adopt", ".", cwd=root)
    return root
