"""What kind of wiki is linted: one that wikic compiled, or any directory of Markdown (a vault)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import translate
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from wikic import layout
from wikic.model.finding import Severity

if TYPE_CHECKING:
    from wikic.config import LintConfig


Name = Literal["obsidian", "logseq", "dendron", "foam", "zk", "quartz", "mkdocs", "docusaurus", "hugo", ""]
Anchors = Literal["obsidian", "github", "mkdocs", ""]


@dataclass(frozen=True, slots=True)
class Program:
    """What a program makes of the links of a vault.

    name: as ``[lint] program`` has it; "" where none is known.
    marks: files or directories that it leaves in the vault, or above it: one tells.
    names: what finds a page beside its path and its file's name: the ``title`` and the ``aliases`` it gives
        itself, its first ``heading``, or a ``slug``, letters and digits alone.
    mended: whether a link can be written anew with certainty.
    namespaces: ``a/b`` has a page ``a`` above it, whether it is written or not.
    anchors: who makes the addresses of headings; "" where any will do.
    """

    name: Name
    marks: tuple[str, ...] = ()
    names: tuple[str, ...] = ("title", "aliases", "heading", "slug")
    mended: bool = True
    namespaces: bool = False
    anchors: Anchors = ""


_OBSIDIANS: Final = ("title", "aliases", "slug")

# The first whose marks are there; a site generator may stand beside a program for notes.
PROGRAMS: Final = (
    Program("logseq", ("logseq/config.edn",), ("title", "aliases"), mended=False, namespaces=True),
    Program("dendron", ("dendron.yml",), (), mended=False),
    Program("zk", (".zk",), _OBSIDIANS),
    Program("foam", (".foam", ".vscode/foam.json"), ("aliases", "slug")),
    Program("quartz", ("quartz.config.ts", "quartz.config.yaml"), _OBSIDIANS, anchors="github"),
    Program("mkdocs", ("mkdocs.yml", "mkdocs.yaml"), anchors="mkdocs"),
    Program("docusaurus", ("docusaurus.config.js", "docusaurus.config.ts"), anchors="github"),
    Program("hugo", tuple(f"hugo.{each}" for each in ("toml", "yaml", "yml", "json")), anchors="github"),
    Program("obsidian", (".obsidian",), _OBSIDIANS, anchors="obsidian"),
)  # fmt: skip
UNKNOWN: Final = Program("", mended=False)


def program(name: str) -> Program:
    """The program of a name; ``UNKNOWN`` where there is none."""
    return next((each for each in PROGRAMS if each.name == name), UNKNOWN)


FileKind = Literal["page", "index", "digest", "article", "other"]
Wanted = Literal["allow", "warn", "error"]
Keys = tuple[tuple[str, tuple[str, ...]], ...]

# What 18 public wikis call the keys that mean one thing.
KEYS: Final[Keys] = (
    ("type", ("type", "kind", "page_type")),
    ("title", ("title",)),
    ("aliases", ("aliases", "alias")),
    ("tags", ("tags", "tag")),
    ("id", ("id", "doc_id", "slug", "permalink")),
    ("updated", ("updated", "last_updated")),
    ("sources", ("sources", "source", "source_file", "source_path", "raw_path", "raw_paths")),
)
LOGSEQ: Final = "logseq/config.edn"  # says that a directory is a graph of Logseq's
# Files that stand for their directory.
INDEX_NAMES: Final = frozenset({"index", "_index", "readme"})

# Rules that apply to a vault, with the severity they have there. What the others check is a promise of
# wikic's own format, which nobody else made.
_IN_VAULT: Final[tuple[tuple[str, Severity], ...]] = (
    ("L001", Severity.ERROR),
    ("L002", Severity.WARNING),  # Obsidian opens the nearest one
    ("L003", Severity.ERROR),
    ("L004", Severity.INFO),  # in the words of a page about its own subject it is a habit
    ("L005", Severity.WARNING),
    ("L007", Severity.WARNING),
    ("L008", Severity.INFO),
    ("L009", Severity.WARNING),  # where letters count, as on a web server, it leads nowhere
    ("L010", Severity.WARNING),
    ("L011", Severity.WARNING),
    ("L012", Severity.WARNING),
    ("I001", Severity.WARNING),  # where `indexed` asks for it
    ("P003", Severity.INFO),  # an empty note may be a page to come
    ("P004", Severity.WARNING),
    ("F001", Severity.ERROR),
    ("F002", Severity.ERROR),
    ("F003", Severity.WARNING),
    ("F006", Severity.ERROR),
    ("F007", Severity.ERROR),
    ("C008", Severity.WARNING),
    ("S001", Severity.WARNING),
    ("S003", Severity.ERROR),
    ("D002", Severity.ERROR),
    ("D003", Severity.WARNING),
    ("D004", Severity.WARNING),
    ("D005", Severity.WARNING),
    ("D006", Severity.WARNING),
    ("D007", Severity.WARNING),
    ("K004", Severity.WARNING),
)


@dataclass(frozen=True, slots=True)
class Profile:
    """How the files of a wiki are taken.

    name: ``wikic`` or ``vault``.
    prefix: what stands before a file path where people see it: ``wiki/``, or nothing.
    roots: directories whose pages are checked, all of them where there are none.
    sources: directories of documents kept as they came: links may lead there, their text is not checked.
    exclude: patterns (``*`` and ``?``; a directory's name means all it holds) of files that links may
        lead to and that are not checked: templates, tools.
    absent: directories that are not here by design: links into them cannot be checked.
    trees: directories that are a wiki each, as translations are: what two of them share is no duplicate.
    program: what its links mean.
    journals: how Logseq calls the page of a day.
    wanted: what a link to a page that is not written yet is.
    indexed: whether every page must be linked from an index.
    keys: keys of the frontmatter by what they mean.
    """

    name: Literal["wikic", "vault"]
    prefix: str = ""
    roots: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    trees: tuple[str, ...] = ()
    program: Program = UNKNOWN
    journals: str = "MMM do, yyyy"
    wanted: Wanted = "error"
    indexed: bool = False
    keys: Keys = KEYS

    @classmethod
    def of(cls, settings: LintConfig) -> Profile:
        """The profile that ``[lint]`` describes."""
        if settings.profile == "wikic":
            return WIKIC
        return cls(
            "vault",
            roots=tuple(each.strip("/") for each in settings.roots if each.strip("/") not in ("", ".")),
            sources=tuple(each.strip("/") for each in settings.sources),
            exclude=settings.exclude,
            absent=tuple(each.strip("/") for each in settings.absent),
            trees=tuple(each.strip("/") for each in settings.trees),
            program=program(settings.program),
            journals=settings.journals,
            wanted=settings.wanted,
            indexed=settings.indexed,
            keys=tuple((name, settings.keys.get(name, known)) for name, known in KEYS),
        )

    @property
    def is_vault(self) -> bool:
        """Whether people, or another program, wrote this wiki."""
        return self.name == "vault"

    @property
    def mends_links(self) -> bool:
        """Whether a link may be written anew: what it will mean to who reads it is known."""
        return not self.is_vault or self.program.mended

    def key_names(self, meaning: str) -> tuple[str, ...]:
        """Keys of the frontmatter that mean this, the usual one first."""
        return dict(self.keys).get(meaning, (meaning,))

    def kind_of(self, file: str) -> FileKind:
        """What a file is, from its path alone."""
        return self._vault_kind(file) if self.is_vault else _wikic_kind(file)

    def is_page(self, file: str) -> bool:
        """Whether a file is a page that a link names by its stem."""
        return self.kind_of(file) == "page"

    def is_canvas(self, file: str) -> bool:
        """Whether a file is a canvas of Obsidian's whose links are checked."""
        return (
            self.is_vault and file.endswith(".canvas") and not (self.is_source(file) or self._excluded(file))
        )

    def is_index(self, path: str) -> bool:
        """Whether a page path names an index."""
        if self.is_vault:
            return layout.stem(path).casefold() in INDEX_NAMES
        return layout.is_index(path)

    def is_source(self, path: str) -> bool:
        """Whether a path lies among the documents kept as they came; pages of the same name go first."""
        if not self.is_vault:
            return path.startswith(f"{layout.SOURCES_DIR}/")
        outside = bool(self.roots) and not is_within(path, self.roots)
        return outside or is_within(path, self.sources)

    def tree_of(self, path: str) -> str:
        """The tree that a path lies in: one of ``trees`` or ``""``, and whether among pages about documents.

        A page about a document is called as what the document is about; the two are no duplicates.
        """
        tree = next((each for each in self.trees if path.startswith(f"{each}/")), "")
        return f"{tree}//sources" if self.is_vault and "/sources/" in f"/{path}" else tree

    def severity(self, code: str, usual: Severity) -> Severity | None:
        """How bad what the rule of a code finds is here; None where the rule does not apply."""
        if self.is_vault:
            return dict(_IN_VAULT).get(code)
        return None if code in _VAULT_ONLY else usual

    def _vault_kind(self, file: str) -> FileKind:
        if not file.endswith(".md") or self.is_source(file) or self._excluded(file):
            return "other"
        return "index" if self.is_index(layout.page_path(file)) else "page"

    def _excluded(self, file: str) -> bool:
        return any(match(file) is not None for match in _compile_patterns(self.exclude))


_VAULT_ONLY: Final = frozenset({"L008", "L009", "C008"})
WIKIC: Final = Profile("wikic", f"{layout.WIKI_DIR}/")
VAULT: Final = Profile("vault")


def _wikic_kind(file: str) -> FileKind:
    if not file.endswith(".md"):
        return "other"
    if file.startswith(f"{layout.DIGESTS_DIR}/"):
        return "digest"
    if file.startswith(f"{layout.ARTICLES_DIR}/"):
        return "article"
    if file.startswith(f"{layout.SOURCES_DIR}/"):
        return "other"
    return "index" if layout.is_index(layout.page_path(file)) else "page"


def is_within(path: str, directories: tuple[str, ...]) -> bool:
    """Whether a path is one of these, or lies in one."""
    return any(path.startswith(f"{each}/") or path == each for each in directories)


@lru_cache(maxsize=64)
def _compile_patterns(globs: tuple[str, ...]) -> tuple[Callable[[str], re.Match[str] | None], ...]:
    """Matchers of whole paths; a pattern without a sign names a file, or a directory with all it holds."""
    found = []
    for glob in globs:
        bare = glob.strip("/")
        found.append(re.compile(translate(bare)).match)
        found.append(re.compile(translate(f"{bare}/*")).match)
    return tuple(found)
