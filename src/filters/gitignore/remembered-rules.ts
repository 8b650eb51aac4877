// Remembers the rules at the root of a listing, which come from the files at and above it. They depend on nothing but the answers of
// the file system: the next listing asks the same questions, and works the rules out again only if an answer has changed.
import { BoundedMap } from "../../core/bounded-map.ts";
import type { ByteString } from "../../core/byte-string.ts";
import type { FileBefore } from "../../core/file-system.ts";
import type { DirectoryRules } from "./ignore-layers.ts";
import { RuleFiles, type NamedBy, type RuleFile, type RuleFileBounds, type RuleFileSettings } from "./rule-files.ts";

/**
 * How much is remembered, in bytes of rule files and their paths: rules take much more memory than their text, and a directory may
 * have thousands above it. Each root counts for some bytes at least, so that there are 64 at most.
 */
const MOST_BYTES = 64 * 1024;
const LEAST_BYTES = MOST_BYTES / 64;

interface Remembered {
  readonly bytes: number;
  readonly rules: DirectoryRules;
  readonly bounds: RuleFileBounds | undefined;
  /** What the file system can check all at once, and the other answers. */
  readonly before: readonly FileBefore[];
  readonly others: readonly Answer[];
}

/** Whether asking again gives the answer that was given. */
type Answer = (files: RuleFiles) => Promise<boolean>;

const REMEMBERED = new BoundedMap<string, Remembered>(MOST_BYTES, ({ bytes }) => Math.max(bytes, LEAST_BYTES));

/** The rules that `find` finds. The key has to stand for everything that they depend on, apart from what `find` asks the files. */
export async function rememberedRules(
  key: string,
  settings: RuleFileSettings,
  find: (files: RuleFiles) => Promise<DirectoryRules>,
): Promise<DirectoryRules> {
  const known = REMEMBERED.get(key);
  if (known !== undefined && (await isSame(known, new RuleFiles(settings)))) {
    return known.rules;
  }
  const files = new RecordedFiles(settings);
  const rules = await find(files);
  const { bytes, bounds, before, others } = files;
  REMEMBERED.set(key, { bytes, rules, bounds, before, others });
  return rules;
}

async function isSame({ bounds, before, others }: Remembered, files: RuleFiles): Promise<boolean> {
  if (bounds !== files.bounds || !files.areSame(before)) {
    return false;
  }
  for (const isAnswered of others) {
    if (!(await isAnswered(files))) {
      return false;
    }
  }
  return true;
}

/** Rule files that record each answer they give. */
class RecordedFiles extends RuleFiles {
  bytes = 0;
  readonly before: FileBefore[] = [];
  readonly others: Answer[] = [];

  override mayExist(path: ByteString): boolean {
    const exists = super.mayExist(path);
    this.bytes += path.length;
    // What exists is read next, and the answer to that says the same.
    if (!exists) {
      this.before.push({ path, found: undefined, followsLinks: false });
    }
    return exists;
  }

  override async read(path: ByteString, namedBy: NamedBy, maxBytes: number): Promise<RuleFile | undefined> {
    const file = await super.read(path, namedBy, maxBytes);
    this.bytes += path.length + (file?.bytes.length ?? 0);
    if (namedBy !== "tree") {
      this.before.push({ path, found: file?.bytes, followsLinks: this.followsLinks(namedBy) });
      return file;
    }
    // What the tree names is not even looked for outside the bounds.
    this.others.push(async (files) => {
      const again = await files.read(path, namedBy, maxBytes);
      return again?.bytes === file?.bytes && again?.isInside === file?.isInside;
    });
    return file;
  }

  override async userDirectory(directory: string): Promise<string> {
    const real = await super.userDirectory(directory);
    this.bytes += directory.length;
    this.others.push(async (files) => (await files.userDirectory(directory)) === real);
    return real;
  }
}
