from __future__ import annotations

from random import Random

from wikic.model.article import Article
from wikic.schema.sampling import SIZE, Record, keep_record, spread_sample

DICE = Random(3)
SHARED = [f"shared{n}" for n in range(400)]


def made_up(count: int = 2_000, rare: int = 20) -> list[Record]:
    """Documents of eight topics, and ``rare`` of one more; a few are old, a few in Chinese, a few long."""
    records = []
    for number in range(count):
        topic = "lighthouse" if number % (count // rare) == 0 else f"topic{number % 8}"
        words = DICE.choices(SHARED, k=20) + [f"{topic}word{DICE.randrange(25)}" for _ in range(10)]
        DICE.shuffle(words)
        text = " ".join(words) * (40 if number % 700 == 3 else 1)
        date = "1850" if number % 500 == 7 else f"20{number % 20:02}-05"
        language = "zh" if number % 400 == 9 else "en"
        records.append(keep_record(Article(f"c/{topic}-{number}", "", text, date=date, language=language)))
    return records


RECORDS = made_up()


def count(sample: list[Record], topic: str) -> int:
    return sum(each.key.startswith(f"c/{topic}-") for each in sample)


def test_a_topic_of_one_in_a_hundred_is_there_more_often_than_in_a_uniform_sample() -> None:
    sample = spread_sample(RECORDS)
    assert len(sample) == SIZE
    uniform = [count(Random(seed).sample(RECORDS, SIZE), "lighthouse") for seed in range(20)]
    assert count(sample, "lighthouse") >= 5 > sum(uniform) / len(uniform)
    assert all(count(sample, f"topic{each}") >= 10 for each in range(8))


def test_rare_lengths_dates_and_languages_are_there() -> None:
    sample = spread_sample(RECORDS)
    assert any(each.language == "zh" for each in sample)
    assert any(each.octave > 9 for each in sample)
    assert any(each.date == "1850" for each in sample)


def test_the_order_of_reading_does_not_matter() -> None:
    mixed = list(RECORDS)
    Random(1).shuffle(mixed)
    assert spread_sample(mixed) == spread_sample(RECORDS) == spread_sample(RECORDS[::-1])


def test_a_small_corpus_is_taken_whole() -> None:
    assert spread_sample(RECORDS[:3]) == sorted(RECORDS[:3], key=lambda each: each.key)
    assert len(spread_sample(RECORDS[: SIZE + 1])) == SIZE
    assert spread_sample([]) == []


def test_documents_with_nothing_in_common_and_with_no_words_are_drawn_too() -> None:
    odd = [keep_record(Article(f"c/{n}", "", f"unique{n} " * 8)) for n in range(300)]
    assert len(spread_sample(odd)) == SIZE
    empty = [keep_record(Article(f"c/{n}", "", "— … —")) for n in range(300)]
    assert len({each.key for each in spread_sample(empty)}) == SIZE


def test_a_large_corpus_is_drawn_from_a_pool_that_holds_every_topic() -> None:
    sample = spread_sample([*RECORDS, *made_up(6_000, 60)])
    assert count(sample, "lighthouse") >= 5


def test_what_is_kept_of_a_document_does_not_grow_with_it() -> None:
    found = keep_record(Article("c/1", "A title", "words that go on and on " * 100_000))
    assert len(found.terms) <= 128 and len(found.sketch) == 128
