"""Why something was not done, as sentences of a page."""

from __future__ import annotations

from wikic.errors import WikicError


def said(error: WikicError) -> str:
    """An error with what can be done about it."""
    return f"{sentence(str(error))} {sentence(error.hint)}" if error.hint else sentence(str(error))


def sentence(text: str) -> str:
    """A line of a command as a sentence; one that begins with a path or a key keeps it as it is."""
    word = text.partition(" ")[0]
    return f"{text[:1].upper() if word.isalpha() else text[:1]}{text[1:]}."
