"""Sphinx extension: makes links between files of the repository work on the site.

Pages link to each other and to source files by relative path. On the site, links to source files
lead to pages with the highlighted source, at the line of a function if the text of the link is its
name; and the pages of `ROOT_PAGES` get the text of a file in the root of the repository.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from house.definitions import line_of
from pygments.lexers import get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
ROOT_PAGES = {
    "changelog": ROOT / "CHANGELOG.md",
    "contributing": ROOT / "CONTRIBUTING.md",
    "security": ROOT / "SECURITY.md",
}
"""Pages of the site whose text is a file in the root of the repository."""

FENCE = re.compile(r"^ {0,3}(```+|~~~+)")
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?(?=\))")
"""The target of a Markdown link or picture, unless it is an address or an anchor."""
CODE = re.compile(r"\[`([^`]+)`\]\($")
"""The text of such a link if it is code."""


def prepare_page(app: Sphinx, page: str, source: list[str]) -> None:
    """Rewrite the links of a page; the text of a root page is read first."""
    folder = (DOCS / page).parent
    if page in ROOT_PAGES:
        source[0] = ROOT_PAGES[page].read_text(encoding="utf-8")
        folder = ROOT
        app.env.note_dependency(str(ROOT_PAGES[page]))
    linked: set[str] = set()

    def target(match: re.Match[str]) -> str:
        path, fragment = match[1], match[2] or ""
        found = (folder / path).resolve()
        if DOCS in found.parents or not found.is_relative_to(ROOT):
            return os.path.relpath(found, (DOCS / page).parent) + fragment
        for name, text in ROOT_PAGES.items():
            if found == text:
                return os.path.relpath(DOCS / f"{name}.md", (DOCS / page).parent) + fragment
        if found.is_dir():
            found = found / ("__init__.py" if (found / "__init__.py").exists() else "README.md")
        if not found.is_file():
            return path + fragment  # which Sphinx then warns about
        name = found.relative_to(ROOT).as_posix()
        linked.add(name)
        words = CODE.search(match.string, 0, match.start())
        line = line_of(found, words[1]) if words and not fragment else None
        fragment = f"#L{line}" if line else fragment
        return "../" * page.count("/") + f"source/{name}.html{fragment}"

    lines, fence = [], ""
    for line in source[0].splitlines(keepends=True):
        mark = FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        lines.append(line if fence else LINK.sub(target, line))
    # The class tells the Markdown parser to take the target as it is.
    source[0] = re.sub(r"(\]\((?:\.\./)*source/[^)]*\))", r"\1{.external}", "".join(lines))
    linked_files(app.env)[page] = linked


def linked_files(env: BuildEnvironment) -> dict[str, set[str]]:
    """Return the source files that each page links to."""
    if not hasattr(env, "repository_links"):
        env.repository_links = {}  # type: ignore[attr-defined]
    return env.repository_links  # type: ignore[attr-defined, no-any-return]


def forget_page(app: Sphinx, env: BuildEnvironment, page: str) -> None:
    """Drop the links of a page that is read again or deleted."""
    linked_files(env).pop(page, None)


def source_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a page for each linked source file, with an anchor for each line: `#L12`."""
    for name in sorted(set().union(*linked_files(app.env).values())):
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        try:
            language = get_lexer_for_filename(name).aliases[0]
        except ClassNotFound:
            language = "text"
        highlighted = app.builder.highlighter.highlight_block(text, language)  # type: ignore[attr-defined]
        before, after = highlighted.index("<pre>") + len("<pre>"), highlighted.rindex("</pre>")
        lines = highlighted[before:after].rstrip("\n").split("\n")
        body = "\n".join(
            f'<span class="source-line" id="L{number}">{line}</span>'
            for number, line in enumerate(lines, 1)
        )
        yield (
            f"source/{name}",
            {
                "title": path.name,
                "body": f'<h1 class="source-name">{escape(name)}</h1>'
                f"{highlighted[:before]}{body}{highlighted[after:]}",
            },
            "page.html",
        )


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("source-read", prepare_page)
    app.connect("env-purge-doc", forget_page)
    app.connect("html-collect-pages", source_pages)
    return {"version": "1", "parallel_read_safe": False}
