"""Addresses that say which wiki they are of: ``ada:people/Isaac-Dunn``."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from wikic import layout
from wikic.model.answer import Answer, Document, Evidence, Near
from wikic.model.page import Citation


def qualified(wiki: str, path: str) -> str:
    """``path`` of ``wiki``; "" stays as it is."""
    return f"{wiki}:{path}" if path else ""


def parted(address: str, wikis: Container[str]) -> tuple[str, str]:
    """The wiki and the path of an address; "" and all of it where it begins with no known wiki."""
    bare = address.lstrip("[")
    opening = address[: len(address) - len(bare)]
    name, colon, path = bare.partition(":")
    if colon and name.strip() in wikis:
        return name.strip(), f"{opening}{path}"
    return "", address


def title_beside(wiki: str, title: str) -> str:
    """What a wiki calls itself, "" where that says no more than its name."""
    return "" if layout.slug(title).casefold() == layout.slug(wiki).casefold() else title


def answer_of(wiki: str, answer: Answer) -> Answer:
    """An answer of one wiki with its addresses qualified."""
    return replace(
        answer,
        evidence=tuple(_evidence(wiki, each) for each in answer.evidence),
        sources=tuple(_document(wiki, each) for each in answer.sources),
        nearest=tuple(
            Near(qualified(wiki, each.path), each.title, each.summary, each.fact) for each in answer.nearest
        ),
    )


def _evidence(wiki: str, each: Evidence) -> Evidence:
    citations = tuple(_citation(wiki, cite) for cite in each.citations)
    return replace(each, page=qualified(wiki, each.page), via=qualified(wiki, each.via), citations=citations)


def _citation(wiki: str, cite: Citation) -> Citation:
    return replace(cite, digest=qualified(wiki, cite.digest))


def _document(wiki: str, document: Document) -> Document:
    return Document(qualified(wiki, document.digest), qualified(wiki, document.key), document.title)
