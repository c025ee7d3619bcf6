"""wikic compiles documents into a linked, cited Markdown wiki and keeps it correct."""

__version__ = "0.1.0"
