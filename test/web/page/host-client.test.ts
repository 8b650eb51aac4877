// The page inside a host: what it says, and what it makes of what it is told.
import { expect, test } from "vitest";

import { HostClient } from "../../../src/web/page/host-client.ts";

interface Sent {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: object;
}

const ABOUT = { version: "1", roots: [], tools: [] };

function start() {
  const sent: Sent[] = [];
  const themes: string[] = [];
  let receive: (message: unknown) => void = () => {};
  const port = {
    send: (message: object) => void sent.push(message as Sent),
    listen: (onMessage: typeof receive) => {
      receive = onMessage;
    },
  };
  const client = new HostClient(port, ABOUT, (theme) => themes.push(theme));
  const tell = (method: string, params: object) =>
    receive({ jsonrpc: "2.0", method: `ui/notifications/${method}`, params });
  return { client, sent, themes, tell, receive: (message: unknown) => receive(message) };
}

test("it introduces itself, takes the theme, and says how high it is", async () => {
  const { client, sent, themes, tell, receive } = start();
  const connected = client.connect();
  const params = { protocolVersion: "2026-01-26", appCapabilities: {} };
  expect(sent).toMatchObject([{ id: 1, method: "ui/initialize", params }]);
  receive({ jsonrpc: "2.0", id: 1, result: { hostContext: { theme: "dark" } } });
  await connected;
  expect(sent.slice(1)).toEqual([
    { jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} },
    { jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height: 560 } },
  ]);
  tell("host-context-changed", { theme: "light" });
  tell("host-context-changed", { theme: "pink" });
  expect(themes).toEqual(["dark", "light"]);
});

test.each([
  ["the input of the call", "tool-input", { arguments: { dir_path: "/r" } }],
  ["the text of its result", "tool-result", { content: [{ type: "text", text: "Absolute path: /r\na\nb/" }] }],
])("the directory comes from %s", async (_, method, params) => {
  const { client, tell } = start();
  tell("tool-result", {});
  tell("tool-input", { arguments: {} });
  tell(method, params);
  tell("tool-input", { arguments: { dir_path: "/other" } });
  expect(await client.about()).toEqual({ ...ABOUT, roots: ["/r"] });
});

test("tools are called by the host, and each answer goes to its call", async () => {
  const { client, sent, receive } = start();
  const first = client.callTool("list_dir", { dir_path: "/a" });
  const second = client.callTool("map_dir", { dir_path: "/b" });
  const third = client.callTool("map_dir", {});
  expect(sent).toMatchObject([
    { id: 1, method: "tools/call", params: { name: "list_dir", arguments: { dir_path: "/a" } } },
    { id: 2, method: "tools/call", params: { name: "map_dir", arguments: { dir_path: "/b" } } },
    { id: 3 },
  ]);
  receive({ jsonrpc: "2.0", id: 2, result: { content: [{ type: "text", text: "wrong" }], isError: true } });
  receive({ jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "fine" }] } });
  receive({ jsonrpc: "2.0", id: 3, error: { code: -32_000, message: "not allowed" } });
  receive({ jsonrpc: "2.0", id: 99, result: {} });
  receive(null);
  expect(await first).toMatchObject({ content: "fine", success: true });
  expect(await second).toMatchObject({ content: "wrong", success: false });
  await expect(third).rejects.toThrow("not allowed");
});

test("a call that is no longer wanted gives no answer", async () => {
  const { client, receive } = start();
  const stopped = new AbortController();
  const call = client.callTool("list_dir", {}, stopped.signal);
  stopped.abort();
  receive({ jsonrpc: "2.0", id: 1, result: { content: [] } });
  await expect(call).rejects.toThrow(/abort/);
});

test("it lets itself be taken away", () => {
  const { sent, receive } = start();
  receive({ jsonrpc: "2.0", id: "h1", method: "ui/resource-teardown", params: {} });
  expect(sent).toEqual([{ jsonrpc: "2.0", id: "h1", result: {} }]);
});
