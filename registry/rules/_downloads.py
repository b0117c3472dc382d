"""Find what a command line downloads before it runs, read as the runners themselves read it."""

from __future__ import annotations

import re
import shlex
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


class Download(NamedTuple):
    """A package or image, as the command line names it, and whether its version is fixed."""

    name: str
    is_pinned: bool


class _Runner(NamedTuple):
    """The syntax of a program's arguments.

    Attributes:
        is_pinned: returns whether the version of a package is fixed.
        valued: the options that take the next word, beside `replacing` and `adding`.
        flags: the options that take none, where they are fewer: all others do then.
        replacing: the options that name the package; the first word is a command then.
        adding: the options that name one more package.
        packages: how many of the other words are packages; None where all are.
    """

    is_pinned: Callable[[str], bool]
    valued: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    replacing: frozenset[str] = frozenset()
    adding: frozenset[str] = frozenset()
    packages: int | None = 1

    def takes_next(self, option: str) -> bool:
        if self.flags:
            return option not in self.flags
        return option in self.valued | self.replacing | self.adding


def downloads(line: str) -> Iterator[Download]:
    """Yield what the runners in the command line or script *line* download."""
    for words in _commands(line):
        program = _program_name(words[0])
        yield from _of_command(program, words[1:])


def _of_command(program: str, words: Sequence[str]) -> Iterator[Download]:
    if program in _SHELLS:
        for script in [word for option, word in _read(words, _SHELL) if option == "-c"]:
            yield from downloads(script)
    for subcommand, runner in _RUNNERS.get(program, {}).items():
        rest = _after_subcommand(subcommand, words)
        if rest is not None:
            found = [each for each in _packages(rest, runner) if not _LOCAL.match(each)]
            yield from (Download(each, runner.is_pinned(each)) for each in found)
            return


def _packages(words: Sequence[str], runner: _Runner) -> Iterator[str]:
    read = list(_read(words, runner))
    plain = [word for option, word in read if not option]
    named = [word for option, word in read if option in runner.replacing]
    yield from named or plain[: runner.packages]
    yield from (word for option, word in read if option in runner.adding)


def _read(words: Sequence[str], runner: _Runner) -> Iterator[tuple[str, str]]:
    """Yield the options that have a value, with it, and the other words with no option."""
    remaining = iter(words)
    for word in remaining:
        if word == "--":
            yield from (("", each) for each in remaining)
        elif not word.startswith("-") or word == "-":
            yield "", word
            if runner.packages is not None:
                return
        elif word.startswith("--") or word in runner.valued:
            option, equals, value = word.partition("=")
            if runner.takes_next(option):
                yield option, value if equals else next(remaining, "")
        else:
            yield from _cluster(word, remaining, runner)


def _cluster(word: str, remaining: Iterator[str], runner: _Runner) -> Iterator[tuple[str, str]]:
    """Yield the option with a value among letters that share a dash: `-itv /a:/b`, `-pweather`."""
    for at, letter in enumerate(word[1:], start=2):
        if runner.takes_next(f"-{letter}"):
            yield f"-{letter}", word[at:].removeprefix("=") or next(remaining, "")
            return


def _after_subcommand(subcommand: tuple[str, ...], words: Sequence[str]) -> Sequence[str] | None:
    """Return what follows the words of *subcommand*, or None where it is another one."""
    for expected in subcommand:
        at = 0
        while at < len(words) and words[at].startswith("-"):
            at += 2 if words[at] in _BEFORE_SUBCOMMAND else 1
        if words[at : at + 1] != [expected]:
            return None
        words = words[at + 1 :]
    return words


# --- the commands of a script ------------------------------------------------------------------

_SHELLS = frozenset({"ash", "bash", "dash", "sh", "zsh"})
_SHELL = _Runner(bool, valued=frozenset({"-c", "-o", "-O"}))
_WRAPPERS = frozenset({"/c", "cmd", "command", "env", "exec", "nice", "nohup", "sudo", "time"})
_ASSIGNMENT = re.compile(r"\w+=")
_BETWEEN = frozenset(";|&()<>\n")


def _commands(line: str) -> Iterator[list[str]]:
    """Yield the words of each command in a script, from the name of its program on."""
    words: list[str] = []
    for word in [*_split(line), ";"]:
        # An empty word is one in quotes, such as the value of `--entrypoint ''`.
        if not word or not set(word) <= _BETWEEN:
            words.append(word)
            continue
        while words and (words[0].lower() in _WRAPPERS or _is_before_name(words[0])):
            words = words[1:]
        if words:
            yield words
        words = []


def _is_before_name(word: str) -> bool:
    return word.startswith("-") or bool(_ASSIGNMENT.match(word))


@lru_cache(maxsize=100)
def _split(line: str) -> tuple[str, ...]:
    lexer = shlex.shlex(line.replace("\\\n", " "), posix=True, punctuation_chars=";|&()<>\n")
    lexer.whitespace = " \t\r"
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        return tuple(lexer)
    except ValueError:  # a quote that is never closed
        return tuple(line.split())


def _program_name(word: str) -> str:
    name = re.split(r"[/\\]", word)[-1].lower()
    name = re.sub(r"\.(?:exe|cmd|bat)$", "", name)
    return re.sub(r"^(pip|python)[\d.]+$", r"\1", name)


# --- versions ----------------------------------------------------------------------------------

_LOCAL = re.compile(r"\.{0,2}/|\.$|\.\.$|~|file:|[A-Za-z]:\\|$")
_COMMIT = re.compile(r"[@#][0-9a-f]{40}\b")
_NPM = re.compile(r"(?:.+@npm:)?(?:@[^/@]+/)?[^/@]+@v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$")
_PYTHON = re.compile(r"[\w.\[\],-]+\s*(?:===?|@)\s*v?\d+(?:[.!]?\w+)*(?:\+[\w.]+)?(?:\s*;.*)?$")
_ADDRESS = re.compile(r"^(?:git\+|https?:|ssh:)|\s@\s")
_IN_ADDRESS = re.compile(r"[@#]v?\d+(?:\.\d+)+(?=$|[/#])|#sha256=[0-9a-f]{64}")
_DIGEST = re.compile(r"@sha256:[0-9a-f]{64}$")
_TAG = re.compile(r":(?:[A-Za-z][A-Za-z.]*[-_])*v?\d[\w.-]*$")
_GO = re.compile(r"@v\d+\.\d+\.\d+[\w.+-]*$")


def _is_pinned_npm(name: str) -> bool:
    return bool(_NPM.match(name)) or (_is_pinned_address(name) and "/" in name.lstrip("@"))


def _is_pinned_address(name: str) -> bool:
    return bool(_COMMIT.search(name) or _IN_ADDRESS.search(name))


def _is_pinned_python(name: str) -> bool:
    return _is_pinned_address(name) if _ADDRESS.search(name) else bool(_PYTHON.match(name))


def _is_pinned_image(name: str) -> bool:
    """Return whether an image has a digest, or a tag with a number; a registry may have a port."""
    return bool(_DIGEST.search(name) or _TAG.search(name.rpartition("/")[2]))


def _is_pinned_deno(name: str) -> bool:
    kind, _, package = name.partition(":")
    if kind in {"npm", "jsr"}:
        at = package.lstrip("/").split("/")
        return _is_pinned_npm("/".join(at[: 2 if at[0].startswith("@") else 1]))
    return kind not in {"http", "https"} or _is_pinned_address(name)


def _is_pinned_go(name: str) -> bool:
    return bool(_GO.search(name)) or "." not in name.partition("/")[0]


# --- the runners -------------------------------------------------------------------------------

_BEFORE_SUBCOMMAND = frozenset(
    {"-H", "-c", "-l", "--config", "--connection", "--context", "--host", "--log-level", "--root"}
    | {"--directory", "--project", "--cache-dir", "--prefix", "--filter", "-C", "--cwd"}
)

_CONTAINER = _Runner(
    _is_pinned_image,
    flags=frozenset(
        {"-d", "-i", "-t", "-P", "-q", "-h", "--detach", "--disable-content-trust", "--env-host"}
        | {"--help", "--http-proxy", "--init", "--interactive", "--no-healthcheck", "--no-hostname"}
        | {"--no-hosts", "--oom-kill-disable", "--passwd", "--privileged", "--publish-all"}
        | {"--quiet", "--read-only", "--read-only-tmpfs", "--replace", "--rm", "--rmi"}
        | {"--sig-proxy", "--tls-verify", "--tty", "--use-api-socket"}
    ),
)
_PULL = _Runner(_is_pinned_image, valued=frozenset({"--platform", "--arch", "--os", "--variant"}))
_NPM_VALUED = frozenset(
    {"-w", "--workspace", "--registry", "--userconfig", "--cache", "--prefix", "--node-options"}
    | {"-c", "--call", "--shell", "--loglevel", "--allow-build", "--cwd"}
)
_NPX = _Runner(_is_pinned_npm, valued=_NPM_VALUED, replacing=frozenset({"-p", "--package"}))
_UV_VALUED = frozenset(
    {"-p", "--python", "--index", "--default-index", "-i", "--index-url", "--extra-index-url"}
    | {"-f", "--find-links", "--index-strategy", "--keyring-provider", "-P", "--upgrade-package"}
    | {"--reinstall-package", "--refresh-package", "--resolution", "--prerelease", "--env-file"}
    | {"--exclude-newer", "--link-mode", "-C", "--config-setting", "--no-build-package"}
    | {"--no-binary-package", "--python-platform", "--cache-dir", "--color", "--directory"}
    | {"--project", "--config-file", "-c", "--constraints", "-b", "--build-constraints"}
    | {"--overrides", "--torch-backend", "--allow-insecure-host", "--with-requirements"}
    | {"--with-editable", "-t", "--target", "-r", "--requirements"}
)
_UVX = _Runner(
    _is_pinned_python,
    valued=_UV_VALUED,
    replacing=frozenset({"--from"}),
    adding=frozenset({"-w", "--with"}),
)
_UV_RUN = _Runner(
    _is_pinned_python, valued=_UV_VALUED, adding=frozenset({"-w", "--with"}), packages=0
)
_PIPX = _Runner(
    _is_pinned_python,
    valued=frozenset({"--python", "--pip-args", "-i", "--index-url", "--backend", "--suffix"}),
    replacing=frozenset({"--spec"}),
    adding=frozenset({"--with", "--preinstall"}),
)
_PIP = _Runner(
    _is_pinned_python,
    valued=_UV_VALUED
    | {"--requirement", "--constraint", "--prefix", "--root", "--src", "--platform", "--abi"}
    | {"--python-version", "--implementation", "--proxy", "--timeout", "--retries", "--cert"}
    | {"--log", "--progress-bar", "--upgrade-strategy", "--no-binary", "--only-binary"}
    | {"--trusted-host", "--exists-action", "--report", "--config-settings"},
    adding=frozenset({"-e", "--editable"}),
    packages=None,
)
_DENO = _Runner(
    _is_pinned_deno,
    valued=frozenset(
        {"-c", "--config", "--import-map", "--location", "--seed", "--cert", "-L", "--log-level"}
        | {"--preload", "--ext", "-n", "--name", "--root"}
    ),
)
_GO_RUN = _Runner(
    _is_pinned_go,
    valued=frozenset({"-C", "-exec", "-gcflags", "-ldflags", "-mod", "-modfile", "-o", "-p"})
    | {"-tags"},
)

_RUNNERS: dict[str, Mapping[tuple[str, ...], _Runner]] = {
    "docker": {
        ("run",): _CONTAINER,
        ("create",): _CONTAINER,
        ("container", "run"): _CONTAINER,
        ("container", "create"): _CONTAINER,
        ("pull",): _PULL,
        ("image", "pull"): _PULL,
    },
    "npx": {(): _NPX},
    "npm": {("exec",): _NPX, ("x",): _NPX},
    "pnpm": {("dlx",): _NPX},
    "bun": {("x",): _NPX},
    "uvx": {(): _UVX},
    "uv": {
        ("tool", "run"): _UVX,
        ("tool", "install"): _UVX,
        ("pip", "install"): _PIP,
        ("run",): _UV_RUN,
    },
    "pipx": {("run",): _PIPX, ("install",): _PIPX},
    "pip": {("install",): _PIP},
    "python": {("pip", "install"): _PIP},  # `-m` comes before the subcommand
    "deno": {("run",): _DENO, ("install",): _DENO, ("x",): _DENO},
    "go": {("run",): _GO_RUN, ("install",): _GO_RUN},
}
for _same, _as in {"bunx": "npx", "pnpx": "npx", "yarn": "pnpm", "podman": "docker"}.items():
    _RUNNERS[_same] = _RUNNERS[_as]
