// A tree that is held by the descriptor of its root. Directories below are opened one component at a time from the
// descriptor of the one that holds them, and never through a link: whatever is swapped for whatever in the middle of a
// walk, it stays in the tree that was opened. Linux only: Node has no `openat`, but /proc/self/fd does the same.
import fs from "node:fs";

import { joinPath, type ByteString } from "../core/byte-string.ts";
import { isEntryName, type Entry } from "../core/entry.ts";
import type { Batch, FileSystem, OpenRoot } from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";
import type { FarDisk } from "./far-disk.ts";
import { readDetails } from "./read-details.ts";
import { readLocation, toLocation } from "./read-location.ts";

/** How many directories below the root are held at once; what lies deeper is reached from the root anew. */
const MOST_HELD = 64;

const TOP = "/" as ByteString;
const OPEN_ROOT = fs.constants.O_RDONLY | fs.constants.O_DIRECTORY;
const OPEN_BELOW = OPEN_ROOT | fs.constants.O_NOFOLLOW;

/** Opens the root of a tree, wherever links lead to, and holds it. Throws as a directory read does. */
export function holdTree(root: ByteString, disk: FileSystem, far: FarDisk): OpenRoot {
  const tree = new HeldTree(fs.openSync(toLocation(root), OPEN_ROOT));
  const realPath = tree.realPath();
  /** Another mount below the root may not answer: it is read elsewhere, from the top and through no link. */
  const farPlace = (directory: ByteString) => {
    const place = (realPath === "/" ? directory : `${realPath.slice(1)}/${directory}`) as ByteString;
    const mount = directory === "" ? undefined : far.mountOfPath(`/${place}` as ByteString);
    return mount === undefined ? undefined : { mount, place };
  };
  return {
    realPath,
    fileSystem: {
      ...disk,
      readDirectory(_, directory, options) {
        const elsewhere = farPlace(directory);
        if (elsewhere !== undefined) {
          return readFar(far.readDirectory(elsewhere.mount, TOP, elsewhere.place, options));
        }
        const descriptor = tree.open(directory);
        return readLocation(descriptorPath(descriptor), fs.fstatSync(descriptor), options.signal);
      },
      async readDetails(_, directory, names, options) {
        const elsewhere = farPlace(directory);
        if (elsewhere !== undefined) {
          return far.readDetails(elsewhere.mount, TOP, elsewhere.place, names, options);
        }
        const place = descriptorPath(tree.open(directory));
        // All that is near is asked at a stroke: the descriptor is good until somebody else needs one.
        return Promise.all(
          names.map((name) => {
            const own = farPlace(joinPath(directory, name));
            return own === undefined
              ? readDetails(pathOfEntry(place, name))
              : far.detailsOfMount(own.mount, TOP, parentOf(own.place), name, options);
          }),
        );
      },
      async isDirectory(_, directory, options) {
        const elsewhere = farPlace(directory);
        return elsewhere === undefined
          ? tree.isDirectory(directory)
          : far.isDirectory(elsewhere.mount, TOP, elsewhere.place, options);
      },
    },
    close: () => tree.close(),
  };
}

async function* readFar(entries: Promise<Entry[]>): AsyncGenerator<Batch, void> {
  yield { entries: await entries };
}

interface Held {
  readonly name: ByteString;
  readonly descriptor: number;
}

class HeldTree {
  readonly #root: number;
  /** The directories from the root down to the one opened last. */
  #chain: Held[] = [];

  constructor(root: number) {
    this.#root = root;
  }

  /** Where the root is, links resolved: asked of what was opened, not of the name that it was opened by. */
  realPath(): ByteString {
    return fs.readlinkSync(descriptorPath(this.#root), "latin1") as ByteString;
  }

  /** The descriptor of a directory below the root. It is good until the next call. */
  open(directory: ByteString): number {
    const names = directory === "" ? [] : (directory.split("/") as ByteString[]);
    const known = this.#chain.findIndex(({ name }, index) => name !== names[index]);
    this.#release(Math.min(known === -1 ? this.#chain.length : known, MOST_HELD));
    let descriptor = this.#chain.at(-1)?.descriptor ?? this.#root;
    for (const name of names.slice(this.#chain.length)) {
      if (this.#chain.length === MOST_HELD) {
        return this.#openDeep(descriptor, names.slice(MOST_HELD));
      }
      descriptor = openBelow(descriptor, name);
      this.#chain.push({ name, descriptor });
    }
    return descriptor;
  }

  isDirectory(directory: ByteString): boolean {
    try {
      this.open(directory);
      return true;
    } catch (error) {
      if (readErrorCode(error) === undefined) {
        throw error;
      }
      return false;
    }
  }

  close(): void {
    this.#release(0);
    fs.closeSync(this.#root);
  }

  /** Below the deepest directory that is held only one more is kept open: the one that was asked for. */
  #openDeep(from: number, names: readonly ByteString[]): number {
    let descriptor = from;
    for (const name of names) {
      try {
        const next = openBelow(descriptor, name);
        this.#forget(descriptor, from);
        descriptor = next;
      } catch (error) {
        this.#forget(descriptor, from);
        throw error;
      }
    }
    this.#chain.push({ name: names.join("/") as ByteString, descriptor });
    return descriptor;
  }

  #forget(descriptor: number, held: number): void {
    if (descriptor !== held) {
      fs.closeSync(descriptor);
    }
  }

  #release(length: number): void {
    for (const { descriptor } of this.#chain.splice(length)) {
      fs.closeSync(descriptor);
    }
  }
}

function openBelow(directory: number, name: ByteString): number {
  return fs.openSync(toLocation(pathOfEntry(descriptorPath(directory), name)), OPEN_BELOW);
}

/** The path of an entry. Throws for a name that would lead elsewhere. */
function pathOfEntry(directory: ByteString, name: ByteString): ByteString {
  if (!isEntryName(name)) {
    throw Object.assign(new Error(`ENOENT: no entry has the name ${JSON.stringify(name)}`), { code: "ENOENT" });
  }
  return `${directory}/${name}` as ByteString;
}

function parentOf(path: ByteString): ByteString {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0)) as ByteString;
}

function descriptorPath(descriptor: number): ByteString {
  return `/proc/self/fd/${descriptor}` as ByteString;
}
