"""Well-known providers: the words that name them, and the sites that they own."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from registry.web.hosts import is_within

_WORD = re.compile(r"[a-z0-9]+")
_CLAIMS = frozenset({"official", "verified", "authentic", "genuine"})
_COMMON = frozenset({"api", "apis", "the", "inc", "labs", "tools", "team", "dev", "hq"}) | _CLAIMS
"""Words that do not distinguish a name from a brand."""


class Vendor(NamedTuple):
    """A provider whose name or credentials someone else may want to misuse.

    Attributes:
        brand: its name in lower case, as one word.
        sites: the domains of its APIs; the first one names it in sentences.
        prefixes: the prefixes of the variables with its credentials, as a regular expression.
        is_word: whether the brand is also a common word, such as `notion`.
    """

    brand: str
    sites: tuple[str, ...]
    prefixes: str = ""
    is_word: bool = False

    def owns_host(self, host: str) -> bool:
        """Return whether *host* is one of its sites, or below one."""
        return is_within(host, self.sites)


VENDORS = (
    Vendor("aws", ("amazonaws.com", "amazon.com", "api.aws"), "AWS"),
    Vendor("amazon", ("amazon.com", "amazonaws.com"), is_word=True),
    Vendor("anthropic", ("anthropic.com", "claude.com"), "ANTHROPIC|CLAUDE"),
    Vendor("apple", ("apple.com", "icloud.com"), is_word=True),
    Vendor("atlassian", ("atlassian.com", "atlassian.net", "bitbucket.org", "jira.com")),
    Vendor(
        "azure",
        ("azure.com", "microsoft.com", "windows.net", "azure.net", "microsofttranslator.com"),
        "AZURE|ARM",
    ),
    Vendor("circleci", ("circleci.com",), "CIRCLECI"),
    Vendor("cloudflare", ("cloudflare.com",), "CLOUDFLARE|CF"),
    Vendor("discord", ("discord.com", "discordapp.com"), "DISCORD", is_word=True),
    Vendor("docker", ("docker.com", "docker.io"), "DOCKER"),
    Vendor("dropbox", ("dropbox.com", "dropboxapi.com"), "DROPBOX"),
    Vendor("facebook", ("facebook.com",), "FACEBOOK"),
    Vendor("giphy", ("giphy.com",), "GIPHY"),
    Vendor("github", ("github.com", "githubcopilot.com"), "GITHUB|GH|ACTIONS"),
    Vendor("gitlab", ("gitlab.com",), "GITLAB|CI_JOB"),
    Vendor(
        "google",
        ("googleapis.com", "google.com", "deps.dev", "dns.google"),
        "GOOGLE|GEMINI|GCP|GCLOUD",
    ),
    Vendor("huggingface", ("huggingface.co",), "HF|HUGGINGFACE|HUGGING_FACE"),
    Vendor("instagram", ("instagram.com", "facebook.com")),
    Vendor("linkedin", ("linkedin.com",), "LINKEDIN"),
    Vendor(
        "microsoft",
        (
            *("microsoft.com", "azure.com", "windows.net", "office.com", "live.com"),
            "microsofttranslator.com",
        ),
    ),
    Vendor("mistral", ("mistral.ai",), "MISTRAL", is_word=True),
    Vendor("notion", ("notion.com", "notion.so"), "NOTION", is_word=True),
    Vendor("npm", ("npmjs.org", "npmjs.com"), "NPM", is_word=True),
    Vendor("openai", ("openai.com",), "OPENAI"),
    Vendor("paypal", ("paypal.com",), "PAYPAL"),
    Vendor("pypi", ("pypi.org",), "PYPI|TWINE"),
    Vendor("salesforce", ("salesforce.com", "force.com"), "SALESFORCE"),
    Vendor("slack", ("slack.com",), "SLACK", is_word=True),
    Vendor("spotify", ("spotify.com",), "SPOTIFY"),
    Vendor("strava", ("strava.com",), "STRAVA"),
    Vendor("stripe", ("stripe.com",), "STRIPE", is_word=True),
    Vendor("telegram", ("telegram.org",), "TELEGRAM", is_word=True),
    Vendor("twilio", ("twilio.com",), "TWILIO"),
    Vendor("twitch", ("twitch.tv",), "TWITCH", is_word=True),
    Vendor("whatsapp", ("whatsapp.com", "facebook.com"), "WHATSAPP"),
    Vendor("wikipedia", ("wikipedia.org", "wikimedia.org", "wikidata.org")),
    Vendor("youtube", ("youtube.com", "googleapis.com", "google.com"), "YOUTUBE"),
    Vendor("zoom", ("zoom.us",), "ZOOM", is_word=True),
)


@lru_cache(maxsize=1_000)
def owners_of(variable: str) -> tuple[Vendor, ...]:
    """Return the vendors whose own programs use *variable*."""
    return tuple(
        each for each in VENDORS if each.prefixes and re.match(f"(?:{each.prefixes})_", variable)
    )


def is_named_after(name: str, vendor: Vendor) -> bool:
    """Return whether people would take *name* for that of *vendor*."""
    words = _WORD.findall(name.casefold())
    if vendor.is_word:
        return [word for word in words if word not in _COMMON] == [vendor.brand]
    return vendor.brand in words or vendor.brand == "".join(words)


def claims(*names: str) -> list[str]:
    """Return the words in *names* that claim what only the registry can confirm."""
    return sorted(_CLAIMS & {word for name in names for word in _WORD.findall(name.casefold())})
