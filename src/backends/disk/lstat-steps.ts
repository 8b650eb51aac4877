// The way down a path where directories can't be held open: on Windows and macOS, and in containers without /proc.
import fs from "node:fs";
import path from "node:path";

import { namesOfPath, type ByteString } from "../../core/byte-string.ts";
import { isCaseInsensitivePlatform, KernelDirectory } from "./disk-directory.ts";
import { readLink, toLocation } from "./disk-path.ts";
import { ENTERED, POSIX_PATHS, refuseNoDirectory, type PathSteps, type PathSyntax, type Step } from "./follow-path.ts";
import { findStep } from "./listed-name.ts";

const IS_WINDOWS = path.sep === "\\";

/** Paths start with a drive or a share here. */
const WINDOWS_PATHS: PathSyntax = {
  top: "" as ByteString,
  split: (location) =>
    namesOfPath(path.isAbsolute(location) ? location : (location.replaceAll("\\", "/") as ByteString)),
  join(directory, name) {
    if (directory === "") {
      return `${name}\\` as ByteString;
    }
    return (directory.endsWith("\\") ? directory + name : `${directory}\\${name}`) as ByteString;
  },
  isAbsolute: path.isAbsolute,
};

/**
 * Calls `lstat` on the path of each name. A directory that is swapped between that call and the read can lead elsewhere;
 * `docs/security.md` says so.
 */
export class LstatSteps implements PathSteps {
  readonly syntax: PathSyntax = IS_WINDOWS ? WINDOWS_PATHS : POSIX_PATHS;

  restart(): void {}

  async enter(name: ByteString, location: ByteString): Promise<Step> {
    // A drive or share is in no directory.
    const directory = location.endsWith(name) ? (location.slice(0, -name.length) as ByteString) : undefined;
    if (IS_WINDOWS && directory !== undefined && name.includes(":")) {
      // `Secret::$INDEX_ALLOCATION` is another way to say `Secret`.
      throw Object.assign(new Error("ENOENT: no entry has a colon in its name"), { code: "ENOENT" });
    }
    const stats = fs.lstatSync(toLocation(location));
    const above = directory === undefined ? undefined : new KernelDirectory(directory);
    if (above !== undefined && (isCaseInsensitivePlatform() || above.mayFindOddNames())) {
      const { listedAs } = await findStep(above, name, {});
      if (listedAs !== name) {
        return { is: "spelled", listedAs };
      }
    }
    if (stats.isSymbolicLink()) {
      return { is: "link", target: readLink(toLocation(location)) };
    }
    refuseNoDirectory(stats.isDirectory());
    return ENTERED;
  }
}
