// A store on loopback that answers whatever a test says, over the real SDK.
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";

import { S3Client } from "@aws-sdk/client-s3";
import { onTestFinished } from "vitest";

import type { FileSystem } from "../../src/core/file-system.ts";
import { s3 } from "../../src/s3/s3.ts";

export interface HostileStore {
  readonly fileSystem: FileSystem;
  readonly endpoint: string;
  /** What was asked for so far. */
  readonly asked: readonly URLSearchParams[];
}

/** The body of an answer, or what sends it. */
export type Reply = string | ((asked: URLSearchParams, response: http.ServerResponse) => void);

/** Credentials that must never be shown. */
export const ACCESS_KEY_ID = "AKIAIOSFODNN7EXAMPLE";

/** Starts a store that gives an answer to every request. It stops when the test ends. */
export async function hostileStore(reply: Reply): Promise<HostileStore> {
  const asked: URLSearchParams[] = [];
  const server = http.createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://store");
    asked.push(searchParams);
    if (typeof reply === "string") {
      response.end(reply);
    } else {
      reply(searchParams, response);
    }
  });
  onTestFinished(() => server.closeAllConnections());
  return { asked, ...(await listen(server)) };
}

/** Starts a server that sends these bytes to everybody, whatever protocol they speak. */
export async function deafServer(bytes: string): Promise<Omit<HostileStore, "asked">> {
  return listen(net.createServer((socket) => socket.on("error", () => {}).end(bytes)));
}

async function listen(server: net.Server): Promise<Omit<HostileStore, "asked">> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: ACCESS_KEY_ID, secretAccessKey: "secret" };
  const client = new S3Client({ endpoint, credentials, region: "us-east-1", forcePathStyle: true, maxAttempts: 1 });
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return { endpoint, fileSystem: s3({ client }) };
}

export interface ListingXml {
  readonly keys?: readonly string[];
  readonly prefixes?: readonly string[];
  /** What is in the listing besides. By default, that it is the last one. */
  readonly more?: string;
}

/** The XML of a listing. Keys are written as they are. */
export function listingXml({
  keys = [],
  prefixes = [],
  more = "<IsTruncated>false</IsTruncated>",
}: ListingXml): string {
  const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join("");
  const directories = prefixes.map((prefix) => `<CommonPrefixes><Prefix>${prefix}</Prefix></CommonPrefixes>`).join("");
  return `<?xml version="1.0"?><ListBucketResult>${more}${contents}${directories}</ListBucketResult>`;
}
