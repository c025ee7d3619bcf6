"""What a check looked at besides the file in hand: what its findings must be kept in step with."""

from __future__ import annotations


class Trace:
    """Notes what is asked of a view, by the file in hand. Notes nothing until told to.

    hand: the file in hand, or the code of the rule that runs; None while nothing is noted.
    held: the hand is a rule's, whatever file is taken up.
    asked: by hand, files that were asked for, there or not.
    named: hands whose findings rest on names that no listing tells: titles and aliases.
    listed: hands that looked at the listing as a whole.
    keeping: whether files that are asked for are noted; only a cache wants to know.
    """

    __slots__ = ("asked", "hand", "held", "keeping", "listed", "named")

    def __init__(self) -> None:
        self.hand: str | None = None
        self.asked: dict[str, set[str]] = {}
        self.named: set[str] = set()
        self.listed: set[str] = set()
        self.held = False
        self.keeping = True

    def begin(self, hand: str, *, held: bool) -> None:
        """Note from now on; ``held`` keeps ``hand`` whatever file is taken up."""
        self.hand, self.held = hand, held

    def end(self) -> None:
        """Note no more."""
        self.hand = None

    def take(self, file: str) -> None:
        """A check takes a file up."""
        if self.hand is not None:
            if self.held:
                self.ask(file)
            else:
                self.hand = file

    def ask(self, file: str) -> None:
        """A check asks for a file."""
        hand = self.hand
        if hand is not None and self.keeping and hand != file:
            found = self.asked.get(hand)
            if found is None:
                self.asked[hand] = {file}
            else:
                found.add(file)

    def ask_gist(self, file: str) -> None:
        """A check asks for a gist; a rule that looks at the whole wiki asks for every file's."""
        if not self.held:
            self.ask(file)

    def name(self) -> None:
        """A check asks for a name beyond paths and stems."""
        if self.hand is not None:
            self.named.add(self.hand)

    def list(self) -> None:
        """A check looks at the listing."""
        if self.hand is not None:
            self.listed.add(self.hand)

    def forget(self, hand: str) -> None:
        """Drop what was noted of a file that is examined again."""
        self.asked.pop(hand, None)
        self.named.discard(hand)
        self.listed.discard(hand)
