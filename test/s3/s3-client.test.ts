// Sends requests with the real SDK to a server in this process whose replies the tests set.
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { ReadOptions } from "../../src/core/file-system.ts";
import { StoreClient, type S3Options } from "../../src/s3/s3-client.ts";

type Reply = (request: http.IncomingMessage, response: http.ServerResponse) => void;

const EMPTY = '<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';
const REQUEST = { Bucket: "bucket", Prefix: "p/", Delimiter: "/", MaxKeys: 5 };

let server: http.Server;
let seen: string[] = [];
let reply: Reply = (_, response) => response.end(EMPTY);

beforeEach(async () => {
  seen = [];
  reply = (_, response) => response.end(EMPTY);
  server = http.createServer((request, response) => {
    seen.push(request.url ?? "");
    reply(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  for (const name of ["AWS_REGION", "AWS_PROFILE", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3", "AWS_SESSION_TOKEN"]) {
    vi.stubEnv(name, undefined);
  }
  vi.stubEnv("AWS_CONFIG_FILE", "/nonexistent");
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent");
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "id");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

function endpoint(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function list(options: S3Options = {}, wait: ReadOptions = {}) {
  const client = new StoreClient({ ...("endpoint" in options ? {} : { endpoint: endpoint() }), ...options });
  return client.list(REQUEST, wait);
}

/** The SDK waits for a random time before it tries again: here, for none. */
function tryAgainAtOnce(): void {
  vi.spyOn(Math, "random").mockReturnValue(0);
}

function fail(status: number, code: string): Reply {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/xml" });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
  };
}

describe("a request", () => {
  test("goes to the endpoint with the bucket in its path, and asks for encoded keys; no region is needed", async () => {
    expect(await list()).toMatchObject({ IsTruncated: false });
    const url = new URL(seen[0] ?? "", "http://host");
    expect(url.pathname.replace(/\/$/, "")).toBe("/bucket");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      "list-type": "2",
      "encoding-type": "url",
      prefix: "p/",
      delimiter: "/",
      "max-keys": "5",
    });
  });

  test.each([
    [503, "SlowDown", "EBUSY", 2],
    [500, "InternalError", "EIO", 2],
    [403, "AccessDenied", "EACCES", 1],
    [404, "NoSuchBucket", "ENOENT", 1],
    [301, "PermanentRedirect", "EREMOTE", 1],
    [400, "AuthorizationHeaderMalformed", "EREMOTE", 1],
  ])("answered with %i %s fails with %s after as many tries as it is worth", async (status, name, code, tries) => {
    tryAgainAtOnce();
    reply = fail(status, name);
    await expect(list({ maxAttempts: 2, region: "us-east-1" })).rejects.toMatchObject({ code });
    expect(seen).toHaveLength(tries);
  });

  test("answered in part is made again, and fails if the next answer is cut, too", async () => {
    tryAgainAtOnce();
    const cut: Reply = (_, response) => {
      response.writeHead(200, { "content-length": EMPTY.length });
      response.write(EMPTY.slice(0, 20), () => response.destroy());
    };
    reply = (request, response) => (seen.length === 1 ? cut(request, response) : response.end(EMPTY));
    expect(await list()).toMatchObject({ IsTruncated: false });
    reply = cut;
    await expect(list({ maxAttempts: 2 })).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  test("that gets no answer ends at its deadline, also between two tries", async () => {
    reply = () => {};
    await expect(list({}, { timeoutMs: 50 })).rejects.toMatchObject({ code: "ETIMEDOUT" });
    reply = fail(503, "SlowDown");
    await expect(list({ maxAttempts: 50 }, { timeoutMs: 300 })).rejects.toMatchObject({ code: "ETIMEDOUT" });
    // Without the deadline the SDK would retry for minutes.
    expect(seen.length).toBeLessThan(20);
  });

  test("stops on an abort, with the reason, and closes the connection", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const closed = new Promise<void>((resolve) => {
      reply = (request) => {
        request.socket.on("close", () => resolve());
        controller.abort(reason);
      };
    });
    await expect(list({}, { signal: controller.signal })).rejects.toBe(reason);
    await closed;
  });

  test("without credentials or without a server says so", async () => {
    const gone = endpoint();
    await new Promise((resolve) => {
      server.close(resolve);
    });
    const options = { endpoint: gone, maxAttempts: 1 };
    await expect(list(options)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    vi.stubEnv("AWS_ACCESS_KEY_ID", undefined);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", undefined);
    await expect(list(options)).rejects.toMatchObject({ code: "EACCES" });
  });
});
