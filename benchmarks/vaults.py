"""What `wikic adopt`, `lint` and `fix` make of real vaults: how each is taken, what is found and changed.

    python benchmarks/vaults.py DIR ...      copies of public vaults, Logseq's, Dendron's, Obsidian's …

For each: the program that was recognised, pages, links, findings by rule, lines that `fix` and `fix --unsafe`
would change, and the processor time of a cold lint. Nothing is written into the vaults. `--sample N` prints
some findings of each rule, to be judged by reading: whether they are right is no program's to say.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from difflib import unified_diff
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from wikic.lint.engine import lint
from wikic.lint.fixes.settle import Contents, Inspection, settle_edits
from wikic.lint.profile import Profile
from wikic.lint.vault.survey import survey
from wikic.lint.vault.tree import VaultTree
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import Write


def changed_lines(view: WikiView, *, unsafe: bool) -> int:
    """Lines that a fix would write anew."""

    def inspect(contents: Contents) -> Inspection:
        after = view.after([Write(path, data) for path, data in contents.items() if data is not None])
        return Inspection(after, lint(after))

    count = 0
    for change in settle_edits(inspect, unsafe=unsafe).changes.changes:
        before = (view.read(change.path) or b"").decode("utf-8", "replace").splitlines()
        after = change.content.decode("utf-8", "replace").splitlines() if isinstance(change, Write) else []
        diff = unified_diff(before, after, n=0, lineterm="")
        count += sum(line.startswith("+") and not line.startswith("+++") for line in diff)
    return count


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("vaults", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=0, help="findings of each rule to print")
    chosen = parser.parse_args()
    for root in chosen.vaults:
        found = survey(root)
        began = time.process_time()
        view = WikiView.over(VaultTree(root), profile=Profile.of(found.settings))
        findings = lint(view)
        took = time.process_time() - began
        by_rule = Counter(each.code for each in findings)
        lines = [changed_lines(view, unsafe=unsafe) for unsafe in (False, True)]
        rules = ", ".join(f"{code} {count}" for code, count in by_rule.most_common())
        print(
            f"{root}: {found.settings.program or 'no program'}, {found.pages:,} pages, {found.links:,} links"
        )
        print(f"  {took:.2f} s; lines fixed {lines[0]}, unsafely {lines[1]}; {rules or 'nothing found'}")
        for code in sorted(by_rule) if chosen.sample else ():
            there = [each for each in findings if each.code == code]
            for each in random.Random(1).sample(there, min(chosen.sample, len(there))):
                print(f"    {each.path}:{each.line}:{each.column} {each.code} {each.message}")


if __name__ == "__main__":
    main()
