"""Where a document of a library lives: a function of the document and the schema, nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from wikic.model.placing import TopicPlacer
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.topics import Topic


def placer(*topics: Topic, fallback: str = "concepts") -> TopicPlacer:
    names = dict.fromkeys((*(each.directory for each in topics), fallback))
    dimensions = tuple(Dimension(each, each) for each in names)
    return TopicPlacer(Schema(Positioning(), dimensions, fallback=fallback, topics=topics))


def test_the_longest_folder_wins() -> None:
    found = placer(
        Topic("guide", folder="guide"),
        Topic("setup", folder="guide/install"),
        Topic("other"),
        fallback="other",
    )

    def place(key: str) -> str:
        return found.place(key, "", (), ())

    assert place("kb/guide/a.md") == place("kb/guide/deep/er/a.md") == "guide"
    assert place("kb/guide/install/a.md") == place("kb/guide/install/linux/a.md") == "setup"
    assert place("kb/guides/a.md") == place("kb/guide") == place("guide/a.md") == "other"


def test_folder_before_speaker_before_title_before_words() -> None:
    found = placer(
        Topic("by-words", words={"pump": 5}),
        Topic("by-title", prefix="Acme"),
        Topic("by-speaker", speaker="Ada Cole"),
        Topic("by-folder", folder="f"),
    )
    words = (("pump", 3),)
    assert found.place("kb/f/1", "Acme pumps", ("Ada Cole",), words) == "by-folder"
    assert found.place("kb/1", "Acme pumps", ("Bo", "adaCole"), words) == "by-speaker"
    assert found.place("kb/1", "ACME: pumps", (), words) == "by-title"
    assert found.place("kb/1", "Acmes", (), words) == "by-words"
    assert found.place("kb/1", "Acmes", (), ()) == "concepts"


def test_the_first_topic_of_several_speakers_wins_whoever_is_named_first() -> None:
    found = placer(Topic("group", speaker="Grom"), Topic("ada", speaker="Ada"))
    assert found.place("kb/1", "", ("Ada", "Grom"), ()) == found.place("kb/1", "", ("Grom", "Ada"), ())
    assert found.place("kb/1", "", ("Grom", "Ada"), ()) == "group"


def test_the_longest_beginning_of_a_title_wins_and_cuts_no_word() -> None:
    found = placer(
        Topic("a", prefix="3M"), Topic("b", prefix="3M 2018"), Topic("c", prefix="说"), fallback="a"
    )
    assert found.place("kb/1", "3M_2020 p.1", (), ()) == "a"
    assert found.place("kb/1", "3m 2018, p.1", (), ()) == "b"
    assert found.place("kb/1", "3M 20185", (), ()) == "a"
    assert found.place("kb/1", "说灯", (), ()) == "c"


def test_the_nearest_words_win_whatever_the_size_of_a_topic() -> None:
    found = placer(
        Topic("wide", words={"pump": 30, "valve": 30, "pipe": 30, "water": 90}),
        Topic("narrow", words={"pump": 2, "valve": 2}),
    )
    assert found.place("kb/1", "", (), (("pump", 4), ("valve", 4))) == "narrow"
    assert found.place("kb/1", "", (), (("water", 9), ("pump", 1))) == "wide"
    assert found.place("kb/1", "", (), (("bread", 9),)) == "concepts"
    far = (("pump", 1), *((f"w{n}", 9) for n in range(29)))
    assert found.place("kb/1", "", (), far) == "concepts"


def test_all_that_a_topic_says_must_hold() -> None:
    found = placer(
        Topic("guide", folder="guide"),
        Topic("guide/pumps", folder="guide", words={"pump": 5}),
        Topic("guide/ovens", folder="guide", words={"oven": 5}),
        Topic("ada-on-pumps", speaker="Ada", words={"pump": 5}),
        Topic("pumps", words={"pump": 5}),
    )
    words = (("pump", 1),)
    assert found.place("kb/guide/1", "", (), words) == "guide/pumps"
    assert found.place("kb/guide/1", "", (), ()) == "guide"
    assert found.place("kb/1", "", ("Ada",), words) == "ada-on-pumps"
    assert found.place("kb/1", "", ("Ada",), ()) == "concepts"
    assert found.place("kb/1", "", (), words) == "pumps"


def test_equals_go_to_the_first() -> None:
    words = {"pump": 3}
    assert (
        placer(Topic("a", words=words), Topic("b", words=words)).place("k/1", "", (), (("pump", 1),)) == "a"
    )
    assert (
        placer(Topic("b", words=words), Topic("a", words=words)).place("k/1", "", (), (("pump", 1),)) == "b"
    )


def test_a_topic_of_one_collection_takes_no_other() -> None:
    found = placer(
        Topic("a", "one", words={"pump": 3}), Topic("rest-of-one", "one"), Topic("b", words={"pump": 3})
    )
    words = (("pump", 1),)
    assert found.place("one/1", "", (), words) == "a"
    assert found.place("two/1", "", (), words) == "b"
    assert found.place("one/1", "", (), ()) == "rest-of-one"
    assert found.place("two/1", "", (), ()) == "concepts"


WORDS = ("pump", "valve", "bread", "oven", "水")
weighted = st.dictionaries(st.sampled_from(WORDS), st.integers(1, 10**6), max_size=5)
topics = st.lists(
    st.builds(
        Topic,
        st.sampled_from(("a", "b", "c/d")),
        st.sampled_from(("", "kb")),
        st.sampled_from(("", "", "f")),
        st.sampled_from(("", "", "Acme")),
        st.sampled_from(("", "", "Ada")),
        weighted,
    ),
    max_size=5,
)
documents = st.lists(
    st.tuples(
        st.sampled_from(("kb/1", "kb/f/1", "kb/f/g/1", "x/1")),
        st.sampled_from(("", "Acme", "Acme b", "x")),
        st.lists(st.sampled_from(("Ada", "Bo")), max_size=2),
        weighted.map(lambda each: tuple(each.items())),
    ),
    min_size=1,
    max_size=6,
)


@given(topics, documents)
def test_no_document_moves_because_of_others(
    some: Sequence[Topic], placed: Sequence[tuple[str, str, list[str], tuple[tuple[str, int], ...]]]
) -> None:
    together = placer(*some)
    at_once = [together.place(*each) for each in placed]
    assert at_once == [placer(*some).place(*each) for each in placed], "each alone"
    assert at_once[::-1] == [together.place(*each) for each in reversed(placed)]
    assert at_once == [
        together.place(key, title, speakers[::-1], words[::-1]) for key, title, speakers, words in placed
    ]


def test_the_longest_date_wins_and_comes_before_words() -> None:
    found = placer(
        Topic("words", words={"pump": 5}),
        Topic("y", date="2024"),
        Topic("m", date="2024-03"),
        Topic("d", folder="d"),
    )
    words = (("pump", 3),)
    assert found.place("kb/2024-03-01.md", "", (), words) == "m"
    assert found.place("kb/2024-04-01.md", "", (), words) == "y"
    assert found.place("kb/a.md", "Of 2024-04-01", (), words) == "y"
    assert found.place("kb/a.md", "Of 2023-04-01", (), words) == "words"
    assert found.place("kb/d/2024-04-01.md", "", (), words) == "d"
