"""Look at providers' documents as they are today, and say which releases no longer fit them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote

from registry.authoring.importers.sources import UnusableSourceError
from registry.authoring.source_comparison._compare import compare_release
from registry.authoring.source_comparison._documents import document_in, is_in_several_files
from registry.authoring.source_comparison._facts import Verdict
from registry.authoring.source_comparison._listing import is_listed
from registry.authoring.source_comparison.record import difference
from registry.model.facts import Difference
from registry.source.limits import FOREIGN
from registry.web.fetch import FetchError
from registry.web.hosts import host_of
from registry.web.polite_visits import VisitedHost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from registry.authoring.source_comparison._documents import ApiDocument
    from registry.model import Manual, Release
    from registry.model.facts import Facts
    from registry.model.sources import Source

_GITHUB = "https://github.com/"
_GITLAB = "https://gitlab.com/"
_NPM = "npm:"


@dataclass(frozen=True, slots=True)
class Drift:
    """The result of comparing one release with its documents.

    Attributes:
        manual, version: the release.
        urls: the addresses that were fetched.
        changed: what is wrong today and was not when it was compared.
        gone: the tools that were compared, and whose call no document has any more.
        obstacle: why nothing could be said, "" where something could.
    """

    manual: str
    version: str
    urls: tuple[str, ...] = ()
    changed: tuple[Difference, ...] = ()
    gone: tuple[str, ...] = ()
    obstacle: str = ""

    @property
    def is_drifted(self) -> bool:
        """Whether the provider says something else by now."""
        return bool(self.changed or self.gone)


def newest_url(source: Source) -> str:
    """Return the address of the newest state of *source*, "" where it has none for programs."""
    path = quote(source.path)
    if source.url:
        return source.url
    if source.repository.startswith(_GITHUB):
        repository = source.repository.removeprefix(_GITHUB).removesuffix(".git").strip("/")
        return f"https://raw.githubusercontent.com/{repository}/HEAD/{path}"
    if source.repository.startswith(_GITLAB):
        return f"{source.repository.removesuffix('.git').rstrip('/')}/-/raw/HEAD/{path}"
    if source.package.startswith(_NPM):
        return f"https://cdn.jsdelivr.net/npm/{source.package.removeprefix(_NPM)}@latest/{path}"
    return ""


@dataclass(slots=True)
class _Web:
    """The hosts that were visited, each with its rules; a document is fetched once."""

    at: Callable[[str], str]
    wait: Callable[[float], None]
    hosts: dict[str, VisitedHost] = field(default_factory=dict)
    contents: dict[str, bytes | UnusableSourceError] = field(default_factory=dict)

    def get(self, url: str) -> bytes:
        """Return the content at *url*. Raises UnusableSourceError, again without another visit."""
        if url not in self.contents:
            self.contents[url] = self._visited(url)
        content = self.contents[url]
        if isinstance(content, UnusableSourceError):
            raise content
        return content

    def _visited(self, url: str) -> bytes | UnusableSourceError:
        name = host_of(url)
        if name not in self.hosts:
            self.hosts[name] = VisitedHost(name, self.at, self.wait)
        if not self.hosts[name].allows(url):
            return UnusableSourceError(f"{url}: robots.txt does not allow a visit")
        try:
            return self.hosts[name].get(url, FOREIGN.size)
        except FetchError as error:
            return UnusableSourceError(f"{url}: {error}")


def watch(
    manuals: Iterable[Manual],
    *,
    at: Callable[[str], str] = str,
    wait: Callable[[float], None] = time.sleep,
) -> Iterator[Drift]:
    """Yield the result for each of *manuals* whose newest release was compared by a program.

    *at* maps a URL to the one that is actually requested, and *wait* waits for a number of seconds;
    tests replace both.
    Manuals whose server lists its tools are left out: another version of it is another package.
    """
    web = _Web(at, wait)
    for manual in manuals:
        release = manual.latest
        facts = manual.facts_of(release) if release else None
        if release and facts and facts.compared and not is_listed(release):
            yield _drift(release, facts, web)


def _drift(release: Release, facts: Facts, web: _Web) -> Drift:
    manual = release.manual_id
    sources = [each for each in release.sources if each.kind.is_compared]
    urls = tuple(map(newest_url, sources))
    if not all(urls):
        return Drift(manual, release.version, obstacle="a source has no address for programs")
    try:
        documents = [_read(url, web) for url in urls]
    except UnusableSourceError as error:
        return Drift(manual, release.version, urls, obstacle=str(error))
    if [each.sha256 for each in documents] == [each.sha256 for each in facts.documents]:
        return Drift(manual, release.version, urls)
    return _drift_of(release, facts, documents, urls)


def _read(url: str, web: _Web) -> ApiDocument:
    document = document_in(url, web.get(url))
    if is_in_several_files(document):
        raise UnusableSourceError(f"{url}: the document is in several files")
    return document


def _drift_of(
    release: Release, facts: Facts, documents: list[ApiDocument], urls: tuple[str, ...]
) -> Drift:
    comparison = compare_release(release, documents)
    known = {(each.tool, each.fact, each.manual, each.document) for each in facts.differences}
    wrong = (Difference(**difference(each)) for each in comparison.of(Verdict.WRONG))
    changed = (
        each for each in wrong if (each.tool, each.fact, each.manual, each.document) not in known
    )
    gone = (tool.name for tool in comparison.missing if tool.name in facts.compared)
    return Drift(release.manual_id, release.version, urls, (*changed,), (*gone,))
