"""A signed site of which anything was changed, exchanged or kept back is refused, or is itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from attack import flipped, seeds
from seen import some
from static_host import hosting

from registry import signing
from registry.signing import METADATA, SignedSite, Trust, UntrustedSiteError
from registry.web.fetch import FetchError

pytestmark = pytest.mark.slow

NOW = datetime.now(UTC)
KEY, STRANGER = signing.new_key(), signing.new_key()
ROOT = signing.first_root([KEY], KEY, NOW)
FOREIGN_ROOT = signing.first_root([STRANGER], STRANGER, NOW)


def signed(text: str, at: datetime, root: bytes = ROOT, key: bytes = KEY) -> dict[str, bytes]:
    with TemporaryDirectory() as folder:
        site = Path(folder)
        (site / "v1").mkdir()
        (site / "utcp").write_text(text, encoding="utf-8")
        (site / "v1" / "index.json").write_text(text, encoding="utf-8")
        signing.sign(site, Trust((root,)), key, at, ["v1"])
        return {
            path.relative_to(site).as_posix(): path.read_bytes()
            for path in site.rglob("*")
            if path.is_file()
        }


@cache
def sites() -> tuple[dict[str, bytes], ...]:
    """Return a site as it was, as it is, and as someone else would have signed it."""
    return (
        signed("old", NOW - timedelta(hours=2)),
        signed("now", NOW),
        signed("foreign", NOW, FOREIGN_ROOT, STRANGER),
    )


def attacked(dice: Random) -> dict[str, bytes]:
    old, now, foreign = sites()
    files = dict(now)
    for _ in range(dice.randint(1, 4)):
        name = dice.choice(sorted(files))
        match dice.randrange(5):
            case 0:
                files[name] = flipped(files[name], dice)
            case 1:
                files[name] = old.get(name, b"")
            case 2:
                files[name] = foreign.get(name, b"{}")
            case 3:
                files[name] = files[dice.choice(sorted(files))]
            case _:
                del files[name]
    return files


@pytest.mark.parametrize("path", ["utcp", "v1/index.json"])
def test_reader_has_what_was_signed_or_an_error(path: str, tmp_path: Path) -> None:
    for seed in some(seeds(12)):
        files = attacked(Random(f"{path} {seed}"))
        with hosting(files) as host:
            try:
                site = SignedSite(f"{host.url}/", ROOT, tmp_path / f"kept-{seed}")
                text = site.file(path, tmp_path / f"file-{seed}").decode()
            except (UntrustedSiteError, FetchError):
                continue
        assert text in ("old", "now"), seed


def test_reader_goes_back_to_nothing_older(tmp_path: Path) -> None:
    old, now, foreign = sites()
    for seed in some(seeds(4)):
        kept, dice = tmp_path / f"kept-{seed}", Random(seed)
        with hosting(dict(now)) as host:
            SignedSite(f"{host.url}/", ROOT, kept).file("utcp", tmp_path / "file")
            names = [name for name in sorted(now) if name.startswith(METADATA)]
            other = dice.choice((old, foreign))
            for name in dice.sample(names, dice.randint(1, len(names))):
                host.files[name] = other.get(name, b"")
            host.files["utcp"] = other["utcp"]

            with pytest.raises((UntrustedSiteError, FetchError)):
                SignedSite(f"{host.url}/", ROOT, kept).file("utcp", tmp_path / f"again-{seed}")
