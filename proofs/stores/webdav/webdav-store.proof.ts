// The worked example of another store, against a real WebDAV server: the port's suite, the faults, and the tools over it.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { describe, expect, test } from "vitest";

import type { FileSystem } from "../../../src/core/file-system.ts";
import { callListDir, callListDirectory } from "../../../test/support/call-tool.ts";
import { describeFileSystem, readAll } from "../../../test/support/file-system-suite.ts";
import type { TreeEntry } from "../../../test/support/make-tree.ts";

interface ToldServer {
  readonly endpoint: string;
  readonly owner: { readonly username: string; readonly password: string };
  /** The folder that the server serves. */
  readonly served: string;
}

/** The part of the client that is used here, apart from the example. */
interface Client {
  createDirectory(path: string, options: object): Promise<void>;
  putFileContents(path: string, content: string): Promise<boolean>;
}

const { endpoint, owner, served } = JSON.parse(process.env["DIRLEAF_TEST_STORE"] ?? "{}") as ToldServer;

// The example imports packages that only this test's configuration can find, so its types are checked separately.
const [{ webdav }, { createClient }] = (await Promise.all([
  import(path.join(import.meta.dirname, "../../../examples/webdav-store.mjs")),
  import(path.join(import.meta.dirname, "../programs/node_modules/webdav/dist/node/index.js")),
])) as [{ webdav(client: object): FileSystem }, { createClient(endpoint: string, options: object): Client }];

const client = createClient(endpoint, owner);
const fileSystem = webdav(client);

/** Creates a tree on the server and returns its path. Uses requests, since the server notices changes in its folder late. */
async function serveTree(tree: readonly TreeEntry[]): Promise<string> {
  const root = `/${randomUUID()}`;
  const directories = tree.map(({ path: name = "", kind }) => (kind === "dir" ? name : path.posix.dirname(name)));
  for (const directory of new Set([".", ...directories])) {
    await client.createDirectory(path.posix.join(root, directory), { recursive: true });
  }
  const files = tree.filter(({ kind }) => kind === "file")[Symbol.iterator]();
  const putFiles = async (): Promise<void> => {
    for (const { path: name } of files) {
      await client.putFileContents(`${root}/${name}`, "");
    }
  };
  await Promise.all(Array.from({ length: 8 }, putFiles));
  return root;
}

describeFileSystem("webdav", async (tree) => ({ fileSystem, root: await serveTree(tree) }), {
  specialFiles: false,
  anyBytes: false,
  readsFiles: false,
  diskPaths: true,
  many: 300,
});

describe("webdav", () => {
  const tree: readonly TreeEntry[] = ["a-b", "a/x", "a/y%2Fz", "b#1?", "é/\u{1f600}", "two words+"].map((name) => ({
    path: name,
    kind: "file",
  }));

  test("is listed by both tools as a disk is", async () => {
    const root = await serveTree(tree);
    const onDisk = path.join(served, root);
    for (const order of ["breadth", "tree"]) {
      const answer = await callListDir({ dir_path: root, order }, { fileSystem });
      expect(answer).toBe((await callListDir({ dir_path: onDisk, order })).replace(onDisk, root));
    }
    const args = { recursive: true };
    const answer = await callListDirectory({ path: root, ...args }, { fileSystem });
    expect(answer).toBe((await callListDirectory({ path: onDisk, ...args })).replace(onDisk, root));
  });

  test("is paged after a path", async () => {
    const root = await serveTree(tree);
    const answer = await callListDir({ dir_path: root, after: "a/x", limit: 2 }, { fileSystem });
    expect(answer).toBe(
      `Absolute path: ${root}\na/\n  …\n  y%2Fz\n"b#1?"\nMore than 2 entries found; continue with after: "b#1?"`,
    );
  });

  test("fails with codes: a wrong password, a missing server, a timeout", async () => {
    const root = await serveTree(tree);
    const refused = webdav(createClient(endpoint, { ...owner, password: "wrong" }));
    await expect(readAll(refused, root)).rejects.toMatchObject({ code: "EACCES" });
    const nowhere = webdav(createClient("http://127.0.0.1:1", owner));
    await expect(readAll(nowhere, root)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await expect(readAll(fileSystem, root, { timeoutMs: 0 })).rejects.toMatchObject({ code: "ETIMEDOUT" });
    expect(await callListDir({ dir_path: "/missing" }, { fileSystem })).toMatch(/^error: .*does not exist/);
  });
});
