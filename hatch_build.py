"""Build hook: wheels and source archives contain the browser client, built from `web/`.

The source archive has it too, so that installing from it needs no JavaScript packages.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebClientHook(BuildHookInterface):
    """Runs `web/build.py` before files are gathered; a client that is there and fresh is kept."""

    PLUGIN_NAME = "web-client"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Editable installs use the work tree, where `make web` builds it when it is wanted."""
        if version == "editable":
            return
        source = Path(self.root) / "web" / "build.py"
        spec = importlib.util.spec_from_file_location("goldenspike_web_build", source)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.build()
