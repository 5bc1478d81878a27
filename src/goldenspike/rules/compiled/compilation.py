"""How the kernel's entry points are compiled: quickly, and once for each version of the sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any

import numba
from numba import types
from numba.core import codegen, compiler
from numba.extending import register_jitable
from numba.np import arrayobj

from goldenspike.rules.compiled.compile_cache import KERNEL, cache_folder
from goldenspike.rules.compiled.machine_code import Kinds

ROW = types.Array(types.uint8, 1, "C")
ROWS = types.Array(types.uint8, 2, "C")
KEY = types.Array(types.int64, 1, "C")
OUT = types.Array(types.int32, 1, "C")
SHEET = types.Array(types.int32, 2, "C")
SHEETS = types.Array(types.int32, 3, "C")
INT = types.int64

Entry = Callable[..., Any]

KERNEL_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}
"""The rules never divide by what may be zero, so that is not checked for; and they allocate
nothing, so references are not counted."""

INLINE = {
    "below",
    "block",
    "card_codes",
    "claimed_track",
    "count_bits",
    "count_claims",
    "count_colour",
    "colours_with",
    "count_coloured",
    "decode",
    "discard",
    "draw_card",
    "draw_code",
    "fill_market",
    "gain",
    "give_code",
    "is_open",
    "keep_code",
    "lay",
    "may_draw",
    "mix_range",
    "next_seat",
    "nth_bit",
    "nth_claim",
    "nth_payment",
    "passenger",
    "pay_code",
    "payment_index",
    "plain_ways",
    "random_option_later",
    "root",
    "set_complete",
    "start_claim",
    "step",
    "take_code",
    "take_top",
    "take_track",
    "ticket_mixes",
    "tickets_code",
    "turn_odd",
    "turn_up_card",
    "wild_range",
    "word",
}
"""Worth having wherever they are called: small functions, and those of nearly every decision."""


_one_at_a_time = RLock()
"""While something is compiled, Numba as a whole is set up for it."""


def make_jitable(
    modules: tuple[ModuleType, ...], inline: frozenset[str] = frozenset(), **options: Any
) -> None:
    """Let compiled code call the modules' functions; called from Python they stay plain.

    `inline` names more functions than `INLINE` that are worth having wherever they are called.
    """
    for module in modules:
        for value in list(vars(module).values()):
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                name = value.__name__
                register_jitable(forceinline=name in INLINE or name in inline, **options)(value)


make_jitable(KERNEL, **KERNEL_OPTIONS)


def signature_of(kinds: Kinds, returns: bool) -> Any:
    """The signature of a function with parameters of these kinds."""
    parameters = (
        INT if kind is None else types.Array(getattr(types, kind[0]), kind[1], "C")
        for kind in kinds
    )
    return (INT if returns else types.void)(*parameters)


def compile_entry(function: Entry, signature: Any, folder: Path, **options: Any) -> Entry:
    """Compile an entry point, or take it from the folder where it has been compiled before."""
    settings: Any = numba.config
    with _one_at_a_time:
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(folder)
        try:
            with only_entries_finished(), no_negative_indices():
                entry: Entry = numba.njit(signature, cache=True, **options)(function)
            return entry
        finally:
            settings.CACHE_DIR = before


def entry(
    signature: Any, sources: tuple[ModuleType, ...] = (), **options: Any
) -> Callable[[Entry], Entry]:
    """Compile an entry point of another room now, or take it from the cache.

    `sources` are the modules beside the kernel's own that it is compiled from.
    """
    return lambda function: compile_entry(function, signature, cache_folder(sources), **options)


def machine_code_of(function: Entry, signature: Any) -> tuple[str, bytes]:
    """Compile an entry point for `machine_code`: the name of its symbol, and its code."""
    bare: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    with _one_at_a_time, only_entries_finished(), no_negative_indices():
        compiled: Any = numba.njit(signature, **bare, **KERNEL_OPTIONS)(function)
    (result,) = compiled.overloads.values()
    _, _, (code, _) = result.library.serialize_using_object_code()
    return str(result.fndesc.llvm_func_name), bytes(code)


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


@contextmanager
def no_negative_indices() -> Iterator[None]:
    """While this lasts, an index is taken as it is.

    In Python a negative index counts from the end, so Numba looks at the sign of every one. Nothing
    that is compiled has any: for the rules that is checked where bounds are, and the rest must give
    what plain Python gives.
    """
    module: Any = arrayobj
    if not hasattr(module, "fix_integer_index"):
        yield
        return
    fix = module.fix_integer_index

    def take(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    module.fix_integer_index = take
    try:
        yield
    finally:
        module.fix_integer_index = fix
