"""The classifier of `make legibility`, on pictures whose truth is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from legibility.looks import EYES, FREE, Looks, Pixels, classify, half_size, look, score, seen

pytestmark = pytest.mark.quick


def looks(pixels: list[float], owners: list[int], tracks: str, positions: list[int]) -> Looks:
    rows = np.array([[value] * 3 for value in pixels])
    return Looks(rows, np.array(owners), np.array(list(tracks)), np.array(positions))


def test_the_nearest_look_of_another_track_in_another_position_decides():
    told = classify(looks([0.1, 0.12, 0.9, 0.88], [FREE, FREE, 3, 3], "abcd", [0, 1, 0, 1]))
    assert told.tolist() == [FREE, FREE, 3, 3]


def test_neither_the_same_track_nor_the_same_position_is_learned_from():
    # The only near looks are of the same track or of the same position.
    told = classify(looks([0.1, 0.1, 0.1, 0.9], [1, 1, 1, 2], "aabc", [0, 1, 0, 1]))
    assert told[0] == 2
    assert told[2] == 1


def test_a_score_counts_free_or_taken_and_owners_of_taken_spaces():
    result = score(looks([0.1, 0.12, 0.9, 0.88], [FREE, FREE, 3, 2], "abcd", [0, 1, 0, 1]))
    assert (result.spaces, result.free_or_taken, result.owner) == (4, 1.0, 0.0)


def test_a_look_is_cut_out_along_its_space():
    picture: Pixels = np.zeros((60, 60, 3))
    picture[:, 29:31] = 1.0
    along = look(picture, 30, 30, 90, 20, 8).reshape(-1, 15, 3)
    across = look(picture, 30, 30, 0, 20, 8).reshape(-1, 15, 3)
    assert along[4].min() > 0.9
    assert across[4].mean() < 0.3
    assert np.allclose(look(picture, 30, 30, -90, 20, 8), along.ravel(), atol=1e-6)


def test_half_size_is_the_mean_of_four_pixels():
    picture = np.arange(16.0).reshape(4, 4, 1)
    assert half_size(picture)[..., 0].tolist() == [[2.5, 4.5], [10.5, 12.5]]


@pytest.mark.parametrize("eyes", EYES)
def test_all_eyes_see_white_as_white_and_black_as_black(eyes: str):
    shown = seen(np.array([[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]]), eyes)
    assert shown[0] == pytest.approx([1.0, 1.0, 1.0], abs=0.01)
    assert shown[1] == pytest.approx([0.0, 0.0, 0.0], abs=0.01)


def test_eyes_without_colours_can_not_tell_two_of_the_same_lightness():
    red, green = [1.0, 0.0, 0.0], [0.0, 0.578, 0.0]
    one = Looks(np.array([red, green]), np.array([0, 1]), np.array(["a", "b"]), np.array([0, 1]))
    apart = np.abs(np.diff(one.pixels, axis=0)).max()
    grey = np.abs(np.diff(one.seen_by("grey").pixels, axis=0)).max()
    assert apart > 0.9
    assert grey < 0.03
    assert replace(one).seen_by("all cones").pixels.tolist() == one.pixels.tolist()
