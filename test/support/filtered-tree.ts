// A tree on the disk with rule files, and what filters leave of it.
import fs from "node:fs";
import { onTestFinished, vi } from "vitest";

import { withMembers, type FileSystem } from "../../src/core/file-system.ts";
import { localDisk, walkDir, type WalkDirOptions } from "../../src/index.ts";
import { makeFiles } from "./make-files.ts";
import { makeFolder } from "./make-tree.ts";

/** Creates these files in a new folder and returns it. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  return makeFiles(fs.realpathSync(makeFolder()), files);
}

/** The local disk, and which directories and files it is asked for. */
export function watchedDisk(): { fileSystem: FileSystem; directories: string[]; files: string[] } {
  const disk = localDisk() as Required<FileSystem>;
  const [directories, files]: [string[], string[]] = [[], []];
  const fileSystem = withMembers(disk, {
    readDirectory(directory, options) {
      directories.push(String(directory));
      return disk.readDirectory(directory, options);
    },
    look(location, followsLinks) {
      files.push(location);
      return disk.look(location, followsLinks);
    },
    readFile(location, options) {
      files.push(location);
      return disk.readFile(location, options);
    },
  });
  return { fileSystem, directories, files };
}

/** The entries of a whole tree that are shown, in byte order: a directory ends in `/`, what is ignored in ` [ignored]`. */
export async function list(dirPath: string, options: Omit<WalkDirOptions, "dirPath">): Promise<string[]> {
  const lines: string[] = [];
  for await (const { path, kind, ignored } of walkDir({ dirPath, gitignore: "off", ...options })) {
    lines.push(`${path}${kind === "directory" ? "/" : ""}${ignored === true ? " [ignored]" : ""}`);
  }
  return lines.sort();
}

/** Sets the user's home for the rest of the test. */
export function setHome(home: string, configHome?: string): void {
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_CONFIG_HOME", configHome);
  onTestFinished(() => void vi.unstubAllEnvs());
}
