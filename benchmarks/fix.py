"""What `wikic fix` costs beside `wikic lint`, on a large vault in which little is to be fixed.

    python benchmarks/fix.py                            35,000 pages, about 90 defects that fixes repair
    python benchmarks/fix.py --pages 5000 --rounds 5
    python benchmarks/fix.py --keep VAULT               makes the vault, measures, leaves it there

Whole processes in turn, round after round, each on a vault without a cache. `fix --diff` finds and works out
everything and writes nothing; `fix` lands it, and the vault is put back. Processor time is the median of
the rounds, memory the most that all processes of a command held together.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.process import Measured, measure
from wikic import layout

PAGES: Final = 35_000
DEFECTS: Final = 90
PER_DIRECTORY: Final = 150
LINKS: Final = 6  # of a page, mean of what public wikis have
_SYLLABLES: Final = tuple(onset + rime for onset in "bdgklmnprstv" for rime in ("a", "en", "i", "on", "u"))
# What safe fixes repair; {stem} is another page's, {title} its title, {own} the page's own stem.
_DEFECTS: Final = (
    "Seen beside [[{title}]] in the old list.\n",
    "Known as [[{stem}] in the old list.\n",
    "This is [[{own}]], and no other.\n",
    "Told by [[{title}](https://example.org/{stem}), who found it.\n",
)
WIKIC: Final = [sys.executable, "-m", "wikic"]
CONFIGURATION: Final = '[lint]\nprofile = "vault"\nindexed = true\n'


@dataclass(frozen=True, slots=True)
class Vault:
    """A made-up vault; the same for the same number of pages."""

    pages: int
    defects: int

    def files(self) -> Iterator[tuple[str, str]]:
        """Path and text of every file."""
        chance = random.Random(self.pages)
        titles = [self._title(chance, number) for number in range(self.pages)]
        broken = dict(zip(chance.sample(range(self.pages), self.defects), range(self.defects), strict=True))
        for number, title in enumerate(titles):
            others = [(number + chance.randrange(1, self.pages)) % self.pages for _ in range(LINKS)]
            lines = [
                f"It {chance.choice(('holds', 'shows', 'needs', 'made'))} [[{_stem(titles[other])}]]"
                f" since {chance.randrange(1600, 2026)}, of {chance.choice(_SYLLABLES)} and wood.\n"
                for other in others
            ]
            if number in broken:
                other = titles[others[0]]
                kind = _DEFECTS[broken[number] % len(_DEFECTS)]
                lines.append(kind.format(stem=_stem(other), title=other, own=_stem(title)))
            head = (
                f"---\ntitle: {title}\ntype: thing\ntags: [{chance.choice(_SYLLABLES)}, small]\n"
                f"sources: [raw/report-{number // PER_DIRECTORY:03}.pdf]\n---\n"
            )
            yield f"{_inside(number)}/{_stem(title)}.md", f"{head}\n# {title}\n\n" + "".join(lines)
        for first in range(0, self.pages, PER_DIRECTORY):
            listed = "".join(f"- [[{_stem(each)}]]\n" for each in titles[first : first + PER_DIRECTORY])
            yield f"{_inside(first)}/index.md", f"# Part {first // PER_DIRECTORY}\n\n{listed}"
            yield f"raw/report-{first // PER_DIRECTORY:03}.pdf", "a document\n"

    def _title(self, chance: random.Random, number: int) -> str:
        words = ("".join(chance.choices(_SYLLABLES, k=3)).title() for _ in range(2))
        return f"{' '.join(words)} {number}"

    def write(self, root: Path) -> None:
        """Make it, with its configuration, in the empty directory ``root``."""
        (root / layout.BUILD_DIR).mkdir(parents=True)
        (root / layout.CONFIG_FILE).write_text(CONFIGURATION, "utf-8")
        for file, text in self.files():
            path = root / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


def _stem(title: str) -> str:
    return title.lower().replace(" ", "-")


def _inside(number: int) -> str:
    return f"part-{number // PER_DIRECTORY:03}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--defects", type=int, default=DEFECTS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", type=Path, help="where to make the vault, and to leave it")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        root = chosen.keep or Path(directory) / "vault"
        vault = Vault(chosen.pages, chosen.defects)
        if not root.exists():
            vault.write(root)
        before = dict(vault.files())
        commands = {
            "lint": [*WIKIC, "lint", "-C", str(root), "--quiet", "--fail-on", "never"],
            "fix --diff": [*WIKIC, "fix", "-C", str(root), "--diff", "--fail-on", "never"],
            "fix": [*WIKIC, "fix", "-C", str(root), "--quiet", "--fail-on", "never"],
        }
        rounds: dict[str, list[Measured]] = {name: [] for name in commands}
        changed = 0
        for _ in range(chosen.rounds):
            for name, command in commands.items():
                shutil.rmtree(root / layout.BUILD_DIR)
                (root / layout.BUILD_DIR).mkdir()
                rounds[name].append(measure(command, Path(directory) / "out"))
            differing = [file for file, text in before.items() if (root / file).read_text("utf-8") != text]
            changed = len(differing)
            for file in differing:
                (root / file).write_text(before[file], "utf-8")
        _print(rounds, f"{len(before):,} files, {chosen.defects} defects; fix changed {changed} files")


def _print(rounds: dict[str, list[Measured]], heading: str) -> None:
    print(heading)
    print(f"{'':12} {'seconds':>8} {'cpu s':>7} {'MB':>6} {'largest MB':>11} {'cpu, of lint':>13} {'MB':>6}")
    cpu = {name: median(each.cpu for each in measured) for name, measured in rounds.items()}
    tree = {name: max(each.tree for each in measured) for name, measured in rounds.items()}
    for name, measured in rounds.items():
        best, largest = min(each.seconds for each in measured), max(each.largest for each in measured)
        print(
            f"{name:12} {best:8.2f} {cpu[name]:7.2f} {tree[name]:6.0f} {largest:11.0f} "
            f"{cpu[name] / cpu['lint']:13.2f} {tree[name] / tree['lint']:6.2f}"
        )


if __name__ == "__main__":
    main()
