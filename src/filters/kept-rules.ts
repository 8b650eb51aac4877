// Caches the ignore rules of recently listed directories. An entry is valid while every path consulted for it has the same stat. Files
// changed in the last two seconds are not cached: their timestamps may not change again.
import { isSameState, TIME_STEP_MS, type FileState, type FileSystem } from "../core/file-system.ts";
import type { IgnoreRules } from "./ignore-rules.ts";

/** What was found at a path. */
export interface Lookup {
  readonly path: string;
  readonly followsLinks: boolean;
  readonly state: FileState;
}

/** How many directories' rules are kept, each with this many bytes of rule files at most. */
const MAX_KEPT = 64;
const MAX_BYTES = 32 * 1024;

/** Rules that depend on more lookups are not cached. */
export const MAX_LOOKUPS = 64;

interface Kept {
  readonly rules: IgnoreRules;
  readonly lookups: readonly Lookup[];
}

/** The ignore rules of some directories, for the next listings. */
export class KeptRules {
  readonly #fileSystem: FileSystem;
  /** The one that was kept first at the front. */
  readonly #kept = new Map<string, Kept>();

  constructor(fileSystem: FileSystem) {
    this.#fileSystem = fileSystem;
  }

  /** The rules that were kept, if they are still right. */
  find(key: string): IgnoreRules | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && this.#areSame(kept.lookups) ? kept.rules : undefined;
  }

  /** Keeps rules for which all this was looked at, unless a later change might go undetected. */
  keep(key: string, rules: IgnoreRules, lookups: readonly Lookup[]): void {
    const settledBefore = Date.now() - TIME_STEP_MS;
    const isSure = ({ state: { kind, mtimeMs, ctimeMs } }: Lookup) =>
      kind === "directory" || (kind !== "unknown" && Math.max(mtimeMs, ctimeMs) < settledBefore);
    this.#kept.delete(key);
    const bytes = lookups.reduce((sum, { state }) => sum + (state.kind === "file" ? state.size : 0), 0);
    if (bytes > MAX_BYTES || !lookups.every(isSure) || !this.#areSame(lookups)) {
      return;
    }
    this.#kept.set(key, { rules, lookups });
    const [oldest = key] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT) {
      this.#kept.delete(oldest);
    }
  }

  #areSame(lookups: readonly Lookup[]): boolean {
    return lookups.every(({ path, followsLinks, state }) => {
      const now = this.#fileSystem.look?.(path, followsLinks);
      return now !== undefined && isSameState(now, state);
    });
  }
}
