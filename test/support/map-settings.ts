// Settings of a map that counts everything, within the bounds of the tool.
import type { ByteString } from "../../src/core/byte-string.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { SHOW_ALL } from "../../src/core/filter.ts";
import { MapNotes } from "../../src/maps/map-notes.ts";
import type { MapSettings } from "../../src/maps/map-settings.ts";
import { AT_ANY_PACE } from "../../src/core/pace.ts";
import { MEMORY_ROOT } from "./memory-tree.ts";

export function mapSettings(fileSystem: FileSystem, settings: Partial<MapSettings> = {}): MapSettings {
  return {
    ...AT_ANY_PACE,
    fileSystem,
    root: MEMORY_ROOT as ByteString,
    rootFilter: () => SHOW_ALL,
    denied: SHOW_ALL,
    fold: undefined,
    notes: new MapNotes(settings.fold),
    depth: Infinity,
    budget: 500,
    maxDirectories: 2000,
    maxRequests: 16,
    maxKeyDirectories: 100_000,
    ...settings,
  };
}
