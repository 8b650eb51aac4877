// The rules of ignore files: read from their texts, put in layers, and asked about a name. The rules of each file are one layer; inner layers
// override outer ones.
import { GlobSet } from "./glob-set.ts";
import { parseGlob, type Glob } from "./glob.ts";

interface IgnoreRule extends Glob {
  /** Whether what matches is not ignored: `!name`. */
  readonly isNegated: boolean;
}

/** The rules of one file as seen from a directory, and the outer layer that they override. */
interface IgnoreLayer {
  readonly rules: GlobSet<IgnoreRule>;
  readonly cost: number;
  readonly outer: IgnoreLayer | undefined;
}

/** How many steps all rules together may take for each character of a name. A file that exceeds it is treated as absent. */
const MAX_COST = 20_000;

/** Longer lines are skipped. */
const MAX_LINE_LENGTH = 4096;

/**
 * All rules that apply in a directory. Git compares bytes, so the text of a file and the names have one character for each byte.
 */
export class IgnoreRules {
  readonly #layers: IgnoreLayer | undefined;
  readonly ignoresCase: boolean;

  constructor(ignoresCase: boolean, layers?: IgnoreLayer) {
    this.ignoresCase = ignoresCase;
    this.#layers = layers;
  }

  /** Adds the rules of a file in this directory, which override the others. */
  withFile(text: string | undefined): IgnoreRules {
    const outer = this.#layers;
    const rules: IgnoreRule[] = [];
    let cost = outer?.cost ?? 0;
    for (const line of (text ?? "").replace(/^\xef\xbb\xbf/, "").split("\n")) {
      const rule = readRule(line, this.ignoresCase);
      cost += rule?.cost ?? 0;
      if (cost > MAX_COST) {
        return this;
      }
      if (rule !== undefined) {
        rules.push(rule);
      }
    }
    return rules.length === 0 ? this : new IgnoreRules(this.ignoresCase, { rules: GlobSet.of(rules), cost, outer });
  }

  /** Whether an entry is ignored: the last matching rule of the innermost file with a match decides. `.git` itself is always ignored. */
  ignores(name: string, isDirectory: boolean): boolean {
    const bytes = this.#toBytes(name);
    if (bytes === ".git") {
      return true;
    }
    for (let layer = this.#layers; layer !== undefined; layer = layer.outer) {
      const rule = layer.rules.lastMatch(bytes, isDirectory);
      if (rule !== undefined) {
        return !rule.isNegated;
      }
    }
    return false;
  }

  /** The rules as seen from the directory `name`. */
  enter(name: string): IgnoreRules {
    const bytes = this.#toBytes(name);
    const layers: IgnoreLayer[] = [];
    for (let layer = this.#layers; layer !== undefined; layer = layer.outer) {
      layers.push(layer);
    }
    const entered = layers.reduceRight<IgnoreLayer | undefined>((outer, layer) => {
      const rules = layer.rules.enter(bytes);
      if (rules === layer.rules && outer === layer.outer) {
        return layer;
      }
      const cost = layer.cost - (layer.outer?.cost ?? 0) + (outer?.cost ?? 0);
      return rules.isEmpty ? outer : { rules, cost, outer };
    }, undefined);
    return entered === this.#layers ? this : new IgnoreRules(this.ignoresCase, entered);
  }

  #toBytes(name: string): string {
    const bytes = /^[\0-\x7f]*$/.test(name) ? name : Buffer.from(name).toString("latin1");
    // Like git, folds only ASCII letters.
    return this.ignoresCase ? bytes.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : bytes;
  }
}

function readRule(line: string, ignoresCase: boolean): IgnoreRule | undefined {
  if (line === "" || line.startsWith("#") || line.length > MAX_LINE_LENGTH) {
    return undefined;
  }
  // To git a line is a C string, which ends at a NUL.
  const text = trimSpaces(line.replace(/\r$/, "").split("\0", 1)[0] as string);
  const isNegated = text.startsWith("!");
  const glob = parseGlob(isNegated ? text.slice(1) : text, ignoresCase ? "git-any-case" : "git");
  return glob && { isNegated, ...glob };
}

/** Drops trailing spaces, except an escaped one. */
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
