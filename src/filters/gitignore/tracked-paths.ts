// The paths that an index tracks, and the directories above them, as sorted hashes of 53 bits: 8 bytes for each, whatever its length. In
// a repository of a million paths, one in ten billion ignored entries is taken for a tracked one.
import type { ByteString } from "../../core/byte-string.ts";

/** Sorting as many takes a few milliseconds. Between two runs other work goes on. */
const RUN = 1 << 15;

const SLASH = 0x2f;
const [CAPITAL_A, CAPITAL_Z, TO_SMALL] = [0x41, 0x5a, 0x20];

/** A hash grows byte by byte, in two halves of 32 bits. */
interface PathHash {
  readonly low: number;
  readonly high: number;
}

const START: PathHash = { low: 0x5eadbeef, high: 0x41c6ce57 };
const [TIMES_LOW, TIMES_HIGH] = [0x9e3779b1, 0x5f356495];

/** The bits of both halves, mixed. */
function toValue(low: number, high: number): number {
  const first = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  const second = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second & 0x1fffff) * 0x1_0000_0000 + (first >>> 0);
}

function addPath({ low, high }: PathHash, path: string, ignoresCase: boolean): PathHash {
  for (let at = 0; at < path.length; at += 1) {
    const byte = ignoresCase ? toSmall(path.charCodeAt(at)) : path.charCodeAt(at);
    low = Math.imul(low ^ byte, TIMES_LOW);
    high = Math.imul(high ^ byte, TIMES_HIGH);
  }
  return { low, high };
}

function toSmall(byte: number): number {
  return byte >= CAPITAL_A && byte <= CAPITAL_Z ? byte + TO_SMALL : byte;
}

/** Which entries of one directory are tracked. */
export interface TrackedNames {
  /** Whether an entry is tracked; a directory, if it is a submodule or something in it is. */
  has(name: ByteString, isDirectory: boolean): boolean;
}

export class TrackedPaths {
  readonly #runs: readonly Float64Array[];
  readonly #ignoresCase: boolean;

  constructor(runs: readonly Float64Array[], ignoresCase: boolean) {
    this.#runs = runs;
    this.#ignoresCase = ignoresCase;
  }

  /** How much memory it takes. */
  get bytes(): number {
    return this.#runs.reduce((sum, run) => sum + run.byteLength, 0);
  }

  /** Whether anything in a directory is tracked. Its path is relative to the top of the repository. */
  isAnyIn(directory: ByteString): boolean {
    const { low, high } = this.#hashOf(directory);
    return this.#has(toValue(low, high));
  }

  /** The tracked ones of the entries of a directory. */
  in(directory: ByteString): TrackedNames {
    const above = this.#hashOf(directory);
    return {
      has: (name, isDirectory) => {
        const { low, high } = addPath(above, isDirectory ? `${name}/` : name, this.#ignoresCase);
        return this.#has(toValue(low, high));
      },
    };
  }

  #hashOf(directory: ByteString): PathHash {
    return directory === "" ? START : addPath(START, `${directory}/`, this.#ignoresCase);
  }

  #has(value: number): boolean {
    return this.#runs.some((run) => {
      let [from, to] = [0, run.length];
      while (from < to) {
        const middle = (from + to) >>> 1;
        if ((run[middle] as number) < value) {
          from = middle + 1;
        } else {
          to = middle;
        }
      }
      return run[from] === value;
    });
  }
}

/** Collects the paths of an index. */
export class TrackedPathsBuilder {
  readonly #ignoresCase: boolean;
  readonly #runs: Float64Array[] = [];
  #run = new Float64Array(RUN);
  #length = 0;
  /** The directories above the last path: most paths are in the same ones. */
  #above: number[] = [];

  constructor(ignoresCase: boolean) {
    this.#ignoresCase = ignoresCase;
  }

  /** How many hashes there are. */
  get count(): number {
    return this.#runs.length * RUN + this.#length;
  }

  /** Adds the path in these bytes. A submodule is a directory, too; a path that ends in a slash is only a directory. */
  add(bytes: Uint8Array, start: number, end: number, isSubmodule: boolean): void {
    const ignoresCase = this.#ignoresCase;
    let { low, high } = START;
    let depth = 0;
    // Not with `addPath`: this runs for each byte of an index, and takes most of the time.
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] as number;
      const added = ignoresCase ? toSmall(byte) : byte;
      low = Math.imul(low ^ added, TIMES_LOW);
      high = Math.imul(high ^ added, TIMES_HIGH);
      if (byte === SLASH) {
        this.#addAbove(depth, toValue(low, high));
        depth += 1;
      }
    }
    if (bytes[end - 1] !== SLASH) {
      this.#push(toValue(low, high));
    }
    if (isSubmodule) {
      this.#push(toValue(Math.imul(low ^ SLASH, TIMES_LOW), Math.imul(high ^ SLASH, TIMES_HIGH)));
    }
  }

  finish(): TrackedPaths {
    return new TrackedPaths([...this.#runs, this.#run.slice(0, this.#length).sort()], this.#ignoresCase);
  }

  #addAbove(depth: number, value: number): void {
    if (this.#above[depth] !== value) {
      this.#above.length = depth;
      this.#above.push(value);
      this.#push(value);
    }
  }

  #push(value: number): void {
    if (this.#length === RUN) {
      this.#runs.push(this.#run.sort());
      this.#run = new Float64Array(RUN);
      this.#length = 0;
    }
    this.#run[this.#length] = value;
    this.#length += 1;
  }
}
