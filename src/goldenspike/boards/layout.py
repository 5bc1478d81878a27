"""Where everything on a board is drawn: a pure function from a `Board` to a `Layout`.

The SVG drawing and the browser client draw the very same layout, so that a track has the same shape
everywhere. All numbers are in picture units: the longer side of the picture is 1000, x grows to the
right, y downwards, angles are degrees clockwise from the x axis. `Layout.to_json()` gives:

    {"board": "usa", "width": 1000.0, "height": 640.0,
     "space_length": 27.0, "space_width": 10.0,       # the usual plate; a cramped track says its own
     "label_size": 12.5,                              # font size of place names
     "passenger_radius": 4.0,                         # of one passenger's spot
     "places": [
       {"id": "salt_lake_city", "x": 246.0, "y": 301.5, "r": 7.0, "country": false,
        "ends": [],                                   # a country: [x, y] of each end station it has
        "passengers": [[246.0, 301.5]],               # spots, as many as stand there at set-up
        "labels": {                                   # one for each of the six languages, always all
          "en": {"lines": ["Salt Lake", "City"],      # top line first
                 "x": 257.0, "y": 297.0,              # baseline of the first line
                 "anchor": "start",                   # SVG text-anchor: start, middle, end
                 "line_height": 13.0,
                 "box": [257.0, 287.0, 306.0, 314.0]  # left, top, right, bottom
                }, ...}}, ...],
     "tracks": [
       {"id": "atlanta-miami:blue", "a": "atlanta", "b": "miami", "colour": "blue", "kind": "train",
        "length": 5, "locomotives": 0,
        "line": "M810 420C815 460 840 520 900 580",   # SVG path of the centre line, place to place
        "spaces": [[815.0, 440.1, 80.5], ...],        # middle and angle of each plate, from a to b
        "space": [27.0, 10.0],                        # length and width of this track's plates
        "wheels": [1],                                # plates (from 0) with a locomotive symbol
        "portals": [[812.0, 428.0, 79.0], ...],       # a tunnel's two mouths; else empty
        "middle": [852.0, 498.0]                      # where a marker or a tooltip belongs
       }, ...],
     "geography": null | {"source": "...", "layers": [{"kind": "land", "path": "M0 0L..."}, ...]}}

Layers of the geography are painted in their order; `kind` is one of `land`, `home` (the countries
the board is about), `water` (lakes), `river`, `border` and `state` (lines), and the picture's ground
is the sea. The order of places and tracks is the board's.
"""
