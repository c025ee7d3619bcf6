"""The Model Context Protocol by the official SDK: the one file that builds its values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from wikic.mcp import resources
from wikic.mcp.prompts import PROMPTS
from wikic.mcp.serves import Serves
from wikic.mcp.tool_list import ListedTool
from wikic.mcp.tool_reply import ToolReply
from wikic.navigate.tools.result import Problem
from wikic.serving.readers import READER
from wikic.serving.workers import Workers

if TYPE_CHECKING:
    import mcp_types as types
    from mcp.server.context import ServerRequestContext
    from mcp.server.lowlevel.server import Server

    Context = ServerRequestContext[Any, Any]

# What a client may keep of lists that change with the wiki, in milliseconds.
_LIST_TTL: Final = 5_000


def build(service: Serves, workers: Workers, *, client: str | None, about: str = "") -> Server[Any]:
    """The protocol's server.

    client: the session of a connection that has one client, None where requests say theirs.
    about: what the wiki is, a line or two, for the instructions.
    """
    import mcp_types as types
    from mcp.server.lowlevel.server import Server
    from mcp.shared.exceptions import MCPError

    from wikic import __version__

    tools = _tools(types, service.tools)
    prompts = _prompts(types)

    def problem(found: Problem) -> MCPError:
        return MCPError(code=types.INVALID_PARAMS, message=found.text())

    async def list_tools(context: Context, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        who = _session(context) if client is None else client
        result = await workers.run(lambda: service.call(who, params.name, params.arguments, _reader(context)))
        return _result(types, result)

    async def list_resources(context: Context, params: Any) -> types.ListResourcesResult:
        found = await workers.run(lambda: service.resources(_reader(context)))
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=each.uri,
                    name=each.name,
                    title=each.title,
                    description=each.description or None,
                    mime_type="text/markdown",
                )
                for each in found
            ],
            ttl_ms=_LIST_TTL,
        )

    async def list_templates(context: Context, params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=resources.TEMPLATE,
                    name="page",
                    title="A page of the wiki",
                    description="A page, index or source by its path, or a page by its name.",
                    mime_type="text/markdown",
                )
            ]
        )

    async def read_resource(
        context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        found = await workers.run(lambda: service.read(str(params.uri), _reader(context)))
        if isinstance(found, Problem):
            raise problem(found)
        text = types.TextResourceContents(uri=params.uri, mime_type="text/markdown", text=found)
        return types.ReadResourceResult(contents=[text])

    async def complete(context: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        found: tuple[str, ...] = ()
        if isinstance(params.ref, types.ResourceTemplateReference) and params.argument.name == "path":
            start = params.argument.value
            found = await workers.run(lambda: service.complete(start, _reader(context)))
        return types.CompleteResult(completion=types.Completion(values=list(found)))

    async def list_prompts(context: Context, params: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=prompts)

    async def get_prompt(context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        prompt = next((each for each in PROMPTS if each.name == params.name), None)
        if prompt is None:
            names = tuple(each.name for each in PROMPTS)
            raise problem(Problem(f"There is no prompt {params.name[:60]!r}.", names))
        text = prompt.fill(params.arguments or {})
        if text is None:
            raise problem(Problem(f"{prompt.name} needs {prompt.argument}: {prompt.about}"))
        message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
        return types.GetPromptResult(description=prompt.description, messages=[message])

    return Server(
        "wikic",
        version=__version__,
        title="wikic",
        instructions=f"{service.instructions}\n\n{about}".strip(),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_completion=complete,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def _session(context: Context) -> str:
    """The session that an HTTP request belongs to, "" for the protocol without sessions."""
    headers = getattr(context.request, "headers", None)
    return headers.get("mcp-session-id") or "" if headers is not None else ""


def _reader(context: Context) -> str | None:
    """Whom the token of an HTTP request belongs to, as ``http_access.Guard`` found it; None for the owner."""
    scope = getattr(context.request, "scope", None)
    return scope.get(READER) if scope is not None else None


def _result(types: Any, result: ToolReply) -> types.CallToolResult:
    return types.CallToolResult(  # type: ignore[no-any-return]  # the SDK's module is handed in, without a type
        content=[types.TextContent(type="text", text=result.text)],
        structured_content=result.value,
        is_error=result.failed,
    )


def _tools(types: Any, listed: Iterable[ListedTool]) -> list[types.Tool]:
    return [
        types.Tool(
            name=each.name,
            title=each.title,
            description=each.description,
            input_schema=each.schema,
            annotations=types.ToolAnnotations(
                title=each.title,
                read_only_hint=True,
                destructive_hint=False,
                idempotent_hint=True,
                open_world_hint=False,
            ),
        )
        for each in listed
    ]


def _prompts(types: Any) -> list[types.Prompt]:
    return [
        types.Prompt(
            name=each.name,
            title=each.title,
            description=each.description,
            arguments=[
                types.PromptArgument(name=each.argument, description=each.about, required=each.required)
            ],
        )
        for each in PROMPTS
    ]
