"""Hosts of one site are recognised, and the caller's own machine in every disguise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from registry.web.hosts import (
    authority,
    host_of,
    is_customer_placeholder,
    is_for_examples,
    is_internal_name,
    is_link_local,
    is_listed,
    is_loopback,
    is_public,
    is_unfilled_example,
    is_within,
    site_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

LOOPBACK = (
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "localhost.localdomain",
    "127.0.0.1",
    "127.0.0.1.",
    "127.8.9.10",
    "127.1",
    "2130706433",
    "0177.0.0.1",
    "0x7f000001",
    "0x7f.1",
    "0",
    "0.0.0.0",
    "::1",
    "[::1]",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:0.0.0.0",
    "0:0:0:0:0:0:0:1",
    "①②⑦.⓪.⓪.①",
    "ｌｏｃａｌｈｏｓｔ",
    "127。0。0。1",
    "１２７.1",
)

ELSEWHERE = (
    "api.example.com",
    "localhost.example.com",
    "127.0.0.1.example.com",
    "notlocalhost",
    "128.0.0.1",
    "1.127.0.1",
    "2001:db8::1",
    "::ffff:192.0.2.1",
    "fade.cafe",
    "",
)


@pytest.mark.parametrize("host", LOOPBACK)
def test_own_machine_is_recognised(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ELSEWHERE)
def test_other_hosts_are_not_taken_for_it(host: str) -> None:
    assert not is_loopback(host)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://API.example.com:8443/x", "api.example.com"),
        ("https://user:secret@api.example.com/", "api.example.com"),
        ("http://[::1]:80/", "::1"),
        (" https://api.example.com", "api.example.com"),
        ("/relative", ""),
        ("https://[broken", ""),
        ("", ""),
    ],
)
def test_host_of_a_url(url: str, host: str) -> None:
    assert host_of(url) == host


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("api.acme.com", "acme.com"),
        ("acme.com", "acme.com"),
        ("api.acme.co.uk", "acme.co.uk"),
        ("co.uk", "co.uk"),
        ("api.acme.io", "acme.io"),
        ("acme.vercel.app", "acme.vercel.app"),
        ("acme.s3.amazonaws.com", "acme.s3.amazonaws.com"),
        ("www.notvercel.app", "notvercel.app"),
        ("", ""),
    ],
)
def test_site_of_a_host_is_the_name_that_was_registered(host: str, site: str) -> None:
    assert site_of(host) == site


@pytest.mark.parametrize(
    ("host", "is_there"),
    [("acme.com", True), ("api.acme.com", True), ("notacme.com", False), ("acme.com.io", False)],
)
def test_host_is_within_a_site_or_below_it(host: str, is_there: bool) -> None:  # noqa: FBT001
    assert is_within(host, ("acme.com", "acme.net")) is is_there
    assert not is_within(host, ())


@pytest.mark.parametrize(
    ("host", "is_there"),
    [
        ("acme.com", True),
        ("api.acme.com", True),
        ("acme.vercel.app", True),
        ("v2.acme.vercel.app", True),
        ("fly.dev", True),
        ("mallory.fly.dev", False),
        ("mallory.co.uk", False),
        ("other.com", False),
    ],
)
def test_listed_host_that_anyone_is_below_is_only_itself(host: str, *, is_there: bool) -> None:
    assert is_listed(host, ("acme.com", "acme.vercel.app", "fly.dev", "co.uk")) is is_there


def test_authority_keeps_placeholders() -> None:
    assert authority("https://{region}.example.com:{port}/x/{y}") == "{region}.example.com:{port}"
    assert authority("//example.com/x") == ""


@pytest.mark.parametrize(
    ("host", "kinds"),
    [
        ("api.acme.com", ()),
        ("myexample.com", ()),
        ("example.com", (is_for_examples, is_unfilled_example)),
        ("api.example.com", (is_for_examples, is_unfilled_example)),
        ("api.acme.example", (is_for_examples, is_unfilled_example)),
        ("api.acme.example.com", (is_for_examples,)),
        ("your-domain.acme.com", (is_customer_placeholder,)),
        ("example.acme.com", (is_customer_placeholder,)),
        ("your-domain.com", ()),
        ("db.corp", (is_internal_name,)),
        ("db.corp.", (is_internal_name,)),
        ("10.0.0.1.nip.io", (is_internal_name,)),
        ("corp.acme.com", ()),
    ],
)
def test_names_that_are_no_real_address_are_told_apart(
    host: str, kinds: tuple[Callable[[str], bool], ...]
) -> None:
    every = (is_for_examples, is_unfilled_example, is_customer_placeholder, is_internal_name)

    assert tuple(each for each in every if each(host)) == kinds


@pytest.mark.parametrize(
    ("address", "public", "link_local"),
    [
        ("8.8.8.8", True, False),
        ("::ffff:8.8.8.8", True, False),
        ("64:ff9b::8.8.8.8", True, False),
        ("10.0.0.5", False, False),
        ("64:ff9b::10.0.0.5", False, False),
        ("2002:a00:5::1", False, False),
        ("169.254.169.254", False, True),
        ("64:ff9b::169.254.169.254", False, True),
        ("2002:a9fe:a9fe::1", False, True),
        ("2001:0:a9fe:a9fe::1", False, True),
        ("2001:0:808:808::5601:5601", False, True),
        ("fe80::1%eth0", False, True),
    ],
)
def test_address_of_ipv6_is_also_the_one_of_ipv4_that_it_stands_for(
    address: str, *, public: bool, link_local: bool
) -> None:
    assert (is_public(address), is_link_local(address)) == (public, link_local)
