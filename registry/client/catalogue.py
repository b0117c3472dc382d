"""A published registry, open for questions."""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from registry.client._opening import source_at
from registry.client._parameters import (
    check_filters,
    check_version,
    checked_id,
    checked_ids,
    checked_limit,
)
from registry.client._records import Manual, Tool
from registry.client._scope import is_within, kept_to, no_answer, publishers
from registry.client._similar_ids import ids_meant
from registry.client._snapshot import Snapshot
from registry.client.errors import (
    DamagedFileError,
    NotFoundError,
    UnavailableError,
    UntrustedFileError,
    WithdrawnWarning,
    blaming,
    warn_caller,
)
from registry.client.lock import Lock

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping

    from registry.client._file_sources import FileSource
    from registry.client.call import (
        Confirm,
        Limits,
        Memory,
        Policy,
        Question,
        Reply,
        Secrets,
        Target,
    )
    from registry.client.functions.offered import Functions
    from registry.search import SearchAnswer

T = TypeVar("T")

REFRESH_SECONDS = 60.0
"""After which a program that goes on and on asks the site again whether anything has changed."""

_LOG = logging.getLogger(__name__)


class Catalogue:
    """A registry that is read as it was when it was opened or last refreshed.

    Where the site changes meanwhile, a question that meets the change is answered from the new
    state. Threads may share a catalogue. Every method may raise UnavailableError,
    UntrustedFileError and DamagedFileError, which are RegistryErrors.
    """

    def __init__(
        self, source: FileSource, *, is_local: bool = True, lock: Lock | None = None
    ) -> None:
        """See `Catalogue.open`."""
        self.lock = lock
        """The tools to which it is limited, or None."""
        self.is_local = is_local
        """Whether the registry is a folder, or a site on this machine."""
        self._source = source
        self._memory: Memory | None = None
        self._snapshot = Snapshot(source)
        self._asked = time.monotonic()

    @classmethod
    def open(  # noqa: PLR0913 - each is the caller's choice
        cls,
        place: str | Path,
        *,
        cache: str | Path | None = None,
        offline: bool = False,
        signed_by: str | Path | None = None,
        lock: str | Path | None = None,
        allow_expired: bool = False,
    ) -> Catalogue:
        """Return the registry at *place*: the address of its site, or a folder with its files.

        Addresses are https, or http on this machine. What is downloaded is kept in the folder
        *cache* (by default one of the user's own), from where it is read when the site cannot be
        asked; an OfflineWarning says so. With *offline* the site is not even asked.

        With *signed_by*, a file with the site's trust root, a site counts only as its registry has
        signed it; else UntrustedFileError is raised. This needs the extra `sign`, and an address.
        An UnavailableError, which is an OSError, is raised if that file cannot be read.
        What is read from the cache counts no longer than its signature, unless *allow_expired*.

        With *lock*, a file that `registry lock` wrote, it has the tools in the file and no others,
        and a tool whose definition is another one by now is a LockedError.
        """
        source, is_local = source_at(
            place, cache, signed_by, offline=offline, allow_expired=allow_expired
        )
        return cls(source, is_local=is_local, lock=None if lock is None else Lock.read(Path(lock)))

    @property
    def name(self) -> str:
        """The name of the registry."""
        return self._snapshot.name

    @property
    def revision(self) -> str:
        """The digest of all that is published; the same while nothing has changed."""
        return self._snapshot.revision

    @property
    def is_offline(self) -> bool:
        """Whether answers only come from the cache, as of the last visit."""
        return self._source.is_offline

    @property
    def manuals(self) -> tuple[str, ...]:
        """The ids of all manuals, quarantined ones included."""
        ids = self._snapshot.manuals
        if self.lock is None:
            return ids
        locked = {each.rpartition("/")[0] for each in self.lock.tools}
        return tuple(each for each in ids if each in locked)

    def refresh(self) -> bool:
        """Check the site again, and return whether anything has changed."""
        newest = Snapshot(self._source)
        if newest.revision == self.revision:
            return False
        self._snapshot = newest
        return True

    def keep_current(self, seconds: float = REFRESH_SECONDS) -> None:
        """Check the site again if that was so many *seconds* ago, for programs that go on and on.

        What was withdrawn is then gone for them, too. Where the site cannot be read, all stays as
        it was, and the log says so; UntrustedFileError is raised as by `Catalogue.open`.
        """
        if time.monotonic() - self._asked < seconds:
            return
        try:
            self.refresh()
        except (DamagedFileError, UnavailableError) as error:
            _LOG.warning("%s is used as it was: %s", self.name, error)
        self._asked = time.monotonic()

    def search(  # noqa: PLR0913 - one for each facet
        self,
        text: str,
        *,
        limit: int = 10,
        publisher: str | None = None,
        protocol: str | None = None,
        transport: str | None = None,
        auth: str | None = None,
        effect: str | None = None,
        tag: str | None = None,
        only: Collection[str] | None = None,
    ) -> SearchAnswer:
        """Return the tools for *text*, best first, in the order of `registry search`.

        *text* is a task in plain words, with `"phrases"` and filters such as `protocol:utcp` if
        you like; an empty string finds nothing. The other arguments are also such filters: each
        takes one value, or several with commas between them, of which one must match. *only* holds
        ids of publishers, manuals and tools to which the search is limited; with it, or with a
        lock, the answer's total may also count other tools of their publishers. Raises TypeError
        for a *limit* that is no integer, a *text* or a filter that is no string, and an *only*
        that is one or holds anything else.
        """
        if not isinstance(text, str):
            raise TypeError(f"a question is a string, not {text!r}")
        limit, only = checked_limit(limit), checked_ids(only)
        if self.lock is not None:
            only = [each for each in self.lock.tools if only is None or is_within(each, only)]
        if only is not None and not only:
            return no_answer()
        narrowed = {
            "publisher": publisher or (publishers(only) if only else None),
            "protocol": protocol,
            "transport": transport,
            "auth": auth,
            "effect": effect,
            "tag": tag,
        }
        check_filters(narrowed)

        def ask(snapshot: Snapshot) -> SearchAnswer:
            def limited(most: int) -> SearchAnswer:
                return snapshot.shards.query(text, limit=most, **narrowed)

            with blaming("search"):
                return kept_to(only, limit, limited) if only else limited(limit)

        with self._in_own_words("the search"):
            answer = self._answer(ask)
        return answer if self.lock is None else self.lock.worded(answer)

    def tool(self, tool_id: str) -> Tool:
        """Return the tool *tool_id*, `publisher/manual/tool`, of the latest version.

        Raises NotFoundError where there is none, and TypeError for an id that is no string.
        """
        manual_id, _, name = checked_id(tool_id).rpartition("/")
        if "/" not in manual_id:
            hint = ids_meant(tool_id, self, "write publisher/manual/tool")
            raise NotFoundError(f"{tool_id!r} is not the id of a tool; {hint}")
        if self.lock is not None and tool_id not in self.lock.tools:
            # A model reads this, and may have a shell: it is not invited to widen its own limits.
            raise NotFoundError(
                f"{tool_id} is not in the lock; only the person who keeps it can add it "
                f"(registry lock add {tool_id})"
            )

        def read(snapshot: Snapshot) -> Tool:
            with blaming(f"tools/{tool_id}.json"):
                tool = snapshot.tool(manual_id, snapshot.entry(manual_id), name)
                if self.lock is not None:
                    self.lock.check(tool)
                return tool

        with self._in_own_words(tool_id):
            return self._answer(read)

    def target(self, tool_id: str) -> Target:
        """Return the tool *tool_id* as `registry.client.call` calls it. Raises NotFoundError."""
        from registry.client.call import Target  # noqa: PLC0415 - most readers call nothing

        return Target.of_tool(self.tool(tool_id))

    def functions(
        self, tool_ids: Iterable[str], flavour: str, *, is_deferred: bool = False
    ) -> Functions:
        """Return the tools *tool_ids* as function definitions for the interface of a model.

        An id that occurs again, as several searches may give it, is one definition: models refuse
        two of a name. *flavour* is `openai`, `openai-responses`, `anthropic`, `gemini` or `mcp`.
        With *is_deferred*, definitions are loaded when the model's own search finds them. Raises
        ValueError for another flavour, or one that cannot do that, TypeError for *tool_ids* that
        are one string, and NotFoundError.
        """
        from registry.client.functions.offered import functions_of  # noqa: PLC0415 - wants more

        if isinstance(tool_ids, str):
            raise TypeError(f"tool_ids are ids, as in [{tool_ids!r}]")
        tools = {tool.id: tool for tool in map(self.tool, tool_ids)}
        return functions_of([*tools.values()], flavour, is_deferred=is_deferred)

    def call(  # noqa: PLR0913 - each is the caller's choice
        self,
        tool_id: str,
        arguments: Mapping[str, Any],
        *,
        confirm: Callable[[Question], bool] | None = None,
        secrets: Secrets | None = None,
        policy: Policy | None = None,
        limits: Limits | None = None,
    ) -> Reply:
        """Call the tool *tool_id* with *arguments*, and return what it answers.

        *confirm* is asked before something is changed; without it, what is destructive or starts
        a program is refused, unless the *policy* allows it. *secrets* are those of the environment
        unless given. Raises CallError, NotFoundError where there is no such tool, and TypeError
        where *confirm* answers neither True nor False. A running event loop, such as a notebook's,
        waits; `call_async` lets it go on.
        """

        async def ask(question: Question) -> bool:
            return confirm is not None and confirm(question)

        answer = self.call_async(
            tool_id,
            arguments,
            confirm=ask if confirm else None,
            secrets=secrets,
            policy=policy,
            limits=limits,
        )
        return _wait_for(answer)

    async def call_async(  # noqa: PLR0913 - as above
        self,
        tool_id: str,
        arguments: Mapping[str, Any],
        *,
        confirm: Confirm | None = None,
        secrets: Secrets | None = None,
        policy: Policy | None = None,
        limits: Limits | None = None,
    ) -> Reply:
        """Return what `call` does; *confirm* is a coroutine function.

        For many calls, a `registry.client.call.Caller` keeps connections open.
        """
        import asyncio  # noqa: PLC0415 - loading it takes as long as a search

        from registry.client.call import Caller, Memory, Policy, Secrets  # noqa: PLC0415 - as above

        self._memory = self._memory or Memory()
        policy = policy or Policy()
        target = await asyncio.to_thread(self.target, tool_id)
        async with Caller(
            secrets or Secrets.of_environment(),
            replace(policy, is_local=policy.is_local or self.is_local),
            limits,
            memory=self._memory,
        ) as caller:
            return await caller.call(target, arguments, confirm)

    def manual(self, manual_id: str, version: str = "latest") -> Manual:
        """Return the manual *manual_id*, `publisher/manual`.

        *version* is `x.y.z`, `x` for `x.0.0`, or `latest`, which is neither withdrawn nor a
        prerelease. With a lock, it has the tools in the lock only. Raises NotFoundError where there
        is none, and TypeError for an id or a *version* that is no string.
        """
        checked_id(manual_id)
        check_version(version)

        def read(snapshot: Snapshot) -> Manual:
            with blaming(f"manuals/{manual_id}/index.json"):
                return Manual.of(snapshot.manual(manual_id), snapshot.entry(manual_id, version))

        with self._in_own_words(manual_id, version):
            manual = self._answer(read)
        if self.lock is None:
            return manual
        locked = {each.rpartition("/")[2] for each in self.lock.of_manual(manual_id)}
        return replace(
            manual, tools={name: each for name, each in manual.tools.items() if name in locked}
        )

    def utcp_manual(self, manual_id: str, version: str = "latest") -> dict[str, Any]:
        """Return the http tools of a manual as the UTCP 1.x document that was published.

        A withdrawn version comes with a WithdrawnWarning. Raises NotFoundError where there is no
        such version, or nothing in it that is called over http, and TypeError as `manual` does.
        With a lock, it has the tools in the lock only.
        """
        checked_id(manual_id)
        check_version(version)
        if self.lock is not None and version in ("", "latest"):
            for tool_id in self.lock.of_manual(manual_id):
                self.tool(tool_id)

        def read(snapshot: Snapshot) -> dict[str, Any]:
            with blaming(f"manuals/{manual_id}"):
                entry = snapshot.entry(manual_id, version)
                if why := entry.get("yanked"):
                    message = f"{manual_id} {entry['version']} was withdrawn: {why}"
                    warn_caller(WithdrawnWarning(message))
                document = snapshot.utcp_manual(manual_id, entry)
                if self.lock is None:
                    return document
                digests = {each["name"]: each["sha256"] for each in entry["tools"]}
                return self.lock.limited(manual_id, document, digests)

        with self._in_own_words(manual_id, version):
            return self._answer(read)

    @contextmanager
    def _in_own_words(self, what: str, version: str = "latest") -> Iterator[None]:
        """With a lock, replace what the registry says in errors about *what*: models read them."""
        named = what if version in ("", "latest") else f"{what} {version}"
        try:
            yield
        except NotFoundError:
            if self.lock is None:
                raise
            raise NotFoundError(
                f"the registry does not offer {named} any more; registry lock check says why"
            ) from None
        except DamagedFileError:
            if self.lock is None:
                raise
            raise DamagedFileError(
                f"the registry's files of {named} are damaged; registry smoke says how"
            ) from None

    def _answer(self, read: Callable[[Snapshot], T]) -> T:
        """Return the result of *read*, in the new state where the site has changed meanwhile."""
        before = self._snapshot
        try:
            return read(before)
        except (UnavailableError, UntrustedFileError):
            # Another thread may have met the change first: only what was read from counts.
            self.refresh()
            if self._snapshot is before:
                raise
        return read(self._snapshot)


def _wait_for(call: Coroutine[Any, Any, T]) -> T:
    """Return the result of *call*; where this thread has a running event loop, from another.

    If waiting is interrupted, *call* is cancelled.
    """
    import asyncio  # noqa: PLC0415 - loading it takes as long as a search

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(call)
    from anyio.from_thread import start_blocking_portal  # noqa: PLC0415 - as above

    with start_blocking_portal() as portal:
        answer: T = portal.call(lambda: call)
    return answer
