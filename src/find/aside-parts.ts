// Tests, fixtures, snapshots, generated and vendored files, images, fonts and other data come later unless a guess asks for them.

/** The parts of paths that tell them apart. */
export const ASIDE_PARTS: ReadonlySet<string> = new Set(
  (
    "test tests spec specs e2e fixture fixtures snapshot snapshots snap mock mocks testdata testing generated vendor vendored dist stories " +
    "min lock png jpg jpeg gif svg ico webp woff woff2 ttf eot otf mp4 mp3 wav pdf zip gz po mo csv"
  ).split(" "),
);

/** Those in a name, after those in the names above it. */
export function joinAside(above: readonly string[], name: string): readonly string[] {
  const parts = name.toLowerCase().split(/[^a-z0-9]+/);
  return parts.some((part) => ASIDE_PARTS.has(part))
    ? [...above, ...parts.filter((part) => ASIDE_PARTS.has(part))]
    : above;
}
