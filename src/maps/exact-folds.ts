// Keeps folds exact although a glob without an upper-case letter matches names of either case: where a fold would catch a name of the
// directory that it does not stand for, the letters in which the two differ are put in classes, `[w]alk-*`.
import { toByteString, toText, type ByteString } from "../core/byte-string.ts";
import type { Entry } from "../core/entry.ts";
import { foldCase, inEveryCase, isUpperCase } from "../core/names/fold-case.ts";
import type { Fold } from "./directory-map.ts";
import { layoutsIn, type MapLayout } from "./map-layout.ts";
import { isInRange } from "./map-notes.ts";
import { DROPPED, type PackedNames } from "./packed-names.ts";
import { readFold, writeExactFold, type ReadFold } from "./write-fold.ts";
import { inTurns } from "./yielding-work.ts";

/** A fold that matches names of either case. */
interface LooseFold extends ReadFold<string> {
  readonly fold: Fold;
  readonly bytes: ReadFold;
  readonly folded: { readonly prefix: string; readonly suffix: string };
  /** The bytes that names may begin and end with; undefined if that may be any. */
  readonly firstBytes: ReadonlySet<number> | undefined;
  readonly lastBytes: ReadonlySet<number> | undefined;
  /** The places in `prefix + suffix` whose letters have to be in classes. */
  readonly places: Set<number>;
}

export class ExactFolds {
  readonly #outside: readonly Entry[];
  /** The names with letters that have another form without regard to case, of directories that were looked through. */
  readonly #varied = new Map<PackedNames, readonly number[]>();

  /** `outside`: the names of the root that the map leaves out because it is about a fold. */
  constructor(outside: readonly Entry[]) {
    this.#outside = outside;
  }

  /** The globs of those folds of a layout that must be written in another way. Yields now and then, for other work. */
  *globsIn(layout: MapLayout): Generator<void, ReadonlyMap<Fold, ByteString>> {
    const globs = new Map<Fold, ByteString>();
    for (const inside of layoutsIn(layout)) {
      const loose = inside.items.flatMap((item) => (item.kind === "fold" ? toLooseFolds(item.option.fold) : []));
      if (loose.length > 0) {
        yield* this.#findPlaces(loose, inside.plan.entries.names, inside === layout);
      }
      for (const each of loose) {
        if (each.places.size > 0) {
          globs.set(each.fold, toByteString(writeExactFold(each, each.places)));
        }
      }
    }
    return globs;
  }

  *#findPlaces(loose: readonly LooseFold[], names: PackedNames, isRoot: boolean): Generator<void, void> {
    // A fold whose own letters have another form, `ſ` for one, may catch any name.
    const isOdd = loose.some(({ prefix, suffix, folded }) => prefix !== folded.prefix || suffix !== folded.suffix);
    const varied = isOdd ? undefined : yield* this.#variedIn(names);
    yield* inTurns(varied?.length ?? names.length, (at) => {
      const index = varied?.[at] ?? at;
      if (names.has(index, DROPPED)) {
        return;
      }
      const [first, last] = [names.byteAt(index, 0) ?? 0, names.byteAt(index, names.lengthOf(index) - 1) ?? 0];
      for (const each of loose) {
        // Most names need not be decoded: they begin or end with something else, or are among those that the fold stands for.
        const isNear = each.firstBytes?.has(first) !== false && each.lastBytes?.has(last) !== false;
        if (isNear && !names.isAround(index, each.bytes.prefix, each.bytes.suffix)) {
          addPlaces(each, names.name(index), names.kindOf(index) === "directory");
        }
      }
    });
    const outside = isRoot ? this.#outside : [];
    yield* inTurns(outside.length, (at) => {
      const { name, kind } = outside[at] as Entry;
      loose.forEach((each) => addPlaces(each, name, kind === "directory"));
    });
  }

  *#variedIn(names: PackedNames): Generator<void, readonly number[]> {
    const known = this.#varied.get(names);
    if (known !== undefined) {
      return known;
    }
    const varied: number[] = [];
    yield* inTurns(names.length, (index) => {
      if (names.mayHaveCase(index)) {
        varied.push(index);
      }
    });
    this.#varied.set(names, varied);
    return varied;
  }
}

/** A fold as one that matches names of either case; none if it matches only as it is written. */
function toLooseFolds(fold: Fold): LooseFold[] {
  const read = readFold(fold.glob);
  if (read === undefined) {
    return [];
  }
  const { prefix, suffix, range, directoriesOnly } = read;
  const text = { prefix: toText(prefix), suffix: toText(suffix), range: range && toText(range), directoriesOnly };
  const letters = [...text.prefix, ...text.suffix];
  if (letters.some(isUpperCase) || !letters.some((letter) => inEveryCase(letter).length > 1)) {
    return [];
  }
  const folded = { prefix: foldCase(text.prefix), suffix: foldCase(text.suffix) };
  const ends = { firstBytes: bytesOf(text.prefix, 0), lastBytes: bytesOf(text.suffix, -1) };
  return [{ fold, bytes: read, folded, ...ends, places: new Set(), ...text }];
}

/** The first or last bytes of what a text may begin or end with, in every case; undefined if it is empty. */
function bytesOf(text: string, at: 0 | -1): ReadonlySet<number> | undefined {
  const letter = [...text].at(at);
  return letter === undefined
    ? undefined
    : new Set(inEveryCase(letter).map((point) => toByteString(String.fromCodePoint(point)).at(at)?.charCodeAt(0) ?? 0));
}

/** If a fold catches a name that it does not stand for, adds the places of the letters that differ. */
function addPlaces(loose: LooseFold, name: ByteString, isDirectory: boolean): void {
  const { prefix, suffix, range, directoriesOnly, folded, places } = loose;
  const text = toText(name);
  const end = text.length - suffix.length;
  const isCaught =
    (isDirectory || !directoriesOnly) &&
    prefix.length + (range === undefined ? 0 : 1) <= end &&
    foldCase(text.slice(0, prefix.length)) === folded.prefix &&
    foldCase(text.slice(end)) === folded.suffix &&
    (range === undefined || isInRange(range, text.charAt(prefix.length)));
  if (!isCaught) {
    return;
  }
  // If nothing differs, it is one of those that the fold stands for. Folding keeps the number of units, so places are the same in both.
  const written = prefix + suffix;
  const found = text.slice(0, prefix.length) + text.slice(end);
  for (let place = 0; place < written.length; place += 1) {
    if (written[place] !== found[place]) {
      places.add(place);
    }
  }
}
