"""Merge patches: applied to the old view, a patch gives the new view."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldenspike.server.protocol import merge_patch

pytestmark = pytest.mark.quick


VALUES = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=4) | st.lists(st.none() | st.integers()),
    lambda inner: st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=10,
)
OBJECTS = st.dictionaries(st.sampled_from("abcdef"), VALUES, max_size=5)


@given(old=OBJECTS, new=OBJECTS)
def test_a_patch_turns_the_old_view_into_the_new_one(old: dict[str, Any], new: dict[str, Any]):
    patch = merge_patch.diff(old, new)
    assert _typed(merge_patch.apply(old, patch)) == _typed(new)
    assert (patch == {}) == (_typed(old) == _typed(new))


def _typed(value: Any) -> Any:
    """Python holds True equal to 1; JSON does not."""
    if isinstance(value, dict):
        return {k: _typed(v) for k, v in value.items()}
    return (type(value).__name__, value)


@given(
    old=st.dictionaries(st.sampled_from("ab"), st.none() | st.integers(0, 3)),
    new=st.dictionaries(st.sampled_from("ab"), st.none() | st.integers(0, 3)),
)
def test_a_null_is_a_missing_key(old: dict[str, Any], new: dict[str, Any]):
    after = merge_patch.apply(old, merge_patch.diff(old, new))
    assert {k: v for k, v in after.items() if v is not None} == {
        k: v for k, v in new.items() if v is not None
    }
