// Adds size, time and link target to the entries of a page, for callers that ask for details.
import { directoryOf, nameOf, type ByteString } from "../core/byte-string.ts";
import type { EntryDetails } from "../core/entry.ts";
import type { Page } from "../walks/take-page.ts";
import type { Visit } from "../core/visit.ts";
import { readDetails } from "../reading/read-details.ts";
import type { WalkSettings } from "../reading/selection.ts";

/** The page with the details of its entries, as far as they can be read. Missing details are not an error. */
export async function withDetails<Read extends Page>(page: Read, settings: WalkSettings): Promise<Read> {
  const { fileSystem } = settings;
  if (fileSystem.readDetails === undefined) {
    return page;
  }
  // A directory of a store is not an object of its own: it has no details, and looking for them may take many requests.
  const hasDetails = ({ kind }: Visit) => kind !== "directory" || fileSystem.isObjectStore !== true;
  const visits = [...page.entries, ...page.problems.map(({ visit }) => visit)].filter(hasDetails);
  const known = new Map<string, EntryDetails>();
  for (const [directory, entries] of byDirectory(visits)) {
    const details = await readDetails(
      settings,
      directory,
      entries.map(({ path }) => nameOf(path)),
    );
    for (const [index, visit] of entries.entries()) {
      const own = details[index];
      if (own !== undefined) {
        known.set(keyOf(visit), own);
      }
    }
  }
  const attach = (visit: Visit): Visit => {
    const details = known.get(keyOf(visit));
    return details === undefined ? visit : { ...visit, details };
  };
  return {
    ...page,
    entries: page.entries.map(attach),
    problems: page.problems.map(({ visit, position }) => ({ visit: attach(visit), position })),
  };
}

function byDirectory(visits: readonly Visit[]): ReadonlyMap<ByteString, Visit[]> {
  const groups = new Map<ByteString, Visit[]>();
  for (const visit of visits) {
    const directory = directoryOf(visit.path);
    const group = groups.get(directory);
    if (group === undefined) {
      groups.set(directory, [visit]);
    } else {
      group.push(visit);
    }
  }
  return groups;
}

/** By kind, too: an object store can contain a file and a directory with the same name. */
function keyOf({ path, kind }: Visit): string {
  return kind === "directory" ? `${path}/` : path;
}
