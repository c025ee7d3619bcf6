"""Opens one knowledge base: its configuration, its curator, today's date. The faces start here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from wikic import build_dir, config, layout
from wikic.config import Config
from wikic.curator.protocol import Curator
from wikic.errors import ConfigError, NotAWikiError, UsageError
from wikic.llm.limits import UNLIMITED, Limits
from wikic.plain_file import refuse_leaving
from wikic.progress import Progress

if TYPE_CHECKING:
    from wikic.llm.open_models import Models
    from wikic.navigate.ask.agent.run_record import Tools
    from wikic.navigate.ask.asker import Asker
    from wikic.navigate.indexes.indexing import Refreshed
    from wikic.navigate.library import Library
    from wikic.search.sentence_vectors import Meaning


@dataclass(frozen=True, slots=True)
class Session:
    """One run of wikic on one knowledge base.

    root: the directory that holds ``wiki/``.
    config: from ``wikic.toml``.
    today: ``YYYY-MM-DD``; passed in so that a run can be repeated.
    """

    root: Path
    config: Config
    today: str

    @classmethod
    def open(cls, root: Path, today: str | None = None, *, finish: bool = True) -> Session:
        """The knowledge base at ``root``; it need not hold a wiki yet.

        finish: whether an ``init`` that was killed is finished first, before its configuration is read.

        Raises UsageError when ``root`` is a file, NotPlainError when ``wiki/`` is a symlink that leads out of
        it, ConfigError when ``wikic.toml`` cannot be used.
        """
        if root.exists() and not root.is_dir():
            raise UsageError(f"{root} is a file; -C takes the directory that holds wiki/")
        refuse_leaving(root / layout.WIKI_DIR, root)
        made = (root / layout.WIKI_DIR / layout.SCHEMA_FILE).exists()
        # An adopted directory has no schema either: that alone is no reason to load what makes one.
        if finish and not made and (build_dir.at(root) / layout.JOURNAL_DIR).exists():
            from wikic.schema.new_wiki import finish_interrupted

            finish_interrupted(root)
        return cls(root, config.load(root), today or date.today().isoformat())

    def refresh(self, progress: Progress | None = None, *, anew: bool = False) -> Refreshed:
        """Bring the indexes in ``.wikic/`` in step after something was written. Raises NotAWikiError.

        anew: make them anew, after something was forgotten.
        """
        from wikic.navigate.indexes.indexing import refresh

        return refresh(self.root, anew=anew, progress=progress)

    def library(self, progress: Progress | None = None, *, adopted: bool = False) -> Library:
        """The wiki opened for reading, its indexes in step where they can be.

        adopted: whether it may be a vault, which was not compiled.

        Raises NotAWikiError.
        """
        from wikic.navigate.indexes import mirror_note
        from wikic.navigate.library import Library

        if not adopted:
            self.require_compiled()
        library = Library.current(self.root, progress=progress)
        if not library.tree.adopted:
            library.notes += (mirror_note.mirror_state(self.root).reads_from,)
        return library

    def store(self, named: str) -> str:
        """Address of the store to read from: ``named``, or the configured one; "" for the files."""
        return named or self.config.store.url

    def reading(self, store: str, progress: Progress | None = None) -> Library:
        """The wiki, which may be a vault, for commands that only read; from a store where one is named.

        store: its address, on the command line.

        Raises NotAWikiError, and what ``stored_library`` raises.
        """
        address = self.store(store)
        if not address:
            return self.library(progress, adopted=True)
        from wikic.navigate.indexes.stored_library import stored_library

        return stored_library(address, self.root)

    def require_compiled(self) -> None:
        """Raise NotAWikiError where the configuration says that wikic did not compile what is here."""
        if self.config.lint.profile == "vault":
            raise NotAWikiError(
                f"no wiki in {self.root}: it is adopted, not compiled",
                hint="search, read, ask, serve, mcp and export site read it as it is; lint checks it",
            )

    def asker(
        self,
        library: Library,
        models: Models | None = None,
        *,
        max_calls: int | None = None,
        tools: Tools = "wiki",
    ) -> Asker:
        """Answers questions about ``library``; with the model that ``models`` have for it, where given.

        max_calls: of tools, for one question; None for the configured number. tools: that the model has.

        Raises ConfigError, MissingExtraError, CredentialsError and UsageError when that cannot be used.
        """
        from wikic.navigate.ask.agent.run_record import Limits as AgentLimits
        from wikic.navigate.ask.agent.run_record import rlm
        from wikic.navigate.ask.asker import Asker

        model = None if models is None else models.model("ask")
        limits = AgentLimits(calls=max_calls or self.config.ask.max_calls, patience=self.config.ask.patience)
        if tools == "rlm":
            limits = rlm(max_calls)
        return Asker(library, model=model, limits=limits, tools=self.config.model.tools, arag_calls=max_calls)

    def meaning(self, models: Models) -> Meaning | None:
        """Search by meaning over this wiki; None where no embedding model is named or has given vectors.

        Raises what opening the model raises.
        """
        if not models.has("embed"):
            return None
        from wikic.search.sentence_vectors import Meaning

        return Meaning.open(self.root, models.name("embed"), models.embedder)

    def curator(self, model: str | None = None, models: Models | None = None) -> Curator:
        """The curator for ``model``, or for the configured one.

        models: those of the run, whose limits and transcript hold for it; without them a language model is
            reached with none.

        Raises ConfigError when ``models`` have none that extracts.
        """
        name = model or self.config.compile.model
        if name == config.OFFLINE:
            from wikic.curator.offline import OfflineCurator

            return OfflineCurator()
        from wikic.curator.model.open_curator import open_curator

        return open_curator(models or self.models(model, agent=True))

    def models(
        self,
        model: str | None = None,
        limits: Limits = UNLIMITED,
        *,
        judge: str | None = None,
        embedding: str | None = None,
        agent: bool = False,
    ) -> Models:
        """The language models of one run; close them when it is over. Roles that are offline have none.

        model: does every role but judging and embedding; None for the configured ones.
        limits: what they may cost, and the transcript they write or answer from.
        judge: scores answers; None where none are scored.
        embedding: gives texts their vectors; None for the configured one.

        agent: whether a person's agent may do what it is named for: extract and verify.

        Raises UsageError and InputError as ``open_models`` does.
        """
        from wikic.llm.agent_model import AGENT
        from wikic.llm.open_models import Settings, open_models
        from wikic.llm.price import Price
        from wikic.llm.protocol import ROLES

        chosen = self.config.model
        base = model or self.config.compile.model
        special = {"verify": chosen.verify, "write": chosen.write, "ask": chosen.ask}
        names = {role: base if model else special.get(role) or base for role in ROLES}
        if model == AGENT and not agent:
            raise UsageError(
                "an agent answers what `wikic compile` asks, and nothing else", hint="name a model"
            )
        if agent and names["verify"] == AGENT != names["extract"]:
            raise ConfigError("model.verify: an agent checks only what an agent extracted")
        for role in ROLES:
            if names[role] == AGENT and not (agent and role in ("extract", "verify")):
                names[role] = config.OFFLINE
        names["judge"] = judge or config.OFFLINE  # nobody judges unless a judge is named
        names["embed"] = embedding or self.config.embedding.model or config.OFFLINE
        prices = {
            name: Price(
                each.input / 1e6, each.output / 1e6, None if each.cached is None else each.cached / 1e6
            )
            for name, each in chosen.prices.items()
        }
        return open_models(
            Settings(
                root=self.root,
                names={role: name for role, name in names.items() if name != config.OFFLINE},
                base_url=chosen.base_url,
                embedding_url=self.config.embedding.base_url or chosen.base_url,
                timeout=chosen.timeout,
                prices=prices,
                limits=limits,
                reasoning_tokens=chosen.reasoning_tokens,
            )
        )
