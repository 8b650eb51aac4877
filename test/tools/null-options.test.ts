// Programs without a type checker write `null` for an option they do not set. The options of a listing accept that. Its limits
// do not: there it could be a mistake.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { S3Options } from "../../src/s3/s3-client.ts";
import { s3 } from "../../src/s3/s3.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { listDir, type ListDirOptions } from "../../src/tools/list-dir.ts";
import { listDirAll, type ListDirAllOptions } from "../../src/tools/list-dir-all.ts";
import { listDirectory, type ListDirectoryOptions } from "../../src/tools/list-directory.ts";
import type { GuardOptions } from "../../src/calls/operator-settings.ts";
import { fakeStore } from "../support/fake-store.ts";

const FILTERS = { include: null, exclude: null, gitignore: null };

const CONTROLS = { signal: null, onProgress: null };

/** Everything except the limits. The types make sure that these are the options there are. */
const NULLS = {
  listDir: {
    ...FILTERS,
    ...CONTROLS,
    hidden: null,
    offset: null,
    limit: null,
    depth: null,
    order: null,
    after: null,
    details: null,
  } satisfies Record<Exclude<keyof ListDirOptions, keyof GuardOptions | "dirPath">, null>,
  listDirectory: {
    ...FILTERS,
    ...CONTROLS,
    offset: null,
    maxResults: null,
    recursive: null,
    showHidden: null,
  } satisfies Record<Exclude<keyof ListDirectoryOptions, keyof GuardOptions | "path" | "maxIndexed">, null>,
};

const fileSystem = memory(["/r/a/b", "/r/.c"]);

describe("null options", () => {
  test("of listDir are as if they were not given", async () => {
    const options = { dirPath: "/r", fileSystem };
    const nulls = NULLS.listDir as unknown as Partial<ListDirOptions>;
    expect(await listDir({ ...options, ...nulls })).toEqual(await listDir(options));
  });

  test("and an empty after are as if they were not given", async () => {
    const options = { dirPath: "/r", fileSystem };
    expect(await listDir({ ...options, after: "" })).toEqual(await listDir(options));
    expect(await listDir({ ...options, after: "", order: "breadth" })).toEqual(await listDir(options));
  });

  test("of listDirAll are as if they were not given", async () => {
    const read = async (options: ListDirAllOptions) => {
      const parts = [];
      for await (const part of listDirAll(options)) {
        parts.push(part);
      }
      return parts;
    };
    const options = { dirPath: "/r", fileSystem };
    const { limit: _limit, offset: _offset, order: _order, ...nulls } = NULLS.listDir;
    expect(await read({ ...options, ...(nulls as unknown as Partial<ListDirAllOptions>) })).toEqual(
      await read(options),
    );
  });

  test("of listDirectory are as if they were not given", async () => {
    const options = { path: "/r", fileSystem };
    const nulls = NULLS.listDirectory as unknown as Partial<ListDirectoryOptions>;
    expect(await listDirectory({ ...options, ...nulls })).toEqual(await listDirectory(options));
  });

  test.each(["roots", "deny", "maxLimit", "deadlineMs", "fileSystem", "stores"])("are refused for %s", async (name) => {
    const nulls = { [name]: null } as unknown as GuardOptions;
    await expect(listDir({ dirPath: "/r", fileSystem, ...nulls })).rejects.toThrow(`${name} must be`);
    await expect(listDirectory({ path: "/r", fileSystem, ...nulls })).rejects.toThrow(`${name} must be`);
    expect(() => createToolRouter({ fileSystem, ...nulls })).toThrow(`${name} must be`);
  });

  test("of memory and s3 are as if they were not given", async () => {
    const entry = { path: "/r/x", kind: null, content: null, target: null, modifiedMs: null };
    const { entries } = await listDir({ dirPath: "/r", fileSystem: memory([entry as never]), details: true });
    expect(entries).toEqual([{ path: "x", kind: "file", depth: 1, size: 0 }]);
    const { client } = fakeStore(["x"]);
    const nulls = { endpoint: null, region: null, forcePathStyle: null, maxAttempts: null };
    const store = s3({ client, ...(nulls as unknown as S3Options) });
    expect((await listDir({ dirPath: "s3://bucket", fileSystem: store })).entries).toHaveLength(1);
  });
});
