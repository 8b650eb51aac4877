// Remembers what the rule files at and above the root of a listing came to. That depends on nothing but the answers of the file
// system, so the next listing asks the same questions, and works it out again only if an answer is a different one. Most of the
// time of a small listing's rules is not spent on asking.
import type { DirectoryRules } from "./ignore-layers.ts";
import type { Answer, RuleFiles } from "./rule-files.ts";

/**
 * No more is remembered than this, in bytes of rule files and their paths: rules take much more memory than their text, and a
 * directory may have thousands above it.
 */
const MOST_BYTES = 64 * 1024;
const MOST_ROOTS = 64;

interface Remembered {
  readonly answers: readonly Answer[];
  readonly rules: DirectoryRules;
  readonly bytes: number;
}

/** By everything that the questions depend on. The one that was used last is the last. */
const REMEMBERED = new Map<string, Remembered>();

/** The rules that `find` finds. The key has to stand for everything that `find` depends on, apart from what it asks the files. */
export async function rememberedLayers(
  key: string,
  files: RuleFiles,
  find: () => Promise<DirectoryRules>,
): Promise<DirectoryRules> {
  const known = REMEMBERED.get(key);
  if (known !== undefined) {
    REMEMBERED.delete(key);
    if (await areSame(known.answers, files)) {
      REMEMBERED.set(key, known);
      return known.rules;
    }
  }
  const { result: rules, answers } = await files.record(find);
  const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0);
  if (bytes <= MOST_BYTES) {
    REMEMBERED.set(key, { answers, rules, bytes });
    forgetFirst();
  }
  return rules;
}

async function areSame(answers: readonly Answer[], files: RuleFiles): Promise<boolean> {
  for (const answer of answers) {
    const isSame = answer.isSame(files);
    if (!(isSame instanceof Promise ? await isSame : isSame)) {
      return false;
    }
  }
  return true;
}

function forgetFirst(): void {
  let bytes = 0;
  for (const remembered of REMEMBERED.values()) {
    bytes += remembered.bytes;
  }
  for (const [key, remembered] of REMEMBERED) {
    if (bytes <= MOST_BYTES && REMEMBERED.size <= MOST_ROOTS) {
      break;
    }
    bytes -= remembered.bytes;
    REMEMBERED.delete(key);
  }
}
