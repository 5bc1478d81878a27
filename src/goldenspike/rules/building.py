"""How the kernel's entry points are compiled: quickly, and once for each version of the sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
from numba.core import codegen, compiler
from numba.extending import register_jitable

KERNEL_OPTIONS = {"error_model": "numpy", "_nrt": False}
"""The rules never divide by what may be zero, so that is not checked for; and they allocate
nothing, so references are not counted."""

INLINE = {
    "below",
    "block",
    "card_codes",
    "count_bits",
    "count_claims",
    "count_colour",
    "count_coloured",
    "discard",
    "draw_card",
    "fill_market",
    "gain",
    "lay",
    "may_draw",
    "mix_range",
    "next_seat",
    "nth_bit",
    "nth_claim",
    "nth_payment",
    "random_option_later",
    "root",
    "set_complete",
    "start_claim",
    "step",
    "take_top",
    "take_track",
    "ticket_mixes",
    "turn_odd",
    "wild_range",
    "word",
}
"""Worth having wherever they are called: small functions, and those of nearly every decision."""


def make_jitable(modules: tuple[ModuleType, ...], **options: Any) -> None:
    """Let compiled code call the modules' functions; called from Python they stay plain."""
    for module in modules:
        for value in list(vars(module).values()):
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                register_jitable(forceinline=value.__name__ in INLINE, **options)(value)


def compile_entry(
    function: Callable[..., Any], signature: Any, folder: Path, **options: Any
) -> Callable[..., Any]:
    """Compile an entry point, or take it from the folder where it has been compiled before."""
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        with only_entries_finished():
            entry: Callable[..., Any] = numba.njit(signature, cache=True, **options)(function)
        return entry
    finally:
        settings.CACHE_DIR = before


@contextmanager
def only_entries_finished() -> Iterator[None]:
    """While this lasts, functions compiled for the sake of others are left in a raw state.

    Numba optimises every function and makes machine code of it, also when it is only ever called
    from compiled code, whose optimisation then takes it in and does all of it again. Without that,
    building takes half the time. This reaches into Numba; where a version of it does not have what
    is reached for, everything is compiled as usual.
    """
    core: Any = compiler.CompilerBase
    library: Any = codegen.JITCodeLibrary
    generator: Any = codegen.JITCPUCodegen
    wanted = (
        (core, "_compile_core"),
        (library, "_optimize_final_module"),
        (library, "_finalize_final_module"),
        (library, "_finalize_dynamic_globals"),
        (generator, "set_env"),
    )
    if not all(hasattr(owner, name) for owner, name in wanted):
        yield
        return
    compile_core = core._compile_core
    optimise = library._optimize_final_module
    finish = library._finalize_final_module
    set_environment = generator.set_env
    depth = 0

    def compile_one(self: Any) -> Any:
        nonlocal depth
        depth += 1
        try:
            return compile_core(self)
        finally:
            depth -= 1

    def optimise_entry(self: Any) -> None:
        if depth <= 1:
            optimise(self)

    def finish_entry(self: Any) -> None:
        if depth <= 1:
            finish(self)
        else:
            self._finalize_dynamic_globals()
            self._finalized = True

    def set_entry_environment(self: Any, name: str, environment: Any) -> None:
        if depth <= 1:
            set_environment(self, name, environment)

    core._compile_core = compile_one
    library._optimize_final_module = optimise_entry
    library._finalize_final_module = finish_entry
    generator.set_env = set_entry_environment
    try:
        yield
    finally:
        core._compile_core = compile_core
        generator.set_env = set_environment
        library._optimize_final_module = optimise
        library._finalize_final_module = finish
