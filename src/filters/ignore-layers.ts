// The rules of several ignore files as they stand in one directory, and which of them decides about an entry.
import type { ByteString } from "../core/byte-string.ts";
import type { IgnoreRule } from "./ignore-rules.ts";
import { ANY_DEPTH, enterPattern, startPattern, type NameTest, type PatternState } from "./path-pattern.ts";

/** How many steps all rules of a directory may take to test a name: some milliseconds. */
const MAX_COST = 500_000;

/** A rule and how far the directory's path fits its pattern. */
interface PlacedRule {
  readonly rule: IgnoreRule;
  readonly state: PatternState;
}

/** A rule where nothing but a name is left to fit. */
interface RuleForNames {
  readonly fits: NameTest;
  readonly directoriesOnly: boolean;
  readonly negated: boolean;
}

/** The rules of one file that can match in a directory or below it. */
export interface IgnoreLayer {
  readonly rules: readonly PlacedRule[];
  /** Those that can match in the directory itself, the last first: a huge directory asks them a million times. */
  readonly here: readonly RuleForNames[];
  /** Every rule matches by names alone from here on: the layer is the same in all directories below. */
  readonly isSettled: boolean;
  /** How many steps it may take at the most to test a name. */
  readonly cost: number;
}

/** The last matching rule of the first layer that has one decides. */
export function isIgnored(layers: readonly IgnoreLayer[], name: ByteString, isDirectory: boolean): boolean {
  for (const { here } of layers) {
    for (const { fits, directoriesOnly, negated } of here) {
      if ((isDirectory || !directoriesOnly) && fits(name)) {
        return !negated;
      }
    }
  }
  return false;
}

/**
 * The layers with that of one more file before them, which stands for the directory. One that would make the tests of names
 * too slow counts as absent: a listing could not keep to its time.
 */
export function addLayer(layers: readonly IgnoreLayer[], rules: readonly IgnoreRule[]): readonly IgnoreLayer[] {
  const added = toLayer(rules.map((rule) => ({ rule, state: startPattern(rule.pattern) })));
  const together = [...added, ...layers];
  return together.reduce((sum, { cost }) => sum + cost, 0) > MAX_COST ? layers : together;
}

/** The layers of the directory `name` in one that has these. */
export function enterLayers(layers: readonly IgnoreLayer[], name: ByteString): readonly IgnoreLayer[] {
  if (layers.every(({ isSettled }) => isSettled)) {
    return layers;
  }
  return layers.flatMap((layer) => (layer.isSettled ? layer : enterLayer(layer, name)));
}

function enterLayer({ rules }: IgnoreLayer, name: ByteString): IgnoreLayer[] {
  const below: PlacedRule[] = [];
  for (const placed of rules) {
    const state = isForNamesBelow(placed) ? placed.state : enterPattern(placed.rule.pattern, placed.state, name);
    if (state.length > 0) {
      below.push(state === placed.state ? placed : { rule: placed.rule, state });
    }
  }
  return toLayer(below);
}

function toLayer(rules: readonly PlacedRule[]): IgnoreLayer[] {
  return rules.length === 0
    ? []
    : [
        {
          rules,
          here: rules.flatMap(forNames).toReversed(),
          isSettled: rules.every(isForNamesBelow),
          cost: rules.reduce((sum, { rule }) => sum + rule.cost, 0),
        },
      ];
}

function forNames({ rule: { pattern, negated }, state }: PlacedRule): RuleForNames[] {
  const { parts, directoriesOnly } = pattern;
  const fits = parts.at(-1);
  const isNext = state.includes(parts.length - 1);
  return isNext && typeof fits === "function" ? [{ fits, directoriesOnly, negated }] : [];
}

/** Whether nothing but a name is left to fit in all directories below, too. */
function isForNamesBelow({ rule, state }: PlacedRule): boolean {
  const { parts } = rule.pattern;
  return parts.at(-2) === ANY_DEPTH && state.includes(parts.length - 2);
}
