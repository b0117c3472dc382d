"""Have the site generator make the hand-written pages and the empty page around the catalogue's.

The generator is a program that is called, not a library: any that reads `mkdocs.yml` will do.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
from contextlib import contextmanager
from html import escape
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from registry.publish import sitemap
from registry.settings import THEME
from registry.site import docs_index, docs_tables, rule_pages
from registry.site.usable_pages import check_pages
from registry.web.csp import with_policy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from registry.rules import Rule
    from registry.settings import Settings

GENERATOR_VARIABLE = "REGISTRY_SITE_GENERATOR"
"""The environment variable that holds another command than `python -m mkdocs`."""

_MKDOCS = [sys.executable, "-m", "mkdocs"]

_ENVIRONMENT = {
    "SOURCE_DATE_EPOCH": "1767225600",
    "NO_MKDOCS_2_WARNING": "1",
    "PYTHONHASHSEED": "0",
}
"""The generator's clock stands still, so that the same tree gives the same bytes."""

SHELL_PAGE = "shell/page/a/b/c/d/e"
"""The empty page: so deep that the relative way to the root is like no other text in it."""

SITE = "site"
"""Where the generator builds, beside its configuration: not every one may leave that folder."""

_UNUSED = (
    "assets/javascripts",
    "assets/images",
    "search",
    "shell",
    "sitemap.xml",
    "sitemap.xml.gz",
)
"""What the generator makes and our pages do not use, or make better."""

_LEFTOVERS = re.compile(
    r'<(?:input class="md-toggle"[^>]*>'
    r'|label class="md-overlay"[^>]*></label>'
    r'|div data-md-component="(?:skip|announce)">\s*</div>'
    r'|div class="md-dialog"[^>]*>\s*<div[^>]*></div>\s*</div>)'
)
"""What the theme puts into every page for its own script, which no page has."""

_COMPONENT = re.compile(r' data-md-component="[a-z]+"')
"""What that script finds elements by."""

_ABOUT = "about:this-page"
"""A placeholder for the description of a hand-written page: its first paragraph."""

_DOCS_ADDRESS = re.compile(r"https://registry\.example(?![\w.-])")
"""The address of the site in the hand-written pages; the built ones give the real one."""

_MARKDOWN_LINK = re.compile(r"\]\(([\w.-][\w./-]*)\.md(#[\w-]+)?\)")
"""A link to another hand-written page; one that begins with a slash leads out of them."""

_TAB = re.compile(r'^=== "([^"\n]+)"\n\n((?:(?: {4}.*)?\n)+)', re.MULTILINE)
_MAP_ENTRY = re.compile(r"<loc>[^<]*</loc>")
_FAILED_COPY = re.compile(r"\[\w+ (\d+)\] ([^:]*)")
"""What `copytree` keeps of an error: its number and its reason."""


class GeneratorError(RuntimeError):
    """The generator has failed, or has nothing to work on; the text says why."""


class SiteGenerator:
    """The generator at work: its pages can be placed when it has finished."""

    def __init__(self, work: Path, base_url: str) -> None:
        self._work = work
        self._base_url = base_url
        self._output = (work / "output").open("w+", encoding="utf-8")
        self._command = shlex.split(os.environ.get(GENERATOR_VARIABLE, "")) or _MKDOCS
        self._process = subprocess.Popen(  # noqa: S603 - our own arguments, no shell
            (*self._command, "build", "--strict", "--config-file", work / "mkdocs.yml"),
            env={**os.environ, **_ENVIRONMENT},
            # Without one, it takes its configuration for what comes from there, and builds into
            # the `site` of the current folder.
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
        )

    def place(self, folder: Path) -> str:
        """Put all hand-written pages into the empty *folder*; return the HTML of the empty page.

        Waits for the generator. Raises GeneratorError when it has failed.
        """
        if self._process.wait():
            self._output.seek(0)
            cause = _cause_in_output(self._output.read())
            raise GeneratorError(f"{shlex.join(self._command)} has failed:\n{cause}")
        _copy_whole(self._work / SITE, folder)
        _add_twins(self._work / "docs", folder, self._base_url)
        shell = (folder / SHELL_PAGE / "index.html").read_text(encoding="utf-8")
        _finish_pages(folder)
        _write(folder / docs_index.PATH, docs_index.of_folder(folder))
        return _without_leftovers(shell)

    def stop(self) -> None:
        """End the generator, if it has not finished."""
        self._process.kill()
        self._process.wait()
        self._output.close()


@contextmanager
def running_generator(
    config: Path, settings: Settings, rules: tuple[Rule, ...]
) -> Iterator[SiteGenerator]:
    """Start the generator on all hand-written pages; it works on while the caller does.

    *config* is the `mkdocs.yml`, whose `docs/` is beside it; the pages of *rules* are made
    from their own documentation. On leaving, the generator is stopped if it has not finished.
    Raises GeneratorError.
    """
    pages = config.parent / "docs"
    if not pages.is_dir():
        raise GeneratorError(
            f"the folder {str(pages)!r} with the hand-written pages does not exist; restore it, "
            "or copy the one that `registry init` writes into an empty folder"
        )
    with tempfile.TemporaryDirectory(prefix="registry-") as work:
        docs = Path(work) / "docs"
        _copy_docs(pages, docs)
        _fill_in_address(docs, settings.base_url)
        for path, text in _generated_pages(rules):
            page = docs / path
            page.parent.mkdir(parents=True, exist_ok=True)
            _write(page, text)
        staged = Path(work) / "mkdocs.yml"
        _write(staged, _staged_config(config, docs, settings))
        generator = SiteGenerator(Path(work), settings.base_url)
        try:
            yield generator
        finally:
            generator.stop()


def _copy_docs(docs: Path, target: Path) -> None:
    """Copy the folder *docs*, which may be read-only where the copy is not."""
    check_pages(docs)
    _copy_whole(docs, target, shutil.copyfile)
    for folder in (target, *target.rglob("*/")):
        folder.chmod(0o755)


def _fill_in_address(docs: Path, base_url: str) -> None:
    """Put the real address of the site into the pages of *docs*, so that code can be copied."""
    address = base_url.rstrip("/")
    for path in docs_index.pages_below(docs):
        text = path.read_text(encoding="utf-8")
        _write(path, _DOCS_ADDRESS.sub(lambda _: address, text))


def _generated_pages(rules: tuple[Rule, ...]) -> Iterator[tuple[str, str]]:
    """Yield path and Markdown of the pages that nobody writes by hand; none holds foreign text."""
    yield f"{SHELL_PAGE}.md", "---\ntemplate: shell.html\n---\n"
    yield from rule_pages.pages(rules)


def _staged_config(config: Path, docs: Path, settings: Settings) -> str:
    """Return a configuration that differs from *config* in places only; JSON is YAML."""
    repository = settings.repository
    theme = {"name": THEME, "custom_dir": str(Path(__file__).parent / "theme")}
    changes = {
        "INHERIT": str(config.resolve()),
        "docs_dir": docs.name,
        "site_dir": SITE,
        "site_name": settings.name,
        "site_url": settings.base_url,
        "theme": theme,
        "use_directory_urls": True,
        **({"repo_url": repository, "edit_uri": "edit/main/docs/"} if repository else {}),
        "extra": {"registry": {"contact": settings.contact}},
    }
    return _SURROGATES.sub(_as_itself, json.dumps(changes))


_SURROGATES = re.compile(r"\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})")
"""The two escapes that JSON makes of a character such as 🧰, which YAML reads as two."""


def _as_itself(pair: re.Match[str]) -> str:
    return bytes.fromhex(pair[1] + pair[2]).decode("utf-16-be")


def _cause_in_output(output: str) -> str:
    """Return what the generator's *output* says: of a traceback, the line that tells the cause."""
    lines = output.strip().splitlines()
    is_crash = any(line.startswith("Traceback ") for line in lines)
    return lines[-1] if is_crash else "\n".join(lines)


def _add_twins(docs: Path, folder: Path, base_url: str) -> None:
    """Put the Markdown of every hand-written page beside the page, with links that lead on."""
    for path in docs_index.pages_below(docs):
        place = docs_index.page_folder(path, docs)

        def linked(match: re.Match[str], folder: PurePath = path.parent) -> str:
            name = os.path.normpath((folder / match[1]).relative_to(docs))
            page = re.sub(r"(^|/)(README|index)$", "", name)
            return f"]({base_url}{page}/index.md{match[2] or ''})"

        text = _without_tabs(_MARKDOWN_LINK.sub(linked, path.read_text(encoding="utf-8")))
        if (folder / place).is_dir():
            _write(folder / place / "index.md", text)


def _without_tabs(text: str) -> str:
    """Return *text* with the tabs of the generator's own dialect as paragraphs under a title."""
    return _TAB.sub(lambda tab: f"**{tab[1]}**\n\n{textwrap.dedent(tab[2])}", text)


def _finish_pages(folder: Path) -> None:
    """Remove what is not used, and give every page its content security policy."""
    _keep_map_of_pages(folder / "sitemap.xml")
    for name in _UNUSED:
        path = folder / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for path in (*folder.rglob("*.map"), *folder.glob("assets/stylesheets/palette.*")):
        path.unlink(missing_ok=True)
    for path in folder.rglob("*.html"):
        html = path.read_text(encoding="utf-8").replace(_ABOUT, escape(docs_index.about(path)))
        html = docs_tables.labelled(_without_leftovers(html))
        _write(path, with_policy(html))


def _without_leftovers(html: str) -> str:
    """Return *html* without what is left of the theme's script, and without spaces before it."""
    # A pattern that starts with spaces would be tried at every space of every page.
    pieces, start = [], 0
    for leftover in _LEFTOVERS.finditer(html):
        pieces.append(html[start : leftover.start()].rstrip())
        start = leftover.end()
    return _COMPONENT.sub("", "".join((*pieces, html[start:])))


def _keep_map_of_pages(path: Path) -> None:
    """Put the generator's map of its own pages beside the maps of the catalogue."""
    # When they changed is left out: the generator knows no more than when it ran.
    entries = _MAP_ENTRY.findall(path.read_text(encoding="utf-8"))
    path.unlink()
    urls = "".join(f"<url>{entry}</url>\n" for entry in entries if "/shell/" not in entry)
    _write(path.with_name(sitemap.DOCS), sitemap.map_of(urls))


def _copy_whole(
    source: Path, folder: Path, copy: Callable[[str, str], object] = shutil.copy2
) -> None:
    """Copy all in *source* into *folder*. Raises OSError, which names the first file that fails."""
    try:
        shutil.copytree(source, folder, copy_function=copy, dirs_exist_ok=True)
    except shutil.Error as error:
        file, target, why = error.args[0][0]
        if reason := _FAILED_COPY.match(str(why)):
            raise OSError(int(reason[1]), reason[2], target) from None
        raise OSError(errno.EINVAL, "is not a plain file; remove it", file) from None


def _write(path: Path, text: str) -> None:
    """Write *text* to *path*. Raises OSError, which names *path*, also where the disk is full."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
