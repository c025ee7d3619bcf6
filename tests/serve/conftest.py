"""The wiki that servers are tested with."""

from support.served_wiki import harbour, own

__all__ = ["harbour", "own"]
