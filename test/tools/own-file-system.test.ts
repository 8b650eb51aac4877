// A program's own file system may be an instance of a class, with members that only its own methods reach.
import { expect, test } from "vitest";

import { localDisk } from "../../src/disk/local-disk.ts";
import { memory } from "../../src/disk/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { listDir } from "../../src/tools/list-dir.ts";
import { listDirectory } from "../../src/tools/list-directory.ts";
import { mapDirText } from "../../src/tools/map-dir.ts";
import type { OnProgress } from "../../src/tooling/tool.ts";
import { makeFiles } from "../support/make-files.ts";
import { temporaryFolder } from "../support/make-tree.ts";

/** The disk, as an instance of a class: methods that need their object, none of which is its own. */
function ownFileSystem(): FileSystem {
  const disk = localDisk() as unknown as Record<string, (...given: unknown[]) => unknown>;
  const names = ["isAbsolute", "resolve", "readDirectory", "readDetails", "readFile", "realPath"];
  const methods = names.map((name) => [
    name,
    function (this: { disk: typeof disk }, ...given: unknown[]) {
      return this.disk[name]?.(...given);
    },
  ]);
  return Object.create(Object.fromEntries(methods), { disk: { value: disk } }) as FileSystem;
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
    expect(await call({ fileSystem: ownFileSystem() })).toEqual(await call({}));
  },
);

const never = () => new Promise<never>(() => {});

async function* neverNext(): AsyncGenerator<never, void> {
  yield await never();
}

/** Batches without entries, all there at once. */
function* emptyForEver(): Generator<[], void> {
  for (;;) {
    yield [];
  }
}

const SILENT: Record<string, Partial<FileSystem>> = {
  "directories that never come": { readDirectory: never },
  "batches that never come": { readDirectory: () => ({ isSorted: false, batches: neverNext() }) },
  "empty batches for ever": { readDirectory: () => ({ isSorted: false, batches: emptyForEver() }) },
  "empty batches of a store for ever": {
    isObjectStore: true,
    readDirectory: () => ({ isSorted: true, batches: emptyForEver() }),
  },
  "keys that never come": { isObjectStore: true, readDirectory: never, readKeys: neverNext },
  "details that never come": { readDetails: never },
  "files that never come": { readFile: never },
  "real paths that never come": { realPath: never },
};

const CALLS = {
  list_dir: { dir_path: "/r", details: true },
  map_dir: { dir_path: "/r" },
  find_files: { dir_path: "/r", newest: true },
  list_directory: { path: "/r", gitignore: "omit" },
};

test.concurrent.each(Object.entries(SILENT))("a file system with %s holds no call", async (_, members) => {
  const fileSystem = { ...memory(["/r/.gitignore", "/r/a/b"]), ...members };
  const answers = [[], ["/r/x/secret"]].flatMap((deny) =>
    Object.entries(CALLS).flatMap(([toolName, args]) => {
      const invocation = { toolName, callId: "1", payload: { type: "json", arguments: args } } as const;
      const options = { fileSystem, deny, experimentalSupportedTools: [toolName] };
      const late = createToolRouter({ ...options, deadlineMs: 200 }).respond(invocation);
      const signal = AbortSignal.timeout(50);
      const cancelled = createToolRouter({ ...options, deadlineMs: 60_000 }).respond({ ...invocation, signal });
      return [late, cancelled].map((call) => call.then(({ content }) => content, String));
    }),
  );
  for (const answer of await Promise.all(answers)) {
    // What does not need the silent part has its answer before.
    expect(answer).toMatch(/\ba\b|took too long|did not answer in time|timed out|try again later|cancelled/);
  }
});
