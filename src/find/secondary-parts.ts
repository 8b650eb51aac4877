// Secondary files – tests, fixtures, snapshots, generated and vendored files, images, fonts and other data – rank lower unless a guess asks
// for them.

/** The parts of names that mark secondary files and directories. */
export const SECONDARY_PARTS: ReadonlySet<string> = new Set(
  (
    "test tests spec specs e2e fixture fixtures snapshot snapshots snap mock mocks testdata testing generated vendor vendored dist stories " +
    "min lock png jpg jpeg gif svg ico webp woff woff2 ttf eot otf mp4 mp3 wav pdf zip gz po mo csv"
  ).split(" "),
);

/** The secondary parts of the names above an entry, and of its own name. */
export function addSecondaryParts(above: readonly string[], name: string): readonly string[] {
  const parts = name.toLowerCase().split(/[^a-z0-9]+/);
  return parts.some((part) => SECONDARY_PARTS.has(part))
    ? [...above, ...parts.filter((part) => SECONDARY_PARTS.has(part))]
    : above;
}
