"""The part of SARIF 2.1.0 that wikic writes, as a JSON Schema of our own, stricter than the standard's.

Nothing is allowed that is not named here. The numbers are the standard's sections. The standard's own schema
may be given too: ``WIKIC_SARIF_SCHEMA=sarif-schema-2.1.0.json pytest tests/lint/report``.
"""

from __future__ import annotations

from typing import Any


def _object(required: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": required.split(),
        "additionalProperties": False,
    }


def _array(items: dict[str, Any], least: int = 0) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": least}


TEXT = {"type": "string", "minLength": 1}
FROM_ONE = {"type": "integer", "minimum": 1}
FROM_ZERO = {"type": "integer", "minimum": 0}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = _object("text", text=TEXT)  # 3.11
# 3.4: a relative reference (RFC 3986, section 4.2) whose first segment holds no colon
LOCATION = _object(
    "uri uriBaseId",
    uri={"type": "string", "pattern": r"^(?:[A-Za-z0-9._~!$&'()*+,;=@-]|%[0-9A-F]{2}|(?<!^)/)+$"},
    uriBaseId={"const": "%SRCROOT%"},
)
RULE = _object(  # 3.49
    "id name shortDescription fullDescription help defaultConfiguration",
    id={"type": "string", "pattern": "^[A-Z][0-9]{3}$"},
    name={"type": "string", "pattern": "^[A-Z][A-Za-z0-9]*$"},
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=_object("text", text=TEXT, markdown=TEXT),
    defaultConfiguration=_object("level", level=LEVEL),
    properties=_object("tags", tags=_array(TEXT)),
)
REPLACEMENT = _object(  # 3.57
    "deletedRegion",
    deletedRegion=_object("charOffset charLength", charOffset=FROM_ZERO, charLength=FROM_ZERO),
    insertedContent=_object("text", text={"type": "string"}),
)
FIX = _object(  # 3.55
    "artifactChanges",
    description=MESSAGE,
    artifactChanges=_array(
        _object(
            "artifactLocation replacements", artifactLocation=LOCATION, replacements=_array(REPLACEMENT, 1)
        ),
        1,
    ),
)
RESULT = _object(  # 3.27
    "ruleId ruleIndex level message locations partialFingerprints",
    ruleId=RULE["properties"]["id"],
    ruleIndex=FROM_ZERO,
    level=LEVEL,
    message=MESSAGE,
    locations=_array(
        _object(
            "physicalLocation",
            physicalLocation=_object(
                "artifactLocation region",
                artifactLocation=LOCATION,
                region=_object("startLine startColumn", startLine=FROM_ONE, startColumn=FROM_ONE),
            ),
        ),
        1,
    ),
    partialFingerprints=_object("wikicFingerprint/v1", **{"wikicFingerprint/v1": TEXT}),
    fixes=_array(FIX, 1),
)
INVOCATION = _object(  # 3.20
    "executionSuccessful",
    executionSuccessful={"type": "boolean"},
    toolExecutionNotifications=_array(_object("message level", message=MESSAGE, level=LEVEL)),
)
DRIVER = _object(  # 3.19
    "name semanticVersion rules",
    name={"const": "wikic"},
    semanticVersion=TEXT,
    informationUri={"type": "string", "pattern": "^https?://"},
    rules=_array(RULE),
)
RUN = _object(  # 3.14
    "tool results columnKind",
    tool=_object("driver", driver=DRIVER),
    invocations=_array(INVOCATION),
    originalUriBaseIds=_object("%SRCROOT%", **{"%SRCROOT%": _object("description", description=MESSAGE)}),
    columnKind={"const": "unicodeCodePoints"},
    results=_array(RESULT),
)
SCHEMA = _object(  # 3.13
    "$schema version runs",
    **{"$schema": TEXT, "version": {"const": "2.1.0"}, "runs": {**_array(RUN, 1), "maxItems": 1}},
)
