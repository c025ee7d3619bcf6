"""The wiki, its settings, what runs hold or left, git, models."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

from wikic import build_dir, layout
from wikic.config import OFFLINE
from wikic.doctor import machine
from wikic.doctor.machine import Check
from wikic.errors import WikicError
from wikic.lint.gate import git
from wikic.llm.protocol import Role
from wikic.navigate.indexes import mirror_note
from wikic.session import Session
from wikic.wiki import lock, recovery, schema_file


def looked_at(root: Path) -> Iterator[Check]:
    """What concerns the knowledge base at ``root``, or the vault; one line where there is neither."""
    try:
        session = Session.open(root, finish=False)
    except WikicError as error:
        yield Check("settings", "problem", str(error), error.hint or "")
        return
    wiki = root / layout.WIKI_DIR
    vault = session.config.lint.profile == "vault"
    if not vault and not wiki.is_dir():
        said = f"none in {root}: only this machine was looked at"
        yield Check("knowledge base", "note", said, "name one with -C")
        return
    yield _check_directory(root, vault=vault)
    yield from _check_runs(root)
    if not vault:
        mirror = mirror_note.mirror_state(root)
        yield Check("mirror", "ok" if mirror.there else "note", str(mirror))
    watches = machine.count_watches(root if vault else wiki)
    if watches is not None:
        yield watches
    yield from _check_git(root, vault=vault)
    yield from _check_models(session)


def _check_directory(root: Path, *, vault: bool) -> Check:
    """What the directory is, and whether indexes can be kept there."""
    what = "a directory of Markdown that was adopted" if vault else "a wiki"
    if not vault:
        try:
            schema_file.parse_schema((root / layout.WIKI_DIR / layout.SCHEMA_FILE).read_bytes())
        except OSError as error:
            said = f"{layout.WIKI_DIR}/{layout.SCHEMA_FILE}: {error.strerror}"
            return Check("knowledge base", "problem", said, "wikic init, or take the file back from git")
        except WikicError as error:
            return Check("knowledge base", "problem", str(error), error.hint or "")
    build = build_dir.at(root)
    if not os.access(build if build.exists() else root, os.W_OK):
        said = f"{what}; {build} cannot be written: indexes are made for each run alone"
        return Check("knowledge base", "note", said, "let this user write there")
    return Check("knowledge base", "ok", f"{what} in {root}")


def _check_runs(root: Path) -> Iterator[Check]:
    owner = lock.owner(root)
    if owner is not None:
        yield Check("writing", "note", f"being written by {owner}")
    left = recovery.left(root)
    if left:
        said = f"{len(left):,} changes were begun and not finished"
        yield Check("writing", "problem", said, f"wikic recover -C {shlex.quote(str(root))}")
    elif owner is None:
        yield Check("writing", "ok", "nobody writes, nothing is half done")


def _check_git(root: Path, *, vault: bool) -> Iterator[Check]:
    state = machine.registration(root)
    if state == "no git":
        said = "not installed: no history, no `lint --since`, no merging of branches"
        yield Check("git", "note", said, "install git")
        return
    if state == "no repository":
        said = "no repository here: nothing keeps what a page said before"
        yield Check("git", "note", said, f"git init {shlex.quote(str(root))}")
        return
    if not vault:
        yield _check_merging(root, registered=state == "registered")
    build = build_dir.at(root).name
    if git.run(root, "ls-files", "--", build).out.strip():
        said = f"{build}/ is in git: every run changes it"
        mend = f"git rm -r --cached {build}, and name it in .gitignore"
        yield Check("git ignores", "problem", said, mend)
    yield _check_hook(root)


def _check_merging(root: Path, *, registered: bool) -> Check:
    page = f"{layout.WIKI_DIR}/{layout.index_path('')}.md"
    named = git.run(root, "check-attr", "merge", "--", page).out.strip().endswith(b": wikic")
    if registered and named:
        return Check("git merge", "ok", "pages of two branches are merged by unit")
    if not named:
        said = f"{layout.GIT_ATTRIBUTES_FILE} does not name the driver: branches conflict line by line"
        mend = f"add to {layout.GIT_ATTRIBUTES_FILE}: {layout.WIKI_DIR}/**/*.md merge=wikic"
        return Check("git merge", "note", said, mend)
    said = "this clone does not know the driver: branches that both compiled conflict line by line"
    return Check("git merge", "note", said, f'git config merge.wikic.driver "{machine.COMMAND}"')


def _check_hook(root: Path) -> Check:
    found = git.run(root, "rev-parse", "--git-path", "hooks/pre-commit")
    hook = root / os.fsdecode(found.out.strip())
    try:
        runs = b"wikic" in hook.read_bytes() and os.access(hook, os.X_OK)
    except OSError:
        runs = False
    if runs:
        return Check("git hook", "ok", "pre-commit runs wikic")
    return Check("git hook", "note", "no pre-commit hook runs `wikic lint`", "docs/ci.md has one")


def _check_models(session: Session) -> Iterator[Check]:
    chosen = session.config.model
    named: dict[Role, str | None] = {
        "extract": session.config.compile.model,
        "verify": chosen.verify,
        "ask": chosen.ask,
        "embed": session.config.embedding.model,
    }
    roles = {role: name for role, name in named.items() if name not in (None, OFFLINE)}
    if not roles:
        yield Check("models", "ok", "none is named: everything goes by rules")
        return
    for role, name in roles.items():
        try:
            with session.models() as models:
                if role == "embed":
                    models.embedder()
                else:
                    models.model(role)
        except WikicError as error:
            yield Check(f"model {name}", "problem", f"{role}: {error}", error.hint or "")
        else:
            yield Check(f"model {name}", "ok", f"{role}: can be asked; nothing was sent")
