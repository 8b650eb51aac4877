// Words in names that rank a file lower unless a guess asks for them: those of tests, fixtures, snapshots, generated and vendored files, images,
// fonts and other data.

const WORDS =
  "test tests spec specs e2e fixture fixtures snapshot snapshots snap mock mocks testdata testing generated vendor vendored dist stories " +
  "min lock png jpg jpeg gif svg ico webp woff woff2 ttf eot otf mp4 mp3 wav pdf zip gz po mo csv";

export const LOW_PRIORITY_WORDS: ReadonlySet<string> = new Set(WORDS.split(" "));

/** The low-priority words of the names above an entry and of its own name, each once. */
export function addLowPriorityWords(above: readonly string[], name: string): readonly string[] {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  const more = words.filter((word) => LOW_PRIORITY_WORDS.has(word) && !above.includes(word));
  return more.length === 0 ? above : [...above, ...new Set(more)];
}
