"""An entry point kept as bare machine code, so that calling it takes no Numba.

Importing Numba and letting it load an entry point takes a second, loading machine code a few
milliseconds. Such a call costs some microseconds more than one through Numba, so this is for
entry points that do much at a time.

Numba compiles a function to one that takes the place of its result, the place of an exception,
and its arguments, with arrays taken apart; it returns zero if all went well.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

Kinds = list[tuple[str, int] | None]
"""What each parameter is: the type of numbers and the dimensions of an array, or a number."""


class MachineCode:
    """A function of arrays and integers that returns an integer."""

    def __init__(self, symbol: str, code: bytes, kinds: Kinds) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
        # The engine owns the code: it has to live as long as this.
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        address = self._engine.get_function_address(symbol)
        self._call = ctypes.CFUNCTYPE(ctypes.c_int32)(address)
        self._kinds = kinds

    def __call__(self, *arguments: Any) -> int:
        result, exception = ctypes.c_int64(), ctypes.c_void_p()
        parts: list[Any] = [ctypes.byref(result), ctypes.byref(exception)]
        for argument, kind in zip(arguments, self._kinds, strict=True):
            parts += [ctypes.c_int64(argument)] if kind is None else taken_apart(argument, kind)
        if self._call(*parts):
            raise RuntimeError("compiled code left its arrays, or was given arrays too small")
        return result.value


def taken_apart(array: Any, kind: tuple[str, int]) -> list[Any]:
    """An array as compiled code takes it: nothing to count references by, then sizes and place."""
    if array.dtype != kind[0] or array.ndim != kind[1] or not array.flags.c_contiguous:
        raise TypeError(f"not a plain array of {kind[0]} with {kind[1]} dimensions: {array!r}")
    about = [ctypes.c_int64(n) for n in (array.size, array.itemsize)]
    place = ctypes.c_void_p(array.ctypes.data)
    sizes = [ctypes.c_int64(n) for n in (*array.shape, *array.strides)]
    return [ctypes.c_void_p(), ctypes.c_void_p(), *about, place, *sizes]


def load(
    folder: Path, name: str, kinds: Kinds, build: Callable[[], tuple[str, bytes]]
) -> MachineCode:
    """The code kept in the folder for this processor, or that `build` makes: symbol and code."""
    processor = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    path = folder / f"{name}-{hashlib.sha256(processor.encode()).hexdigest()[:16]}.code"
    kept = read(path)
    if kept is None:
        kept = build()
        write(path, *kept)
    return MachineCode(*kept, kinds)


def read(path: Path) -> tuple[str, bytes] | None:
    """What `write` wrote, unless it is not there or not whole."""
    try:
        check, symbol, code = path.read_bytes().split(b"\n", 2)
    except (OSError, ValueError):
        return None
    if check.decode("ascii", "replace") != hashlib.sha256(symbol + code).hexdigest():
        return None
    return symbol.decode(), code


def write(path: Path, symbol: str, code: bytes) -> None:
    """Keep code; others who look for it meanwhile find all of it or nothing."""
    check = hashlib.sha256(symbol.encode() + code).hexdigest()
    unfinished = path.with_suffix(f".{os.getpid()}")
    # Where nothing can be kept it is built every time.
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(b"\n".join((check.encode(), symbol.encode(), code)))
        unfinished.replace(path)
