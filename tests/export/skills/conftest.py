"""A compiled library, whose pages are documents; read only."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import wikic, write

SUBJECTS = {
    "Tide Gauge": "float sensor datum reading pressure logger calibration benchmark",
    "Berth Booking": "vessel arrival fee deposit pontoon cancellation invoice mooring",
    "Harbour Lights": "lamp lantern bulb shutter keeper fog signal tower",
    "Fish Market": "auction crate herring buyer scale ice landing trawler",
}
DOINGS = ("Repairing", "Checking", "Paying for", "Moving", "Cleaning", "Listing", "Closing", "Opening")


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """32 documents on four subjects."""
    home = tmp_path_factory.mktemp("library")
    files = {}
    for subject, words in SUBJECTS.items():
        said = words.split()
        for at, doing in enumerate(DOINGS):
            first, second = said[at], said[(at + 3) % len(said)]
            files[f"docs/{subject[:4].lower()}{at}.md"] = (
                f"# {subject}: {doing} the {first}\n\nThe {subject} needs its {first} every season. "
                f"Ask the {subject} office for the {second} before you begin.\n\n"
                f"The {first} and the {second} are kept beside the {subject}, in store {at + 2}.\n"
            )
    write(home, files)
    wikic("init", "docs", "-C", "kb", "--layout", "library", cwd=home)
    wikic("compile", "docs", "-C", "kb", cwd=home)
    return home / "kb"
