// A program's own file system may be an instance of a class, with members that only its own methods reach.
import { expect, test } from "vitest";

import { localDisk } from "../../src/disk/local-disk.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { listDir } from "../../src/tools/list-dir.ts";
import { listDirectory } from "../../src/tools/list-directory.ts";
import { mapDirText } from "../../src/tools/map-dir.ts";
import type { OnProgress } from "../../src/tooling/tool.ts";
import { makeFiles } from "../support/make-files.ts";
import { temporaryFolder } from "../support/make-tree.ts";

type Needed<Name extends keyof FileSystem> = Required<FileSystem>[Name];

/** The disk, behind a private member. */
class OwnFileSystem implements FileSystem {
  readonly #disk = localDisk() as Required<FileSystem>;

  isAbsolute(path: string): boolean {
    return this.#disk.isAbsolute(path);
  }

  resolve(from: string, path: string): string {
    return this.#disk.resolve(from, path);
  }

  readDirectory(...given: Parameters<Needed<"readDirectory">>): ReturnType<Needed<"readDirectory">> {
    return this.#disk.readDirectory(...given);
  }

  readDetails(...given: Parameters<Needed<"readDetails">>): ReturnType<Needed<"readDetails">> {
    return this.#disk.readDetails(...given);
  }

  readFile(...given: Parameters<Needed<"readFile">>): ReturnType<Needed<"readFile">> {
    return this.#disk.readFile(...given);
  }

  realPath(...given: Parameters<Needed<"realPath">>): ReturnType<Needed<"realPath">> {
    return this.#disk.realPath(...given);
  }
}

const PLACES: [string, (root: string) => { roots?: string[]; deny?: string[] }][] = [
  ["anywhere", () => ({})],
  ["in roots", (root) => ({ roots: [root], deny: ["*.key"] })],
];

const REPORTS: [string, { onProgress?: OnProgress }][] = [
  ["without reports", {}],
  ["with reports", { onProgress: () => {} }],
];

test.each(PLACES.flatMap(([where, limits]) => REPORTS.map(([how, report]) => [where, how, limits, report] as const)))(
  "every function lists a file system of a class as it lists the disk, %s, %s",
  async (_, __, limits, report) => {
    const root = makeFiles(temporaryFolder(), {
      ".gitignore": "out\n",
      "src/a.ts": "",
      "src/deep/b.ts": "",
      "out/c": "",
      "d.key": "",
    });
    const call = async (given: { fileSystem?: FileSystem }) => {
      const options = { ...limits(root), ...report, ...given };
      return [
        await listDir({ dirPath: root, depth: 3, details: true, ...options }),
        await listDir({ dirPath: root, depth: 3, after: "src/a.ts", include: "*.ts", ...options }),
        await listDirectory({ path: root, recursive: true, gitignore: "omit", ...options }),
        await mapDirText({ dirPath: root, ...options }),
        await listDir({ dirPath: `${root}/scr`, ...options }).catch(String),
      ];
    };
    expect(await call({ fileSystem: new OwnFileSystem() })).toEqual(await call({}));
  },
);
