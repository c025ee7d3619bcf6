"""What the rules know of a language: one folder of word lists a language, one that knows no words."""

from wikic.language.pack import Pack
from wikic.language.word_lists import codes, pack

__all__ = ["Pack", "codes", "pack"]
