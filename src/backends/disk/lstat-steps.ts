// Goes down a path if directories can't be held open: calls `lstat` on the path of each name. A directory that is swapped
// between that call and the read can lead elsewhere; `docs/security.md` says so.
import fs from "node:fs";
import path from "node:path";

import { namesOfPath } from "../../core/absolute-path.ts";
import type { ByteString } from "../../core/byte-string.ts";
import { readLink } from "./exact-bytes.ts";
import { isFoldingPlatform, mayFindOddNames } from "./folding-disks.ts";
import type { PathSteps, StepResult } from "./follow-path.ts";
import { listedForStep } from "./listed-name.ts";
import { toLocation } from "./read-location.ts";

const IS_WINDOWS = path.sep === "\\";

/** What all paths start with: nothing on Windows, where they start with a drive or a share. */
const TOP = (IS_WINDOWS ? "" : "/") as ByteString;

export class LstatSteps implements PathSteps {
  restart(): ByteString {
    return TOP;
  }

  split(location: ByteString): ByteString[] {
    const isRelative = !this.isAbsolute(location);
    return isRelative && IS_WINDOWS ? namesOfPath(location.replaceAll("\\", "/") as ByteString) : namesOfPath(location);
  }

  join(directory: ByteString, name: ByteString): ByteString {
    if (directory === TOP) {
      return (IS_WINDOWS ? `${name}\\` : `/${name}`) as ByteString;
    }
    return (directory.endsWith(path.sep) ? directory + name : `${directory}${path.sep}${name}`) as ByteString;
  }

  isAbsolute(target: ByteString): boolean {
    return path.isAbsolute(target);
  }

  enter(name: ByteString, location: ByteString): Promise<StepResult> | StepResult {
    const directory = directoryOf(location, name);
    if (IS_WINDOWS && directory !== undefined && name.includes(":")) {
      // `Secret::$INDEX_ALLOCATION` is another way to say `Secret`.
      throw Object.assign(new Error("ENOENT: no entry has a colon in its name"), { code: "ENOENT" });
    }
    const stats = fs.lstatSync(toLocation(location));
    return directory !== undefined && (isFoldingPlatform() || mayFindOddNames(directory))
      ? listedForStep(directory, name, undefined).then((listedAs) =>
          listedAs === name ? targetOf(location, stats) : { listedAs },
        )
      : targetOf(location, stats);
  }
}

/** The target of a link; undefined for a directory. */
function targetOf(location: ByteString, stats: fs.Stats): ByteString | undefined {
  if (stats.isSymbolicLink()) {
    return readLink(toLocation(location));
  }
  if (!stats.isDirectory()) {
    throw Object.assign(new Error("ENOTDIR: not a directory"), { code: "ENOTDIR" });
  }
  return undefined;
}

/** The directory that a name is in; undefined for a drive or share, which is in none. */
function directoryOf(location: ByteString, name: ByteString): ByteString | undefined {
  return location.endsWith(name) ? (location.slice(0, -name.length) as ByteString) : undefined;
}
