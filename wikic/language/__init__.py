"""What the rules know of a language: one folder of word lists a language, one that knows no words."""

from wikic.language.loading import codes, pack
from wikic.language.pack import Pack

__all__ = ["Pack", "codes", "pack"]
