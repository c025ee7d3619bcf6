"""Looks at a directory of Markdown that wikic did not make, and says how the linter should take it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec

from wikic import config, layout
from wikic.config import LintConfig
from wikic.errors import NotPlainError, UsageError
from wikic.lint.profile import INDEX_NAMES, KEYS, PROGRAMS, UNKNOWN, Profile, Program, Wanted, is_within
from wikic.lint.vault.raw_trees import AT_TOP, ignored_paths, logseq_settings, raw_trees, twin_trees
from wikic.lint.vault.tree import VaultTree
from wikic.lint.view.wiki_view import WikiView
from wikic.model import attachment
from wikic.model.link import Link
from wikic.plain_file import SETTINGS, read_plain
from wikic.text.printable import escaped_json
from wikic.text.tokens import words
from wikic.whole_file import fresh_file, sync_folder
from wikic.wiki.disk import disk_error, put_new

# Directories that hold the pages, where there is one beside other things; the first that is there is taken.
_ROOTS: Final = ("wiki", "vault", "docs", "content", "notes", "kb")
_TEMPLATES: Final = ("templates", "_templates", "template")
# Instructions for tools: their links are examples.
_TOOLS: Final = ("CLAUDE.md", "AGENTS.md", "GEMINI.md", "SKILL.md")
# Translations lie side by side in directories called by ISO 639-1.
_LANGUAGES: Final = words(
    """
    ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id is it ja ka km ko lt lv mk ms nl no pl pt ro ru
    sk sl sq sr sv th tr uk ur uz vi zh
    """
)
_LANGUAGE: Final = re.compile(r"(?P<code>[a-z]{2})(?:[-_][A-Za-z]{2,4})?")
_READ_BY: Final = "{} reads it: links mean what they mean there."
_UNREAD: Final = (
    "Which program reads it is not told by its settings: links are checked, and none is mended. "
    'If one does, name it: program = "obsidian".'
)
_DRAWN: Final = ".excalidraw.md"  # a drawing with the words in it, for a program
_NAMED_KINDS: Final = 8  # of files that are no pages; the others are counted together
_GITIGNORED: Final = re.compile(r"^/?(?P<name>[\w .-]+)/?\*{0,2}[ \t]*$", re.M)
# Of all links to pages: fewer dangling ones are slips; with more of them, they are pages to be written.
WANTED_WARN: Final = 0.05
WANTED_ALLOW: Final = 0.3
WANTED_FEW: Final = 5  # links: so few are slips, whatever share they are of a small vault
INDEXED: Final = 0.95  # of the pages, from which an index means to list them all


@dataclass(frozen=True, slots=True)
class Adoption:
    """How a directory is taken.

    settings: the ``[lint]`` table.
    pages, indexes, links: how many there are to check.
    assumed: why, a line for each thing that was found.
    """

    settings: LintConfig
    pages: int
    indexes: int
    links: int
    assumed: tuple[str, ...]


def survey(root: Path, *, ignoring: bool = True) -> Adoption:
    """Look through the directory; writes nothing.

    ignoring: whether pages that ``.gitignore`` names are left out.

    Raises UsageError where there is no directory, no Markdown, a configuration already, or a wiki of wikic's.
    """
    if not root.is_dir():
        raise UsageError(f"{root} is no directory", hint="name the directory that holds the Markdown files")
    if (root / layout.CONFIG_FILE).exists() or config.load(root) != config.Config():
        raise UsageError(f"{root} has a configuration already", hint=f"`wikic lint -C {root}` checks it")
    if (root / layout.WIKI_DIR / layout.SCHEMA_FILE).is_file():
        raise UsageError(f"{root} holds a wiki of wikic's", hint=f"`wikic lint -C {root}` checks it")
    files = sorted(file for file, _ in VaultTree(root).walk())
    if not any(file.endswith(".md") for file in files):
        raise UsageError(f"there is no Markdown in {root}", hint="wikic reads files that end in .md")
    top = [root, *_directories_above(root)][-1]
    pages = (each for each in files if each.endswith(".md"))
    settings, assumed = _by_listing(root, files, ignored_paths(root, top, pages) if ignoring else ())
    view = WikiView.over(VaultTree(root), profile=Profile.of(settings))
    return _by_content(root, view, settings, assumed)


# --- by names alone ----------------------------------------------------------------------------


def _by_listing(root: Path, files: list[str], left: tuple[str, ...]) -> tuple[LintConfig, list[str]]:
    pages = [file for file in files if file.endswith(".md") and not is_within(file, left)]
    tops = Counter(file.split("/")[0] for file in pages if "/" in file)
    roots = _find_roots(root, tops)
    sources, told = raw_trees(root, pages, roots)
    inside = [file for file in pages if not roots or file.startswith(f"{roots[0]}/")]
    read_by = _detect_program(root, roots)
    hidden, journals = logseq_settings(root) if read_by.name == "logseq" else ((), LintConfig().journals)
    # Its settings, and pages as they were before.
    own = ("logseq", *hidden) if read_by.name == "logseq" else ()
    drawn = (f"*{_DRAWN}",) if any(file.endswith(_DRAWN) for file in pages) else ()
    exclude = (
        *left,
        *_find_templates(root, pages),
        *own,
        *drawn,
        *(name for name in _TOOLS if name in inside),
    )
    trees = _list_trees(inside, roots)
    assumed: list[str] = []
    assumed.append(_READ_BY.format(read_by.name.capitalize()) if read_by.name else _UNREAD)
    if roots:
        assumed.append(f"Pages are in {roots[0]}/; what lies beside it is not checked, links may lead there.")
    if sources:
        assumed.append(
            f"{_list_names(sources)} {_hold_verb(sources)} documents as they came: their text is not checked."
        )
    if told:
        assumed.append(f"The instructions that lie here say so of {_list_names(told)}.")
    if left:
        assumed.append(f"Git leaves out {', '.join(left)}: not checked, links may lead there.")
    if tools := exclude[len(left) :]:
        assumed.append(f"Templates and files for tools are not checked: {', '.join(tools)}.")
    assumed += _describe_others([file for file in files if not file.endswith(".md")])
    if trees:
        assumed.append(f"{len(trees)} directories are translations of one wiki: each is a tree of its own.")
    settings = LintConfig(
        profile="vault",
        program=read_by.name,
        journals=journals,
        roots=roots,
        sources=sources,
        exclude=tuple(exclude),
        trees=tuple(trees),
    )
    return settings, assumed


def _detect_program(root: Path, roots: tuple[str, ...]) -> Program:
    """The first program whose marks are in the directory, where its pages lie, or, in a repository, above."""
    places = [root, *(root / each for each in roots), *_directories_above(root)]
    there = (each for each in PROGRAMS if any((at / mark).exists() for at in places for mark in each.marks))
    return next(there, UNKNOWN)


def _directories_above(root: Path) -> Iterator[Path]:
    """The directories above one up to the repository's, none outside of a repository."""
    above = [root.absolute(), *root.absolute().parents]
    top = next((at for at, each in enumerate(above) if (each / ".git").exists()), 0)
    return iter(above[1 : top + 1])


def _describe_others(files: list[str]) -> Iterator[str]:
    """Lines on the files that are no pages: those a page may show, and those that nobody reads."""
    shown = [file for file in files if file.casefold().endswith(attachment.KINDS)]
    if shown:
        yield f"No pages, shown where one links to them: {_by_kind(shown)}."
    left = sorted(set(files) - set(shown))
    if left:
        yield f"Not read: {_by_kind(left)}."


def _by_kind(files: list[str]) -> str:
    """How many of each ending, the commonest first; one alone is named."""
    kinds: dict[str, list[str]] = {}
    for file in files:
        name, mark, ending = layout.stem(file).rpartition(".")
        kinds.setdefault(f".{ending.casefold()}" if mark and name else "", []).append(file)
    ordered = sorted(kinds.items(), key=lambda each: (-len(each[1]), each[0]))
    said = [
        each[0] if len(each) == 1 else f"{len(each):,} {kind or 'without an ending'}"
        for kind, each in ordered[:_NAMED_KINDS]
    ]
    others = sum(len(each) for _, each in ordered[_NAMED_KINDS:])
    return ", ".join([*said, *([f"{others:,} others"] if others else [])])


def _find_roots(root: Path, tops: Counter[str]) -> tuple[str, ...]:
    if (root / ".obsidian").is_dir():
        return ()  # the directory is a vault as a whole
    named = [name for name in _ROOTS if tops[name] > 1]
    # One of them among other things; a lone directory of notes among notes is no root.
    return (named[0],) if named and (named[0] == layout.WIKI_DIR or len(tops) > 1) else ()


def _find_templates(root: Path, pages: list[str]) -> tuple[str, ...]:
    """The folder that Obsidian is told of, and what is called so."""
    found = {
        "/".join(file.split("/")[:depth])
        for file in pages
        for depth, step in enumerate(file.split("/")[:-1], start=1)
        if step.casefold() in _TEMPLATES
    }
    return tuple(sorted({*found, *_configured_templates(root)}))


def _configured_templates(root: Path) -> Iterator[str]:
    import msgspec

    try:
        told = msgspec.json.decode(
            read_plain(root / ".obsidian" / "templates.json", SETTINGS, inside=root), type=dict[str, object]
        )
    except (OSError, NotPlainError, msgspec.DecodeError, RecursionError):
        return
    folder = told.get("folder")
    if isinstance(folder, str) and folder.strip("/"):
        yield folder.strip("/")


def _list_trees(pages: list[str], roots: tuple[str, ...]) -> list[str]:
    depth = len(roots)
    counts = Counter("/".join(file.split("/")[: depth + 1]) for file in pages if file.count("/") > depth)
    named = {}
    for directory, count in counts.items():
        match = _LANGUAGE.fullmatch(layout.stem(directory))
        if match is not None and match["code"] in _LANGUAGES:
            named[directory] = count
    # Translations have about as many pages each.
    most = max(named.values(), default=0)
    alike = sorted(directory for directory, count in named.items() if count * 4 >= most)
    return alike if len(alike) > 1 else []


# --- by what the pages say ---------------------------------------------------------------------


def _by_content(root: Path, view: WikiView, settings: LintConfig, assumed: list[str]) -> Adoption:
    keys: Counter[str] = Counter()
    listed: set[str] = set()
    dangling: list[tuple[str, Link]] = []
    links = pages = indexes = bare = 0
    for parsed in view.prose():
        index = view.profile.is_index(parsed.path)
        indexes, pages = indexes + index, pages + (not index)
        keys.update(set(parsed.fields))
        bare += parsed.front is None
        for link in parsed.document.links:
            to = view.resolve(parsed.file, link)
            if to.rung != "elsewhere":
                links += 1
            if to.rung == "none":
                dangling.append((parsed.file, link))
            elif index:
                listed.update(to.files)
    absent = _absent_directories(root, view, dangling)
    left = [link for file, link in dangling if not _leads_into(file, link, absent)]
    wanted = _choose_wanted(left, links)
    indexed = indexes > 0 and pages > 0 and len(listed & set(view.names.pages)) >= INDEXED * pages
    found = dict(_used_keys(keys))
    settings = replace(settings, absent=absent, wanted=wanted, indexed=indexed, keys=found)
    assumed += _find_misread(view)
    assumed += _describe_settings(settings, (len(left), links), indexes, (bare, pages + indexes))
    return Adoption(settings, pages, indexes, links, tuple(assumed))


def _find_misread(view: WikiView) -> Iterator[str]:
    """What linting would report thousands of times, because of a setting that names do not tell."""
    for each in twin_trees(view):
        trees = f"; where the two are a wiki each, name both: trees = [{each.raw!r}, {each.other!r}]"
        yield (
            f"{each.pages:,} pages of {each.raw}/ are called like a page of {each.other or '.'}/, or say "
            f"the same: the layout may be misread. Where {each.raw}/ holds documents as they came, add it "
            f"to sources{trees if each.other else ''}."
        )


def _absent_directories(root: Path, view: WikiView, dangling: list[tuple[str, Link]]) -> tuple[str, ...]:
    """Directories that links lead into and that are not here because git leaves them out, or as raw/ is."""
    try:
        ignored = _GITIGNORED.findall(
            read_plain(root / ".gitignore", SETTINGS, inside=root).decode("utf-8", "replace")
        )
    except (OSError, NotPlainError):
        ignored = []
    found = {
        name
        for name in {*ignored, *AT_TOP}
        if name not in view.directories and any(_leads_into(file, link, (name,)) for file, link in dangling)
    }
    return tuple(sorted(found))


def _leads_into(file: str, link: Link, directories: Iterable[str]) -> bool:
    whole = layout.join(layout.directory(file), link.target) or ""
    return any(
        f"{path.lstrip('/')}/".startswith(f"{each}/") for each in directories for path in (whole, link.target)
    )


def _choose_wanted(dangling: list[Link], links: int) -> Wanted:
    """By the share of links to names of pages that lead to none."""
    named = sum(link.kind == "wiki" and not link.embed for link in dangling)
    share = named / links if named >= WANTED_FEW else 0.0
    return "allow" if share >= WANTED_ALLOW else "warn" if share >= WANTED_WARN else "error"


def _used_keys(used: Counter[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The keys that the pages use where there are several names for one thing, the commonest first."""
    for meaning, known in KEYS:
        there = sorted((key for key in known if used[key]), key=lambda key: (-used[key], key))
        if there and there != [meaning]:
            yield meaning, tuple(there)


def _describe_settings(
    settings: LintConfig, links: tuple[int, int], indexes: int, pages: tuple[int, int]
) -> Iterator[str]:
    """Lines on what the settings assume.

    links: how many lead to no page, and all. pages: how many have no frontmatter, and all.
    """
    if settings.absent:
        yield f"Not here: {_list_names(settings.absent)}. Links into it are not checked."
    policy = {
        "allow": "they are pages to be written, and not reported",
        "warn": "a warning each",
        "error": "an error each",
    }[settings.wanted]
    yield f"{links[0]:,} of {links[1]:,} links lead to no page: {policy}."
    if settings.indexed:
        yield "The indexes list nearly every page: a page that none lists is reported."
    elif not indexes:
        yield f"There is no index ({', '.join(sorted(INDEX_NAMES))})."
    if pages[0]:
        yield f"{pages[0]:,} of {pages[1]:,} pages have no frontmatter, which is fine."


def _list_names(names: tuple[str, ...]) -> str:
    return ", ".join(f"{name}/" for name in names)


def _hold_verb(names: tuple[str, ...]) -> str:
    return "holds" if len(names) == 1 else "hold"


def render_config(adoption: Adoption) -> str:
    """``wikic.toml``, with what was assumed as comments."""
    settings = adoption.settings
    lines = ["# How wikic lints this directory. Written by `wikic adopt`; edit what it got wrong."]
    lines += [f"# {line}" for line in adoption.assumed]
    lines += ["", "[lint]", 'profile = "vault"']
    if settings.program:
        lines.append(f"program = {_quote_toml(settings.program)}")
    if settings.journals != LintConfig().journals:
        lines.append(f"journals = {_quote_toml(settings.journals)}")
    for name in ("roots", "sources", "exclude", "absent", "trees"):
        values: tuple[str, ...] = getattr(settings, name)
        if values:
            lines.append(f"{name} = [{', '.join(map(_quote_toml, values))}]")
    lines.append(f"wanted = {_quote_toml(settings.wanted)}")
    if settings.indexed:
        lines.append("indexed = true")
    if settings.keys:
        lines += ["", "[lint.keys]"]
        lines += [f"{name} = [{', '.join(map(_quote_toml, keys))}]" for name, keys in settings.keys.items()]
    return "\n".join(lines) + "\n"


def write_config(root: Path, adoption: Adoption) -> Path:
    """Write ``wikic.toml``; returns its path.

    Raises UsageError when there is one, DiskError when it cannot be written.
    """
    path = root / layout.CONFIG_FILE
    try:
        with fresh_file(path, render_config(adoption).encode()) as (fresh, _):
            made = put_new(fresh, path)
        sync_folder(root)
    except OSError as error:
        raise disk_error(error, path, "the directory is not adopted") from error
    if not made:
        raise UsageError(f"{path} is there already", hint="delete it to adopt the directory anew")
    return path


def _quote_toml(text: str) -> str:
    # A JSON string is a TOML basic string; TOML has DEL and what follows it escaped too.
    return escaped_json(msgspec.json.encode(text).decode())
