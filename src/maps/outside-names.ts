// The names beside a fold that a map is about: those that the fold would stand for if its letters had the other case. The folds inside it
// must not match them either.
import { toText, type ByteString } from "../core/byte-string.ts";
import type { Entry } from "../core/entry.ts";
import { foldCase } from "../core/names/fold-case.ts";
import { readFold, type ReadFold } from "./write-fold.ts";

export class OutsideNames {
  readonly names: Entry[] = [];
  readonly #fold: ReadFold<string> | undefined;

  constructor(glob: ByteString) {
    const fold = readFold(glob);
    this.#fold = fold && {
      prefix: foldCase(toText(fold.prefix)),
      suffix: foldCase(toText(fold.suffix)),
      range: fold.range,
      directoriesOnly: fold.directoriesOnly,
    };
  }

  /** Takes an entry that the map leaves out. */
  add(entry: Entry): void {
    if (this.#fold === undefined) {
      return;
    }
    const { prefix, suffix, range } = this.#fold;
    const name = foldCase(toText(entry.name));
    const letter = name.charAt(prefix.length);
    const isNear =
      name.startsWith(prefix) &&
      name.endsWith(suffix) &&
      (range === undefined ||
        [letter, letter.toUpperCase()].some((each) => each >= range.charAt(0) && each <= range.charAt(2)));
    if (isNear) {
      this.names.push(entry);
    }
  }
}
