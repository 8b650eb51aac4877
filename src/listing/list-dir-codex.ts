// The two profiles that answer as the original `list_dir` did, at its two revisions.
import { directoryOf, splitPath, toText, type ByteString } from "../core/byte-string.ts";
import { codexKey, codexSiblingKey } from "../core/entry.ts";
import type { Visit, Visits } from "../core/visit.ts";
import { walkBreadth } from "../walks/walk-breadth.ts";
import { walkPath } from "../walks/walk-path.ts";
import type { WalkSettings } from "../reading/selection.ts";
import { renderCodexLine, renderCodexListing } from "../render/render-listing.ts";
import { respondToModel, type FunctionCallError } from "../tooling/function-call-error.ts";
import { readListDirPage } from "./list-dir.ts";
import type { ListDirSettings } from "./list-dir-settings.ts";
import { pathForErrors } from "./listing-failure.ts";
import type { ReadPage } from "./read-root.ts";
import { rootTooLong, tooLong } from "./too-long.ts";

/** `codex-sorted` sorts everything by path, then takes the page. `codex-breadth` takes the page, then sorts it the same way. */
export type CodexProfile = "codex-sorted" | "codex-breadth";

/** The text of a listing in one of the original's profiles. */
export async function listDirCodex(settings: ListDirSettings, profile: CodexProfile): Promise<string> {
  const { path: dirPath, guard } = settings;
  const page = await readListDirPage(settings, (walk) => stopAtProblem(walk, dirPath, profile));
  // As in `listDirText`.
  await settings.pause();
  const sort = profile === "codex-sorted" ? (entries: readonly Visit[]) => entries : sortByKey;
  const text = renderCodexListing(dirPath, sort(page.entries), page.more ? page.entries.length : undefined);
  if (Buffer.byteLength(text) <= guard.maxOutputBytes) {
    return text;
  }
  // We cut the page in the order of the walk and only then sort it: the next page begins where the walk stopped.
  const fitting = page.entries.slice(0, countFitting(page.entries, dirPath, guard.maxOutputBytes));
  if (fitting.length === 0) {
    throw refuse(settings, page);
  }
  return renderCodexListing(dirPath, sort(fitting), fitting.length);
}

/** How many of the first entries fit into an answer, with the lines around them. */
function countFitting(entries: readonly Visit[], root: string, maxBytes: number): number {
  let bytes = Buffer.byteLength(renderCodexListing(root, [], entries.length));
  const tooMany = entries.findIndex((entry) => {
    bytes += 1 + Buffer.byteLength(renderCodexLine(entry));
    return bytes > maxBytes;
  });
  return tooMany === -1 ? entries.length : tooMany;
}

function refuse({ guard, path: dirPath, skip }: ListDirSettings, page: ReadPage): FunctionCallError {
  const offset = skip + 1;
  const refused = { guard, field: "dir_path", root: dirPath } as const;
  const [entry] = page.entries;
  if (entry === undefined || Buffer.byteLength(renderCodexListing(dirPath, [], 1)) >= guard.maxOutputBytes) {
    return rootTooLong(refused);
  }
  return tooLong({
    ...refused,
    isRootQuoted: page.isRootQuoted === true,
    what: `entry ${offset}`,
    directory: directoryOf(entry.path),
    isReadable: true,
    passing: "pass over it",
    passOver: () => `offset: ${offset + 1}`,
    nextOffset: offset + 1,
  });
}

/** The walk of the profile. What can't be read or inspected fails the call, as it did in the original. */
async function* stopAtProblem(walk: WalkSettings, root: string, profile: CodexProfile): Visits {
  const visits = profile === "codex-sorted" ? walkPath(walk, codexKey) : walkBreadth(walk, codexSiblingKey);
  for await (const some of visits) {
    const met = some.findIndex(({ problem, kind }) => problem !== undefined || kind === "unknown");
    const failed = some[met];
    yield failed === undefined ? some : some.slice(0, met);
    if (failed !== undefined) {
      const path = pathForErrors(pathBelow(root, failed.path));
      throw respondToModel(
        failed.problem === undefined
          ? `failed to inspect entry: ${path}: the file system does not say what kind of entry it is`
          : `failed to read directory: ${path}: ${failed.problem}`,
      );
    }
  }
}

/** The path of a directory below the root, as a caller would write it. */
function pathBelow(root: string, path: ByteString): string {
  const names = splitPath(path).map(toText);
  // Stores have empty names. One at the end needs a slash of its own: the one before it only ends the previous name.
  const end = names.at(-1) === "" ? "/" : "";
  return `${root.endsWith("/") ? root : `${root}/`}${names.join("/")}${end}`;
}

function sortByKey(entries: readonly Visit[]): Visit[] {
  return entries
    .map((entry) => ({ entry, key: codexKey(entry.path) }))
    .sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
    .map(({ entry }) => entry);
}
