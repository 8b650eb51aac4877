// Finds the mount of a path that may stop answering. Follows links as the kernel does, but stops before any such mount: the kernel
// would go on and wait for it.
import fs from "node:fs";

import { directoryOf, nameOf, type ByteString } from "../../core/byte-string.ts";
import { readErrorCode } from "../../core/problem.ts";
import {
  descriptorPath,
  hasOddName,
  OPEN_DIRECTORY,
  pathIn,
  readLink,
  rethrowDefect,
  toLocation,
} from "./disk-path.ts";
import { ENTERED, followNow, POSIX_PATHS, type PathSteps, type Step } from "./follow-path.ts";
import { CurrentMounts, mayIgnoreCase, remoteMountOf, type MountTable } from "./mount-table.ts";

/** Where a path leads. */
interface ResolvedPath {
  /** The path without links. From the first name that can't be inspected, the rest is as it was given. */
  readonly path: ByteString;
  /** The mount that the path reached, if it may stop answering. What follows it in the path is unresolved. */
  readonly mount: ByteString | undefined;
}

const TOP = "/" as ByteString;
const ITSELF = "" as ByteString;

/** How many bytes of a path the kernel may go through. Most paths are shorter, and cost no descriptor. */
const LONGEST_PATH = 256;

/** The same from a directory that is held open on the way. */
const LONGEST_WAY = 64;

export class MountLookup {
  /** Links may have changed as well as mounts. */
  readonly #mounts = new CurrentMounts(() => this.#resolved.clear());
  readonly #resolved = new Map<ByteString, ResolvedPath>();

  /** Called when a listing begins: the mounts may have changed since the last one. */
  refresh(): void {
    this.#mounts.refresh();
  }

  /** The mount of a directory below a root, if it may stop answering. Links may lead to the root. */
  of(root: ByteString, directory: ByteString = ITSELF): ByteString | undefined {
    const { table } = this.#mounts;
    return table.hasRemote ? this.#below(root, directory, table) : undefined;
  }

  /**
   * The mount of a file, if it may stop answering. Where its directory leads is kept for the next file, since a listing asks
   * for several in each. The file itself is read only if it is not a link.
   */
  ofFile(file: ByteString): ByteString | undefined {
    // Taken once: it may be read again whenever it is asked for, and what is kept must come from one table.
    const { table } = this.#mounts;
    if (!table.hasRemote) {
      return undefined;
    }
    const directory = directoryOf(file);
    return directory === "" ? this.#below(file, ITSELF, table) : this.#below(directory, nameOf(file), table);
  }

  /** The mount of an absolute path without links, if it may stop answering. */
  ofPath(path: ByteString): ByteString | undefined {
    return remoteMountOf(this.#mounts.table, path);
  }

  /** Whether the disk of an entry, an absolute path without links, may find it by another name than the one that it lists. */
  mayIgnoreCase(path: ByteString): boolean {
    const { table } = this.#mounts;
    return table.caseInsensitive.length > 0 && mayIgnoreCase(table, directoryOf(path) || TOP);
  }

  #below(root: ByteString, directory: ByteString, table: MountTable): ByteString | undefined {
    const { path, mount } = this.#resolve(root, table);
    return mount ?? (directory === "" ? undefined : remoteMountOf(table, `${path}/${directory}` as ByteString));
  }

  #resolve(path: ByteString, table: MountTable): ResolvedPath {
    const known = this.#resolved.get(path);
    if (known !== undefined) {
      return known;
    }
    if (!path.startsWith("/")) {
      // A Windows drive. No mount there is known to be remote.
      return { path, mount: undefined };
    }
    const steps = new LookingSteps(table);
    try {
      return hasOddName(path) ? this.#follow(path, undefined, path, steps) : this.#resolveVia(path, steps);
    } finally {
      steps.close();
    }
  }

  /** Resolves a path via the directory that it is in, which the same listing has asked about or will. */
  #resolveVia(path: ByteString, steps: LookingSteps): ResolvedPath {
    const directory = directoryOf(path);
    if (directory === "") {
      return this.#follow(path, undefined, path, steps);
    }
    const above = this.#resolved.get(directory) ?? this.#resolveVia(directory, steps);
    if (above.mount === undefined) {
      return this.#follow(path, above.path, nameOf(path), steps);
    }
    const resolved = { path: `${above.path}/${nameOf(path)}` as ByteString, mount: above.mount };
    this.#resolved.set(path, resolved);
    return resolved;
  }

  #follow(path: ByteString, from: ByteString | undefined, rest: ByteString, steps: LookingSteps): ResolvedPath {
    let resolved: ResolvedPath;
    try {
      steps.mount = undefined;
      const followed = followNow(rest, steps, from);
      const unresolved = followed.rest.join("/") as ByteString;
      resolved = { path: pathIn(followed.path, unresolved), mount: steps.mount };
    } catch (error) {
      if (readErrorCode(error) !== "ELOOP") {
        throw error;
      }
      // A loop of links leads to no mount. Reading the path will raise the error.
      resolved = { path, mount: undefined };
    }
    this.#resolved.set(path, resolved);
    return resolved;
  }
}

/** Looks at each name, and ends the way where there is no directory, or a mount that may stop answering. */
class LookingSteps implements PathSteps {
  readonly syntax = POSIX_PATHS;
  readonly goesUpByName = true;
  readonly #table: MountTable;
  /** The mount that the path has reached, if it may stop answering. */
  mount: ByteString | undefined;
  /**
   * A directory on the way that is held open if the path is long. The kernel goes through all names of a path each time: without this,
   * looking at every directory on the way would take time by the square of their number.
   */
  #descriptor: number | undefined;
  /** The path that was looked at last, and how it is reached, which may be from the descriptor. */
  #path: ByteString | undefined;
  #way = "";

  constructor(table: MountTable) {
    this.#table = table;
  }

  restart(): void {}

  enter(name: ByteString, path: ByteString, directory: ByteString): Step {
    this.mount = remoteMountOf(this.#table, path);
    if (this.mount !== undefined) {
      return { is: "end" };
    }
    try {
      const location = this.#locationOf(path, directory === TOP ? "" : directory, name);
      // Get the kind first: reading the target of anything but a link throws, which costs far more.
      const stats = fs.lstatSync(location, { throwIfNoEntry: false });
      if (stats?.isSymbolicLink() === true) {
        return { is: "link", target: readLink(location) };
      }
      // Where something is missing or is no directory, reading the path will raise the error.
      return stats?.isDirectory() === true ? ENTERED : { is: "end" };
    } catch {
      return { is: "end" };
    }
  }

  /** A path for Node to `path`, which is `name` in `directory`. */
  #locationOf(path: ByteString, directory: string, name: ByteString): string | Buffer {
    // Mostly this is the very string of the last time, and then it is not compared letter by letter.
    const above = directory === this.#path ? this.#way : directory;
    const isLong = above.length > (path.length > LONGEST_PATH ? LONGEST_WAY : LONGEST_PATH);
    this.#way = `${isLong ? this.#hold(above) : above}/${name}`;
    this.#path = path;
    return toLocation(this.#way as ByteString);
  }

  /** Opens a directory and returns how it is reached from then on. */
  #hold(way: string): string {
    try {
      const descriptor = fs.openSync(toLocation(way as ByteString), OPEN_DIRECTORY);
      this.close();
      this.#descriptor = descriptor;
      return descriptorPath(descriptor);
    } catch (error) {
      rethrowDefect(error);
      // It may be gone, or there are no descriptors left.
      return way;
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) {
      fs.closeSync(this.#descriptor);
      this.#descriptor = undefined;
    }
  }
}
