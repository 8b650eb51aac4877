// What a map shows of names that no fold can part by what they begin with, because that would have to be quoted: folds by how they
// end, `Screenshot*0.png`.
import type { ByteString } from "../byte-string.ts";
import { STRIDE } from "./fold-groups.ts";
import { toFoldOption } from "./fold-option.ts";
import type { MapItem } from "./map-layout.ts";
import type { PackedNames } from "./packed-names.ts";
import { noAmount, type Amount, type Plan, type PlanSettings } from "./plan.ts";
import { isTelling } from "./word-end.ts";
import { writeFold } from "./write-fold.ts";

/** What is shown, and how many tokens that takes. */
export interface EndingsSplit {
  readonly items: readonly MapItem[];
  readonly tokens: number;
}

/** What was found out for a plan: it is laid out several times, and its endings are always the same. */
export type KnownEndings = Map<Plan, EndingsSplit | undefined>;

/** So many folds and names, or as many as there are tokens, are more than can be shown. */
const MOST_ITEMS = 8192;

/**
 * The names of a directory by their endings; undefined if no fold can be written this way, or if there are too many to show. Yields now
 * and then, for other work.
 */
export function* splitByEndings(
  plan: Plan,
  settings: PlanSettings,
  known: KnownEndings,
): Generator<void, EndingsSplit | undefined> {
  if (!known.has(plan)) {
    known.set(plan, yield* partByEndings(plan, settings));
  }
  return known.get(plan);
}

/** Names that end alike. */
interface Ending {
  readonly suffix: ByteString;
  readonly amount: Amount;
  directoriesOnly: boolean;
}

function* partByEndings(plan: Plan, settings: PlanSettings): Generator<void, EndingsSplit | undefined> {
  const { root, always, entries, indexes } = plan;
  const { names } = entries;
  const { costs, within } = settings;
  const letters = root && spell(root.prefix, within?.prefixLength ?? 0, costs.canSpell);
  if (letters === undefined) {
    return undefined;
  }
  const common = yield* commonEnding(names, indexes);
  const endings = new Map<string, Ending>();
  const named: number[] = [];
  const most = Math.max(MOST_ITEMS, settings.budget);
  for (let place = 0; place < indexes.length; place += 1) {
    if (place % STRIDE === STRIDE - 1) {
      yield;
    }
    if (endings.size + named.length > most) {
      return undefined;
    }
    const index = indexes[place] as number;
    const length = names.lengthOf(index);
    const own = characterBefore(names, index, length - common);
    // A fold does not match a name in which its beginning and its ending overlap.
    if (own === 0 || letters.length + own + common > length) {
      named.push(index);
      continue;
    }
    const key = names.name(index, length - common - own, length - common);
    let ending = endings.get(key);
    if (ending === undefined) {
      const suffix = names.name(index, length - common - own);
      ending = { suffix, amount: noAmount(), directoriesOnly: true };
      endings.set(key, ending);
    }
    const { size, weight } = entries.worthOf(index);
    const { amount } = ending;
    amount.count += 1;
    amount.size += size;
    amount.weight += weight;
    amount.bytes += length;
    amount.shortest = Math.min(amount.shortest, length);
    ending.directoriesOnly &&= names.kindOf(index) === "directory";
  }
  const items: MapItem[] = [];
  for (const [key, { suffix, amount, directoriesOnly }] of endings) {
    if (amount.count > 1 && costs.canSpell(suffix)) {
      const fold = { glob: writeFold(letters, suffix, directoriesOnly), count: amount.count };
      const option = toFoldOption(fold, amount, settings, "letters", isTelling(letters + suffix));
      items.push({ kind: "fold", option, node: undefined, group: undefined });
      endings.delete(key);
    }
  }
  if (items.length === 0) {
    return undefined;
  }
  // The endings that are left have no fold.
  for (let place = 0; place < indexes.length && endings.size > 0; place += 1) {
    if (place % STRIDE === STRIDE - 1) {
      yield;
    }
    const index = indexes[place] as number;
    const end = names.lengthOf(index) - common;
    const own = characterBefore(names, index, end);
    if (own > 0 && letters.length + own <= end && endings.has(names.name(index, end - own, end))) {
      named.push(index);
    }
  }
  for (const index of named) {
    items.push({ kind: "name", name: entries.nameOption(index) });
    if (items.length % STRIDE === 0) {
      yield;
    }
  }
  items.push(...always.map((name): MapItem => ({ kind: "name", name })));
  const tokens = items.reduce((sum, item) => sum + tokensOf(item), costs.line);
  return { items, tokens };
}

function tokensOf(item: MapItem): number {
  return item.kind === "fold" ? item.option.tokens : item.name.tokens;
}

/** As many letters of a prefix as a fold may have, but not fewer than `least`; undefined if it has none of these. */
function spell(prefix: ByteString, least: number, canSpell: (part: ByteString) => boolean): ByteString | undefined {
  for (let end = prefix.length; end >= least; end -= 1) {
    const letters = prefix.slice(0, end) as ByteString;
    if (canSpell(letters)) {
      return letters;
    }
  }
  return undefined;
}

/** How many bytes all of the names end with. */
function* commonEnding(names: PackedNames, indexes: Uint32Array): Generator<void, number> {
  const first = indexes[0] as number;
  const end = names.lengthOf(first);
  let common = end;
  for (let place = 1; place < indexes.length && common > 0; place += 1) {
    if (place % STRIDE === 0) {
      yield;
    }
    const index = indexes[place] as number;
    const length = names.lengthOf(index);
    const most = Math.min(common, length);
    let same = 0;
    while (same < most && names.byteAt(index, length - 1 - same) === names.byteAt(first, end - 1 - same)) {
      same += 1;
    }
    common = same;
  }
  return common;
}

/** The most bytes of a character. */
const LONGEST_CHARACTER = 4;

/** How many bytes the character before a place takes; 0 at the beginning of a name. */
function characterBefore(names: PackedNames, index: number, end: number): number {
  let length = 0;
  while (length < Math.min(end, LONGEST_CHARACTER)) {
    length += 1;
    const byte = names.byteAt(index, end - length) as number;
    const goesOn = byte >= 0x80 && byte < 0xc0;
    if (!goesOn) {
      break;
    }
  }
  return length;
}
