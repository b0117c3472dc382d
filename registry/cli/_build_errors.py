"""Turn the errors that stop a build into messages."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from registry.cli._refusal import Failure, refusing
from registry.settings import SettingsError
from registry.site.client_checks import ClientChecksError
from registry.site.mkdocs_frame import GeneratorError
from registry.site.swap import BusyError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def build_errors_as_messages() -> Iterator[None]:
    """Raise Refusal for bad settings, and Failure if the site cannot be built."""
    try:
        with refusing(SettingsError):
            yield
    except BusyError:
        message = "another build is writing this site; try again when it has finished"
        raise Failure(message) from None
    except (GeneratorError, ClientChecksError) as error:
        raise Failure(str(error)) from None
