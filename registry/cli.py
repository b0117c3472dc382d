"""The command line: read the arguments, make one call, print the report, return the exit code."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from registry import (
    __version__,
    bump,
    diff,
    history,
    lookup,
    pipeline,
    report,
    rules,
    search,
    settings,
)
from registry.changes import Step
from registry.chrome import ChromeError
from registry.diagnostics import has_errors
from registry.gate import GateError
from registry.importers import blank
from registry.importers.folder import UnusableTargetError
from registry.importers.openapi import Operation, Wanted
from registry.importers.openapi import command as importing
from registry.importers.openapi import report as import_report
from registry.search import archive, locate, table
from registry.serve import serve as serve_folder
from registry.write import BusyError

if TYPE_CHECKING:
    from collections.abc import Iterator

EXIT_PROBLEMS = 1
EXIT_NOTHING_FOUND = 1

MANY_OPERATIONS = 300
"""From so many on, converting takes long enough to be watched."""

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_MANUALS = click.option(
    "--manuals",
    type=_FOLDER,
    default=Path("manuals"),
    show_default=True,
    help="The folder to read.",
)
_MANUALS_IF_ANY = click.option(
    "--manuals",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("manuals"),
    show_default=True,
    help="The folder whose tools are searched without --index.",
)
_FORMAT = click.option(
    "--format",
    "style",
    type=click.Choice(sorted(report.formats())),
    default=None,
    help="How to print problems; text unless told, github inside GitHub Actions.",
)


_COLOURS: dict[str, dict[str, Any]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "note": {"fg": "blue", "bold": True},
    "place": {"bold": True},
    "rule": {"fg": "cyan"},
    "margin": {"dim": True},
    "hint": {"fg": "green"},
}
"""How a terminal shows each role of the text report."""


class _Commands(click.Group):
    """The commands, which end with a sentence where the machine or its owner is in the way."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - what click has it return
        for stream in (sys.stdout, sys.stderr):
            # Manuals hold any character, and not every terminal can show each of them.
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except settings.SettingsError as error:
            raise click.UsageError(str(error)) from None
        except BusyError:
            message = "another build is writing this site; try again when it is done"
            raise click.ClickException(message) from None
        except (ChromeError, GateError) as error:
            raise click.ClickException(str(error)) from None
        except BrokenPipeError:
            raise
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            raise click.ClickException(f"{where}{error.strerror or error}") from None


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="registry")
def main() -> None:
    """Check, build and search a registry of tools that agents can call.

    Exit codes: 0 clean, 1 problems in the manuals, 2 wrong use of this command.

    \b
    Example:
      registry check
      registry build && registry serve
    """


@main.command()
@_MANUALS
@_FORMAT
@click.option(
    "--base",
    metavar="COMMIT",
    help="Also check what changed since this commit: released files may not, for one.",
)
def check(manuals: Path, style: str | None, base: str | None) -> None:
    """Read every manual and print every problem, sorted by place.

    \b
    Example:
      registry check --format json
      registry check --base origin/main
    """
    try:
        checked = pipeline.check(manuals, base)
    except history.UnusableBaseError as error:
        raise click.UsageError(f"nothing to compare with at {base!r}: {error}") from None
    _print_report(checked, style)
    sys.exit(EXIT_PROBLEMS if has_errors(checked.diagnostics) else 0)


@main.command()
@_MANUALS
@_FORMAT
@click.option(
    "--site",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("site"),
    show_default=True,
    help="The folder to publish into; replaced as a whole, or not at all.",
)
@click.option(
    "--config",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=Path("mkdocs.yml"),
    show_default=True,
    help="The site's configuration.",
)
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=lambda: os.cpu_count() or 1,
    show_default="one a processor",
    help="How many processes write; the files are the same for any number.",
)
def build(manuals: Path, site: Path, config: Path, style: str | None, processes: int) -> None:
    """Check every manual, then build the catalogue, the API and the search index into a folder.

    Nothing is published, and an earlier site stays as it was, while any manual has an error.

    \b
    Example:
      registry build --site /tmp/site
    """
    _check_target(site, manuals)
    chosen = settings.load(config)
    built = pipeline.build(manuals, site.resolve(), config, chosen, processes)
    _print_report(built.checked, style)
    if not built.written:
        click.echo(f"nothing was published; {site}/ is as it was before", err=True)
        sys.exit(EXIT_PROBLEMS)
    catalogue = built.checked.catalogue
    click.echo(
        f"{site}/: {len(catalogue.tools):,} tools of {len(catalogue.listed):,} manuals by "
        f"{len(catalogue.publishers):,} publishers, {len(built.written):,} files"
    )
    click.echo("look at it with: make serve  (or: registry serve)")


@main.command()
@click.argument("site", type=_FOLDER, default=Path("site"))
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
def serve(site: Path, port: int) -> None:
    """Show a built site on this machine, with the content types that a static host sends.

    \b
    Example:
      registry serve --port 8080
    """
    serve_folder(site, port)


@main.command("search")
@click.argument("words", nargs=-1)
@click.option("--protocol", help="Only tools whose manual is written in it, such as utcp.")
@click.option("--publisher", help="Only tools of this publisher.")
@click.option("--tag", help="Only tools with this tag.")
@click.option("--auth", help="Only tools that are called in this way, such as none or api_key.")
@click.option("--transport", help="Only tools that are called over it, such as http.")
@click.option("--effect", help="Only tools that do this: read, write or destructive.")
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with scores.")
@click.option(
    "--index",
    "place",
    metavar="FILE|URL",
    help="An index to search; that of site/ or manuals/ here unless told.",
)
@_MANUALS_IF_ANY
def search_command(
    words: tuple[str, ...],
    limit: int,
    place: str | None,
    manuals: Path,
    as_json: bool,
    **narrowed: str | None,
) -> None:
    """Find the tools for a task, the best first.

    Any of the words is enough, and tools with more and rarer ones come first. "Quotes" around
    words want all of them. The options can be written among the words, too, as in protocol:utcp;
    two values with a comma between them want either. A pipe gets lines with tabs instead of a
    table.

    Exit codes: 0 something was found, 1 nothing was, 2 wrong use or an unusable index.

    \b
    Example:
      registry search weather forecast --auth none
      registry search "delete a file" --effect destructive --json
      registry search rain --index https://example.org/v1/search/whoosh.zip
    """
    if not words and not any(narrowed.values()):
        raise click.UsageError("say what to search for, in words or as a filter")
    try:
        answer = _index(place, manuals).query(" ".join(words), limit=limit, **narrowed)
    except (search.UnusableIndexError, OSError) as error:
        raise click.UsageError(f"the index {place or 'of site/'} cannot be used: {error}") from None
    if answer.instead:
        click.echo(table.instead(answer), err=True)
    if as_json:
        click.echo(table.as_json(answer))
    elif answer.hits:
        click.echo(table.table(answer, _mark) if sys.stdout.isatty() else table.lines(answer))
    sys.exit(0 if answer.hits else EXIT_NOTHING_FOUND)


@main.command("new")
@click.argument("manual", metavar="PUBLISHER/MANUAL", required=False)
@click.option("--protocol", type=click.Choice(blank.PROTOCOLS), help="What to write it in.")
@click.option("--name", help="Name of the publisher.")
@click.option("--homepage", help="The publisher's homepage.")
@click.option("--tool", help="Name of a first tool.")
@click.option("--description", help="What it does, in a sentence.")
@click.option("--task", help="Something to ask of it.")
@click.option("--url", help="Address that it, or its server, is called by; {places} are inputs.")
@click.option("--yes", is_flag=True, help="Ask nothing; what is not given is made up.")
@click.option(
    "--manuals",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("manuals"),
    show_default=True,
    help="The folder of manuals to write into.",
)
def new_command(
    manual: str | None, protocol: str | None, yes: bool, manuals: Path, **given: str | None
) -> None:
    """Write a first manual from a few answers: it passes the check and wants its details.

    Files that are there are never touched. Of an OpenAPI document, `registry import openapi` makes
    more.

    Exit codes: 0 a manual was written and passes the check, 1 it does not pass, 2 wrong use.

    \b
    Example:
      registry new acme/world-time
      registry new acme/world-time --url https://api.acme.com/time/{city} --yes
    """

    def ask(text: str, default: str | None, **more: Any) -> str:  # noqa: ANN401 - click's own
        if yes and default is not None:
            return default
        return str(click.prompt(text, default=default, err=True, **more))

    today = datetime.now(UTC).date().isoformat()
    choice = click.Choice(blank.PROTOCOLS)
    try:
        publisher, name = blank.split(manual or ask("Names, as publisher/manual", None))
        known = {"publisher": publisher, "manual": name}
        known["protocol"] = protocol or ask("Protocol", blank.PROTOCOLS[0], type=choice)
        for question in blank.QUESTIONS:
            answer = given[question.field]
            known[question.field] = answer or ask(question.text, question.default(known))
        made = blank.make(manuals, blank.Answers(**known), today)
    except UnusableTargetError as error:
        raise click.UsageError(str(error)) from None
    for path in made.written:
        click.echo(path)
    if problems := report.formats()["text"](report.Report(made.problems)):
        click.echo(f"\n{problems}")
    click.echo("fill in the details, then: registry check --base origin/main", err=True)
    sys.exit(EXIT_PROBLEMS if has_errors(made.problems) else 0)


@main.command("bump")
@click.argument(
    "step", type=click.Choice([str(step) for step in Step]), metavar="major|minor|patch"
)
@click.argument("manual", metavar="PUBLISHER/MANUAL")
@_MANUALS
def bump_command(step: str, manual: str, manuals: Path) -> None:
    """Copy the newest release of a manual to its next version, and print the new file's path.

    What changes for callers decides: major breaks calls, minor adds something, patch does neither.
    The copy keeps comments and layout; its version and its date are the new ones.

    \b
    Example:
      registry bump minor acme/world-time
    """
    try:
        path = bump.bump(manuals, manual, step, datetime.now(UTC).date().isoformat())
    except bump.CannotBumpError as error:
        raise click.UsageError(str(error)) from None
    click.echo(path)
    click.echo(f"change it, then: registry diff {manual}", err=True)


@main.command("diff")
@click.argument("manual", metavar="PUBLISHER/MANUAL")
@click.argument("wanted", nargs=-1, metavar="[OLD NEW]")
@_MANUALS
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def diff_command(manual: str, wanted: tuple[str, ...], manuals: Path, as_json: bool) -> None:
    """Tell what changes between two versions of a manual, the newest two unless told.

    Each change is breaking, compatible or cosmetic, and marked where it touches security. Words
    that a model reads are shown side by side.

    \b
    Example:
      registry diff acme/world-time
      registry diff acme/world-time 1.0.0 2.0.0 --json
    """
    try:
        found = diff.compare(lookup.find(manuals, manual), wanted)
    except lookup.NoSuchReleaseError as error:
        raise click.UsageError(str(error)) from None
    click.echo(diff.as_json(found) if as_json else diff.as_text(found))


@main.command()
@click.argument("rule", type=click.Choice([rule.id for rule in rules.documented()]), metavar="RULE")
def explain(rule: str) -> None:
    """Print what a rule wants and why, with a bad and a good manual.

    \b
    Example:
      registry explain missing-description
    """
    found = next(each for each in rules.documented() if each.id == rule)
    click.echo(f"{found.id} ({found.severity})\n\n{found.documentation}")


@main.group("import")
def import_group() -> None:
    """Make a manual of a description that you have already."""


@import_group.command("openapi")
@click.argument("source", metavar="FILE|URL")
@click.option(
    "--publisher", default="", help="The publisher's name; read off the host if left out."
)
@click.option("--manual", default="", help="The manual's name; read off the title if left out.")
@click.option("--version", default="1.0.0", show_default=True, help="Version of the manual.")
@click.option("--released", default="", help="Date of the release (YYYY-MM-DD); today if left out.")
@click.option("--server", default="", help="The API's address, where the document has none to use.")
@click.option(
    "--only",
    multiple=True,
    metavar="TAG|PATTERN",
    help="Only operations with this tag, or whose name, operationId or path fits; may be repeated.",
)
@click.option("--max", "limit", type=click.IntRange(1), help="At most so many tools.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("manuals"),
    show_default=True,
    help="The folder of manuals to write into.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def import_openapi(
    source: str, only: tuple[str, ...], limit: int | None, out: Path, as_json: bool, **names: str
) -> None:
    """Make a manual of an OpenAPI or Swagger document (2.0, 3.0, 3.1), and check it.

    Writes the release, and drafts of publisher.yaml and manual.yaml where there are none; files
    that are there are never touched. Then tells of every operation that was left out or changed,
    and why.

    Exit codes: 0 a manual was written and passes the check, 1 it does not pass or there is none,
    2 wrong use, or no OpenAPI document.

    \b
    Example:
      registry import openapi petstore.yaml --publisher acme --manual pets
      registry import openapi https://api.example.com/openapi.json --only orders --max 30
      registry import openapi local.json --server https://api.example.com/v1 --json
    """
    wanted = Wanted(only, limit, names.pop("server"))
    released = names.pop("released") or datetime.now(UTC).date().isoformat()
    order = importing.Order(source, out, wanted=wanted, released=released, **names)
    try:
        result = importing.run(order, _with_progress)
    except (importing.UnusableSourceError, UnusableTargetError) as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(import_report.as_json(result))
    else:
        click.echo(import_report.as_text(result))
        if problems := report.formats()["text"](report.Report(result.problems)):
            click.echo(f"\n{problems}")
        for path in result.written:
            click.echo(f"wrote {path}")
    sys.exit(result.exit_code)


def _with_progress(operations: list[Operation]) -> Iterator[Operation]:
    """Pass *operations* on, with a bar on a terminal if there are many."""
    if not sys.stderr.isatty() or len(operations) < MANY_OPERATIONS:
        yield from operations
        return
    with click.progressbar(operations, label="operations", file=sys.stderr) as bar:
        yield from bar


def _check_target(site: Path, manuals: Path) -> None:
    """Refuse a folder for the site whose other files a build would remove with it."""
    if manuals.resolve() in (site.resolve(), *site.resolve().parents):
        raise click.UsageError(f"{site}/ is a part of {manuals}/; name another folder with --site")
    is_site = (site / ".well-known" / "utcp.json").is_file()
    if site.exists() and not is_site and any(site.iterdir()):
        raise click.UsageError(
            f"{site}/ holds something else than a site, and a build replaces the whole folder; "
            "name another with --site, or empty it"
        )


def _print_report(checked: pipeline.Checked, style: str | None) -> None:
    in_actions = os.environ.get("GITHUB_ACTIONS") == "true"
    chosen = style or ("github" if in_actions else "text")
    found = report.Report(checked.diagnostics, checked.changed)
    if sys.stdout.isatty():
        found = replace(found, read=_read, paint=_paint)
    text = report.formats()[chosen](found)
    if text:
        click.echo(text)
    summary = os.environ.get("GITHUB_STEP_SUMMARY", "")
    if chosen == "github" and summary:
        with Path(summary).open("a", encoding="utf-8") as page:
            page.write(report.formats()["markdown"](found) + "\n")


def _index(place: str | None, manuals: Path) -> search.Index:
    published = Path("site", archive.PUBLISHED)
    if place is None and not locate.is_fresh(published, manuals):
        if not manuals.is_dir():
            raise click.UsageError("there is no manuals/ here; name an index with --index")
        return search.build(pipeline.check(manuals).catalogue)
    return locate.locate(place or str(published))


def _mark(word: str) -> str:
    return word if "NO_COLOR" in os.environ else click.style(word, bold=True, underline=True)


def _read(path: str) -> str | None:
    """Return the text of a file for an excerpt, or None where it cannot be shown."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None


def _paint(role: str, text: str) -> str:
    return text if "NO_COLOR" in os.environ else click.style(text, **_COLOURS[role])
