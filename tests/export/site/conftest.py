"""The browser that opens what is written."""

from support.browser import browser, tab

__all__ = ["browser", "tab"]
