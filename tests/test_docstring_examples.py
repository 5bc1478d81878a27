"""Every public name has an example in its docstring, and all examples come out as they say."""

from __future__ import annotations

import doctest
import inspect
from importlib import import_module
from typing import Any

import pytest
from house.import_graph import modules

import goldenspike

DOORS = ("goldenspike", "goldenspike.bots", "goldenspike.arena", "goldenspike.envs")
"""Packages whose names are for everybody."""

COMPILED = ("goldenspike.arena", "goldenspike.envs")
"""Packages whose examples play whole games, by the compiled rules."""

WITH_EXAMPLES = [
    pytest.param(name, marks=[pytest.mark.compiled] if name.startswith(COMPILED) else [])
    for name, path in modules().items()
    if ">>> " in path.read_text(encoding="utf-8")
]

pytestmark = pytest.mark.quick


def public_names() -> dict[str, Any]:
    """The classes and functions of the packages for everybody."""
    found = {}
    for door in DOORS:
        module = import_module(door)
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isclass(value) or inspect.isfunction(value):
                found[f"{door}.{name}"] = value
    return found


def public_methods(cls: type) -> dict[str, Any]:
    """The methods of a class, inherited ones too."""
    return {
        f"{cls.__name__}.{name}": value.__func__ if isinstance(value, classmethod) else value
        for name, value in inspect.getmembers_static(cls)
        if not name.startswith("_")
        and (inspect.isfunction(value) or isinstance(value, classmethod))
    }


def has_example(value: Any) -> bool:
    return ">>> " in (value.__doc__ or "")


def test_every_public_name_has_an_example():
    assert [name for name, value in public_names().items() if not has_example(value)] == []


@pytest.mark.parametrize("cls", [goldenspike.Game, goldenspike.View])
def test_every_method_has_an_example(cls: type):
    assert [name for name, value in public_methods(cls).items() if not has_example(value)] == []


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_come_out_as_they_say(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GOLDENSPIKE_KERNEL", "plain")
    failed, tried = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert tried > 0
    assert failed == 0


def test_a_name_without_an_example_is_found():
    class Bare:
        """Nothing to try."""

        def method(self) -> None:
            """Nothing either."""

        @classmethod
        def shown(cls) -> int:
            """With an example.

            >>> 1 + 1
            2
            """
            return 2

    methods = public_methods(Bare)
    assert {name: has_example(value) for name, value in methods.items()} == {
        "Bare.method": False,
        "Bare.shown": True,
    }
