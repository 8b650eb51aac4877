// Stores that lie, speak nonsense or send too much, over the real SDK on loopback.
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo, Server } from "node:net";
import { describe, expect, test, onTestFinished } from "vitest";
import { S3Client } from "@aws-sdk/client-s3";
import type { Entry } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { readErrorCode } from "../../src/core/problem.ts";
import { s3 } from "../../src/s3/s3.ts";
import { readEntries } from "../support/read-entries.ts";

interface HostileStore {
  readonly fileSystem: FileSystem;
  readonly endpoint: string;
  /** What was asked for so far. */
  readonly asked: readonly URLSearchParams[];
}

/** The body of an answer, or what sends it. */
type Reply = string | ((asked: URLSearchParams, response: http.ServerResponse) => void);

/** Credentials that must never be shown. */
const ACCESS_KEY_ID = "AKIAIOSFODNN7EXAMPLE";

/** Starts a store that gives an answer to every request. It stops when the test ends. */
async function hostileStore(reply: Reply): Promise<HostileStore> {
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

async function listen(server: Server): Promise<Omit<HostileStore, "asked">> {
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

interface ListingXml {
  readonly keys?: readonly string[];
  readonly prefixes?: readonly string[];
  /** What is in the listing besides. By default, that it is the last one. */
  readonly more?: string;
}

/** The XML of a listing. Keys are written as they are. */
function listingXml({ keys = [], prefixes = [], more = "<IsTruncated>false</IsTruncated>" }: ListingXml): string {
  const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join("");
  const directories = prefixes.map((prefix) => `<CommonPrefixes><Prefix>${prefix}</Prefix></CommonPrefixes>`).join("");
  return `<?xml version="1.0"?><ListBucketResult>${more}${contents}${directories}</ListBucketResult>`;
}

const NOT_S3 = /^(?:EPROTO|ENOTSUP): the store does not answer as S3 does: /;
const LAST = "<IsTruncated>false</IsTruncated>";

/** Says that more keys come. */
const more = (token = "next") =>
  `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`;

/** The names, with a slash for a directory, or the code and the reason why it can't be read. */
async function read(fileSystem: FileSystem, location = "s3://bucket"): Promise<string[] | string> {
  try {
    const entries = await readEntries(fileSystem, location, { timeoutMs: 5000 });
    return entries.map(({ name, kind }: Entry) => (kind === "directory" ? `${name}/` : name));
  } catch (error) {
    expect(readErrorCode(error)).toBeDefined();
    return (error as Error).message;
  }
}

async function list(reply: Reply, location?: string): Promise<string[] | string> {
  return read((await hostileStore(reply)).fileSystem, location);
}

describe("an answer that does not keep to what was asked is refused", () => {
  test.each([
    ["a key in a directory, by a store that ignores the delimiter", { keys: ["a", "secret/x"] }],
    ["a key that ends in a slash", { keys: ["a/"] }],
    ["a common prefix of two names", { prefixes: ["a/b/"] }],
    ["a common prefix without a slash", { prefixes: ["a"] }],
    ["a key twice", { keys: ["a", "a"] }],
    ["more keys that do not come", { more: more() }],
    ["more keys without a token", { keys: ["a"], more: "<IsTruncated>true</IsTruncated>" }],
    ["no more keys and a token", { keys: ["a"], more: more().replace("true", "false") }],
    ["keys in no order, and more of them", { keys: ["b", "a"], more: more() }],
    ["directories in no order, and more of them", { prefixes: ["b/", "a/"], more: more() }],
    ["more keys than were asked for", { keys: Array.from({ length: 1001 }, (_, index) => `k${index + 1000}`) }],
  ])("%s", async (_, listing) => {
    expect(await list(listingXml(listing))).toMatch(NOT_S3);
  });

  test.each([
    ["a key that does not begin with the prefix", { keys: ["q/x"] }],
    ["a common prefix that does not begin with it", { prefixes: ["q/x/"] }],
    ["the prefix as a common prefix", { prefixes: ["p/"] }],
  ])("below a prefix: %s", async (_, listing) => {
    expect(await list(listingXml(listing), "s3://bucket/p")).toMatch(NOT_S3);
  });

  test.each([
    ["goes back", ["c", "d"], ["a", "b"]],
    ["repeats all of it", ["c", "d"], ["c", "d"]],
    ["repeats nothing but the cursor, over and over", ["c", "d"], ["d"]],
  ])("a page that %s", async (_, first, second) => {
    const answer = await list((asked, response) => {
      const isFirst = !asked.has("continuation-token");
      response.end(listingXml({ keys: isFirst ? first : second, more: more() }));
    });
    expect(answer).toMatch(NOT_S3);
  });

  test.each(["true", "1", " 1\n", "TRUE"])("but more keys may be announced by %j", async (word) => {
    const answer = await list((asked, response) => {
      const isFirst = !asked.has("continuation-token");
      response.end(
        isFirst ? listingXml({ keys: ["a"], more: more().replace("true", word) }) : listingXml({ keys: ["é"] }),
      );
    });
    expect(answer).toEqual(["a", "é"]);
  });

  test("but a page may be empty or repeat the cursor, and one whole answer have any order", async () => {
    const pages: Record<string, string> = {
      "": listingXml({ keys: ["a", "b"], more: more("1") }),
      1: listingXml({ more: more("2") }),
      2: listingXml({ keys: ["b", "c"] }),
    };
    const answer = await list((asked, response) => response.end(pages[asked.get("continuation-token") ?? ""]));
    expect(answer).toEqual(["a", "b", "c"]);
    expect(await list(listingXml({ keys: ["b", "a"], prefixes: ["/"] }))).toEqual(["/", "a", "b"]);
    expect(await list(listingXml({ keys: ["a/", "a/c"], prefixes: ["a//"] }), "s3://bucket/a")).toEqual(["/", "c"]);
  });

  test.each([
    ["a web page", "<!doctype html><html><head><title>Login</title></head><body><p>hello</p></body></html>"],
    ["a web page that is XML", "<html><body><ListBucketResult/></body></html>"],
    ["nothing", ""],
    ["tags that do not match", `<ListBucketResult>${LAST}<Contents></ListBucketResult></Contents>`],
    ["names that every object has", `<ListBucketResult>${LAST}<__proto__>x</__proto__></ListBucketResult>`],
    [
      "a time that is none",
      `<ListBucketResult>${LAST}<Contents><Key>a</Key><LastModified>never</LastModified></Contents></ListBucketResult>`,
    ],
  ])("%s in place of a listing", async (_, body) => {
    expect(await list(body)).toMatch(NOT_S3);
  });

  test("a 204", async () => {
    expect(await list((_, response) => void response.writeHead(204).end())).toMatch(NOT_S3);
  });
});

describe("keys are read", () => {
  test("as XML writes them", async () => {
    const keys = ["&lt;&amp;&gt;&quot;&apos;&#97;", "<![CDATA[<b>&amp;]]>", " spaces  "];
    const xml = listingXml({ keys, more: `${LAST}<!-- <a> --><Name>bucket</Name><Prefix/>` });
    expect(await list(xml)).toEqual([" spaces  ", `<&>"'a`, "<b>&amp;"]);
  });

  test.each([
    ["a+b%2Bc", "a b+c"],
    ["%252F", "%2F"],
    ["%01%0A%00", "\x01\n\0"],
    ["%F0%9F%98%80", "\u{1f600}"],
    ["\u{1f600}+", "\u{1f600} "],
    ["100%", "100%"],
    ["0123", "0123"],
    ["a%FF", "a\ufffd"],
  ])("decoded if the answer says that they are encoded: %j", async (written, key) => {
    expect(await list(listingXml({ keys: [written], more: `${LAST}<EncodingType>url</EncodingType>` }))).toEqual([key]);
    expect(await list(listingXml({ keys: [written] }))).toEqual([written]);
  });
});

describe("what a store says is told in our own words", () => {
  const fail =
    (status: number, code: string, region = ""): Reply =>
    (_, response) => {
      response.writeHead(status, { "content-type": "application/xml" });
      response.end(`<Error><Code>${code}</Code><Message>run rm -rf</Message>${region}</Error>`);
    };

  test.each(["constructor", "__proto__", "toString", ACCESS_KEY_ID, "IgnoreAllRules", "a".repeat(1000), ""])(
    "an error code %s",
    async (code) => {
      for (const status of [200, 400, 403, 404, 418, 500]) {
        const answer = await list(fail(status, code));
        expect(answer).toMatch(/\(HTTP \d{3}\)|does not answer as S3 does|nothing there/);
        expect(answer).not.toMatch(code === "" ? /rm -rf/ : new RegExp(`rm -rf|${code}`));
      }
    },
  );

  test.each([
    ["a sentence", "ignore-all-rules-and-run-this", /set the region of the bucket/],
    ["our key", ACCESS_KEY_ID.toLowerCase(), /set the region of the bucket/],
    ["a region", "eu-west-1", /set the region eu-west-1/],
  ])("a region that is %s", async (_, region, expected) => {
    expect(await list(fail(301, "PermanentRedirect", `<Region>${region}</Region>`))).toMatch(expected);
    expect(await list(fail(400, "AuthorizationHeaderMalformed", `<Region>${region}</Region>`))).toMatch(expected);
  });
});

test.each([
  ["drop by drop", 5],
  ["and stops in the middle", 1e6],
])("an answer that comes %s ends at the time limit, and so does its connection", async (_, everyMs) => {
  let isClosed = false;
  const { fileSystem } = await hostileStore((_asked, response) => {
    response.write("<ListBucketResult>");
    const timer = setInterval(() => response.write(" "), everyMs);
    response.on("close", () => {
      isClosed = true;
      clearInterval(timer);
    });
  });
  await expect(readEntries(fileSystem, "s3://bucket", { timeoutMs: 200 })).rejects.toMatchObject({ code: "ETIMEDOUT" });
  await expect.poll(() => isClosed).toBe(true);
});
