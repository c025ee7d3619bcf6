"""Groups that the author made: folders, and books that are read as their chapters."""

from __future__ import annotations

from wikic import layout
from wikic.schema.library.given_groups import book_groups, folder_groups


def test_the_chapters_of_a_book_are_a_group() -> None:
    keys = [layout.part_key("shelf/storm.txt", number, 12, f"Day {number}") for number in range(1, 13)]
    (book,) = book_groups([*keys, "shelf/other.md"])
    assert (book.label, book.size, book.folder) == ("Storm", 12, "storm.txt")


def test_records_with_numbers_in_their_names_are_no_chapters() -> None:
    assert book_groups([f"chats/corpus/44-D{number}" for number in range(1, 20)]) == []
    assert book_groups(["shelf/storm/1-one", "shelf/storm/2-two", "shelf/storm/notes/own"]) == []


def test_parts_of_a_source_are_told_by_their_numbers() -> None:
    keys = [layout.part_key("shelf/storm.txt", number, 3, "Day") for number in (1, 3)]
    assert layout.parts_of("shelf/storm.txt", ["shelf/storm.txt", *keys, "shelf/storm.txt/notes"]) == keys
    assert layout.parts_of("chats/corpus", ["chats/corpus/44-D1", "chats/corpus/44-D2"]) == []


def test_every_folder_is_a_group_where_few_hold_one_document_alone() -> None:
    keys = [f"kb/{name}/{at}.md" for name in (f"tool-{number}" for number in range(40)) for at in range(2)]
    groups = folder_groups([*keys, "kb/alone/1.md", "kb/readme.md"])
    assert [each.folder for each in groups] == sorted(["alone", *(f"tool-{number}" for number in range(40))])
    assert [each.size for each in groups] == [1, *[2] * 40]


def test_where_most_documents_have_a_folder_each_only_larger_ones_are_groups() -> None:
    keys = [f"kb/post-{number}/index.md" for number in range(9)]
    shared = [f"kb/{name}/{at}.md" for name in ("drafts", "talks") for at in range(5)]
    assert [each.folder for each in folder_groups([*keys, *shared])] == ["drafts", "talks"]


def test_a_folder_of_nearly_all_is_looked_into() -> None:
    keys = [f"kb/locales/{code}/{at}.md" for code in ("de", "en", "zh") for at in range(10)]
    groups = folder_groups([*keys, "kb/README.md", "kb/LICENSE.md"])
    assert [each.folder for each in groups] == ["locales/de", "locales/en", "locales/zh"]


def test_folders_lie_within_their_folder_as_far_down_as_pages_may() -> None:
    keys = [
        *(f"kb/work/{at}.md" for at in range(2)),
        *(f"kb/work/docs/runbooks/{name}.md" for name in ("failover", "restore", "certificates")),
        *(f"kb/work/docs/{name}.md" for name in ("readme", "changes")),
        *(f"kb/home/garden/plans/2024/beds/south/{at}.md" for at in range(4)),
        *(f"kb/home/recipes/{at}.md" for at in range(2)),
    ]
    assert [(each.folder, each.path, each.size) for each in folder_groups(keys)] == [
        ("home", "/Home", 6),
        ("home/garden", "/Home/Garden", 4),
        ("work", "/Work", 7),
        ("work/docs", "/Work/Docs", 5),
        ("work/docs/runbooks", "/Work/Docs/Runbooks", 3),
    ]


def test_no_group_lies_deeper_than_its_pages_may() -> None:
    keys = [f"kb/{'/'.join('abcdef'[:depth])}/{at}.md" for depth in range(1, 7) for at in range(4)]
    groups = folder_groups([*keys, *(f"kb/other/{at}.md" for at in range(4))])
    assert [each.folder for each in groups] == ["a", "a/b", "a/b/c", "a/b/c/d", "other"]


def test_a_folder_of_files_with_numbers_in_their_names_is_no_book() -> None:
    decisions = [f"kb/work/adr/{name}.md" for name in ("0001-use-a-queue", "0004-drop-it", "0007-mail")]
    assert book_groups(decisions) == []
    groups = folder_groups([*decisions, "kb/work/plan.md", *(f"kb/home/{at}.md" for at in range(3))])
    assert [each.folder for each in groups] == ["home", "work", "work/adr"]


def test_a_folder_with_a_small_one_in_it_is_not_looked_into() -> None:
    keys = [
        *(f"kb/a/{at}.md" for at in range(93)),
        "kb/a/x/1.md",
        "kb/a/x/2.md",
        *(f"kb/b/{at}.md" for at in range(5)),
    ]
    assert [each.folder for each in folder_groups(keys) if not each.parent] == ["a", "b"]
