// Running MCP calls: cancelled, with progress, many at once, and from a client that sends its working directory.
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { Entry } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { Profile } from "../../src/tools/profile.ts";
import { connectInProcess } from "../support/mcp-in-process.ts";
import { WAYS } from "../support/mcp-connection.ts";

/** A directory that has no end until `isOver` is set, and no entries while it `isHeld`. It counts its readers. */
function endlessDirectory() {
  const state = { reads: 0, most: 0, entries: 0, isHeld: false, isOver: false };
  async function* read(signal: AbortSignal | undefined): AsyncGenerator<Entry[], void> {
    state.reads += 1;
    state.most = Math.max(state.most, state.reads);
    try {
      for (let count = 0; !state.isOver; count += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        signal?.throwIfAborted();
        if (state.isHeld) {
          continue;
        }
        yield [{ name: `file-${count}`, kind: "file" }];
        state.entries += 1;
      }
    } finally {
      state.reads -= 1;
    }
  }
  const fileSystem: FileSystem = {
    ...memory([]),
    readDirectory: (_, { signal }) => ({ isSorted: false, batches: read(signal) }),
  };
  return { state, fileSystem };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const CALL = { name: "list_dir", arguments: { dir_path: "/" } };

describe.each(WAYS)("a call, $era, $transport", (way) => {
  test("that is cancelled stops the walk", async () => {
    const { state, fileSystem } = endlessDirectory();
    const client = await connectInProcess(way, { fileSystem, roots: ["/"], deadlineMs: 50_000 });
    const controller = new AbortController();
    const call = client.callTool(CALL, { signal: controller.signal });
    await until(() => state.reads === 1);
    controller.abort(new Error("enough"));
    await expect(call).rejects.toThrow(/enough|abort/i);
    // In the old era, a stateless server notices only when the connection drops.
    if (way.era === "legacy" && way.transport === "http") {
      await client.close();
    }
    await until(() => state.reads === 0);
  });

  test("that is slow reports its progress, and only to a client that asked", async () => {
    const { state, fileSystem } = endlessDirectory();
    const client = await connectInProcess(way, { fileSystem, roots: ["/"], deadlineMs: 50_000 });
    const heard: { progress: number; message?: string | undefined }[] = [];
    const onprogress = (progress: { progress: number; message?: string | undefined }) => heard.push(progress);
    const unasked: unknown[] = [];
    client.fallbackNotificationHandler = async (notification) => void unasked.push(notification);
    // Only the reports run on fake time. Everything else runs in real time.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const calls = [client.callTool(CALL, { onprogress }), client.callTool(CALL)];
    await until(() => state.reads === 2);
    for (const reports of [0, 1, 2]) {
      await until(() => heard.length === reports);
      vi.advanceTimersByTime(999);
      // Both calls have something new to report.
      const before = state.entries;
      await until(() => state.entries > before + 8);
      expect(heard).toHaveLength(reports);
      vi.advanceTimersByTime(1);
    }
    await until(() => heard.length === 3);
    // Nothing is told twice, and nothing runs on after the call.
    state.isHeld = true;
    for (let seconds = 0; seconds < 4; seconds += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      vi.advanceTimersByTime(1000);
    }
    state.isOver = true;
    await Promise.all(calls);
    expect(vi.getTimerCount()).toBe(0);
    expect(heard[0]?.message).toMatch(/^\d+ entries in 1 directories read$/);
    const numbers = heard.map(({ progress }) => progress);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect(unasked).toEqual([]);
  });
});

// All ways at once, because most of it is waiting.
test("calls beyond the limit wait for their turn, and all are answered, in every era and over every transport", async () => {
  const outcomes = WAYS.map(async (way) => {
    const { state, fileSystem } = endlessDirectory();
    const client = await connectInProcess(way, { fileSystem, roots: ["/"], deadlineMs: 60, maxRunning: 3 });
    const results = await Promise.all(Array.from({ length: 30 }, () => client.callTool(CALL)));
    const texts = results.map(({ content }) => JSON.stringify(content));
    const others = texts.filter((text) => !text.includes("[timed out after 0 directories; narrow the search]"));
    return { way, others, most: state.most };
  });
  expect(await Promise.all(outcomes)).toEqual(WAYS.map((way) => ({ way, others: [], most: 3 })));
});

describe("a client's working directory", () => {
  const fileSystem = memory(["/here/a", "/there/b"]);
  const list = { name: "list_directory", arguments: { path: "." } };
  const _meta = { "codex/sandbox-state-meta": { sandboxCwd: "file:///there" } };
  const options = { fileSystem, workingDirectory: "/here", tools: ["list_directory"] };

  test.each([{}, null, 1, { sandboxCwd: 1 }, { sandboxCwd: "http://there" }, { sandboxCwd: "there" }])(
    "is ignored if it is invalid: %j",
    async (state) => {
      const client = await connectInProcess({ era: "legacy", transport: "stdio" }, options);
      const result = await client.callTool({ ...list, _meta: { "codex/sandbox-state-meta": state } });
      expect(result.structuredContent).toMatchObject({ directory: "/here" });
    },
  );

  test("is neither requested nor trusted over HTTP", async () => {
    const client = await connectInProcess({ era: "modern", transport: "http" }, options);
    expect(client.getServerCapabilities()?.experimental).toBeUndefined();
    expect((await client.callTool({ ...list, _meta })).structuredContent).toMatchObject({ directory: "/here" });
  });
});

test("the default bound of an answer holds for our own tools, not for the originals", async () => {
  const fileSystem = memory(Array.from({ length: 900 }, (_, index) => `/${String(index).padStart(40, "x")}`));
  const sizeOf = async (profile: Profile, name: string, toolArguments: Record<string, unknown>, bound?: number) => {
    const way = { era: "modern", transport: "stdio" } as const;
    const client = await connectInProcess(way, { fileSystem, roots: ["/"], profile, maxOutputBytes: bound });
    const { content } = await client.callTool({ name, arguments: toolArguments });
    return (content as { text: string }[])[0]?.text.length ?? 0;
  };
  const [page, names] = [
    { dir_path: "/", limit: 900 },
    { path: "/", maxResults: 900 },
  ];
  expect(await sizeOf("leaf", "list_dir", page)).toBeLessThanOrEqual(10_000);
  expect(await sizeOf("codex-sorted", "list_dir", page)).toBeGreaterThan(900 * 40);
  expect(await sizeOf("codex-breadth", "list_dir", page)).toBeGreaterThan(900 * 40);
  expect(await sizeOf("hyper", "list_directory", names)).toBeGreaterThan(900 * 40);
  expect(await sizeOf("codex-sorted", "list_dir", page, 5000)).toBeLessThanOrEqual(5000);
});

test("a disk of one's own may be an instance of a class", async () => {
  class Disk implements FileSystem {
    readonly isLocalDisk = true;
    readonly #tree = memory(["/a/b"]);
    isAbsolute(path: string) {
      return this.#tree.isAbsolute(path);
    }
    resolve(from: string, path: string) {
      return this.#tree.resolve(from, path);
    }
    readDirectory(...read: Parameters<FileSystem["readDirectory"]>) {
      return this.#tree.readDirectory(...read);
    }
  }
  const client = await connectInProcess(
    { era: "modern", transport: "stdio" },
    { fileSystem: new Disk(), roots: "any" },
  );
  const { content } = await client.callTool({ ...CALL, arguments: { dir_path: "/a" } });
  expect(content).toEqual([{ type: "text", text: "Absolute path: /a\nb" }]);
});
