// The rules of ignore files as git reads them. Git compares bytes, so the text of a file and the names have one character for each byte.
import { GlobSet } from "../glob-set.ts";
import { parseGlob, type Glob } from "../glob.ts";

interface IgnoreRule extends Glob {
  /** Whether it says that what matches is not ignored. */
  readonly isNegated: boolean;
}

/** The rules of one file as seen from a directory, and behind them those that they overrule. */
interface IgnoreLayer {
  readonly rules: GlobSet<IgnoreRule>;
  readonly cost: number;
  readonly outer: IgnoreLayer | undefined;
}

/** How many steps rules may take for each character of a name. A file that would make it more counts as absent. */
const MAX_COST = 20_000;

/** A longer line counts as absent. */
const MAX_LINE_LENGTH = 4096;

/** All rules that hold in a directory. */
export class IgnoreRules {
  readonly #layers: IgnoreLayer | undefined;
  /** Whether names match in any case. */
  readonly #ignoresCase: boolean;

  constructor(ignoresCase: boolean, layers?: IgnoreLayer) {
    this.#ignoresCase = ignoresCase;
    this.#layers = layers;
  }

  /** Puts the rules of a file before these. They are relative to the directory that these are for. */
  withFile(text: string | undefined): IgnoreRules {
    const outer = this.#layers;
    const rules: IgnoreRule[] = [];
    let cost = outer?.cost ?? 0;
    for (const line of text?.replace(/^\xef\xbb\xbf/, "").split("\n") ?? []) {
      const rule = readRule(line, this.#ignoresCase);
      if (rule !== undefined) {
        rules.push(rule);
        cost += rule.cost;
      }
      if (cost > MAX_COST) {
        return this;
      }
    }
    return rules.length === 0 ? this : new IgnoreRules(this.#ignoresCase, { rules: GlobSet.of(rules), cost, outer });
  }

  /** The same as if no file had any rules. */
  withoutFiles(): IgnoreRules {
    return new IgnoreRules(this.#ignoresCase);
  }

  /** Whether an entry is ignored: the last matching rule of the innermost file that has one decides. Git's own directory always is. */
  ignores(name: string, isDirectory: boolean): boolean {
    const spelled = this.#spell(name);
    if (spelled === ".git") {
      return true;
    }
    for (let layer = this.#layers; layer !== undefined; layer = layer.outer) {
      const rule = layer.rules.lastMatch(spelled, isDirectory);
      if (rule !== undefined) {
        return !rule.isNegated;
      }
    }
    return false;
  }

  /** The rules as seen from the directory `name`. */
  enter(name: string): IgnoreRules {
    const spelled = this.#spell(name);
    const layers: IgnoreLayer[] = [];
    for (let layer = this.#layers; layer !== undefined; layer = layer.outer) {
      layers.push(layer);
    }
    const entered = layers.reduceRight<IgnoreLayer | undefined>((outer, layer) => {
      const rules = layer.rules.enter(spelled);
      if (rules === layer.rules && outer === layer.outer) {
        return layer;
      }
      const cost = layer.cost - (layer.outer?.cost ?? 0) + (outer?.cost ?? 0);
      return rules.isEmpty ? outer : { rules, cost, outer };
    }, undefined);
    return entered === this.#layers ? this : new IgnoreRules(this.#ignoresCase, entered);
  }

  #spell(name: string): string {
    const bytes = /^[\0-\x7f]*$/.test(name) ? name : Buffer.from(name).toString("latin1");
    // Like git, it knows only the letters of ASCII.
    return this.#ignoresCase ? bytes.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : bytes;
  }
}

function readRule(line: string, ignoresCase: boolean): IgnoreRule | undefined {
  if (line === "" || line.startsWith("#") || line.length > MAX_LINE_LENGTH) {
    return undefined;
  }
  // Git's lines are C strings, which end at a NUL.
  const text = trimSpaces(line.replace(/\r$/, "").split("\0", 1)[0] as string);
  const isNegated = text.startsWith("!");
  const glob = parseGlob(isNegated ? text.slice(1) : text, ignoresCase ? "git-any-case" : "git");
  return glob && { ...glob, isNegated };
}

/** Drops trailing spaces, but not an escaped one. */
function trimSpaces(text: string): string {
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== " ") {
      at += text[at] === "\\" ? 1 : 0;
      end = at + 1;
    }
  }
  return text.slice(0, end);
}
