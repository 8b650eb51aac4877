// Reads the details of the entries of a directory: sizes, times, the targets of links.
import type { ByteString } from "../core/byte-string.ts";
import type { EntryDetails } from "../core/entry.ts";
import { waitOnce } from "../core/pace.ts";
import { readErrorCode } from "../core/problem.ts";
import type { WalkSettings } from "./selection.ts";

/** How many entries to look at in one go: no more than the event loop can bear. */
const AT_ONCE = 256;

/** The details of these names, as far as they can be read in time. Those that are missing are no error. */
export async function readDetails(
  settings: Pick<WalkSettings, "fileSystem" | "root" | "signal" | "timeLeft" | "pause">,
  directory: ByteString,
  names: readonly ByteString[],
): Promise<readonly (EntryDetails | undefined)[]> {
  const { fileSystem, root, signal, timeLeft, pause } = settings;
  const known: (EntryDetails | undefined)[] = [];
  for (let start = 0; start < names.length && timeLeft() > 0; start += AT_ONCE) {
    signal?.throwIfAborted();
    const some = names.slice(start, start + AT_ONCE);
    try {
      known.push(...((await fileSystem.readDetails?.(root, directory, some, waitOnce(settings))) ?? []));
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
  return known;
}
