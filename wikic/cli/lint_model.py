"""What a language model adds to a run of the linter."""

from __future__ import annotations

from pathlib import Path

from wikic import config
from wikic.cli import console
from wikic.cli.lint_run import ModelCheck
from wikic.compiler.options import MODEL_JOBS
from wikic.curation import curating
from wikic.errors import UsageError
from wikic.lint.view.wiki_view import WikiView
from wikic.llm.limits import Limits
from wikic.model.finding import Finding
from wikic.session import Session


def by_model(directory: Path, model: str | None, limits: Limits) -> ModelCheck:
    """Asks the model about every fact; says on standard error what that took.

    Raises UsageError for ``offline``, which sees nothing that the rules do not.
    """
    if model == config.OFFLINE:
        raise UsageError(
            "--model offline sees what the rules see", hint="name a language model, or leave it out"
        )
    session = Session.open(directory)

    def ask(view: WikiView) -> tuple[Finding, ...]:
        from wikic.fix.model.lint_needs import unsupported_findings

        with curating(session, model, limits) as curation:
            found = unsupported_findings(view, curation.curator, MODEL_JOBS)
            totals = curation.totals()
        if totals is not None:
            console.complain(f"model: {totals.whole}")
        return found

    return ask
