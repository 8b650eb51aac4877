// Draws what a first look at a tree costs as a plot with logarithmic axes: an SVG that follows the reader's colour scheme.

const WIDTH = 680;
const HEIGHT = 340;
const LEFT = 64;
const RIGHT = 176;
const TOP = 40;
const BOTTOM = 44;

const LINES = [
  { of: "theirs", name: "reference, whole tree" },
  { of: "map", name: "map_dir" },
  { of: "page", name: "list_dir, first page" },
];

const STYLE =
  "text{font:12px system-ui,sans-serif;fill:#57606a}.title{font-weight:600;fill:#24292f}.grid{stroke:#d0d7de}" +
  ".theirs{stroke:#bc4c00;fill:#bc4c00}.map{stroke:#1a7f37;fill:#1a7f37}.page{stroke:#0969da;fill:#0969da}" +
  "polyline{fill:none!important;stroke-width:2.5}text.theirs,text.map,text.page{stroke:none;font-weight:600}" +
  "@media(prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#f0f6fc}.grid{stroke:#3d444d}" +
  ".theirs{stroke:#f0883e;fill:#f0883e}.map{stroke:#3fb950;fill:#3fb950}.page{stroke:#58a6ff;fill:#58a6ff}}";

export function drawCosts(costs) {
  const files = costs.map((cost) => cost.files);
  const tokens = costs.flatMap(({ page, map, theirs }) => [page, map, theirs]);
  const x = scale(files, LEFT, WIDTH - RIGHT);
  const y = scale(tokens, HEIGHT - BOTTOM, TOP);
  const parts = [
    `<text class="title" x="${LEFT}" y="20">What the first look at a tree costs a model, in tokens</text>`,
    ...powersIn(tokens).map(
      (power) =>
        `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(power)}" y2="${y(power)}"/>` +
        `<text x="${LEFT - 8}" y="${y(power) + 4}" text-anchor="end">${power.toLocaleString("en")}</text>`,
    ),
    ...powersIn(files).map(
      (power) =>
        `<text x="${x(power)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${power.toLocaleString("en")}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 6}" text-anchor="middle">files in the tree</text>`,
    ...LINES.flatMap(({ of, name }) => {
      const points = costs.map((cost) => `${x(cost.files)},${y(cost[of])}`);
      const last = costs.at(-1);
      return [
        `<polyline class="${of}" points="${points.join(" ")}"/>`,
        ...points.map(
          (point) => `<circle class="${of}" r="3" cx="${point.split(",")[0]}" cy="${point.split(",")[1]}"/>`,
        ),
        `<text class="${of}" x="${x(last.files) + 10}" y="${y(last[of]) + 4}">${name}</text>`,
      ];
    }),
  ];
  const size = `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">\n<style>${STYLE}</style>\n${parts.join("\n")}\n</svg>\n`;
}

/** Maps values to places, by their logarithms, rounded to a tenth of a pixel. */
function scale(values, start, end) {
  const [least, most] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
  return (value) => Math.round(10 * (start + ((Math.log10(value) - least) / (most - least)) * (end - start))) / 10;
}

function powersIn(values) {
  const powers = [];
  for (let power = 1; power <= Math.max(...values); power *= 10) {
    powers.push(power);
  }
  return powers.filter((power) => power >= Math.min(...values));
}
