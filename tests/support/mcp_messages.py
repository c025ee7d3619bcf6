"""Messages to ``wikic mcp`` that no client should send."""

from __future__ import annotations

from typing import Final

from support.odd_messages import messages

from wikic.mcp.serves import LISTED

_REQUESTS: Final = {
    "initialize": {
        "protocolVersion": "2025-06-18",
        "capabilities": {"roots": {"listChanged": True}},
        "clientInfo": {"name": "x", "version": "1"},
    },
    "ping": {"_meta": {"progressToken": 1}},
    "tools/list": {"cursor": "x"},
    "resources/list": {},
    "resources/read": {"uri": "wiki://page/index"},
    "resources/subscribe": {"uri": "wiki://page/index"},
    "prompts/get": {"name": "answer_from_wiki", "arguments": {"question": "x"}},
    "completion/complete": {
        "ref": {"type": "ref/resource", "uri": "wiki://page/{path}"},
        "argument": {"name": "path", "value": "people/Is"},
    },
    "logging/setLevel": {"level": "debug"},
    "sampling/createMessage": {"messages": []},
}
_NOTIFICATIONS: Final = [
    ("notifications/initialized", {}),
    ("notifications/cancelled", {"requestId": "nobody's", "reason": "x"}),
    ("notifications/progress", {"progressToken": 1, "progress": 0.5}),
    ("notifications/roots/list_changed", {}),
]
_CALLS: Final = [
    ("tools/call", {"name": tool.name, "arguments": tool.example})
    for tool in LISTED
    if tool.name != "wiki_ask"
]
ODD: Final = messages([*_REQUESTS.items(), *_CALLS, *_CALLS], _NOTIFICATIONS)
