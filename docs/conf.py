"""Settings of the documentation site: `make docs` builds it into build/docs."""

from __future__ import annotations

import sys
from pathlib import Path

import goldenspike

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "docs" / "_extensions"), str(ROOT / "tools")]

project = "Golden Spike"
author = "Golden Spike contributors"
project_copyright = author
release = version = goldenspike.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    "public_names",
    "repository_links",
]
exclude_patterns = ["_extensions"]

myst_enable_extensions = ["attrs_inline"]  # for repository_links
myst_heading_anchors = 4
# What docstrings have in backquotes is code, and a link where it is a documented name.
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "Golden Spike"
html_logo = html_favicon = "../web/public/icon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#9c3324",
        "color-brand-content": "#9c3324",
        "color-brand-visited": "#7c2519",
        "color-background-primary": "#fffaf0",
        "color-background-secondary": "#f6eedd",
        "color-background-hover": "#efe4cc",
        "color-background-border": "#e2d6b9",
        "color-foreground-primary": "#22242a",
        "color-foreground-secondary": "#5d574b",
        "color-foreground-muted": "#7a715f",
        "color-inline-code-background": "#f6eedd",
        "color-code-background": "#f9f3e5",
        "color-code-foreground": "#22242a",
        "color-api-background": "#f6eedd",
        "color-highlight-on-target": "#f6e3b4",
    },
    "dark_css_variables": {
        "color-brand-primary": "#f0a06c",
        "color-brand-content": "#f0a06c",
        "color-brand-visited": "#d98a6e",
        "color-background-primary": "#17191e",
        "color-background-secondary": "#1c1f25",
        "color-background-hover": "#2a2e36",
        "color-background-border": "#343840",
        "color-foreground-primary": "#f4ecd9",
        "color-foreground-secondary": "#b5ac98",
        "color-foreground-muted": "#948c7a",
        "color-inline-code-background": "#22252c",
        "color-code-background": "#1e2127",
        "color-code-foreground": "#f4ecd9",
        "color-api-background": "#22252c",
        "color-highlight-on-target": "#4a3226",
    },
}
