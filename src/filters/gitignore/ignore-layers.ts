// The rules of several ignore files as they stand in one directory, and which of them decides about an entry.
import type { ByteString } from "../../core/byte-string.ts";
import { MAX_COST, type IgnoreRules } from "./ignore-rules.ts";
import { isDead, type PatternState } from "../pattern-set.ts";

/** The rules of one file as they stand in a directory. */
export interface IgnoreLayer {
  readonly rules: IgnoreRules;
  readonly state: PatternState;
  /** How many steps it may take at the most to test a name. */
  readonly cost: number;
}

/** The last matching rule of the first layer that has one decides. */
export function isIgnored(layers: readonly IgnoreLayer[], name: ByteString, isDirectory: boolean): boolean {
  for (const { rules, state } of layers) {
    const match = rules.patterns.lastMatch(state, name, isDirectory);
    if (match !== -1) {
      return rules.negated[match] !== true;
    }
  }
  return false;
}

/** How many steps it may take at the most to test a name. */
export function costOf(layers: readonly IgnoreLayer[]): number {
  return layers.reduce((sum, { cost }) => sum + cost, 0);
}

/**
 * The layers with that of one more file before them, which stands for the directory. One that would make the tests of names
 * too slow counts as absent: a listing could not keep to its time.
 */
export function addLayer(layers: readonly IgnoreLayer[], rules: IgnoreRules | undefined): readonly IgnoreLayer[] {
  if (rules === undefined) {
    return layers;
  }
  const together = [...toLayer(rules, rules.patterns.start()), ...layers];
  return costOf(together) > MAX_COST ? layers : together;
}

/** The layers of the directory `name` in one that has these; the same ones where they are the same. */
export function enterLayers(layers: readonly IgnoreLayer[], name: ByteString): readonly IgnoreLayer[] {
  const below = layers.flatMap((layer) => {
    const state = layer.rules.patterns.enter(layer.state, name);
    return state === layer.state ? layer : toLayer(layer.rules, state);
  });
  return below.length === layers.length && below.every((layer, index) => layer === layers[index]) ? layers : below;
}

function toLayer(rules: IgnoreRules, state: PatternState): IgnoreLayer[] {
  return isDead(state) ? [] : [{ rules, state, cost: rules.patterns.costOf(state) }];
}
