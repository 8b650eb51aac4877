// Limits on what a listing may cost: entries, depth, bytes, time.
import { describe, expect, test } from "vitest";

import type { Entry } from "../../src/core/entry.ts";
import { memory } from "../../src/disk/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { callListDir, callListDirectory, callTool } from "../support/call-tool.ts";
import { readListing } from "../support/read-listing.ts";
import { stopClock, throughTime } from "../support/virtual-time.ts";

const MANY = 5000;
const many = memory(Array.from({ length: MANY }, (_, index) => `/r/d${index % 50}/${"name".repeat(5)}${index}`));

describe("bounds", () => {
  test("cap the limit", async () => {
    const text = await callListDir({ dir_path: "/r", limit: 4000 }, { fileSystem: many, maxOutputBytes: 1e9 });
    expect(readListing(text)).toMatchObject({ moreThan: 2000 });
    const few = await callListDir({ dir_path: "/r", limit: 4000 }, { fileSystem: many, maxLimit: 3 });
    expect(few).toBe("Absolute path: /r\nd0/\nd1/\nd10/\n…\nMore than 3 entries found; continue with offset 4");
  });

  test("cap the depth", async () => {
    const text = await callListDir({ dir_path: "/r", depth: 9, limit: 1000 }, { fileSystem: many, maxDepth: 1 });
    expect(readListing(text).entries).toHaveLength(50);
    const json = await callListDirectory({ path: "/r", recursive: true }, { fileSystem: many, maxDepth: 1 });
    expect(JSON.parse(json)).toMatchObject({ count: 50 });
    const found = await callTool("find_files", { path: "/r", words: "absent" }, { fileSystem: many, maxDepth: 1 });
    expect(found).toBe("Absolute path: /r\n[stopped after 1 directories; narrow the search]");
  });
});

describe("a deadline", () => {
  /** A file system whose directory `slow` never answers, but gives up at its timeout. */
  function withSlowDirectory(): FileSystem {
    const inner = memory(["/r/a/x", "/r/slow/y", "/r/z/w"]);
    return {
      ...inner,
      async readDirectory(directory, options) {
        if (String(directory).endsWith("/slow")) {
          await new Promise((resolve) => {
            setTimeout(resolve, options.timeoutMs);
          });
          throw Object.assign(new Error("no answer"), { code: "ETIMEDOUT" });
        }
        return inner.readDirectory(directory, options);
      },
    };
  }

  test("marks a directory that does not answer, and lists the rest in time", async () => {
    stopClock();
    const call = callListDir({ dir_path: "/r" }, { fileSystem: withSlowDirectory(), deadlineMs: 400 });
    const { value: text, ms } = await throughTime(call);
    expect(text).toBe("Absolute path: /r\na/\n  x\nslow/ [timed out]\nz/\n  w");
    expect(ms).toBeLessThan(400);
  });

  test("shows what was read in order by then, and calls no directory empty", async () => {
    const names = ["a", "d/", "e"];
    async function* slowly(): AsyncGenerator<readonly Entry[]> {
      for (const name of names) {
        yield [name.endsWith("/") ? { name: name.slice(0, -1), kind: "directory" } : { name, kind: "file" }];
        await new Promise((resolve) => setTimeout(resolve, name === "e" ? 1000 : 10));
      }
      yield [{ name: "f", kind: "file" }];
    }
    const read = (isSorted: boolean) => ({ ...many, readDirectory: () => ({ isSorted, batches: slowly() }) });
    const options = { fileSystem: read(true), deadlineMs: 400 };
    const unsorted = { ...options, fileSystem: read(false) };
    await callListDirectory({ path: "/r" }, { fileSystem: many });
    stopClock();
    const end = "[timed out after 0 directories; narrow the search]";
    const listed = async (call: Promise<string>) => (await throughTime(call)).value;
    expect(await listed(callListDir({ dir_path: "/r" }, options))).toBe(
      `Absolute path: /r\na\nd/\ne\n${end}\nMore than 3 entries found; continue with offset 4`,
    );
    // In order tree what is in `d/` comes before `e`, and is left with it to the next page.
    expect(await listed(callListDir({ dir_path: "/r", order: "tree" }, options))).toBe(
      `Absolute path: /r\na\n${end}\nMore than 1 entries found; continue with after: a`,
    );
    expect(await listed(callListDir({ dir_path: "/r" }, unsorted))).toBe(`Absolute path: /r\n${end}`);
    expect(await listed(callListDirectory({ path: "/r" }, options))).toMatch(/^error: .*\/r took too long/);
  });

  test("ends an endless walk with what it has found", async () => {
    const endless: FileSystem = {
      ...many,
      async readDirectory() {
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
        return { isSorted: false, batches: [[{ name: "d", kind: "directory" }]] };
      },
    };
    const options = { fileSystem: endless, deadlineMs: 200 };
    await callListDir({ dir_path: "/r", include: "nothing" }, { fileSystem: many });
    stopClock();
    const { value: text } = await throughTime(callListDir({ dir_path: "/r", depth: 1e9, limit: 1000 }, options));
    const { moreThan, entries } = readListing(text);
    expect(moreThan).toBe(entries.length);
    expect(entries.length).toBeGreaterThan(3);
    const filtered = await throughTime(callListDir({ dir_path: "/r", depth: 1e9, include: "nothing" }, options));
    expect(filtered.value).toMatch(/^Absolute path: \/r\n\[timed out after \d+ directories; narrow the search\]$/);
    const far = await throughTime(callListDir({ dir_path: "/r", depth: 1e9, offset: 1e6 }, options));
    expect(far.value).toMatch(/\n\[timed out after \d+ directories; narrow the search\]$/);
  });
});
