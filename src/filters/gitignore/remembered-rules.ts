// Remembers the rules at the root of a listing, which come from the files at and above it. They depend on nothing but the answers of
// the file system: the next listing asks the same questions, and works the rules out again only if an answer has changed.
import { BoundedMap } from "../../core/bounded-map.ts";
import type { ByteString } from "../../core/byte-string.ts";
import type { FileBefore } from "../../core/file-system.ts";
import { whenKnown } from "../../core/when-known.ts";
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
  readonly answers: readonly Answer[];
  readonly rules: DirectoryRules;
  readonly bounds: RuleFileBounds | undefined;
  /** What a listing within the same bounds can check all at once, and the answers that are left then. */
  readonly before: readonly FileBefore[];
  readonly others: readonly Answer[];
}

/** An answer that was given, and whether asking again gives the same. */
interface Answer {
  readonly bytes: number;
  isSame(files: RuleFiles): Promise<boolean> | boolean;
}

const REMEMBERED = new BoundedMap<string, Remembered>(MOST_BYTES, ({ bytes }) => Math.max(bytes, LEAST_BYTES));

/** The rules that `find` finds. The key has to stand for everything that they depend on, apart from what `find` asks the files. */
export function rememberedRules(
  key: string,
  settings: RuleFileSettings,
  find: (files: RuleFiles) => Promise<DirectoryRules>,
): Promise<DirectoryRules> | DirectoryRules {
  const known = REMEMBERED.get(key);
  if (known === undefined) {
    return findRules(key, settings, find);
  }
  const files = new RuleFiles(settings);
  const isQuick = known.bounds === files.bounds && files.areSame(known.before);
  return whenKnown(areSame(isQuick ? known.others : known.answers, files), (isSame) =>
    isSame ? known.rules : findRules(key, settings, find),
  );
}

async function findRules(
  key: string,
  settings: RuleFileSettings,
  find: (files: RuleFiles) => Promise<DirectoryRules>,
): Promise<DirectoryRules> {
  const files = new RecordedFiles(settings);
  const rules = await find(files);
  const bytes = files.answers.reduce((sum, answer) => sum + answer.bytes, 0);
  const { answers, before, others } = files;
  REMEMBERED.set(key, { bytes, answers, rules, bounds: settings.bounds, before, others });
  return rules;
}

/** Asks again, from the answer at a place on. Most answers are known at once: a promise for each would take longer than they do. */
function areSame(answers: readonly Answer[], files: RuleFiles, start = 0): Promise<boolean> | boolean {
  for (let place = start; place < answers.length; place += 1) {
    const isSame = (answers[place] as Answer).isSame(files);
    if (isSame instanceof Promise) {
      return isSame.then((known) => known && areSame(answers, files, place + 1));
    }
    if (!isSame) {
      return false;
    }
  }
  return true;
}

/** Rule files that record each answer they give. */
class RecordedFiles extends RuleFiles {
  readonly answers: Answer[] = [];
  readonly before: FileBefore[] = [];
  readonly others: Answer[] = [];

  override mayExist(path: ByteString): boolean {
    const exists = super.mayExist(path);
    this.answers.push({ bytes: path.length, isSame: (files) => files.mayExist(path) === exists });
    // What exists is read next, and the answer to that says the same.
    if (!exists) {
      this.before.push({ path, found: undefined, followsLinks: false });
    }
    return exists;
  }

  override async read(path: ByteString, namedBy: NamedBy, maxBytes: number): Promise<RuleFile | undefined> {
    const file = await super.read(path, namedBy, maxBytes);
    const answer: Answer = {
      bytes: path.length + (file?.bytes.length ?? 0),
      isSame: (files) =>
        whenKnown(
          files.read(path, namedBy, maxBytes),
          (again) => again?.bytes === file?.bytes && again?.isInside === file?.isInside,
        ),
    };
    this.answers.push(answer);
    // What the tree names is not even looked for outside the bounds.
    if (namedBy === "tree") {
      this.others.push(answer);
    } else {
      this.before.push({ path, found: file?.bytes, followsLinks: this.followsLinks(namedBy) });
    }
    return file;
  }

  override async userDirectory(directory: string): Promise<string> {
    const real = await super.userDirectory(directory);
    const answer: Answer = {
      bytes: directory.length,
      isSame: (files) => whenKnown(files.userDirectory(directory), (again) => again === real),
    };
    this.answers.push(answer);
    this.others.push(answer);
    return real;
  }
}
