"""Entry points as machine code in a file, called without Numba.

Importing Numba and letting it load an entry point takes about a second; loading machine code takes
milliseconds. A call costs some microseconds more than through Numba, so this is for entry points
that do much in one call.

The calling convention is Numba's: a compiled function takes a pointer to its result, a pointer to
an exception, and its arguments, with arrays unpacked into their parts. It returns zero on success.
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
"""For each parameter: element type and number of dimensions of an array, or None for an integer."""


class MachineCode:
    """A loaded function of arrays and integers that returns an integer."""

    def __init__(self, symbol: str, code: bytes, kinds: Kinds) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
        # The engine owns the code, so it has to live as long as this object.
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
            parts += [ctypes.c_int64(argument)] if kind is None else unpack_array(argument, kind)
        if self._call(*parts):
            raise RuntimeError("compiled code left its arrays, or was given arrays too small")
        return result.value


def unpack_array(array: Any, kind: tuple[str, int]) -> list[Any]:
    """Unpack an array as Numba does: owner and parent (none), sizes, data, shape, strides."""
    if array.dtype != kind[0] or array.ndim != kind[1] or not array.flags.c_contiguous:
        raise TypeError(f"not a plain array of {kind[0]} with {kind[1]} dimensions: {array!r}")
    sizes = [ctypes.c_int64(n) for n in (array.size, array.itemsize)]
    data = ctypes.c_void_p(array.ctypes.data)
    layout = [ctypes.c_int64(n) for n in (*array.shape, *array.strides)]
    return [ctypes.c_void_p(), ctypes.c_void_p(), *sizes, data, *layout]


def load(
    folder: Path, name: str, kinds: Kinds, build: Callable[[], tuple[str, bytes]]
) -> MachineCode:
    """Load an entry point from its file in the cache folder; `build` makes its symbol and code if
    there is no valid one.
    """
    path = folder / f"{name}.code"
    compiled = read(path)
    if compiled is None:
        compiled = build()
        write(path, *compiled)
    return MachineCode(*compiled, kinds)


def read(path: Path) -> tuple[str, bytes] | None:
    """Read the symbol and code of a file; None if it is missing or damaged."""
    try:
        check, symbol, code = path.read_bytes().split(b"\n", 2)
    except (OSError, ValueError):
        return None
    if check.decode("ascii", "replace") != hashlib.sha256(symbol + code).hexdigest():
        return None
    return symbol.decode(), code


def write(path: Path, symbol: str, code: bytes) -> None:
    """Write symbol and code to a file, atomically: other processes see all of it or nothing."""
    check = hashlib.sha256(symbol.encode() + code).hexdigest()
    temporary = path.with_suffix(f".{os.getpid()}")
    # Without a writable cache it is compiled every time.
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(b"\n".join((check.encode(), symbol.encode(), code)))
        temporary.replace(path)
