"""What a room uses of one above it: the package provides it, so that imports point one way.

`View.playouts` plays by bots, and bots play by views. The package (`goldenspike/__init__.py`),
which is imported before any of its modules, connects the two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_loaders: dict[str, Callable[[], Any]] = {}


def provide(name: str, load: Callable[[], Any]) -> None:
    """Set what is provided under a name; it is loaded when it is first used."""
    _loaders[name] = load


def provided(name: str) -> Any:
    """Return what is provided under a name."""
    return _loaders[name]()
