"""A compiled function as an argument of another one."""

from __future__ import annotations

from functools import cache
from typing import Any

from numba import types


class FunctionArgument(types.WrapperAddressProtocol):
    """Knows its address, which Numba would look up anew at each call: that takes 25 microseconds.

    It is worth it for what is called often and does little, as a step of a few games.
    """

    def __init__(self, function: Any) -> None:
        (result,) = function.overloads.values()
        self._signature = result.signature
        name = result.fndesc.llvm_cfunc_wrapper_name
        self._address = int(result.library.get_pointer_to_function(name))

    def __wrapper_address__(self) -> int:
        return self._address

    def signature(self) -> Any:
        """Return the types of its arguments and of what it returns."""
        return self._signature


@cache
def as_argument(function: Any) -> FunctionArgument:
    """Return an entry point that is compiled for one signature as an argument."""
    return FunctionArgument(function)
