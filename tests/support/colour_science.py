"""How different two colours look, also to eyes that miss a pigment.

Written from the published formulas: CIEDE2000 (Sharma, Wu, Dalal 2005), the dichromat matrices of
Machado, Oliveira and Fernandes (2009) at full severity, and the contrast ratio of WCAG 2.
"""

from __future__ import annotations

import math

Triple = tuple[float, float, float]

DICHROMATS: dict[str, tuple[Triple, Triple, Triple]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str) -> Triple:
    """`#rrggbb` as linear light, 0..1."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return r, g, b


def seen_by(colour: str, kind: str) -> Triple:
    """The linear light that a dichromat of this kind can't tell from the colour."""
    rgb = linear(colour)
    r, g, b = (
        min(max(sum(k * c for k, c in zip(row, rgb, strict=True)), 0.0), 1.0)
        for row in DICHROMATS[kind]
    )
    return r, g, b


def lab(rgb: Triple) -> Triple:
    """Linear light as CIE L*a*b* under D65."""
    r, g, b = rgb
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (
        t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29 for t in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one: Triple, two: Triple) -> float:
    """The CIEDE2000 difference of two colours given as L*a*b*."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean_c = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1 = math.degrees(math.atan2(b1, a1)) % 360 if c1 else 0.0
    h2 = math.degrees(math.atan2(b2, a2)) % 360 if c2 else 0.0
    dh = 0.0
    mean_h = h1 + h2
    if c1 * c2:
        dh = (h2 - h1 + 180) % 360 - 180
        if h2 - h1 == 180:
            dh = 180.0
        mean_h = (h1 + h2) / 2
        if abs(h1 - h2) > 180:
            mean_h += 180 if h1 + h2 < 360 else -180
    big_dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(mean_h - 30))
        + 0.24 * math.cos(math.radians(2 * mean_h))
        + 0.32 * math.cos(math.radians(3 * mean_h + 6))
        - 0.20 * math.cos(math.radians(4 * mean_h - 63))
    )
    sl = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    sc, sh = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    rt = (
        -2
        * math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7))
        * math.sin(math.radians(60 * math.exp(-(((mean_h - 275) / 25) ** 2))))
    )
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, big_dh / sh
    return math.sqrt(dl * dl + dc * dc + dh * dh + rt * dc * dh)


def difference(one: str, two: str, eyes: str = "") -> float:
    """CIEDE2000 between two `#rrggbb` colours, as seen by everybody or by a kind of dichromat."""
    if eyes:
        return ciede2000(lab(seen_by(one, eyes)), lab(seen_by(two, eyes)))
    return ciede2000(lab(linear(one)), lab(linear(two)))


def contrast(one: str, two: str) -> float:
    """The contrast ratio of WCAG 2, 1 to 21."""
    lights = []
    for colour in (one, two):
        r, g, b = linear(colour)
        lights.append(0.2126 * r + 0.7152 * g + 0.0722 * b)
    return (max(lights) + 0.05) / (min(lights) + 0.05)
