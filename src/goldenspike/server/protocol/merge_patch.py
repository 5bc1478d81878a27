"""JSON merge patches (RFC 7386): what turns one view into the next."""

from __future__ import annotations

from typing import Any


def diff(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The patch from `old` to `new`. A null in an object counts as a missing key.

    >>> diff({"a": 1, "b": {"c": 2}}, {"b": {"c": 3}})
    {'b': {'c': 3}, 'a': None}
    """
    patch: dict[str, Any] = {}
    get = old.get
    for key, value in [item for item in new.items() if get(item[0]) is not item[1]]:
        before = get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            inner = diff(before, value)
            if inner:
                patch[key] = inner
        elif not _same(value, before):
            patch[key] = value
    if not old.keys() <= new.keys():
        patch |= {key: None for key in old if key not in new and old[key] is not None}
    return patch


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON: to Python, True is 1."""
    if type(one) is not type(other) or one != other:
        return False
    if isinstance(one, list):
        return all(map(_same, one, other))
    if isinstance(one, dict):
        return all(_same(value, other[key]) for key, value in one.items())
    return True


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
