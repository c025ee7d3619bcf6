"""What people decided of names in ``identity.yaml``: which are one thing, and what a thing is called."""

from __future__ import annotations

from wikic.model.schema import Identity
from wikic.text.normalise import fold_name


class IdentityChoices:
    """``identity.yaml`` by folded name, as symbol resolution asks it."""

    def __init__(self, identity: Identity) -> None:
        self._same = {fold_name(title): titles[0] for titles in identity.same if titles for title in titles}
        self._chosen = {fold_name(titles[0]): titles[0] for titles in identity.same if titles}
        self._pins = {(pin.key, fold_name(pin.entity)): pin.title for pin in identity.pins}
        self._chosen.update({fold_name(pin.title): pin.title for pin in identity.pins})
        self._distinct: dict[str, set[int]] = {}
        for number, titles in enumerate(identity.distinct):
            for title in titles:
                self._distinct.setdefault(fold_name(title), set()).add(number)

    def title(self, key: str, written: str, *, own: bool) -> str:
        """The title of the entity that the digest of ``key`` calls ``written``.

        own: whether it is the document itself: a name that is one thing with others leaves it alone.
        """
        if not self._pins and not self._same:
            return written
        pinned = self.pinned(key, written)
        title = pinned if pinned is not None else written
        return title if own and pinned is None else self._same.get(fold_name(title), title)

    def pinned(self, key: str, written: str) -> str | None:
        """The title that a pin gives an entity of the digest of ``key``, or None."""
        return self._pins.get((key, fold_name(written)))

    def chosen(self, name: str) -> str | None:
        """The title that people gave the thing called ``name``, folded, or None."""
        return self._chosen.get(name)

    def is_distinct(self, name: str) -> bool:
        """Whether ``name``, folded, is kept apart from another one."""
        return name in self._distinct

    def kept_apart(self, title: str, other: str) -> bool:
        """Whether two titles are said to be two things."""
        return bool(self._distinct.get(fold_name(title), set()) & self._distinct.get(fold_name(other), set()))

    def given_instead(self, name: str) -> set[str]:
        """The folded titles that entities called ``name``, folded, have by people's choice."""
        new = self._same.get(name)
        titles = {fold_name(new)} if new is not None else set()
        titles.update(fold_name(title) for (_, entity), title in self._pins.items() if entity == name)
        return titles
