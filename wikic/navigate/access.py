"""The access log under the name that readers know; it is kept and totalled in ``wikic.store``."""

from __future__ import annotations

from wikic.store.access_files import Access, Origin, Retrieval, events
from wikic.store.access_log import AccessLog

__all__ = ["Access", "AccessLog", "Origin", "Retrieval", "events"]
