"""A board as a picture: a railway poster in one standalone SVG file.

The map itself is drawn here, from a `Layout`; `poster.py` puts paper, title and legend around it.
The same board, theme and language always give the same text, byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping

from goldenspike.boards.geometry import Plate
from goldenspike.boards.labels import Label
from goldenspike.boards.layout import Layout, PlaceLayout, TrackLayout
from goldenspike.boards.model import Board
from goldenspike.boards.palette import Palette, load_palette
from goldenspike.boards.svg import placed, tag, text

_LAYER_LOOK = {
    "land": {"fill": "land"},
    "home": {"fill": "home"},
    "water": {"fill": "sea"},
    "river": {"stroke": "river"},
    "border": {"stroke": "border"},
    "state": {"stroke": "state"},
}
_SLANTED = ("en", "it")
"""Languages whose script has italics; slanted Chinese, Japanese or Korean is only distorted."""
_LINE_WIDTH = {"river": 1.6, "border": 1.1, "state": 0.9}


class Brush:
    """Draws the parts of one board in one theme; the poster's legend uses the same strokes."""

    def __init__(self, layout: Layout, board: Board, theme: str, language: str) -> None:
        self.layout = layout
        self.board = board
        self.language = language
        self.palette: Palette = load_palette()
        self.theme = self.palette.themes[theme]
        self.mood = self.palette.mood(board.geography, theme)
        # Places are light in both themes, and so what is drawn on them is always dark.
        self.on_place = self.palette.mood(board.geography, "light")["accent"]
        self.space = layout.measures.space

    # The ground

    def definitions(self) -> str:
        """What other elements refer to: symbols, wagon patterns, textures."""
        p = self.palette
        symbols = [tag("path", id=f"s-{name}", d=path) for name, path in p.symbols.items()]
        wagons = []
        for seat, colour in enumerate(self.board.player_colours):
            pattern = p.patterns[seat % len(p.patterns)]
            card = p.cards[colour]
            mark = tag(
                "path",
                d=pattern.path or "M0 0",
                fill="none" if pattern.stroke else card.ink,
                stroke=card.ink if pattern.stroke else None,
                stroke_width=pattern.stroke or None,
            )
            ground = tag("rect", width=pattern.tile, height=pattern.tile, fill=card.fill)
            wagons.append(
                tag(
                    "pattern",
                    ground + mark,
                    id=f"seat-{seat}",
                    width=pattern.tile,
                    height=pattern.tile,
                    patternUnits="userSpaceOnUse",
                    x=-pattern.tile / 2,
                    y=-pattern.tile / 2,
                )
            )
        ripple = tag(
            "pattern",
            tag(
                "path",
                d="M0 7Q5.5 3.5 11 7T22 7",
                fill="none",
                stroke=self.mood["wave"],
                stroke_width=1.1,
            ),
            tag(
                "path",
                d="M-11 18Q-5.5 14.5 0 18T11 18M11 18Q16.5 14.5 22 18T33 18",
                fill="none",
                stroke=self.mood["wave"],
                stroke_width=1.1,
            ),
            id="ripple",
            width=22.0,
            height=22.0,
            patternUnits="userSpaceOnUse",
        )
        return tag("defs", *symbols, *wagons, ripple)

    def ground(self) -> str:
        """Sea, land and borders, or plain paper where a board has no geography."""
        w, h = self.layout.width, self.layout.height
        parts = [tag("rect", width=w, height=h, fill=self.mood["sea"])]
        geography = self.layout.geography
        if geography is None:
            return "".join(parts)
        parts.append(tag("rect", width=w, height=h, fill="url(#ripple)"))
        shores = [layer.path for layer in geography.layers if layer.kind in ("land", "home")]
        for path in shores:
            parts.append(
                tag(
                    "path",
                    d=path,
                    fill="none",
                    stroke=self.mood["coast"],
                    stroke_width=9.0,
                    stroke_linejoin="round",
                )
            )
        for layer in geography.layers:
            look = _LAYER_LOOK[layer.kind]
            line = self.mood[look["stroke"]] if "stroke" in look else None
            parts.append(
                tag(
                    "path",
                    d=layer.path,
                    fill=self.mood[look["fill"]] if "fill" in look else "none",
                    fill_rule="evenodd" if "fill" in look else None,
                    stroke=line,
                    stroke_width=_LINE_WIDTH.get(layer.kind),
                    stroke_linejoin="round",
                    stroke_linecap="round" if line else None,
                    stroke_dasharray="5 3" if layer.kind == "border" else None,
                )
            )
        return "".join(parts)

    # Tracks

    def track(self, layout: TrackLayout, seat: int | None) -> str:
        """A track with its spaces, and the owner's wagons if it is taken."""
        track = layout.track
        parts = [self._bed(layout)]
        for mouth in layout.portals:
            parts.append(self.portal(*mouth))
        for i, plate in enumerate(layout.plates):
            parts.append(self.plate(plate, track.colour, track.kind, i in layout.wheels))
            if seat is not None:
                parts.append(self.wagon(plate, seat))
        return tag("g", tag("title", _spoken(layout)), *parts, id=f"track-{_xml_id(track.id)}")

    def _bed(self, layout: TrackLayout) -> str:
        """What the spaces lie on: rails on land, a wave at sea."""
        if layout.wave:
            return tag(
                "path",
                d=layout.wave,
                fill="none",
                stroke=self.mood["swell"],
                stroke_width=1.7,
                stroke_linecap="round",
            )
        return tag(
            "path",
            d=layout.line,
            fill="none",
            stroke=self.theme["rule"],
            stroke_width=1.6,
            stroke_dasharray="2 2.5" if layout.track.kind == "tunnel" else None,
        )

    def plate(self, plate: Plate, colour: str, kind: str, wheel: bool) -> str:
        """One space: a rounded plate with the symbol of its colour."""
        card = self.palette.cards[colour]
        long, w = plate.length, plate.width
        parts = []
        if kind == "tunnel":
            parts += self._hatched_rim(long, w)
        parts.append(
            tag(
                "rect",
                x=-long / 2,
                y=-w / 2,
                width=long,
                height=w,
                rx=w * (0.48 if kind == "ferry" else 0.2),
                fill=card.fill,
                stroke=self.theme["outline"],
                stroke_width=1.1,
            )
        )
        angle = plate.angle
        # Turned by at most a quarter either way, so that a wheel is always on the same side.
        if angle > 90:
            angle -= 180
        elif angle <= -90:
            angle += 180
        aside = long * 0.21 if wheel and card.symbol else 0.0
        if card.symbol:
            parts.append(self.symbol(card.symbol, card.ink, w * 0.36, aside, -angle))
        if wheel:
            disc = tag("circle", cx=-aside, r=w * 0.44, fill="#ffffff", stroke="#17181c")
            parts += [disc, self.symbol("wheel", "#17181c", w * 0.38, -aside)]
        return tag("g", *parts, transform=placed(plate.x, plate.y, angle))

    def _hatched_rim(self, length: float, width: float) -> list[str]:
        rim = 0.07 * self.space
        box = {
            "x": -length / 2 - rim / 2,
            "y": -width / 2 - rim / 2,
            "width": length + rim,
            "height": width + rim,
            "rx": width * 0.2,
        }
        solid = tag("rect", **box, fill="none", stroke=self.theme["surface"], stroke_width=rim)
        ink = self.mood["accent"]
        dashes = f"{0.06 * self.space:.1f} {0.05 * self.space:.1f}"
        hatch = tag(
            "rect", **box, fill="none", stroke=ink, stroke_width=rim, stroke_dasharray=dashes
        )
        return [solid, hatch]

    def portal(self, x: float, y: float, angle: float) -> str:
        """A tunnel's mouth: a dark arch in a stone ring."""
        r = 0.21 * self.space
        arch = tag(
            "path",
            d=f"M0 {-r:.1f}A{r * 0.9:.1f} {r:.1f} 0 0 1 0 {r:.1f}Z",
            fill="#17181c",
            stroke=self.theme["place"],
            stroke_width=0.055 * self.space,
            stroke_linejoin="round",
        )
        rim = 0.06 * self.space
        return tag("g", arch, transform=placed(x, y, angle) + f" translate({rim:.1f} 0)")

    def symbol(self, name: str, ink: str, half: float, x: float = 0.0, angle: float = 0.0) -> str:
        """A symbol that reaches `half` from its middle; turned back, it stands upright."""
        return tag("use", href=f"#s-{name}", fill=ink, transform=placed(x, 0, angle, half / 10))

    def wagon(self, plate: Plate, seat: int) -> str:
        """A seat's wagon on a space: longer than it is free to see, in colour and pattern."""
        long, w = plate.length * 1.02, plate.width * 1.12
        end = long / 2 - 0.1 * self.space
        ink = self.palette.cards[self.board.player_colours[seat]].ink
        body = tag(
            "rect",
            x=-long / 2,
            y=-w / 2,
            width=long,
            height=w,
            rx=w * 0.3,
            fill=f"url(#seat-{seat})",
            stroke=self.theme["outline"],
            stroke_width=1.5,
        )
        ends = tag(
            "path",
            d=f"M{-end:.1f} {-w / 2:.1f}V{w / 2:.1f}M{end:.1f} {-w / 2:.1f}V{w / 2:.1f}",
            stroke=ink,
            stroke_width=1.1,
        )
        return tag("g", body, ends, transform=placed(plate.x, plate.y, plate.angle))

    # Places

    def place(self, place: PlaceLayout) -> str:
        """A place's dot with room for its passengers; a country's end stations."""
        parts = []
        ink, paper = self.theme["ink"], self.theme["place"]
        outline = self.theme["outline"]
        for x, y in place.ends:
            r = self.layout.measures.end_station
            box = {"x": x - r, "y": y - r, "width": 2 * r, "height": 2 * r, "rx": r * 0.4}
            fill = self.mood["accent"]
            parts.append(tag("rect", **box, fill=fill, stroke=outline, stroke_width=1.4))
        if place.r and place.passengers:
            r = place.r - 1
            parts.append(
                tag(
                    "rect",
                    x=place.x - r,
                    y=place.y - r,
                    width=2 * r,
                    height=2 * r,
                    # A country is an end station, so its plate is square like those.
                    rx=0.3 * r if place.country else r,
                    fill=paper,
                    stroke=ink,
                    stroke_width=2.0,
                )
            )
            for x, y in place.passengers:
                parts.append(self.passenger(x, y))
        elif place.r:
            dot = {"cx": place.x, "cy": place.y}
            parts.append(
                tag("circle", **dot, r=place.r - 1, fill=paper, stroke=ink, stroke_width=2.0)
            )
            parts.append(tag("circle", **dot, r=place.r * 0.45, fill=self.on_place))
        return "".join(parts)

    def passenger(self, x: float, y: float) -> str:
        """A spot where a passenger waits; whose colour it is, set-up decides."""
        r = self.layout.measures.passenger
        figure = tag("use", href="#s-passenger", fill=self.on_place)
        return tag("g", figure, transform=placed(x, y, 0, r * 0.88 / 10))

    def name(self, place: PlaceLayout) -> str:
        """A place's name, with a halo in the colour of the land."""
        labels = [place.labels, *(each for each in place.end_labels if each)]
        return "".join(self._name(each[self.language], place.country) for each in labels)

    def _name(self, label: Label, country: bool) -> str:
        look: dict[str, str | float] = {
            "text_anchor": label.anchor,
            "font_weight": "700",
            "fill": self.theme["ink"],
            "stroke": self.mood["home"],
            "stroke_width": 2.6,
            "stroke_linejoin": "round",
            "paint_order": "stroke",
        }
        if country and self.language in _SLANTED:
            look["font_style"] = "italic"
        size = self.layout.measures.label
        return "".join(
            text(line, label.x, label.y + i * label.line_height, size, **look)
            for i, line in enumerate(label.lines)
        )

    def map(self, routes: Mapping[str, int]) -> str:
        """The whole map, in picture units from 0, 0."""
        layers = [
            self.ground(),
            *(self.track(track, routes.get(track.track.id)) for track in self.layout.tracks),
            *(self.place(place) for place in self.layout.places),
            *(self.name(place) for place in self.layout.places),
        ]
        return "".join(layers)


def _spoken(layout: TrackLayout) -> str:
    """The track in words, for a reader that can't see it."""
    track = layout.track
    kind = "" if track.kind == "train" else f" {track.kind}"
    return f"{layout.a} to {layout.b}, {track.length} {track.colour}{kind}"


def _xml_id(track: str) -> str:
    """A track's id with only characters that an XML name may have."""
    return track.replace(":", ".").replace("#", ".")
