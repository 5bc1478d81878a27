"""Map projections, and how the frame of a board fits its picture.

Angles are in degrees outside this module. A projection is centred on the middle of its frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

PROJECTIONS: Final = ("conic", "mercator", "plain", "azimuthal")
"""`conic` (Albers) for most countries, `mercator` keeps angles, `plain` (equirectangular) has
straight meridians, `azimuthal` (Lambert) suits poles and pieces as wide as high."""
LEAST_SPAN: Final = 0.5
"""Degrees: outlines have no more detail than that shows."""
_MERCATOR_EDGE = 84.0
_SAMPLES = 24

Point = tuple[float, float]
Project = Callable[[float, float], Point]


@dataclass(frozen=True, slots=True)
class Frame:
    """A piece of the earth: from west to east and from south to north, in degrees.

    `east` is more than `west`, and above 180 beyond the date line.
    """

    projection: str
    west: float
    east: float
    south: float
    north: float

    @property
    def middle(self) -> Point:
        """Longitude and latitude of its middle."""
        return (self.west + self.east) / 2, (self.south + self.north) / 2


@dataclass(frozen=True, slots=True)
class Fit:
    """A projection onto a picture: y grows downwards."""

    project: Project
    scale: float
    left: float
    top: float

    def __call__(self, longitude: float, latitude: float) -> Point:
        """Return where a point of the earth is in the picture."""
        x, y = self.project(longitude, latitude)
        return self.left + x * self.scale, self.top - y * self.scale


def natural_aspect(frame: Frame) -> float:
    """Return the width of the projected frame divided by its height.

    >>> round(natural_aspect(Frame("plain", -10, 10, -5, 5)), 3)
    2.0
    """
    left, bottom, right, top = _extent(frame, projection(frame))
    return (right - left) / (top - bottom)


def fit(frame: Frame, width: float, height: float) -> Fit:
    """Fit a frame into a picture: all of it is seen, in the middle, and as large as can be."""
    project = projection(frame)
    left, bottom, right, top = _extent(frame, project)
    scale = min(width / (right - left), height / (top - bottom))
    return Fit(
        project,
        scale,
        width / 2 - (left + right) / 2 * scale,
        height / 2 + (bottom + top) / 2 * scale,
    )


def _extent(frame: Frame, project: Project) -> tuple[float, float, float, float]:
    """Return the least and the greatest coordinates of the projected edge of a frame."""
    parts = [part / _SAMPLES for part in range(_SAMPLES + 1)]
    wide, high = frame.east - frame.west, frame.north - frame.south
    points = [
        project(frame.west + wide * x, frame.south + high * y)
        for part in parts
        for x, y in ((part, 0.0), (part, 1.0), (0.0, part), (1.0, part))
    ]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    # Beyond the edge of a projection, all is at one height.
    return min(xs), min(ys), max(max(xs), min(xs) + 1e-3), max(max(ys), min(ys) + 1e-3)


def projection(frame: Frame) -> Project:
    """Return the projection of a frame, from degrees to a plane in which y grows northwards."""
    return {
        "conic": _conic,
        "mercator": _mercator,
        "plain": _plain,
        "azimuthal": _azimuthal,
    }[frame.projection](frame)


def _plain(frame: Frame) -> Project:
    middle, latitude = frame.middle
    narrow = max(math.cos(math.radians(latitude)), 0.05)
    return lambda lon, lat: (math.radians(lon - middle) * narrow, math.radians(lat))


def _mercator(frame: Frame) -> Project:
    middle, _ = frame.middle

    def project(lon: float, lat: float) -> Point:
        lat = max(-_MERCATOR_EDGE, min(_MERCATOR_EDGE, lat))
        return math.radians(lon - middle), math.asinh(math.tan(math.radians(lat)))

    return project


def _conic(frame: Frame) -> Project:
    middle, centre = frame.middle
    sixth = (frame.north - frame.south) / 6
    first = math.sin(math.radians(frame.south + sixth))
    n = (first + math.sin(math.radians(frame.north - sixth))) / 2
    if abs(n) < 0.02:
        # Around the equator the cone is a cylinder.
        return _plain(frame)
    constant = 1 - first * first + 2 * n * first

    def radius(lat: float) -> float:
        return math.sqrt(max(constant - 2 * n * math.sin(math.radians(lat)), 0.0)) / n

    origin = radius(centre)

    def project(lon: float, lat: float) -> Point:
        angle, away = n * math.radians(lon - middle), radius(lat)
        return away * math.sin(angle), origin - away * math.cos(angle)

    return project


def _azimuthal(frame: Frame) -> Project:
    middle, centre = frame.middle
    sin_centre, cos_centre = math.sin(math.radians(centre)), math.cos(math.radians(centre))

    def project(lon: float, lat: float) -> Point:
        sin_lat, cos_lat = math.sin(math.radians(lat)), math.cos(math.radians(lat))
        turn = math.radians(lon - middle)
        towards = sin_centre * sin_lat + cos_centre * cos_lat * math.cos(turn)
        # The other side of the earth would be infinitely large.
        k = math.sqrt(2 / max(1 + towards, 0.1))
        return (
            k * cos_lat * math.sin(turn),
            k * (cos_centre * sin_lat - sin_centre * cos_lat * math.cos(turn)),
        )

    return project
