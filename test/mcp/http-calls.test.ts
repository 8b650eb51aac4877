// Plain calls over HTTP, which we answer without the SDK: every byte is the one that the SDK would send, headers included.
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { serveHttpBothWays, type BothServers } from "../support/both-ways.ts";
import { makeTree } from "../support/make-tree.ts";
import {
  ERAS,
  oddVariants,
  plainCall,
  plainVariants,
  randomCall,
  validEnvelopes,
  type Fields,
} from "../support/odd-calls.ts";
import { ENVELOPE } from "../support/stdio-server.ts";
import { connectRaw, TOKEN, writeRequest, type RawRequest } from "../support/raw-http.ts";

const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const CLIENT = "io.modelcontextprotocol/clientInfo";

/** Sends requests on one connection, and returns what comes back. Only the date may differ. */
async function sendRaw(url: string, text: string): Promise<string> {
  const socket = await connectRaw(url);
  let answer = "";
  socket.setEncoding("utf8").on("data", (data: string) => (answer += data));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(text);
  await closed;
  return answer.replaceAll(/^Date: .*$/gm, "Date: then");
}

async function sendBoth({ ours, theirs, sdkRequests }: BothServers, text: string) {
  const before = sdkRequests();
  const [answer, expected] = await Promise.all([sendRaw(ours, text), sendRaw(theirs, text)]);
  return { answer, expected, isPlain: sdkRequests() === before };
}

/** A request with the headers that a client would send with this message. */
function requestFor(message: unknown, headers: Readonly<Record<string, string>> = {}): RawRequest {
  const { method = "", params } = message as { method?: string; params?: Fields | null };
  const isNew = JSON.stringify(message).includes("io.modelcontextprotocol/protocolVersion");
  const name = typeof params?.["name"] === "string" ? params["name"] : "";
  const standard = { "mcp-protocol-version": "2026-07-28", "mcp-method": method, "mcp-name": name };
  return {
    headers: { connection: "close", ...(isNew && standard), ...headers },
    body: JSON.stringify(message),
  };
}

describe.each(ERAS)("over HTTP, $era era", ({ envelope }) => {
  test("plain calls get the answers of the SDK, without it", async () => {
    const directory = makeTree("a", "b/c");
    const servers = await serveHttpBothWays({ roots: [directory] });
    const others = envelope ? validEnvelopes().map((other) => plainCall(directory, other)) : [];
    for (const call of [...plainVariants(directory, envelope), ...others]) {
      const { answer, expected, isPlain } = await sendBoth(servers, writeRequest(requestFor(call)));
      expect({ call, isPlain, answer }).toEqual({ call, isPlain: true, answer: expected });
      expect(answer).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  test("the SDK judges everything else", async () => {
    const directory = makeTree("a", "b/c");
    const servers = await serveHttpBothWays({ roots: [directory] });
    for (const call of oddVariants(directory, envelope)) {
      const { answer, expected } = await sendBoth(servers, writeRequest(requestFor(call)));
      expect({ call, answer }).toEqual({ call, answer: expected });
    }
  });

  test("headers and bodies of any kind get the same answer, and a refused one reaches no tool", async () => {
    const directory = makeTree("a");
    const servers = await serveHttpBothWays({ roots: [directory] }, { token: TOKEN, allowedHosts: ["leaf.example"] });
    const call = plainCall(directory, envelope);
    const usual = requestFor(call);
    const requests: RawRequest[] = [
      ...["*/*", "application/json", "text/event-stream", "", "text/event-stream;q=1,application/json;q=0"].map(
        (accept) => requestFor(call, { accept }),
      ),
      ...["text/plain", "application/json; charset=utf-8", "Application/JSON", "", "application/jsonx"].map((type) =>
        requestFor(call, { "content-type": type }),
      ),
      ...["2024-10-07", "2025-03-26", "2025-11-25", "2026-07-28", "2026-07-29", "1", " ", "2025-11-25, 2025-11-25"].map(
        (version) => requestFor(call, { "mcp-protocol-version": version }),
      ),
      ...["tools/list", "TOOLS/CALL", "", " tools/call\t"].map((method) => requestFor(call, { "mcp-method": method })),
      ...["map_dir", "", " list_dir", "=?base64?bGlzdF9kaXI=?=", "=?base64?!?="].map((name) =>
        requestFor(call, { "mcp-name": name }),
      ),
      requestFor(call, { "mcp-session-id": "x", "last-event-id": "1", "mcp-param-dir_path": "x" }),
      requestFor(call, { host: "evil.example" }),
      requestFor(call, { host: "leaf.example" }),
      requestFor(call, { origin: "https://evil.example" }),
      requestFor(call, { authorization: "Bearer wrong-token-of-any-length" }),
      ...["GET", "DELETE", "PUT"].map((method) => ({ ...usual, method })),
      { ...usual, path: "/mcp?x=1" },
      { ...usual, path: "/other" },
      ...["", "{", "null", "5", `${usual.body} `, `\ufeff${usual.body}`].map((body) => ({ ...usual, body })),
      { ...usual, body: JSON.stringify({ ...call, padding: "x".repeat(300_000) }) },
      { ...usual, headers: { ...usual.headers, "content-length": "300000" } },
    ];
    for (const request of requests) {
      const { answer, expected } = await sendBoth(servers, writeRequest(request));
      expect({ request, answer }).toEqual({ request, answer: expected });
    }
    const old = writeRequest(usual).replace("HTTP/1.1", "HTTP/1.0");
    const chunked = writeRequest({ headers: { ...usual.headers, "transfer-encoding": "chunked" } });
    const size = Buffer.byteLength(usual.body ?? "").toString(16);
    const inChunks = `${chunked.replace(/content-length: 0\r\n/, "")}${size}\r\n${usual.body}\r\n0\r\n\r\n`;
    const ahead = writeRequest(requestFor({ ...call, id: 2 }, { connection: "keep-alive" }));
    for (const text of [old, inChunks, `${ahead}${ahead}${writeRequest(usual)}`]) {
      const { answer, expected, isPlain } = await sendBoth(servers, text);
      expect({ isPlain, answer }).toEqual({ isPlain: true, answer: expected });
      expect(answer).toContain("Absolute path");
    }
  });

  test("a slow call sends the same progress and signs of life", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    for (const progress of [{}, { progressToken: "p" }]) {
      const { waiting, open, fileSystem } = gatedFileSystem();
      const servers = await serveHttpBothWays({ fileSystem, roots: ["/"], deadlineMs: 60_000 });
      const meta = { ...envelope, ...progress };
      const call = { ...plainCall("/", envelope), params: { ...plainCall("/").params, _meta: meta } };
      const sent = sendBoth(servers, writeRequest(requestFor(call)));
      await vi.waitUntil(() => waiting() === 2, { timeout: 30_000 });
      vi.advanceTimersByTime(31_000);
      open();
      const { answer, expected, isPlain } = await sent;
      expect({ isPlain, answer }).toEqual({ isPlain: true, answer: expected });
      const isStream = envelope === undefined || "progressToken" in progress;
      expect([answer.includes(": keepalive"), answer.includes("notifications/progress")]).toEqual([
        isStream,
        "progressToken" in progress,
      ]);
    }
  });
});

/** A file system whose reads wait until it is opened. */
function gatedFileSystem() {
  let waiting = 0;
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const inner = memory(["/a"]);
  const fileSystem: typeof inner = {
    ...inner,
    async *readDirectory(...request) {
      waiting += 1;
      await opened;
      yield* inner.readDirectory(...request);
    },
  };
  return { waiting: () => waiting, open, fileSystem };
}

test("an envelope that was valid once says nothing about another with the same values", async () => {
  const directory = makeTree("a");
  const servers = await serveHttpBothWays({ roots: [directory] });
  const { [CAPABILITIES]: _none, ...rest } = ENVELOPE as Fields;
  const client = rest[CLIENT];
  const { [CLIENT]: _nobody, ...nameless } = ENVELOPE as Fields;
  for (const [envelope, isPlain] of [
    [{ ...nameless, [CAPABILITIES]: client }, true],
    [rest, false],
    [{ ...ENVELOPE, [CLIENT]: { name: "x".repeat(5000), version: "1" } }, false],
  ] as const) {
    const request = writeRequest(requestFor(plainCall(directory, envelope)));
    const { answer, expected, isPlain: wasPlain } = await sendBoth(servers, request);
    expect(answer).toBe(expected);
    expect(wasPlain && answer.startsWith("HTTP/1.1 200")).toBe(isPlain);
  }
  for (let number = 0; number < 200; number += 1) {
    const envelope = { ...ENVELOPE, [CLIENT]: { name: `client ${number}`, version: "1" } };
    await sendRaw(servers.ours, writeRequest(requestFor(plainCall(directory, envelope))));
  }
  // Only the one with the long name.
  expect(servers.sdkRequests()).toBe(1);
});

test("calls that are put together at random get the same answers", async () => {
  const directory = makeTree("a");
  const servers = await serveHttpBothWays({ roots: [directory] });
  await fc.assert(
    fc.asyncProperty(randomCall(directory), async (message) => {
      const { answer, expected } = await sendBoth(servers, writeRequest(requestFor(message)));
      expect(answer).toBe(expected);
    }),
  );
});
