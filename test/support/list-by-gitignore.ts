// A listing without what git ignores, made with just the filter: no tool, no arguments.
import { localDisk } from "../../src/backends/disk/local-disk.ts";
import { toByteString } from "../../src/core/byte-string.ts";
import type { RootFilter } from "../../src/core/filter.ts";
import { walkTree } from "../../src/walks/walk-tree.ts";
import { gitignoreFilter, type GitignoreSettings } from "../../src/filters/gitignore/gitignore-filter.ts";
import { collect, walkSettings } from "./walk-settings.ts";

/** The listing as lines. A directory ends in `/`, or in `/ [ignored]` if it is marked as ignored. */
export async function listByGitignore(root: string, options: Partial<GitignoreSettings> = {}): Promise<string[]> {
  const { fileSystem = localDisk() } = options;
  const bytes = toByteString(root);
  const settings = { fileSystem, root: bytes, mode: "omit", environment: {}, bounds: undefined, ...options } as const;
  const rootFilter: RootFilter = (entries) => gitignoreFilter({ ...settings, entries });
  const visits = await collect(walkTree(walkSettings(fileSystem, { root: bytes, rootFilter })));
  return visits.map(
    ({ path, kind, ignored }) => `${path}${kind === "directory" ? "/" : ""}${ignored ? " [ignored]" : ""}`,
  );
}
