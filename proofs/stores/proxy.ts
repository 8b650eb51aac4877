// A proxy on loopback in front of a store that fails as stores and networks do.
import http from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What the proxy does with a request: passes it on, or fails in one of these ways. */
export type Mood = "pass" | "throttle" | "fail" | "hang" | "cut";

export interface Proxy {
  readonly endpoint: string;
  /** How many requests have arrived. */
  readonly requests: () => number;
}

const FAILURES = { throttle: [503, "SlowDown"], fail: [500, "InternalError"] } as const;

/** A proxy that asks `mood` about each request, numbered from 0. It ends with the test. */
export async function startProxy(target: string, mood: (request: number) => Mood): Promise<Proxy> {
  let count = 0;
  const server = http.createServer((request, response) => {
    const now = mood(count);
    count += 1;
    if (now === "hang") {
      return;
    }
    if (now === "throttle" || now === "fail") {
      const [status, code] = FAILURES[now];
      const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>as you wished</Message></Error>`;
      response.writeHead(status, { "content-type": "application/xml" }).end(body);
      return;
    }
    const { method, url, headers } = request;
    const passed = http.request(target, { method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (now === "cut") {
        answer.once("data", (part: Buffer) => {
          response.write(part.subarray(0, 100), () => response.destroy());
        });
      } else {
        answer.pipe(response);
      }
    });
    passed.once("error", () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => count };
}
