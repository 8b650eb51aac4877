// The paths that an index tracks, and the directories above them, as sorted hashes of 53 bits: 8 bytes for each, whatever its length. In
// a repository of a million paths, one in ten billion ignored entries is taken for a tracked one.
import type { ByteString } from "../../core/byte-string.ts";

/** Sorting as many takes a few milliseconds. Between two runs other work goes on. */
const RUN = 1 << 15;

const SLASH = 0x2f;
const [CAPITAL_A, CAPITAL_Z, TO_SMALL] = [0x41, 0x5a, 0x20];

/** The hash of a path that grows byte by byte. */
class PathHash {
  #low: number;
  #high: number;

  constructor(low = 0xdeadbeef, high = 0x41c6ce57) {
    this.#low = low;
    this.#high = high;
  }

  add(byte: number): void {
    this.#low = Math.imul(this.#low ^ byte, 0x9e3779b1);
    this.#high = Math.imul(this.#high ^ byte, 0x5f356495);
  }

  copy(): PathHash {
    return new PathHash(this.#low, this.#high);
  }

  /** The bits of both halves, mixed. */
  get value(): number {
    const low =
      Math.imul(this.#low ^ (this.#low >>> 16), 0x85ebca6b) ^ Math.imul(this.#high ^ (this.#high >>> 13), 0xc2b2ae35);
    const high = Math.imul(this.#high ^ (this.#high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
    return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
  }
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
    return this.#has(this.#hashOf(directory).value);
  }

  /** The tracked ones of the entries of a directory. */
  in(directory: ByteString): TrackedNames {
    const hash = this.#hashOf(directory);
    return {
      has: (name, isDirectory) => {
        const whole = hash.copy();
        addAll(whole, name, this.#ignoresCase);
        if (isDirectory) {
          whole.add(SLASH);
        }
        return this.#has(whole.value);
      },
    };
  }

  #hashOf(directory: ByteString): PathHash {
    const hash = new PathHash();
    if (directory !== "") {
      addAll(hash, directory, this.#ignoresCase);
      hash.add(SLASH);
    }
    return hash;
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
    const hash = new PathHash();
    let depth = 0;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] as number;
      hash.add(this.#ignoresCase ? toSmall(byte) : byte);
      if (byte === SLASH) {
        this.#addAbove(depth, hash.value);
        depth += 1;
      }
    }
    if (bytes[end - 1] !== SLASH) {
      this.#push(hash.value);
    }
    if (isSubmodule) {
      hash.add(SLASH);
      this.#push(hash.value);
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

function addAll(hash: PathHash, path: ByteString, ignoresCase: boolean): void {
  for (let at = 0; at < path.length; at += 1) {
    const byte = path.charCodeAt(at);
    hash.add(ignoresCase ? toSmall(byte) : byte);
  }
}

function toSmall(byte: number): number {
  return byte >= CAPITAL_A && byte <= CAPITAL_Z ? byte + TO_SMALL : byte;
}
