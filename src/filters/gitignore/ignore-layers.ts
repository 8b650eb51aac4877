// The rules of several ignore files as they apply in one directory, and which of them decides about an entry.
import type { ByteString } from "../../core/byte-string.ts";
import { MAX_COST, type IgnoreRules } from "./ignore-rules.ts";
import { isDead, type PatternState } from "../pattern-set.ts";

/** The rules of one file as they apply in a directory. */
export interface IgnoreLayer {
  readonly rules: IgnoreRules;
  readonly state: PatternState;
  /** The most steps it may take to test a name. */
  readonly cost: number;
}

/** All that decides what is ignored in a directory. */
export interface DirectoryRules {
  /** Earlier layers win. */
  readonly layers: readonly IgnoreLayer[];
  /** Whether names match in any case, as the repository's configuration says. */
  readonly foldsCase: boolean;
}

/** A name as rules that fold case match it. Like git, it knows only the letters of ASCII. */
export function toLowerCase(name: ByteString): ByteString {
  return /[A-Z]/.test(name) ? (name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) as ByteString) : name;
}

/** The layers of files in their own directories: their rules are remembered, and so is this. */
const STARTS = new WeakMap<IgnoreRules, readonly IgnoreLayer[]>();

/** The last matching rule of the first layer that has one decides. */
export function isIgnored(layers: readonly IgnoreLayer[], name: ByteString, isDirectory: boolean): boolean {
  for (const { rules, state } of layers) {
    const match = rules.patterns.lastMatch(state, rules.foldsCase ? toLowerCase(name) : name, isDirectory);
    if (match !== -1) {
      return rules.negated[match] !== true;
    }
  }
  return false;
}

/** The most steps it may take to test a name. */
export function costOf(layers: readonly IgnoreLayer[]): number {
  return layers.reduce((sum, { cost }) => sum + cost, 0);
}

/**
 * Puts the layer of one more file, whose rules are relative to the current directory, before these layers. A file that would make
 * testing names too slow counts as absent: the listing could not keep its time limit.
 */
export function addLayer(layers: readonly IgnoreLayer[], rules: IgnoreRules | undefined): readonly IgnoreLayer[] {
  if (rules === undefined) {
    return layers;
  }
  const own = STARTS.get(rules) ?? toLayer(rules, rules.patterns.start());
  STARTS.set(rules, own);
  const together = [...own, ...layers];
  return costOf(together) > MAX_COST ? layers : together;
}

/** The rules of the directory `name` inside a directory with these. Returns the same object if nothing changes. */
export function enterRules(rules: DirectoryRules, name: ByteString): DirectoryRules {
  const layers = enterLayers(rules.layers, name);
  return layers === rules.layers ? rules : { ...rules, layers };
}

function enterLayers(layers: readonly IgnoreLayer[], name: ByteString): readonly IgnoreLayer[] {
  let isSame = true;
  const below: IgnoreLayer[] = [];
  for (const layer of layers) {
    const { patterns, foldsCase } = layer.rules;
    const state = patterns.enter(layer.state, foldsCase ? toLowerCase(name) : name);
    if (state === layer.state) {
      below.push(layer);
    } else {
      isSame = false;
      below.push(...toLayer(layer.rules, state));
    }
  }
  return isSame ? layers : below;
}

function toLayer(rules: IgnoreRules, state: PatternState): IgnoreLayer[] {
  return isDead(state) ? [] : [{ rules, state, cost: rules.patterns.costOf(state) }];
}
