// Settings of a walk that asks for everything.
import type { ByteString } from "../../src/core/byte-string.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { SHOW_ALL } from "../../src/core/filter.ts";
import type { Visit, Visits } from "../../src/core/visit.ts";
import type { WalkSettings } from "../../src/core/walk-settings.ts";
import { MEMORY_ROOT } from "./memory-tree.ts";

export function walkSettings(fileSystem: FileSystem, settings: Partial<WalkSettings> = {}): WalkSettings {
  return {
    fileSystem,
    root: MEMORY_ROOT as ByteString,
    depth: Infinity,
    skip: 0,
    needed: Infinity,
    filter: SHOW_ALL,
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
