// Limits on what a listing may cost: entries, depth, bytes, time.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { callListDir, callListDirectory } from "../support/call-tool.ts";
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
