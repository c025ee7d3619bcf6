"""Language models through litellm: the only file that imports it, and only when a model is asked."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final
from urllib.parse import urlsplit

from wikic.errors import ConfigError, CredentialsError, MissingExtraError, WikicError
from wikic.llm.api_keys import OWN_SERVER_KEY, take_env_file
from wikic.llm.attempt_error import Fault
from wikic.llm.error_mapping import Rejected, translate
from wikic.llm.litellm_embedding import embedded
from wikic.llm.price import Price
from wikic.llm.price_table import listed_price
from wikic.llm.protocol import Message, Reply, Request, Stop, ToolCall, ToolSpec, Usage
from wikic.llm.strict_schema import strict_schema
from wikic.llm.tokens import request_tokens, text_tokens

_STREAMING: Final = ("stream", "stream_options")  # what a refusal names that is one of streaming
# Characters of a token, of any tokeniser: a stream that sends more than so many a token keeps to no limit.
_LONGEST_TOKEN: Final = 32
_NO_KEY: Final = "none"  # the client insists on one; a server of one's own may want none
_importing: Final = Lock()


@cache
def _litellm() -> Any:
    """The library with its logging off. Raises MissingExtraError."""
    # Without these it fetches a price list over the network, and reads any .env on the way up to the root.
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ["LITELLM_MODE"] = "PRODUCTION"
    with _importing, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import litellm
        except ImportError:
            raise MissingExtraError(
                "a language model needs litellm, which is not installed", hint="pip install 'wikic[model]'"
            ) from None
        # Its values are built at the first use, and pydantic warns of one of them each time a process does.
        litellm.ModelResponse()
        litellm.ModelResponseStream()
    # A Ctrl-C that comes while a finalizer runs is lost; a stream's has nothing to do where all is read.
    with suppress(AttributeError):
        del litellm.CustomStreamWrapper.__del__
    litellm.telemetry = False
    litellm.suppress_debug_info = True  # it prints an advertisement with every error
    litellm.turn_off_message_logging = True
    # embedding() takes 0 for "as many as usual", which is 2, for a client of ours as well.
    litellm.DEFAULT_MAX_RETRIES = 0  # type: ignore[attr-defined]  # it does not list it among its names
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "httpx", "openai"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return litellm


def connect(name: str, root: Path, *, base_url: str | None = None, timeout: float = 120.0) -> LitellmModel:
    """The model called ``name``: ``provider/model``, or ``openai/NAME`` with the server's ``base_url``.

    root: the knowledge base, for its ``.env``. timeout: seconds without a sign of life.

    Raises MissingExtraError, ConfigError for a name no provider is known for, and CredentialsError when the
    provider's key is not there. Nothing is sent yet.
    """
    if base_url is not None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ConfigError(f"model.base_url is no http address: {base_url!r}")
        if parts.username or parts.password:
            raise ConfigError("model.base_url holds a password", hint=f"set {OWN_SERVER_KEY} instead")
    library = _litellm()
    take_env_file(root)
    provider = _provider(name)
    if base_url is None:
        # Where only an API key is wanted it is asked for; clouds have other ways to tell who calls.
        missing = list(library.validate_environment(name)["missing_keys"])
        if missing and all(each.endswith("_API_KEY") for each in missing):
            raise CredentialsError(
                f"{name} needs a key: {' or '.join(missing)} is not set",
                hint="set it in the environment or in .env beside wikic.toml; --model offline needs none",
            )
    price = None if base_url is not None else listed_price(library.model_cost, name, provider)
    return LitellmModel(name, base_url, timeout, price)


def price_of(name: str, base_url: str | None = None) -> Price | None:
    """What the model called ``name`` costs; None when nobody knows. No key is needed to know.

    Raises MissingExtraError, and ConfigError for a name no provider is known for.
    """
    return None if base_url is not None else listed_price(_litellm().model_cost, name, _provider(name))


def _provider(name: str) -> str:
    from openai import OpenAIError  # litellm's errors are its, and it comes with litellm

    try:
        return str(_litellm().get_llm_provider(name)[1])
    except OpenAIError:
        raise ConfigError(
            f"no provider is known for the model {name!r}",
            hint="write provider/model, openai/gpt-5-mini say, or openai/NAME with model.base_url",
        ) from None


class _NoStream(Fault):
    """A stream was asked for, and nothing came of it.

    spoken: whether it was a stream at all. usage: what the call took.
    """

    def __init__(self, message: str, *, spoken: bool, usage: Usage) -> None:
        super().__init__(message, billed=True)
        self.spoken = spoken
        self.usage = usage


class LitellmModel:
    """One model of one provider; ``connect`` makes it.

    name: as configured. price: None when nobody knows.
    """

    def __init__(self, name: str, base_url: str | None, timeout: float, price: Price | None) -> None:
        self.name: Final = name
        self.price: Final = price
        self._base_url = base_url
        self._timeout = timeout
        self._schemas = True  # until the provider refuses one
        self._streams = True  # until it refuses to, or sends none
        self._opening = Lock()
        self._client: Any = None

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """One attempt. Raises Fault for what may pass, and other ModelErrors for what will not.

        The reply comes as a stream, so that the time limit is one of silence: a slow server has all the time
        in the world as long as it goes on. What streams nothing is asked for the whole.
        """
        try:
            return self._with_schema(request, on_text, stream=self._streams)
        except (_NoStream, Rejected) as error:
            if not self._streams or not (isinstance(error, _NoStream) or error.parameter in _STREAMING):
                raise
            spoken, lost = (error.spoken, error.usage) if isinstance(error, _NoStream) else (False, Usage())
        reply = self._with_schema(request, on_text, stream=False)
        self._streams = spoken
        return replace(reply, usage=reply.usage + lost)

    def _with_schema(self, request: Request, on_text: Callable[[str], None] | None, *, stream: bool) -> Reply:
        try:
            return self._attempt(request, on_text, schema=self._schemas, stream=stream)
        except Rejected as error:
            if request.schema is None or not self._schemas or error.parameter in _STREAMING:
                raise
        # Nothing tells a schema it does not take from other refusals; the prompt says the form as well.
        reply = self._attempt(request, on_text, schema=False, stream=stream)
        self._schemas = False
        return reply

    def keep(self, request: Request, reply: Reply) -> None:
        """Does nothing: a provider's model keeps no replies."""

    def close(self) -> None:
        """Close the connections that are kept for the next call; one that comes opens its own again."""
        with self._opening:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _own_client(self) -> Any:
        """A client for a server of one's own: litellm would make one for each thread that calls first."""
        from openai import DefaultHttpxClient, OpenAI

        from wikic.llm.plain_content import join_parts

        with self._opening:
            if self._client is None:
                self._client = OpenAI(
                    base_url=self._base_url,
                    api_key=os.environ.get(OWN_SERVER_KEY) or _NO_KEY,
                    timeout=self._timeout,
                    max_retries=0,
                    default_headers={"Accept-Encoding": "identity"},
                    http_client=DefaultHttpxClient(event_hooks={"response": [join_parts]}),
                )
            return self._client

    def _attempt(
        self, request: Request, on_text: Callable[[str], None] | None, *, schema: bool, stream: bool
    ) -> Reply:
        library = _litellm()
        from httpx import HTTPError
        from openai import OpenAIError

        problem: WikicError
        try:
            if request.role == "embed":
                texts = [_encodable(message.text) for message in request.messages]
                found = library.embedding(input=texts, encoding_format="float", **self._reached())
                return embedded(found, request)
            answer = library.completion(**self._arguments(request, schema=schema, stream=stream))
            if stream:
                return _streamed(answer, request, on_text or _unheard)
            reply = _whole(answer, request)
            if on_text is not None and reply.text:
                on_text(reply.text)
            return reply
        except (OpenAIError, HTTPError) as error:
            problem = translate(error, self.name, self._base_url or "")
        raise problem  # out here: what the library knows of the request stays out of the traceback

    def _reached(self) -> dict[str, Any]:
        """Which model, where, and how long it may take."""
        arguments: dict[str, Any] = {
            "model": self.name,
            "timeout": self._timeout,
            # It would retry by itself, twice, and multiply time-outs; retrying.py does it once and for all.
            "max_retries": 0,
            "num_retries": 0,
            "drop_params": True,  # models that reason take no temperature
        }
        if self._base_url is not None:
            arguments["api_base"] = self._base_url
            arguments["api_key"] = os.environ.get(OWN_SERVER_KEY) or _NO_KEY
            if self.name.startswith("openai/"):
                arguments["client"] = self._own_client()
        return arguments

    def _arguments(self, request: Request, *, schema: bool, stream: bool) -> dict[str, Any]:
        arguments: dict[str, Any] = {
            "messages": [_message(message) for message in request.messages],
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            **self._reached(),
        }
        if request.effort is not None:  # of models that litellm does not know it would drop this
            arguments |= {
                "reasoning_effort": request.effort,
                "allowed_openai_params": ["reasoning_effort"],
            }
        if schema and request.schema is not None:
            form, strict = strict_schema(request.schema)
            named = {"name": "reply", "schema": form, "strict": strict}
            arguments["response_format"] = {"type": "json_schema", "json_schema": named}
        if request.tools:
            arguments["tools"] = [_tool(tool) for tool in request.tools]
            if not request.may_call:
                arguments["tool_choice"] = "none"
        if stream:
            arguments |= {"stream": True, "stream_options": {"include_usage": True}}
        return arguments


def _message(message: Message) -> dict[str, Any]:
    said: dict[str, Any] = {"role": message.role, "content": _encodable(message.text)}
    if message.calls:
        said["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.calls
        ]
    if message.role == "tool":
        said["tool_call_id"] = message.answers
    return said


def _encodable(text: str) -> str:
    """A lone surrogate, which JSON can spell, has no place in what goes over the wire."""
    return text.encode("utf-8", "replace").decode()


def _tool(tool: ToolSpec) -> dict[str, Any]:
    told = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
    return {"type": "function", "function": told}


def _whole(answer: Any, request: Request) -> Reply:
    if not answer.choices:
        raise Fault("a reply without choices", billed=True)  # litellm calls it a success
    choice = answer.choices[0]
    message = choice.message
    calls = tuple(
        ToolCall(call.id or f"call_{at}", call.function.name or "", call.function.arguments or "")
        for at, call in enumerate(message.tool_calls or ())
    )
    text = message.content or ""
    return _reply(answer, request, text, calls, "refusal" if _refuses(message) else choice.finish_reason)


def _unheard(_: str) -> None:
    pass


def _refuses(message: Any) -> bool:
    told = getattr(message, "provider_specific_fields", None) or {}
    return bool(told.get("refusal") or getattr(message, "refusal", None))


def _streamed(chunks: Iterable[Any], request: Request, on_text: Callable[[str], None]) -> Reply:
    """What a stream says, read until it ends or says far more than it may.

    Raises Fault for one that breaks off.
    """
    texts: list[str] = []
    room = _LONGEST_TOKEN * request.max_tokens
    calls: dict[int, list[str]] = {}
    finish, last, usage = "", None, None
    spoken = thinks = False
    for last in chunks:
        usage = getattr(last, "usage", None) or usage
        for choice in last.choices[:1]:
            finish = choice.finish_reason or finish
            spoken = spoken or bool(choice.delta.role)
            thought = getattr(choice.delta, "reasoning_content", None) or ""
            thinks = thinks or bool(thought)
            room -= len(thought)
            if choice.delta.content:
                texts.append(choice.delta.content)
                room -= len(choice.delta.content)
                on_text(choice.delta.content)
            for piece in choice.delta.tool_calls or ():
                known = calls.setdefault(piece.index, ["", "", ""])
                given = (piece.id, piece.function.name, piece.function.arguments)
                known[:] = [have + (more or "") for have, more in zip(known, given, strict=True)]
                room -= len(piece.function.arguments or "")
        if room < 0:  # a server that keeps to no limit
            finish = "length"
            break
    if not texts and not calls and not thinks and finish in ("", "stop"):
        # What no choices, {} and HTML turn into; and refusals, whose words litellm drops from a stream.
        raise _NoStream("a stream without content", spoken=spoken, usage=_usage(request, usage, ""))
    if not finish:
        raise Fault("the reply broke off", billed=True)
    made = tuple(ToolCall(call[0] or f"call_{at}", *call[1:]) for at, call in sorted(calls.items()))
    return _reply(last, request, "".join(texts), made, finish, usage)


def _reply(
    answer: Any, request: Request, text: str, calls: tuple[ToolCall, ...], finish: str, usage: Any = None
) -> Reply:
    stops: dict[str, Stop] = {"length": "length", "content_filter": "refusal", "refusal": "refusal"}
    stop = stops.get(finish, "calls" if calls else "stop")
    said = text + "".join(call.arguments for call in calls)
    used = _usage(request, usage or getattr(answer, "usage", None), said)
    return Reply(text, calls, stop, used, str(getattr(answer, "model", "") or ""))


def _usage(request: Request, counted: Any, said: str) -> Usage:
    """What a call took, as the server counted it. Some count nothing; an estimate is nearer than nothing."""
    details = getattr(counted, "prompt_tokens_details", None)
    return Usage(
        getattr(counted, "prompt_tokens", 0) or request_tokens(request),
        getattr(counted, "completion_tokens", 0) or text_tokens(said),
        getattr(details, "cached_tokens", 0) or 0,
        None,
    )
