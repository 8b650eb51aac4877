// Remembers the rules at the root of a listing, which come from the files at and above it. They depend on nothing but the answers of
// the file system: the next listing asks the same questions, and works the rules out again only if an answer has changed.
import { BoundedMap } from "../../core/bounded-map.ts";
import type { ByteString } from "../../core/byte-string.ts";
import type { DirectoryRules } from "./ignore-layers.ts";
import { RuleFiles, type NamedBy, type RuleFile, type RuleFileSettings } from "./rule-files.ts";

/**
 * How much is remembered, in bytes of rule files and their paths: rules take much more memory than their text, and a directory may
 * have thousands above it. Each root counts for some bytes at least, so that there are 64 at most.
 */
const MOST_BYTES = 64 * 1024;
const LEAST_BYTES = MOST_BYTES / 64;

interface Remembered {
  readonly answers: readonly Answer[];
  readonly rules: DirectoryRules;
  readonly bytes: number;
}

/** An answer that was given, and whether asking again gives the same. */
interface Answer {
  readonly bytes: number;
  isSame(files: RuleFiles): Promise<boolean> | boolean;
}

const REMEMBERED = new BoundedMap<string, Remembered>(MOST_BYTES, ({ bytes }) => bytes);

/** The rules that `find` finds. The key has to stand for everything that they depend on, apart from what `find` asks the files. */
export async function rememberedRules(
  key: string,
  settings: RuleFileSettings,
  find: (files: RuleFiles) => Promise<DirectoryRules>,
): Promise<DirectoryRules> {
  const known = REMEMBERED.get(key);
  if (known !== undefined && (await areSame(known.answers, new RuleFiles(settings)))) {
    return known.rules;
  }
  const files = new RecordedFiles(settings);
  const rules = await find(files);
  const sum = files.answers.reduce((total, answer) => total + answer.bytes, 0);
  const bytes = Math.max(sum, LEAST_BYTES);
  if (bytes <= MOST_BYTES) {
    REMEMBERED.set(key, { answers: files.answers, rules, bytes });
  }
  return rules;
}

async function areSame(answers: readonly Answer[], files: RuleFiles): Promise<boolean> {
  for (const answer of answers) {
    if (!(await answer.isSame(files))) {
      return false;
    }
  }
  return true;
}

/** Rule files that record each answer they give. */
class RecordedFiles extends RuleFiles {
  readonly answers: Answer[] = [];

  override mayExist(path: ByteString): boolean {
    const exists = super.mayExist(path);
    this.answers.push({ bytes: path.length, isSame: (files) => files.mayExist(path) === exists });
    return exists;
  }

  override async read(path: ByteString, namedBy: NamedBy, maxBytes: number): Promise<RuleFile | undefined> {
    const file = await super.read(path, namedBy, maxBytes);
    this.answers.push({
      bytes: path.length + (file?.bytes.length ?? 0),
      isSame: async (files) => {
        const again = await files.read(path, namedBy, maxBytes);
        return again?.bytes === file?.bytes && again?.isInside === file?.isInside;
      },
    });
    return file;
  }

  override async userDirectory(directory: string): Promise<string> {
    const real = await super.userDirectory(directory);
    this.answers.push({
      bytes: directory.length,
      isSame: async (files) => (await files.userDirectory(directory)) === real,
    });
    return real;
  }
}
