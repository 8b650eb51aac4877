// Settings of a walk that asks for everything.
import type { ByteString } from "../../src/core/byte-string.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { SHOW_ALL, type DirectoryFilter } from "../../src/core/filter.ts";
import type { Visit, Visits } from "../../src/core/visit.ts";
import type { WalkSettings } from "../../src/reading/selection.ts";
import { MEMORY_ROOT } from "./memory-tree.ts";

/** Settings of a walk, and the filter of the root, if it is known already. */
export type GivenSettings = Partial<WalkSettings> & { readonly filter?: DirectoryFilter };

export function walkSettings(
  fileSystem: FileSystem,
  { filter = SHOW_ALL, ...settings }: GivenSettings = {},
): WalkSettings {
  return {
    fileSystem,
    root: MEMORY_ROOT as ByteString,
    depth: Infinity,
    skip: 0,
    needed: Infinity,
    rootFilter: () => filter,
    signal: undefined,
    pause: () => undefined,
    timeLeft: () => Infinity,
    ...settings,
  };
}

export async function collect(visits: Visits): Promise<Visit[]> {
  const result: Visit[] = [];
  for await (const some of visits) {
    result.push(...some);
  }
  return result;
}
