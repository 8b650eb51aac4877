// `dirleaf web`: one run, from its words to its exit code, and who may call it meanwhile.
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { listDir } from "../../src/index.ts";
import { WebClient } from "../../src/web/page/web-client.ts";
import { makeTree } from "../support/make-tree.ts";
import { ask, listDirCall, type RawRequest } from "../support/raw-http.ts";
import { runCli } from "../support/run-cli.ts";
import { startCommand } from "../support/started-command.ts";

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) {
    return line;
  }
  return "";
}

async function startWeb(...words: string[]) {
  const { stdout, stderr, stop, ended } = startCommand(["web", "--no-open", ...words]);
  const address = await firstLine(stdout);
  const [, url = "", token = ""] = /^(http:\/\/127\.0\.0\.1:\d+\/)#([\w-]{43})$/.exec(address) ?? [];
  stdout.resume();
  stderr.resume();
  const end = async () => {
    stop();
    return ended;
  };
  onTestFinished(async () => void (await end()));
  return { url, token, end };
}

test("prints an address with a token, and serves a page there that has no secret, with a policy", async () => {
  const { url, token } = await startWeb(makeTree("a"));
  const response = await fetch(url);
  const page = await response.text();
  expect(page).toMatch(/^<!doctype html>[^]*<script>[^]+<\/script>/);
  expect(page).not.toContain(token);
  expect(response.headers.get("content-security-policy")).toContain("script-src 'sha256-");
  expect(response.headers.get("x-frame-options")).toBe("DENY");
  expect(response.headers.get("set-cookie")).toBe(null);
});

describe("the page's own client", () => {
  /** A browser takes paths from the address of the page. */
  function connectTo(url: string, token: string) {
    const seen: boolean[] = [];
    vi.stubGlobal("fetch", (path: string, options: RequestInit, { fetch } = real) =>
      fetch(new URL(path, url), options),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    return { client: new WebClient(token, (isGone) => seen.push(isGone)), seen };
  }
  const real = { fetch: globalThis.fetch };

  test("gets roots, tools, answers as a model gets them, and data, until the server ends by a signal", async () => {
    const root = makeTree("a", "b/", 'q/"x"/c');
    const { url, token, end } = await startWeb("--deny", "b", root, `${root}/q/"x"`);
    const { client, seen } = connectTo(url, token);
    const { roots, tools } = await client.about();
    expect(roots).toEqual([root, `${root}/q/"\\"x\\""`]);
    expect(tools.map(({ name }) => name)).toEqual(["map_dir", "find_files", "list_dir", "list_directory"]);
    expect(await client.callTool("list_dir", { dir_path: root, depth: 1 })).toMatchObject({
      content: `Absolute path: ${root}\na\nq/`,
      success: true,
      data: await listDir({ dirPath: root, depth: 1, deny: ["b"] }),
      directories: 1,
    });
    expect(await client.callTool("list_dir", { dir_path: roots[1] })).toMatchObject({ success: true });
    const missing = await client.callTool("list_dir", { dir_path: `${root}/z` });
    expect(missing).toMatchObject({ success: false, code: "not_found" });
    await expect(connectTo(url, `${token}x`).client.about()).rejects.toThrow(
      "Open the address that dirleaf web printed",
    );
    expect(await end()).toBe(0);
    const waiting = new AbortController();
    const late = client.callTool("list_dir", {}, waiting.signal);
    await expect.poll(() => seen).toEqual([true]);
    waiting.abort();
    await expect(late).rejects.toThrow(/abort/);
  });
});

test("only who has the token may call, and no page but ours: by Host, Origin, path, method, type and token", async () => {
  const root = makeTree("a");
  const { url, token } = await startWeb(root);
  const { host, port } = new URL(url);
  const usual = { host, origin: `http://${host}`, authorization: `Bearer ${token}` };
  const plain = { origin: undefined, authorization: undefined, "content-type": undefined };
  const page = { path: "/", method: "GET" };
  const asked: [what: string, request: RawRequest, status: number][] = [
    ["a call", {}, 200],
    ["a program that has the token", { headers: { origin: undefined } }, 200],
    ["the page, without a token", { ...page, headers: plain }, 200],
    ["another name", { headers: { host: `evil.test:${port}` } }, 403],
    ["another name, with its own origin", { headers: { host: "evil.test", origin: "http://evil.test" } }, 403],
    ["another name of this machine", { headers: { host: `localhost:${port}` } }, 403],
    ["another port", { headers: { host: "127.0.0.1:1" } }, 403],
    ["another port, with its own origin", { headers: { host: "127.0.0.1:1", origin: "http://127.0.0.1:1" } }, 403],
    ["no port", { headers: { host: "127.0.0.1" } }, 403],
    ["no Host", { headers: { host: undefined } }, 400],
    ["the page under another name", { ...page, headers: { ...plain, host: `evil.test:${port}` } }, 403],
    ["the page from another origin", { ...page, headers: { ...plain, origin: "http://evil.test" } }, 403],
    ["a page of another origin", { headers: { origin: "http://evil.test" } }, 403],
    ["a page of another port", { headers: { origin: "http://127.0.0.1:1" } }, 403],
    ["a page of another scheme", { headers: { origin: `https://${host}` } }, 403],
    ["a page without an origin", { headers: { origin: "null" } }, 403],
    ["no token", { headers: { authorization: undefined } }, 401],
    ["no token, and no Origin", { headers: { authorization: undefined, origin: undefined } }, 401],
    ["a wrong token", { headers: { authorization: `Bearer ${token}x` } }, 401],
    ["the token in another way", { headers: { authorization: token } }, 401],
    ["the token in the address", { path: `/mcp?${token}`, headers: { authorization: undefined } }, 401],
    ["a form", { headers: { "content-type": "application/x-www-form-urlencoded" } }, 415],
    ["a type with more to it", { headers: { "content-type": "text/plain;application/json" } }, 415],
    ["a call by GET", { method: "GET" }, 405],
    ["a preflight", { method: "OPTIONS" }, 405],
    ["a preflight from elsewhere", { method: "OPTIONS", headers: { ...plain, origin: "http://evil.test" } }, 403],
    ["the page by POST", { path: "/" }, 405],
    ["another path", { path: "/about" }, 404],
    ["a fragment in the request", { path: "/#/../mcp" }, 404],
    ["two slashes", { path: "//mcp" }, 404],
    ["an address as a path", { path: `http://${host}/mcp` }, 404],
  ];
  for (const [what, { headers, ...request }, status] of asked) {
    const answer = await ask(url, { body: listDirCall(root), ...request, headers: { ...usual, ...headers } });
    expect([what, answer.slice(0, 12)]).toEqual([what, `HTTP/1.1 ${status}`]);
    expect(answer).not.toMatch(/^access-control-/im);
  }
});

test.each([
  [["web", "--no-open", "missing"], 2, /missing' does not exist/],
  [["web", "--no-open", "file"], 2, /file' is not a directory/],
  [["web", "--no-open", "--deny", "~/.ssh"], 2, /~/],
  [["web", ""], 2, /an argument must not be empty/],
  [["web", "--opne"], 2, /--opne is not an option of 'dirleaf web'/],
])("%j is refused", async (words, status, message) => {
  const run = await runCli(words, { cwd: makeTree("file") });
  expect([run.status, run.stdout]).toEqual([status, ""]);
  expect(run.stderr).toMatch(message);
  expect(run.stderr).toContain("Try 'dirleaf web --help'.");
});
