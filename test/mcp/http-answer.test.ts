// The form of an answer over HTTP: JSON or an event stream, with progress if the call is slow.
import { expect, onTestFinished, test, vi } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { serveInProcess } from "../support/mcp-in-process.ts";
import { ENVELOPE } from "../support/stdio-server.ts";

/** A file system whose reads wait until it is opened. */
function gatedFileSystem() {
  let waiting = 0;
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const inner = memory(["/a"]);
  const fileSystem: typeof inner = {
    ...inner,
    async readDirectory(...request) {
      waiting += 1;
      await opened;
      return inner.readDirectory(...request);
    },
  };
  return { isWaiting: () => waiting > 0, open, fileSystem };
}

const NEW_HEADERS = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "list_dir" };

test.each([
  { era: "old", token: {}, meta: {}, headers: {}, isStream: false },
  { era: "old, with progress", token: { progressToken: "p" }, meta: {}, headers: {}, isStream: true },
  { era: "new", token: {}, meta: ENVELOPE, headers: NEW_HEADERS, isStream: false },
  { era: "new, with progress", token: { progressToken: 0 }, meta: ENVELOPE, headers: NEW_HEADERS, isStream: true },
])("a slow call, $era", async ({ token, meta, headers, isStream }) => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { isWaiting, open, fileSystem } = gatedFileSystem();
  const url = await serveInProcess({ fileSystem, roots: ["/"], deadlineMs: 60_000 });
  const params = { name: "list_dir", arguments: { dir_path: "/" }, _meta: { ...meta, ...token } };
  const sent = fetch(url, {
    method: "POST",
    headers: { accept: "application/json, text/event-stream", "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  await vi.waitUntil(isWaiting, { timeout: 30_000 });
  vi.advanceTimersByTime(31_000);
  open();
  const response = await sent;
  const text = await response.text();
  expect(response.headers.get("content-type")).toBe(isStream ? "text/event-stream" : "application/json");
  expect(text.includes("notifications/progress")).toBe("progressToken" in token);
  const result = isStream ? /^event: message\ndata: (\{"result".*)$/m.exec(text)?.[1] : text;
  expect(JSON.parse(result ?? "")).toMatchObject({ id: 1, result: { content: [{ text: "Absolute path: /\na" }] } });
});
