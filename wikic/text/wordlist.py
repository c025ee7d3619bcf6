"""Literal word tables, written as running text: a thousand quoted words would be read by nobody."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of ``text``, between white space."""
    return frozenset(text.split())
