"""A nearest-look classifier of spaces: it sees only pixels, and knows other spaces' looks.

A space is cut out of a screenshot along its direction, at half size, as an eye of some kind sees
it. Its look is compared with those of spaces of other tracks in other positions; the nearest one
says whether the space is free, and whose train stands on it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.float64]

FREE = -1
"""The owner of a free space."""
ALONG, ACROSS = 15, 9
"""Samples of a look, along and across its space."""
REACH_ALONG, REACH_ACROSS = 1.1, 1.9
"""How much of the picture a look has, in lengths and widths of the space."""

# Machado, Oliveira and Fernandes (2009), full severity, on linear light.
EYES: dict[str, Pixels | None] = {
    "all cones": None,
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
    "grey": np.array([[0.2126, 0.7152, 0.0722]] * 3),
}


@dataclass(frozen=True, slots=True)
class Looks:
    """The looks of spaces, one in each row, and what is true of them."""

    pixels: Pixels
    owners: NDArray[np.int64]
    tracks: NDArray[np.str_]
    positions: NDArray[np.int64]

    def seen_by(self, eyes: str) -> Looks:
        """Return the same looks as these eyes see them."""
        colours = seen(self.pixels.reshape(-1, 3), eyes)
        return replace(self, pixels=colours.reshape(self.pixels.shape))


def half_size(picture: Pixels) -> Pixels:
    """Return a picture of half the size: the mean of every four pixels."""
    h, w = picture.shape[0] // 2 * 2, picture.shape[1] // 2 * 2
    even = picture[:h, :w]
    return (even[::2, ::2] + even[1::2, ::2] + even[::2, 1::2] + even[1::2, 1::2]) / 4


def seen(picture: Pixels, eyes: str) -> Pixels:
    """Return a picture (0 to 1) as these eyes see it."""
    matrix = EYES[eyes]
    if matrix is None:
        return picture
    linear = np.where(picture <= 0.04045, picture / 12.92, ((picture + 0.055) / 1.055) ** 2.4)
    there = np.clip(linear @ matrix.T, 0.0, 1.0)
    return np.where(there <= 0.0031308, there * 12.92, 1.055 * there ** (1 / 2.4) - 0.055)


def look(picture: Pixels, x: float, y: float, angle: float, length: float, width: float) -> Pixels:
    """Return the look of a space: samples of the picture on a grid along its direction."""
    turn = np.radians((angle + 90.0) % 180.0 - 90.0)
    u = np.linspace(-0.5, 0.5, ALONG) * REACH_ALONG * length
    v = np.linspace(-0.5, 0.5, ACROSS) * REACH_ACROSS * width
    along, across = np.meshgrid(u, v)
    px = x + np.cos(turn) * along - np.sin(turn) * across - 0.5
    py = y + np.sin(turn) * along + np.cos(turn) * across - 0.5
    return _sampled(picture, px, py).ravel()


def _sampled(picture: Pixels, px: Pixels, py: Pixels) -> Pixels:
    """Return the picture at points between its pixels, interpolated."""
    h, w = picture.shape[:2]
    px, py = np.clip(px, 0, w - 1.001), np.clip(py, 0, h - 1.001)
    left, top = px.astype(int), py.astype(int)
    fx, fy = (px - left)[..., None], (py - top)[..., None]
    upper = picture[top, left] * (1 - fx) + picture[top, left + 1] * fx
    lower = picture[top + 1, left] * (1 - fx) + picture[top + 1, left + 1] * fx
    return upper * (1 - fy) + lower * fy


def classify(looks: Looks) -> NDArray[np.int64]:
    """Return the owner of every space by the nearest look of another track in another position."""
    squares = np.sum(looks.pixels**2, axis=1)
    distances = squares[:, None] + squares[None, :] - 2 * looks.pixels @ looks.pixels.T
    distances[looks.tracks[:, None] == looks.tracks[None, :]] = np.inf
    distances[looks.positions[:, None] == looks.positions[None, :]] = np.inf
    nearest: NDArray[np.int64] = looks.owners[np.argmin(distances, axis=1)]
    return nearest


@dataclass(frozen=True, slots=True)
class Score:
    """How many spaces were told right."""

    spaces: int
    free_or_taken: float
    """Share of spaces told to be free or taken, rightly."""
    owner: float
    """Share of taken spaces whose owner was told rightly."""


def score(looks: Looks) -> Score:
    """Classify every space and count."""
    told = classify(looks)
    taken = looks.owners != FREE
    return Score(
        len(told),
        float(np.mean((told != FREE) == taken)),
        float(np.mean(told[taken] == looks.owners[taken])) if taken.any() else 1.0,
    )
