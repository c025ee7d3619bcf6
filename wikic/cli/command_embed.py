"""``wikic embed``."""

from __future__ import annotations

from pathlib import Path

from wikic.cli import console
from wikic.cli.options import Json, MaxCost, MaxTokens, Quiet, Record, Replay, Root


def embed(
    directory: Root = Path(),
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    record: Record = None,
    replay: Replay = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Give the sentences of the documents their vectors, so that they are searched by meaning, too.

    The embedding model is named in wikic.toml: [embedding] model = "ollama/qwen3-embedding:0.6b", or any
    other that litellm or a server with OpenAI's protocol has. Sentences are sent once: after documents
    changed, run it again and only the new ones go out. Vectors lie in .wikic and can be deleted.

    Then `wikic search --semantic` finds by meaning, and agents over `wikic mcp` and `wikic ask --model` have
    the tool semantic_search. Without vectors nobody is offered it.
    """
    from wikic.errors import UsageError
    from wikic.llm.limits import Limits
    from wikic.navigate.indexes.embedding import refresh_vectors
    from wikic.session import Session

    session = Session.open(directory)
    session.require_compiled()
    with session.models(None, Limits(max_cost, max_tokens, record, replay)) as models:
        if not models.has("embed"):
            hint = 'in wikic.toml: [embedding] model = "ollama/qwen3-embedding:0.6b"'
            raise UsageError("no embedding model is named", hint=hint)
        with console.progress(quiet) as progress, session.library(progress) as library:
            done = refresh_vectors(library, models.embedder(), progress)
        spent = models.meter.totals().whole
        if json:
            console.say_json({"embedded": done, "model": spent})
            return
        if not quiet:
            documents = console.count(done.documents, "document")
            new = f"{done.fresh:,} new or changed" if done.fresh else "none changed"
            console.say(f"{console.count(done.sentences, 'sentence')} of {documents} have vectors ({new})")
            if str(spent):
                console.say(f"model: {spent}")
