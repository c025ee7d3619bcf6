"""Directories of libraries: named after their groups, and never as what wikic keeps for itself."""

from __future__ import annotations

from dataclasses import replace

from wikic.model.article import Article
from wikic.model.schema import Positioning, Schema
from wikic.schema.library.choose_layout import Looked
from wikic.schema.library.directories import propose_library
from wikic.schema.library.document_features import features_of
from wikic.wiki.schema_file import parse_schema, render_schema


def looked(name: str, *folders: str) -> Looked:
    articles = [
        Article(f"{name}/{folder}/{at}.md", f"Note {at}", "Some text on this.", language="en")
        for folder in folders
        for at in range(8)
    ]
    keys = tuple(each.key for each in articles)
    return Looked(name, keys, "library", 0.0, True, tuple(map(features_of, articles)))


def test_names_that_are_taken_are_given_to_no_folder() -> None:
    made = propose_library([looked("kb", "sources", "people", "guide")], ["guide"])
    names = [each.name for each in made.dimensions]
    assert names == ["guide-documents", "sources-documents", "other", "people", "terms"]
    schema = Schema(Positioning(), tuple(made.dimensions), fallback="other", topics=tuple(made.topics))
    assert parse_schema(render_schema(schema)) == schema


def test_a_folder_of_people_lies_with_the_people_that_are_named() -> None:
    made = propose_library([looked("kb", "people", "guide")])
    assert [each.directory for each in made.topics if each.folder == "people"] == ["people"]
    assert [each.title for each in made.dimensions if each.name == "people"] == ["People"]


def test_two_libraries_share_no_directory_of_topics() -> None:
    made = propose_library([looked("a", "guide", "api"), looked("b", "guide", "faq")], alone=False)
    assert [(each.directory, each.collection) for each in made.topics if each.folder == "guide"] == [
        ("guide", "a"),
        ("guide-documents", "b"),
    ]


def test_a_folder_within_a_folder_is_a_directory_within_its_directory() -> None:
    made = propose_library(
        [looked("kb", "work/runbooks", "work/docs/adr", "work/docs/api", "home/recipes", "home")]
    )
    assert {each.folder: each.directory for each in made.topics if each.folder} == {
        "home": "home",
        "home/recipes": "home/recipes",
        "work": "work",
        "work/docs": "work/docs",
        "work/docs/adr": "work/docs/adr",
        "work/docs/api": "work/docs/api",
        "work/runbooks": "work/runbooks",
    }


def test_a_directory_of_directories_is_described_by_them() -> None:
    made = propose_library([looked("kb", "work/runbooks", "work/reports", "home")])
    about = {each.name: each.description for each in made.dimensions}
    assert about["work"] == "Reports, Runbooks; 16 documents"


def test_a_folder_is_titled_as_its_documents_write_its_name() -> None:
    found = looked("kb", "work/adr", "work/mail", "home")
    leaves = tuple(replace(each, opening="See ADR 4 and ADR 7, sent by mail.") for each in found.leaves)
    made = propose_library([replace(found, leaves=leaves)])
    assert {each.name: each.title for each in made.dimensions if each.name.startswith("work/")} == {
        "work/adr": "ADR",
        "work/mail": "Mail",
    }
    assert (
        next(each.description for each in made.dimensions if each.name == "work") == "ADR, Mail; 16 documents"
    )
