"""The wikis that are asked together."""

from support.many_wikis import own_wikis, wikis

__all__ = ["own_wikis", "wikis"]
