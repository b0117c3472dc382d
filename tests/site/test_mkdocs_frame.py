"""The site generator makes the hand-written pages and the frame, and nothing else is kept."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from paths import ROOT
from seen import some
from sites import hand_written_pages

from registry import rules
from registry.settings import Settings
from registry.site import mkdocs_frame
from registry.site.mkdocs_frame import GENERATOR_VARIABLE, GeneratorError

pytestmark = pytest.mark.slow

SETTINGS = Settings("Sample & Registry 🧰", "https://registry.example.com/tools/")


def generated(folder: Path, config: Path = ROOT / "mkdocs.yml") -> str:
    folder.mkdir()
    return hand_written_pages(folder, SETTINGS, config)


def generated_few(
    root: Path, *, config: str, about: str = "", submit: str = ""
) -> tuple[str, Path]:
    """Return the frame of a registry with two pages and no rule, and the folder of its pages.

    For all hand-written pages and rules, the generator takes many times as long.
    """
    (root / "docs").mkdir()
    (root / "docs/about.md").write_text(about or "# About\n", encoding="utf-8")
    (root / "docs/submit.md").write_text(submit or "# Submit\n", encoding="utf-8")
    (root / "mkdocs.yml").write_text(config, encoding="utf-8")
    (root / "site").mkdir()
    shell = hand_written_pages(root / "site", SETTINGS, root / "mkdocs.yml", ())
    return shell, root / "site"


def settings_with(nav: str) -> str:
    """Return the settings of this repository with another menu of pages."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    return re.sub(r"\nnav:\n(?: .*\n)+", f"\nnav:\n{nav}", text)


TWO = "  - About: about.md\n  - Submit: submit.md\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    folder = tmp_path_factory.mktemp("frame") / "site"
    return generated(folder), folder


def test_the_frame_has_a_place_for_everything_that_pages_differ_in(
    built: tuple[str, Path],
) -> None:
    shell, _ = built

    for slot in ("title", "description", "canonical", "head", "content"):
        assert shell.count(f"slot:{slot}") == 1, slot


def test_settings_go_before_the_configuration(built: tuple[str, Path]) -> None:
    _, folder = built
    html = (folder / "security" / "index.html").read_text(encoding="utf-8")

    assert "<title>Security · Sample &amp; Registry 🧰</title>" in html
    assert 'href="https://registry.example.com/tools/security/"' in html


def test_hand_written_pages_give_the_address_of_the_site(built: tuple[str, Path]) -> None:
    _, folder = built

    for name in ("index.html", "index.md"):
        text = (folder / "agents" / name).read_text(encoding="utf-8")

        assert "https://registry.example.com/tools/utcp" in text
        assert "https://registry.example/" not in text


def test_tabs_are_paragraphs_in_the_markdown_of_a_page(built: tuple[str, Path]) -> None:
    text = (built[1] / "agents" / "index.md").read_text(encoding="utf-8")

    assert '=== "' not in text
    assert "\n**Python**\n\n```python\n" in text


def test_nothing_is_left_for_a_script_that_no_page_has(built: tuple[str, Path]) -> None:
    shell, folder = built

    for html in (shell, (folder / "security" / "index.html").read_text(encoding="utf-8")):
        assert "data-md-" not in html
        assert "md-toggle" not in html


def test_every_rule_has_a_page_without_the_marks_of_its_test(built: tuple[str, Path]) -> None:
    _, folder = built

    for rule in some(rules.documented()):
        html = (folder / "rules" / rule.id / "index.html").read_text(encoding="utf-8")

        assert rule.id in html
        assert "# expect" not in html


def test_only_what_pages_use_is_kept(built: tuple[str, Path]) -> None:
    _, folder = built

    assert not (folder / "shell").exists()
    assert not [path for path in folder.rglob("*") if path.suffix in (".map", ".gz")]
    assert "/shell/" not in (folder / "sitemap-docs.xml").read_text(encoding="utf-8")


def test_the_same_pages_twice_are_the_same_bytes(
    built: tuple[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell, folder = built
    monkeypatch.delenv(GENERATOR_VARIABLE)  # which keeps what was made before
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    monkeypatch.chdir(tmp_path)

    assert generated(tmp_path / "again") == shell
    assert contents(tmp_path / "again") == contents(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_pages_are_folders_and_of_one_theme_whatever_the_configuration_says(
    tmp_path: Path,
) -> None:
    text = settings_with(TWO).replace("  name: material\n", "")
    text = text.replace("use_directory_urls: true", "use_directory_urls: false")
    shell, folder = generated_few(tmp_path, config=text)

    assert "slot:content" in shell
    assert (folder / "about/index.html").is_file()


def test_registry_may_be_without_a_description(tmp_path: Path) -> None:
    shell, _ = generated_few(tmp_path, config="plugins: []\n")
    footer = shell[shell.index("<footer") :]

    assert "None" not in footer


def test_menu_of_pages_may_be_as_deep_as_the_operator_wants(tmp_path: Path) -> None:
    deep = "  - Guides:\n      - Deep:\n          - Deeper: [about.md]\n"
    text = f"{settings_with(deep)}\nvalidation: {{omitted_files: ignore}}\n"
    _, folder = generated_few(tmp_path, config=text)
    html = (folder / "about/index.html").read_text(encoding="utf-8")

    assert '<li>Deep<ul><li>Deeper<ul><li><a href="./" aria-current="page">' in html


def test_page_to_submit_has_its_button_without_a_heading_of_its_own(tmp_path: Path) -> None:
    text = f"repo_url: https://github.com/acme/tools\n{settings_with(TWO)}"
    _, folder = generated_few(tmp_path, config=text, submit="Send a manual.\n\n## Steps\n")
    html = (folder / "submit/index.html").read_text(encoding="utf-8")

    assert html.count('<p><a class="button"') == 1


def test_a_broken_link_in_a_hand_written_page_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(GeneratorError, match=r"gone\.md"):
        generated_few(tmp_path, config=settings_with(TWO), about="[gone](gone.md)\n")


def test_folder_of_pages_that_is_gone_comes_from_a_new_registry(tmp_path: Path) -> None:
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)

    with pytest.raises(GeneratorError, match=r"docs' .*; restore it, or copy .* `registry init`"):
        generated(tmp_path / "site", tmp_path / "mkdocs.yml")


def test_a_generator_that_is_not_installed_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GENERATOR_VARIABLE, f"{sys.executable} -m no_such_generator")

    with pytest.raises(GeneratorError, match="no_such_generator"):
        generated(tmp_path / "site")


WITHOUT_INPUT = """
import os, sys
from pathlib import Path
os.close(0)
from registry.settings import Settings
from registry.site.mkdocs_frame import running_generator
settings = Settings("A", "https://a.example.com/")
with running_generator(Path("mkdocs.yml"), settings, ()) as generator:
    generator.place(Path("pages"))
"""


def test_pages_are_built_elsewhere_where_nothing_can_be_typed(tmp_path: Path) -> None:
    """Without standard input, the generator cleared the folder `site` it was started beside."""
    for path, text in (
        ("docs/about.md", "# About"),
        ("mkdocs.yml", settings_with("  - About: about.md\n")),
        ("site/index.html", "The site that people use."),
        ("pages/empty", ""),
    ):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    command = [sys.executable, "-c", WITHOUT_INPUT]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)

    assert [path.name for path in (tmp_path / "site").iterdir()] == ["index.html"]
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "pages/about/index.html").exists()


def test_pages_that_may_not_be_written_to_are_built_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs" / "deep").mkdir(parents=True)
    (tmp_path / "docs" / "deep" / "page.md").write_text("# Page\n", encoding="utf-8")
    (tmp_path / "docs" / "deep" / "page.md").chmod(0o444)
    (tmp_path / "docs" / "deep").chmod(0o555)
    (tmp_path / "docs").chmod(0o555)
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    teller = tmp_path / "teller.py"
    teller.write_text(
        "import pathlib, sys\n"
        "docs = pathlib.Path(sys.argv[-1]).parent / 'docs'\n"
        "for each in (docs, docs / 'deep', docs / 'deep' / 'page.md'):\n"
        "    print(each.name, 'writable' if each.stat().st_mode & 0o200 else 'read-only')\n"
        "sys.exit(1)\n",
        encoding="utf-8",
    )
    monkeypatch.setenv(GENERATOR_VARIABLE, f"{sys.executable} {teller}")

    with pytest.raises(GeneratorError) as told:
        generated(tmp_path / "site", tmp_path / "mkdocs.yml")

    assert "read-only" not in str(told.value)
    assert str(told.value).count("writable") == 3


def test_file_that_cannot_be_copied_is_named_in_a_sentence(tmp_path: Path) -> None:
    source, folder = tmp_path / "from", tmp_path / "to"
    (source / "deep").mkdir(parents=True)
    (source / "deep" / "page").symlink_to("nowhere")

    with pytest.raises(OSError, match="No such file or directory") as refused:
        mkdocs_frame._copy_whole(source, folder)
    assert refused.value.filename == str(folder / "deep" / "page")


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes in folders")
def test_pipe_among_the_files_is_named_and_not_copied(tmp_path: Path) -> None:
    source = tmp_path / "from"
    source.mkdir()
    os.mkfifo(source / "page")

    with pytest.raises(OSError, match="is not a plain file; remove it") as refused:
        mkdocs_frame._copy_whole(source, tmp_path / "to")
    assert refused.value.filename == str(source / "page")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_file_that_a_full_disk_does_not_take_is_named(tmp_path: Path) -> None:
    (tmp_path / "page").symlink_to("/dev/full")

    with pytest.raises(OSError, match="No space left") as refused:
        mkdocs_frame._write(tmp_path / "page", "text")
    assert refused.value.filename == str(tmp_path / "page")


def test_hand_written_page_that_cannot_be_copied_is_named_in_a_sentence(tmp_path: Path) -> None:
    config = tmp_path / "mkdocs.yml"
    config.touch()
    (tmp_path / "docs" / "deep").mkdir(parents=True)
    (tmp_path / "docs" / "deep" / "page.md").symlink_to("nowhere")

    with (
        pytest.raises(OSError, match="No such file or directory") as refused,
        mkdocs_frame.running_generator(config, SETTINGS, ()),
    ):
        pass
    assert str(refused.value.filename).endswith("docs/deep/page.md")


@pytest.mark.parametrize("target", ["/etc/passwd", "/dev/zero", "../mkdocs.yml", "."])
def test_link_out_of_the_pages_is_not_published(tmp_path: Path, target: str) -> None:
    config = tmp_path / "mkdocs.yml"
    config.touch()
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").symlink_to(target)

    with (
        pytest.raises(OSError, match="is a link out of the pages, or to a folder") as refused,
        mkdocs_frame.running_generator(config, SETTINGS, ()),
    ):
        pass
    assert str(refused.value.filename).endswith("docs/page.md")


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("page.md", b"# A page\n\ncaf\xe9\n", "line 3 is not UTF-8; save the page as UTF-8"),
        ("page.html", b"<p>caf\xe9</p>\n", "line 1 is not UTF-8; save the page as UTF-8"),
        ("page.md", bytes(2**20 + 1), "has more than 1,048,576 bytes; split the page into several"),
    ],
)
def test_page_that_cannot_be_read_as_text_is_named_in_a_sentence(
    tmp_path: Path, name: str, content: bytes, told: str
) -> None:
    config = tmp_path / "mkdocs.yml"
    config.touch()
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / name).write_bytes(content)

    with (
        pytest.raises(OSError, match=told) as refused,
        mkdocs_frame.running_generator(config, SETTINGS, ()),
    ):
        pass
    assert str(refused.value.filename).endswith(f"docs/{name}")


def test_folder_of_pages_that_is_a_link_is_not_published(tmp_path: Path) -> None:
    config = tmp_path / "mkdocs.yml"
    config.touch()
    (tmp_path / "docs").symlink_to("/etc")

    with (
        pytest.raises(OSError, match="is a link out of the pages, or to a folder"),
        mkdocs_frame.running_generator(config, SETTINGS, ()),
    ):
        pass
