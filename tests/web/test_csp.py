"""Pages allow their own origin and the scripts written in them, nothing else."""

from __future__ import annotations

import base64
import hashlib

import pytest

from registry.web.csp import inline_scripts, policy, with_policy

PAGE = '<html><head><meta charset="utf-8"><title>x</title>{}</head></html>'


def test_an_inline_script_is_allowed_by_its_hash() -> None:
    digest = base64.b64encode(hashlib.sha256(b"go()").digest()).decode()

    assert f"'sha256-{digest}'" in policy(PAGE.format("<script>go()</script>"))


def test_data_and_fetched_scripts_need_no_hash() -> None:
    html = PAGE.format(
        '<script type="application/ld+json">{"a": 1}</script><script src="a.js"></script>'
    )

    assert inline_scripts(html) == ()
    assert "script-src 'self';" in policy(html)


def test_nothing_is_allowed_that_is_not_named() -> None:
    assert policy(PAGE).startswith("default-src 'none'; ")
    assert "unsafe" not in policy(PAGE)


def test_the_policy_stands_before_everything_that_it_binds() -> None:
    html = with_policy(PAGE.format("<script>go()</script>"))

    assert html.index("Content-Security-Policy") < html.index("<script")


@pytest.mark.parametrize(
    "html",
    ["<html><head></head></html>", '<script>x()</script><meta charset="utf-8">'],
    ids=["no charset", "script first"],
)
def test_a_page_that_cannot_be_bound_is_refused(html: str) -> None:
    with pytest.raises(ValueError, match="character set"):
        with_policy(html)
