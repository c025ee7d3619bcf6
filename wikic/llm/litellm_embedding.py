"""What a provider's embeddings are as a reply; ``litellm_model`` sends for them."""

from __future__ import annotations

from array import array
from typing import Any

from wikic.llm.attempt_error import Fault
from wikic.llm.embedding import is_usable, packed
from wikic.llm.protocol import Reply, Request, Usage
from wikic.llm.tokens import request_tokens


def embedded(answer: Any, request: Request) -> Reply:
    """A vector for each message of ``request``, in their order.

    Raises Fault where they are not as many, not of one length, or no directions: another attempt may be good.
    """
    wanted = len(request.messages)
    try:
        found = sorted(answer.data or (), key=lambda each: int(each["index"]))
        vectors = [array("f", each["embedding"]) for each in found]  # as they are kept
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        raise Fault("the reply holds no vectors", billed=True) from error
    if len(vectors) != wanted:
        raise Fault(f"{len(vectors):,} vectors came for {wanted:,} texts", billed=True)
    if len({len(vector) for vector in vectors}) != 1 or not all(map(is_usable, vectors)):
        raise Fault("vectors came of several lengths, or without a direction", billed=True)
    usage = getattr(answer, "usage", None)
    prompt = getattr(usage, "prompt_tokens", 0) or request_tokens(request)
    return Reply(packed(vectors), usage=Usage(prompt, 0, 0, None), model=str(answer.model or ""))
