"""The browser of the tests sees what goes wrong in a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from support.browser import require, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize(
    ("event", "script"),
    [
        ("console", "console.error('said')"),
        ("pageerror", "void Promise.reject(new Error('uncaught'))"),
        ("request", "void fetch('https://wiki.invalid/').catch(() => {})"),
    ],
)
def test_a_tab_fails_on_what_goes_wrong(browser: Browser, event: Any, script: str) -> None:
    def go_wrong() -> None:
        with watched(browser) as page:
            page.goto("data:text/html,<title>Page</title>")
            with page.expect_event(event):
                page.evaluate(script)

    with pytest.raises(AssertionError):
        go_wrong()


def test_what_is_missing_is_a_reason_to_skip_but_not_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    require(None)
    with pytest.raises(pytest.skip.Exception, match="no browser"):
        require("no browser")
    monkeypatch.setenv("CI", "true")
    require(None)
    with pytest.raises(pytest.fail.Exception, match="no browser"):
        require("no browser")
