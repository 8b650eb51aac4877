// What is noted while a tree is counted, besides the counts: what a search passed by, how much was read, and the names beside a fold.
import { toText, type ByteString } from "../core/byte-string.ts";
import type { Entry } from "../core/entry.ts";
import type { Verdict } from "../core/filter.ts";
import { foldCase } from "../core/names/fold-case.ts";
import { readFold, type ReadFold } from "./write-fold.ts";

export class MapNotes {
  /** Whether a search did not look into an ignored directory. */
  passedBy = false;
  /** How many directories were read. */
  readDirectories = 0;
  /**
   * If the map is about a fold of the root: the names beside it that it would stand for if their letters had the other case. The folds
   * inside it must not match them either.
   */
  readonly outside: Entry[] = [];
  readonly #fold: ReadFold<string> | undefined;

  constructor(glob: ByteString | undefined) {
    const fold = glob === undefined ? undefined : readFold(glob);
    this.#fold = fold && {
      ...fold,
      prefix: foldCase(toText(fold.prefix)),
      suffix: foldCase(toText(fold.suffix)),
    };
  }

  /** Notes how an entry was judged. */
  note(entry: Entry, verdict: Verdict, isInRoot: boolean): void {
    if (verdict === "pass" || verdict === "skip") {
      this.passedBy = true;
    } else if (verdict === "hide" && isInRoot && this.#fold !== undefined && isNear(entry.name, this.#fold)) {
      this.outside.push(entry);
    }
  }
}

/** Whether a name would belong to a fold, whose letters are folded, if case did not matter. */
function isNear(bytes: ByteString, { prefix, suffix, range }: ReadFold<string>): boolean {
  const name = foldCase(toText(bytes));
  const letter = name.charAt(prefix.length);
  return (
    name.startsWith(prefix) &&
    name.endsWith(suffix) &&
    (range === undefined || isInRange(range, letter) || isInRange(range, letter.toUpperCase()))
  );
}

/** Whether a letter is in a range such as `a-f`. */
export function isInRange(range: string, letter: string): boolean {
  return letter >= range.charAt(0) && letter <= range.charAt(2);
}
