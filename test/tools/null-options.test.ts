// Programs without a type checker write `null` where they mean that there is none: every option that may be left out takes it.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { s3, type S3Options } from "../../src/backends/s3.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { listDir, type ListDirOptions } from "../../src/tools/list-dir.ts";
import { listDirAll, type ListDirAllOptions } from "../../src/tools/list-dir-all.ts";
import { listDirectory, type ListDirectoryOptions } from "../../src/tools/list-directory.ts";
import { fakeStore } from "../support/fake-store.ts";

/** Names of options that may be left out. The type holds them to the options that there are. */
type Optional<Options> = {
  [Name in keyof Options]-?: undefined extends Options[Name] ? Name : never;
}[keyof Options];

const GUARD = {
  stores: null,
  workingDirectory: null,
  roots: null,
  deny: null,
  maxLimit: null,
  maxDepth: null,
  deadlineMs: null,
};

const FILTERS = { include: null, exclude: null, gitignore: null };

const NULLS = {
  listDir: {
    ...GUARD,
    ...FILTERS,
    hidden: null,
    offset: null,
    limit: null,
    depth: null,
    order: null,
    after: null,
    details: null,
    signal: null,
    onProgress: null,
  } satisfies Record<Exclude<Optional<ListDirOptions>, "fileSystem">, null>,
  listDirectory: {
    ...GUARD,
    ...FILTERS,
    maxOutputBytes: null,
    offset: null,
    maxResults: null,
    recursive: null,
    showHidden: null,
    maxIndexed: null,
    signal: null,
    onProgress: null,
  } satisfies Record<Exclude<Optional<ListDirectoryOptions>, "fileSystem">, null>,
  createToolRouter: {
    ...GUARD,
    maxOutputBytes: null,
    profile: null,
    maxIndexed: null,
    experimentalSupportedTools: null,
  } satisfies Record<Exclude<Optional<ToolRouterOptions>, "fileSystem">, null>,
};

const fileSystem = memory(["/r/a/b", "/r/.c"]);

describe("null options", () => {
  test("of listDir are as if they were not given", async () => {
    const options = { dirPath: "/r", fileSystem };
    const nulls = NULLS.listDir as unknown as Partial<ListDirOptions>;
    expect(await listDir({ ...options, ...nulls })).toEqual(await listDir(options));
    await expect(listDir({ dirPath: "/", ...nulls, fileSystem: null as never, depth: 1 })).resolves.toBeDefined();
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
    expect(await read({ ...options, ...(NULLS.listDir as unknown as Partial<ListDirAllOptions>) })).toEqual(
      await read(options),
    );
  });

  test("of listDirectory are as if they were not given", async () => {
    const options = { path: "/r", fileSystem };
    const nulls = NULLS.listDirectory as unknown as Partial<ListDirectoryOptions>;
    expect(await listDirectory({ ...options, ...nulls })).toEqual(await listDirectory(options));
  });

  test("of createToolRouter are as if they were not given", async () => {
    const nulls = NULLS.createToolRouter as unknown as ToolRouterOptions;
    const [router, plain] = [createToolRouter({ fileSystem, ...nulls }), createToolRouter({ fileSystem })];
    expect(router.specs()).toEqual(plain.specs());
    const call = { type: "function_call", name: "list_dir", arguments: '{"dir_path":"/r"}', call_id: "1" } as const;
    expect(await router.answer(call)).toEqual(await plain.answer(call));
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
