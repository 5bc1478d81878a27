"""JSON merge patches (RFC 7386): what turns one view into the next."""

from __future__ import annotations

from typing import Any


def diff(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The patch from `old` to `new`. A null in an object counts as a missing key.

    >>> diff({"a": 1, "b": {"c": 2}}, {"b": {"c": 3}})
    {'b': {'c': 3}, 'a': None}
    """
    patch: dict[str, Any] = {}
    for key, value in new.items():
        before = old.get(key)
        if value == before and type(value) is type(before):
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            inner = diff(before, value)
            if inner:
                patch[key] = inner
        else:
            patch[key] = value
    for key, before in old.items():
        if before is not None and new.get(key) is None:
            patch[key] = None
    return patch


def apply(value: Any, patch: Any) -> Any:
    """The value after the patch; neither argument is changed.

    >>> apply({"a": 1, "b": {"c": 2}}, {"b": {"c": 3}, "a": None})
    {'b': {'c': 3}}
    """
    if not isinstance(patch, dict):
        return patch
    result = dict(value) if isinstance(value, dict) else {}
    for key, change in patch.items():
        if change is None:
            result.pop(key, None)
        else:
            result[key] = apply(result.get(key), change)
    return result
