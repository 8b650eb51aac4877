// Creates a tree on the real disk from a literal, and temporary folders that are removed after the test.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { onTestFinished } from "vitest";

import { isQuick } from "./deep.ts";
import { removeFolder } from "./remove-folder.ts";

/** An entry of a tree, in the format of the test vectors. */
export interface TreeEntry {
  readonly path?: string;
  /** The path if it is not valid UTF-8. */
  readonly path_b64?: string;
  readonly kind: "file" | "dir" | "symlink" | "fifo" | "socket";
  readonly target?: string;
}

/** A folder that is removed when the test ends; after a quick run, all of them together, which takes half the time. */
export function temporaryFolder(): string {
  const folder = makeFolder();
  if (!isQuick()) {
    onTestFinished(() => {
      removeFolder(folder);
    });
  }
  return folder;
}

/** A folder that is removed when the run ends. */
export function makeFolder(): string {
  return fs.mkdtempSync(path.join(process.env["DIRLEAF_TEST_BASE"] as string, "folder-"));
}

/** Creates a tree in a temporary folder and returns the folder: `a/` is a directory, `b` a file, `c@` a link. */
export function makeTree(...names: readonly string[]): string {
  const root = temporaryFolder();
  makeEntries(root, toEntries(names));
  return root;
}

/** The entries that such names stand for. */
export function toEntries(names: readonly string[]): TreeEntry[] {
  return names.map((name) => {
    if (name.endsWith("/")) {
      return { path: name.slice(0, -1), kind: "dir" };
    }
    return name.endsWith("@")
      ? { path: name.slice(0, -1), kind: "symlink", target: "." }
      : { path: name, kind: "file" };
  });
}

/** In a larger tree all files are links to one, so don't write to them. File systems allow at least 65,000 links. */
const MANY = 500;

/** Creates entries below a folder, and the directories above them as needed. */
export function makeEntries(root: string, entries: readonly TreeEntry[]): void {
  const made = new Set<string>();
  // Linking to an existing file takes a tenth of the time of creating one.
  const origin = entries.length > MANY ? path.join(makeFolder(), "origin") : undefined;
  if (origin !== undefined) {
    fs.writeFileSync(origin, "");
  }
  for (const entry of entries) {
    const { kind, target } = entry;
    const location = locationOf(root, entry);
    const above = location.subarray(0, location.lastIndexOf("/"));
    if (!made.has(above.toString("latin1"))) {
      fs.mkdirSync(above, { recursive: true });
      made.add(above.toString("latin1"));
    }
    switch (kind) {
      case "dir":
        fs.mkdirSync(location, { recursive: true });
        break;
      case "file":
        if (origin === undefined) {
          fs.writeFileSync(location, "");
        } else {
          fs.linkSync(origin, location);
        }
        break;
      case "symlink":
        fs.symlinkSync(target ?? ".", location);
        break;
      default:
        fs.linkSync(specialFile(kind), location);
    }
  }
}

/** The path of an entry below a folder, in bytes. */
export function locationOf(root: string, { path: text = "", path_b64: base64 }: TreeEntry): Buffer {
  return Buffer.concat([
    Buffer.from(`${root}/`),
    base64 === undefined ? Buffer.from(text) : Buffer.from(base64, "base64"),
  ]);
}

const specialFiles = new Map<"fifo" | "socket", string>();

/** One pipe or socket for the whole run. The others are links to it, whose paths can have any length. */
function specialFile(kind: "fifo" | "socket"): string {
  const known = specialFiles.get(kind);
  if (known !== undefined) {
    return known;
  }
  const location = path.join(makeFolder(), kind);
  if (kind === "fifo") {
    execFileSync("mkfifo", [location]);
  } else {
    net.createServer().listen(location).unref();
  }
  specialFiles.set(kind, location);
  return location;
}
