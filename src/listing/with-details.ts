// Adds size, time and link target to the entries of a page, for callers that ask for details.
import type { ByteString } from "../core/byte-string.ts";
import type { EntryDetails } from "../core/entry.ts";
import type { FileSystem } from "../core/file-system.ts";
import { waitOnce } from "../core/pace.ts";
import { readErrorCode } from "../core/problem.ts";
import type { Page } from "../walks/take-page.ts";
import type { Visit } from "../core/visit.ts";
import type { WalkSettings } from "../reading/walk-settings.ts";

/** How many entries to read at once: no more than the event loop can bear in one go. */
const AT_ONCE = 256;

/** The page with the details of its entries, as far as they can be read. Missing details are not an error. */
export async function withDetails<Read extends Page>(page: Read, settings: WalkSettings): Promise<Read> {
  const { fileSystem } = settings;
  if (fileSystem.readDetails === undefined) {
    return page;
  }
  // A directory of a store is not an object of its own: it has no details, and looking for them may take many requests.
  const hasDetails = ({ kind }: Visit) => kind !== "directory" || fileSystem.isObjectStore !== true;
  const visits = [...page.entries, ...page.problems.map(({ visit }) => visit)].filter(hasDetails);
  const known = await readAll(visits, settings, fileSystem.readDetails.bind(fileSystem));
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

async function readAll(
  visits: readonly Visit[],
  walk: WalkSettings,
  readDetails: NonNullable<FileSystem["readDetails"]>,
): Promise<ReadonlyMap<string, EntryDetails>> {
  const { root, signal, timeLeft, pause } = walk;
  const known = new Map<string, EntryDetails>();
  for (const [directory, entries] of byDirectory(visits)) {
    for (let start = 0; start < entries.length && timeLeft() > 0; start += AT_ONCE) {
      signal?.throwIfAborted();
      const some = entries.slice(start, start + AT_ONCE);
      const names = some.map(({ path }) => nameOf(path));
      try {
        const details = await readDetails(root, directory, names, waitOnce(walk));
        for (const [index, visit] of some.entries()) {
          const own = details[index];
          if (own !== undefined) {
            known.set(keyOf(visit), own);
          }
        }
      } catch (error) {
        signal?.throwIfAborted();
        if (readErrorCode(error) === undefined) {
          throw error;
        }
        // The directory is gone, or does not answer: asking for the rest would mean waiting again.
        break;
      }
      await pause();
    }
  }
  return known;
}

function byDirectory(visits: readonly Visit[]): ReadonlyMap<ByteString, Visit[]> {
  const groups = new Map<ByteString, Visit[]>();
  for (const visit of visits) {
    const directory = visit.path.slice(0, Math.max(visit.path.lastIndexOf("/"), 0)) as ByteString;
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

function nameOf(path: ByteString): ByteString {
  return path.slice(path.lastIndexOf("/") + 1) as ByteString;
}
