"""Compiling entry points with Numba, once for each version of the sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any

import numba
from numba import types
from numba.core import base, caching, codegen, compiler
from numba.core.typing.templates import infer_global
from numba.extending import intrinsic
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
"""The rules never divide by zero, so divisions need no check; and they allocate nothing, so Numba's
runtime, which counts references, is not needed."""

INLINE = {
    "add_to_hand",
    "random_below",
    "block",
    "card_codes",
    "claimed_track",
    "colours_with",
    "complete_payment",
    "count_bits",
    "count_claims",
    "count_coloured_claims",
    "count_coloured_payments",
    "count_mixes",
    "count_plain_claims",
    "decode",
    "discard",
    "draw_card",
    "draw_code",
    "fill_market",
    "give_code",
    "is_open",
    "keep_code",
    "may_draw",
    "mix_range",
    "next_random_option",
    "next_seat",
    "next_word",
    "nth_bit",
    "nth_claim",
    "nth_payment",
    "passenger",
    "pay_code",
    "payment_index",
    "find_root",
    "start_claim",
    "step",
    "take_code",
    "take_from_hand",
    "take_top",
    "take_track",
    "ticket_mixes",
    "tickets_code",
    "toggle_parity",
    "turn_up_card",
    "wild_range",
}
"""Functions that are inlined: small ones, and those that nearly every decision calls."""

COLD = {
    "ask_for_tickets",
    "build_station",
    "choose_tickets",
    "clear_market",
    "collect_passengers",
    "count_any_claims",
    "count_costly_claims",
    "count_special_payments",
    "count_stations",
    "discard_revealed",
    "draw_tickets",
    "end_first_deal",
    "give_card",
    "keep_tickets",
    "list_claims",
    "list_non_claims",
    "make_deck",
    "next_block",
    "nth_station",
    "pay_extra",
    "reset",
    "score",
    "shuffle_in_discards",
    "take_only_share",
    "take_passenger",
    "take_share",
    "turn_up",
    "turn_up_market",
    "withdraw",
}
"""Functions of the kernel that few decisions call. They are never inlined, and lie apart, so that
what nearly every decision runs stays together in the processor's instruction cache."""


_compile_lock = RLock()
"""Held while something is compiled: Numba's global settings and internals are patched meanwhile."""


def make_jitable(
    modules: tuple[ModuleType, ...], inline: frozenset[str] = frozenset(), **options: Any
) -> None:
    """Let compiled code call the modules' functions; called from Python they stay plain.

    `inline` names functions that are inlined, in addition to `INLINE`.
    """
    for module in modules:
        for value in list(vars(module).values()):
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                name = value.__name__
                _register(value, forceinline=name in INLINE or name in inline, **options)


_dispatchers: list[Any] = []
"""Numba's compiled twins of our functions: its types only have weak references to them."""


@intrinsic
def to_int64(context: Any, number: Any) -> Any:
    """Convert a number to int64; compiled code has this in place of `int`."""

    def convert(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return target.cast(builder, arguments[0], signature.args[0], types.int64)

    return types.int64(number), convert


def with_int64(function: Any) -> FunctionType:
    """Return a copy of a function in which `int` makes an int64.

    Numba's own keeps the width of an integer, so that functions would be compiled again for every
    combination of widths that they are called with.
    """
    names = function.__globals__ | {"int": to_int64}
    return FunctionType(function.__code__, names, function.__name__, function.__defaults__)


def _register(function: FunctionType, **options: Any) -> None:
    """Let compiled code call a function, which is compiled once for the types of its arguments.

    Numba's `register_jitable` compiles it again for every set of options of a caller.
    """
    decorate: Any = numba.njit(**options)
    register: Any = infer_global
    dispatcher = decorate(with_int64(function))
    _dispatchers.append(dispatcher)
    register(function, types.Dispatcher(dispatcher))


make_jitable(KERNEL, **KERNEL_OPTIONS)


def signature_of(kinds: Kinds, returns: bool) -> Any:
    """Return the Numba signature of a function with parameters of these kinds.

    `returns` says whether it returns an integer, or nothing.
    """
    parameters = (
        INT if kind is None else types.Array(getattr(types, kind[0]), kind[1], "C")
        for kind in kinds
    )
    return (INT if returns else types.void)(*parameters)


def compile_entry(function: Entry, signature: Any, folder: Path, **options: Any) -> Entry:
    """Compile an entry point, or load it from `folder`, where it was cached."""
    settings: Any = numba.config
    with _compile_lock:
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(folder)
        try:
            with special_code_generation(), one_cache_for_all_paths():
                compiled: Any = numba.njit(signature, cache=True, **options)
                entry: Entry = compiled(with_int64(function))
            return entry
        finally:
            settings.CACHE_DIR = before


def entry(
    signature: Any, sources: tuple[ModuleType, ...] = (), **options: Any
) -> Callable[[Entry], Entry]:
    """Decorate an entry point outside the kernel: it is compiled at once, or loaded from the cache.

    `sources` are the modules it is compiled from, in addition to the kernel's.
    """
    return lambda function: compile_entry(function, signature, cache_folder(sources), **options)


def machine_code_of(function: Entry, signature: Any) -> tuple[str, bytes]:
    """Compile an entry point for `machine_code`; returns the name of its symbol, and its code."""
    no_wrappers: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    with _compile_lock, special_code_generation():
        decorate: Any = numba.njit(signature, **no_wrappers, **KERNEL_OPTIONS)
        compiled = decorate(with_int64(function))
    (result,) = compiled.overloads.values()
    _, _, (code, _) = result.library.serialize_using_object_code()
    return str(result.fndesc.llvm_func_name), bytes(code)


@contextmanager
def special_code_generation() -> Iterator[None]:
    """Patch Numba in all the ways that change how fast code is compiled, or how fast it runs."""
    with optimise_entries_only(), no_negative_indices(), cold_functions_apart():
        yield


@contextmanager
def cold_functions_apart() -> Iterator[None]:
    """Patch Numba so that LLVM is told which functions of the kernel are `COLD`.

    Numba can have a function inlined, but not the opposite.
    """
    context: Any = base.BaseContext
    if not hasattr(context, "declare_function"):
        yield
        return
    declare = context.declare_function
    modules = {module.__name__ for module in KERNEL}

    def declare_function(self: Any, module: Any, description: Any) -> Any:
        function = declare(self, module, description)
        if description.qualname in COLD and description.modname in modules:
            function.attributes.add("cold")
            function.attributes.add("noinline")
        return function

    context.declare_function = declare_function
    try:
        yield
    finally:
        context.declare_function = declare


@contextmanager
def optimise_entries_only() -> Iterator[None]:
    """Patch Numba so that only entry points are optimised and turned into machine code.

    Numba does both for every function, also for one that is only called from compiled code. There
    it is linked into the caller and optimised again. Skipping the first time halves the time to
    compile. If a version of Numba lacks the internals that are patched, nothing is changed.
    """
    core: Any = compiler.CompilerBase
    library: Any = codegen.JITCodeLibrary
    generator: Any = codegen.JITCPUCodegen
    patched = (
        (core, "_compile_core"),
        (library, "_optimize_final_module"),
        (library, "_finalize_final_module"),
        (library, "_finalize_dynamic_globals"),
        (generator, "set_env"),
    )
    if not all(hasattr(owner, name) for owner, name in patched):
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
    """Patch Numba so that indices are not checked for being negative.

    In Python a negative index counts from the end, so Numba tests the sign of every index. Our code
    has no negative ones: the tests check that with bounds checks for the rules, and by comparison
    with plain Python for the rest.
    """
    module: Any = arrayobj
    if not hasattr(module, "fix_integer_index"):
        yield
        return
    fix = module.fix_integer_index

    def use_as_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    module.fix_integer_index = use_as_is
    try:
        yield
    finally:
        module.fix_integer_index = fix


@contextmanager
def one_cache_for_all_paths() -> Iterator[None]:
    """Patch Numba so that its cache does not depend on where the package is installed.

    The cache folder is named after the contents of the sources, so the environments of a machine
    share it; Numba would add a hash of the path of the file.
    """
    locator: Any = caching.UserProvidedCacheLocator
    if not hasattr(locator, "get_suitable_cache_subpath"):
        yield
        return
    locator.get_suitable_cache_subpath = classmethod(lambda cls, file: Path(file).parent.name)
    try:
        yield
    finally:
        del locator.get_suitable_cache_subpath
