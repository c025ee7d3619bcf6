"""``wikic.toml``, or ``[tool.wikic]`` in ``pyproject.toml``: how this knowledge base is run."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Literal, cast

import msgspec

from wikic import layout
from wikic.errors import ConfigError
from wikic.plain_file import SETTINGS, read_plain
from wikic.time_limit import SECONDS

PYPROJECT: Final = "pyproject.toml"
OFFLINE: Final = "offline"
_WEB: Final = re.compile(r"https?://[^\s\"'<>?#]+(?:\?[^\s\"'<>#]*)?")
_DOTTED: Final = re.compile(r"""(?:(?:(?<![\w-])[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){100}""")


@dataclass(frozen=True, slots=True)
class WikiConfig:
    """``[wiki]``.

    title: heading of the root index.
    """

    title: str = "Wiki"


@dataclass(frozen=True, slots=True)
class CompileConfig:
    """``[compile]``.

    model: ``offline``, the name of a language model, or ``agent``.
    batch: sources per transaction; None for the curator's default.
    seconds: of processor time that a document may take, and again for each million characters; 0 for any.
    """

    model: str = OFFLINE
    batch: int | None = None
    seconds: float = SECONDS


class PriceConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[model.prices."NAME"]``: US dollars per million tokens.

    input, output: sent and received.
    cached: sent, and already in the provider's cache; None for the same as ``input``.
    """

    input: float
    output: float
    cached: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfig:
    """``[model]``: which language model does what beside extraction, and how it is reached.

    Keys come from the environment or ``.env``, never from here.

    verify, write, ask: model names; None takes the one of ``[compile]``, which extracts.
    base_url: of a server that speaks the OpenAI protocol, None for the provider's own.
    timeout: seconds without a sign of life after which an attempt has failed.
    reasoning_tokens: that a reply may have beside what it says, for models that reason before they answer.
    tools: how ``wikic ask`` lets the model call tools: as its provider has it (``native``), as text for those
        that know none (``text``), or whichever works (``auto``).
    prices: by model name, for models whose price is not known, or is another one.
    """

    verify: str | None = None
    write: str | None = None
    ask: str | None = None
    base_url: str | None = None
    timeout: float = 120.0
    reasoning_tokens: int = 0
    tools: Literal["auto", "native", "text"] = "auto"
    prices: dict[str, PriceConfig] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EmbeddingConfig:
    """``[embedding]``: which model gives texts their vectors, for `wikic eval`; nothing else asks it.

    model: its name; None for none.
    base_url: of a server that speaks the OpenAI protocol; None for that of ``[model]``.
    """

    model: str | None = None
    base_url: str | None = None


@dataclass(frozen=True, slots=True)
class AskConfig:
    """``[ask]``: how far a model goes for one question.

    max_calls: tools it may call. patience: turns in a row that may bring nothing new.
    """

    max_calls: int = 15
    patience: int = 3


@dataclass(frozen=True, slots=True)
class LintConfig:
    """``[lint]``.

    select, ignore: codes, families or names of rules.
    fail_on: severity at or above which ``wikic lint`` exits with 1.
    severity: rule → severity, ``off`` for a rule that is not wanted; the more exact name of a rule decides.
    per_path_ignores: pattern of paths → rules that are not reported there.
    baseline: file of known findings, relative to the directory of ``wikic.toml``.
    profile: ``wikic`` for a wiki that wikic compiled, ``vault`` for any directory of Markdown. The keys
        below are for a vault; paths are relative to the directory of ``wikic.toml``.
    roots: directories whose pages are checked; none means all.
    sources: directories of documents kept as they came: links may lead there, their text is not checked.
    exclude: patterns of files that are not checked, though links may lead to them.
    absent: directories that are not here by design; links into them are not checked.
    trees: directories that are a wiki each, as translations are.
    program: which program reads the vault (``lint/profile.py``); "" where none is known.
    journals: how Logseq calls the page of a day, ``MMM do, yyyy``.
    wanted: what a link to a page that is not written yet is: ``allow``, ``warn`` or ``error``.
    indexed: whether every page must be linked from an index.
    keys: other names of the keys ``type title aliases tags id updated sources``, by these.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: Literal["error", "warning", "info", "never"] = "error"
    severity: dict[str, Literal["error", "warning", "info", "off"]] = field(default_factory=dict)
    per_path_ignores: dict[str, tuple[str, ...]] = field(default_factory=dict)
    baseline: str | None = None
    profile: Literal["wikic", "vault"] = "wikic"
    roots: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    trees: tuple[str, ...] = ()
    program: Literal[
        "obsidian", "logseq", "dendron", "foam", "zk", "quartz", "mkdocs", "docusaurus", "hugo", ""
    ] = ""
    journals: str = "MMM do, yyyy"
    wanted: Literal["allow", "warn", "error"] = "error"
    indexed: bool = False
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EvolveConfig:
    """``[evolve]``.

    every: sources after which compile evolves the wiki; 0 for never, only by hand.
    alpha, beta, gamma: what a record, a read and quality are worth (WikiKV, equation 1), in reads.
    commits: changes of one pass, at most.
    """

    every: int = 0
    alpha: float = 0.002
    beta: float = 1.0
    gamma: float = 1.0
    commits: int = 16


@dataclass(frozen=True, slots=True)
class StoreConfig:
    """``[store]``.

    url: of the Redis or Valkey that `serve`, `mcp`, `ask`, `search` and `read` read the wiki from; "" for its
        files. The password comes from the environment, never from here.
    """

    url: str = ""


NO_EDIT: Final = "off"


@dataclass(frozen=True, slots=True)
class SiteConfig:
    """``[site]``: what `export site` and `serve` cannot know by themselves.

    url: where the site is published; sitemap, OpenSearch and a feed's whole addresses are made of it.
    edit: the address at which a page is edited, ``{path}`` for its file from the directory of the pages;
        "" for the host of the git remote, where that is a known one, ``NO_EDIT`` for no such link.
    history: whether pages tell of the commits that changed them.
    """

    url: str = ""
    edit: str = ""
    history: bool = True


@dataclass(frozen=True, slots=True)
class Config:
    """A knowledge base's configuration; every part has defaults."""

    wiki: WikiConfig = field(default_factory=WikiConfig)
    compile: CompileConfig = field(default_factory=CompileConfig)
    model: ModelConfig = field(default_factory=ModelConfig)
    embedding: EmbeddingConfig = field(default_factory=EmbeddingConfig)
    ask: AskConfig = field(default_factory=AskConfig)
    lint: LintConfig = field(default_factory=LintConfig)
    evolve: EvolveConfig = field(default_factory=EvolveConfig)
    store: StoreConfig = field(default_factory=StoreConfig)
    site: SiteConfig = field(default_factory=SiteConfig)


def load(root: Path) -> Config:
    """The configuration of the knowledge base at ``root``; defaults where there is none.

    Raises ConfigError, naming file and key, for what cannot be read, is unknown or has the wrong type, and
    NotPlainError for a file that is none, or lies elsewhere.
    """
    own = root / layout.CONFIG_FILE
    table = _read(own)
    if table is not None:
        return _convert(table, layout.CONFIG_FILE)
    shared = _read(root / PYPROJECT)
    tool = (shared or {}).get("tool")
    named = tool.get("wikic") if isinstance(tool, dict) else None
    if named is not None and not isinstance(named, dict):
        raise ConfigError(f"{PYPROJECT}: tool.wikic is no table")
    return Config() if named is None else _convert(named, f"[tool.wikic] in {PYPROJECT}")


def render(config: Config) -> bytes:
    """``wikic.toml`` for a new knowledge base."""
    title = msgspec.json.encode(config.wiki.title).decode()  # a JSON string is a TOML basic string
    return (
        "# How this knowledge base is run. What it is about stands in wiki/schema.yaml.\n"
        f"[wiki]\ntitle = {title}\n\n"
        '[compile]\nmodel = "offline"  # no key, no network\n'
        '# Or a language model, "openai/gpt-5-mini" say; its key comes from the environment.\n'
        "# Everything that may stand here: docs/settings.md.\n"
    ).encode()


def _read(path: Path) -> dict[str, Any] | None:
    try:
        text = read_plain(path, SETTINGS, inside=path.parent).decode("utf-8")
        if _DOTTED.search(text):  # tomllib copies all that stands before each dot
            raise ConfigError(f"{path}: nested too deeply")
        return tomllib.loads(text)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: {error}") from error
    except RecursionError as error:
        raise ConfigError(f"{path}: nested too deeply") from error


def _convert(table: dict[str, Any], where: str) -> Config:
    table = _underscored(table)
    _refuse_unknown(table, where)
    try:
        found = msgspec.convert(table, Config)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{where}: {error}") from error
    if found.compile.batch is not None and found.compile.batch < 1:
        raise ConfigError(f"{where}: compile.batch must be at least 1, not {found.compile.batch}")
    if found.compile.seconds < 0:
        raise ConfigError(f"{where}: compile.seconds must be 0 or more, not {found.compile.seconds:g}")
    for key in ("max_calls", "patience"):
        if getattr(found.ask, key) < 1:
            raise ConfigError(f"{where}: ask.{key} must be at least 1, not {getattr(found.ask, key)}")
    for key in ("url", "edit"):
        given = getattr(found.site, key)
        if given and (key, given) != ("edit", NO_EDIT) and not _WEB.fullmatch(given):
            raise ConfigError(f"{where}: site.{key} must be an address of the web, not {given!r}")
    if found.model.timeout <= 0:
        raise ConfigError(f"{where}: model.timeout must be more than 0, not {found.model.timeout:g}")
    if found.model.reasoning_tokens < 0:
        raise ConfigError(f"{where}: model.reasoning_tokens must be 0 or more")
    for name, price in found.model.prices.items():
        if min(price.input, price.output, price.cached or 0.0) < 0:
            raise ConfigError(f"{where}: a price of {name} is below 0")
    return found


def _underscored(table: dict[str, Any]) -> dict[str, Any]:
    """Keys may be written with hyphens too, as most tools in ``pyproject.toml`` have them."""
    return {
        name: {key.replace("-", "_"): value for key, value in values.items()}
        if isinstance(values, dict)
        else values
        for name, values in table.items()
    }


def _refuse_unknown(table: dict[str, Any], where: str) -> None:
    """A key with a typing error must not be a key that is silently ignored."""
    parts = {part.name: part.default_factory for part in fields(Config)}
    for name, values in table.items():
        if name not in parts:
            raise ConfigError(f"{where}: unknown table [{name}]", hint=f"known: {', '.join(parts)}")
        known = [each.name for each in fields(cast("Any", parts[name]))]
        for key in values if isinstance(values, dict) else ():
            if key not in known:
                raise ConfigError(f"{where}: unknown key {name}.{key}", hint=f"known: {', '.join(known)}")
