// The two profiles that speak as the original `list_dir` did, at its two revisions.
import { splitPath, toText, type ByteString } from "../core/byte-string.ts";
import { codexKey, codexSiblingKey } from "../core/codex-key.ts";
import type { Visit, Visits } from "../core/visit.ts";
import { walkBreadth } from "../core/walk-breadth.ts";
import { walkPath } from "../core/walk-path.ts";
import type { WalkSettings } from "../core/walk-settings.ts";
import { renderCodexListing } from "../render/render-codex-listing.ts";
import { renderRoot } from "../render/shown-path.ts";
import { respondToModel } from "./function-call-error.ts";
import { readListDirPage } from "./list-dir.ts";
import type { ListDirSettings } from "./list-dir-settings.ts";

/** `codex-sorted`: everything in the order of paths, then the page. `codex-breadth`: the page, then in that order. */
export type CodexProfile = "codex-sorted" | "codex-breadth";

/** The text of a listing in one of the original's profiles. */
export async function listDirCodex(settings: ListDirSettings, profile: CodexProfile): Promise<string> {
  const page = await readListDirPage(settings, (walk) => stopAtProblem(walk, settings.dirPath, profile));
  const entries = profile === "codex-sorted" ? page.entries : sortByKey(page.entries);
  return renderCodexListing(settings.dirPath, entries, page.more ? entries.length : undefined);
}

/** The walk of the profile. One unreadable directory on its way fails the call, as it did in the original. */
async function* stopAtProblem(walk: WalkSettings, root: string, profile: CodexProfile): Visits {
  const visits = profile === "codex-sorted" ? walkPath(walk, codexKey) : walkBreadth(walk, codexSiblingKey);
  for await (const some of visits) {
    const met = some.findIndex(({ problem }) => problem !== undefined);
    const failed = some[met];
    yield failed === undefined ? some : some.slice(0, met);
    if (failed !== undefined) {
      const path = renderRoot(pathBelow(root, failed.path));
      throw respondToModel(`failed to read directory: ${path}: ${failed.problem}`);
    }
  }
}

/** The path of a directory below the root, as one who lists it writes it. */
function pathBelow(root: string, path: ByteString): string {
  const names = splitPath(path).map(toText);
  // Stores have empty names. One at the end needs a slash of its own: the one before it only ends what stands there.
  const end = names.at(-1) === "" ? "/" : "";
  return `${root.endsWith("/") ? root : `${root}/`}${names.join("/")}${end}`;
}

function sortByKey(entries: readonly Visit[]): Visit[] {
  return entries
    .map((entry) => ({ entry, key: codexKey(entry.path) }))
    .sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
    .map(({ entry }) => entry);
}
