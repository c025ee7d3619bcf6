"""Books for the tests of the Error Book: made by hand, and drawn by hypothesis."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from wikic.curator.protocol import Lesson
from wikic.errorbook.book_session import BookSession
from wikic.errorbook.entry import MAX_EXAMPLES, MAX_PAGES, Book, Entry, Sighting, entry_id, one_line
from wikic.model.extraction import Slip
from wikic.model.finding import Category

# Neither says by itself what to do instead: a model words it.
NO_BLOCK = Slip(
    Category.MALFORMED_REF, "missing-block", "a statement that cites no block of the document", "block 9"
)
INVENTED = Slip(
    Category.UNSUPPORTED_FACT, "unsupported-statement", "a statement its blocks do not bear out", "Ada died"
)


def seen(slip: Slip, page: str = "sources/digests/a.md", times: int = 1) -> tuple[Sighting, ...]:
    """An error, seen so many times."""
    return (Sighting(slip.category, slip.rule, slip.message, slip.example, page),) * times


def record(
    session: BookSession,
    sightings: Sequence[Sighting],
    ask: Callable[[Sequence[Slip]], Lesson],
    sources: int = 1,
) -> None:
    """One batch, and its lessons at once."""
    session.record(sightings, sources=sources)
    session.teach({name: ask(slips) for name, slips in session.untaught(sightings).items()})


def entry(number: int, **more: object) -> Entry:
    """An entry of its own for each number."""
    rule, phenomenon = f"rule-{number}", f"phenomenon {number}"
    name = entry_id(Category.OTHER, rule, phenomenon)
    return Entry(name, Category.OTHER, rule, phenomenon, constraint=f"avoid {number}", **more)  # type: ignore[arg-type]


def book(*entries: Entry) -> Book:
    """A book of these entries."""
    return Book(tuple(sorted(entries, key=lambda each: each.id)))


_lines = st.text(max_size=20).map(one_line)
_few = st.frozensets(_lines.filter(bool), max_size=MAX_EXAMPLES)
_pages = st.frozensets(st.sampled_from([f"people/P{at}.md" for at in range(30)]), max_size=MAX_PAGES)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    """An entry as wikic makes them, of few causes, so that two books share some."""
    cause = draw(st.integers(0, 5))
    category, rule = list(Category)[cause], f"rule-{cause}"
    status = draw(st.sampled_from(["open", "closed"]))
    return Entry(
        entry_id(category, rule, f"cause {cause}"),
        category,
        rule,
        f"cause {cause}",
        draw(_lines),
        draw(_lines),
        draw(_lines),
        status,
        tuple(sorted(draw(_few))),
        tuple(sorted(draw(_pages))) if status == "open" else (),
    )


def books() -> st.SearchStrategy[Book]:
    """Books of a few entries, one for each cause."""
    return st.lists(entries(), max_size=5, unique_by=lambda each: each.id).map(lambda each: book(*each))
