"""What the rules know of a language: one folder of word lists a language, one that knows no words.

Files without a test of their name are held by test_pack_files.py and test_words_in_code.py.
"""

from wikic.language.pack import Pack, codes, pack

__all__ = ["Pack", "codes", "pack"]
