"""What ``wikic lint`` says of each page, for the quality in the cost.

It is the same wherever a page lies, so it changes no decision: only who asks for the explanation pays for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from wikic import build_dir, layout
from wikic.compiler.fold_expectations import expectations
from wikic.config import LintConfig
from wikic.lint.cache.run import lint_tree
from wikic.lint.engine import Policy, Selection
from wikic.lint.open_directory import reader
from wikic.lint.profile import Profile
from wikic.lint.view.wiki_view import Expect
from wikic.model.finding import Severity


def on_pages(root: Path, settings: LintConfig, title: str) -> Mapping[str, int]:
    """Errors and warnings on every page that has some, by stem; what lint has kept is not looked at again.

    Raises ConfigError and UsageError for a configuration of lint that names what is not there.
    """

    def opinion() -> Expect:
        return expectations(root, title)

    policy, profile = Policy.of(settings), Profile.of(settings)
    build = build_dir.at(root)
    linted = lint_tree(
        reader(root, settings),
        Selection.of(profile, settings.select, (*settings.ignore, *policy.off)),
        opinion=opinion,
        cache=build / layout.LINT_CACHE_FILE if build.is_dir() else None,
        configuration=title,
    )
    found: Counter[str] = Counter()
    for finding in policy.judge(linted.findings, profile.prefix):
        path = layout.page_path(finding.path)
        if finding.severity is not Severity.INFO and layout.is_knowledge_page(path):
            found[layout.stem(path)] += 1
    return found
