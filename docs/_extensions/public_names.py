"""Sphinx extension: every public name is documented, and links to it find it there.

For example, `goldenspike.game.Game` is documented as `goldenspike.Game`.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

import goldenspike
import goldenspike.arena
import goldenspike.bots
import goldenspike.envs

logger = logging.getLogger(__name__)

DOORS = (goldenspike, goldenspike.bots, goldenspike.arena, goldenspike.envs)
"""Packages whose names are documented under the package's own name."""


def resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.Element
) -> nodes.Element | None:
    """Resolve a reference that was not found by the public name of its target."""
    if node.get("refdomain") != "py":
        return None
    for door in DOORS:
        parts = node["reftarget"].split(".")
        for start, name in enumerate(parts):
            if name in door.__all__:
                public = ".".join([door.__name__, *parts[start:]])
                return env.get_domain("py").resolve_xref(
                    env, node["refdoc"], app.builder, "obj", public, node, text
                )
    return None


def check(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of every public name that no page documents; `make docs` fails then."""
    documented = env.get_domain("py").data["objects"]
    for door in DOORS:
        for name in door.__all__:
            if f"{door.__name__}.{name}" not in documented:
                logger.warning("no page of docs/api documents %s.%s", door.__name__, name)


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("missing-reference", resolve)
    app.connect("env-check-consistency", check)
    return {"version": "1", "parallel_read_safe": True}
