// The slow, obvious model of a bucket: every key, and every directory that keys imply, in one sort.
import { ListObjectsV2Command } from "@aws-sdk/client-s3";

import { listDir } from "../../src/index.ts";
import { renderCursor } from "../../src/text/entry-label.ts";

/** All keys of a bucket, read with just the SDK, as text, in the store's order. */
export async function listAllKeys(client, bucket) {
  const keys = [];
  let token;
  do {
    const command = new ListObjectsV2Command({ Bucket: bucket, EncodingType: "url", ContinuationToken: token });
    const answer = await client.send(command);
    keys.push(...(answer.Contents ?? []).map(({ Key = "" }) => decodeURIComponent(Key.replaceAll("+", " "))));
    token = answer.IsTruncated === true ? answer.NextContinuationToken : undefined;
  } while (token !== undefined);
  return keys;
}

/** Keys in byte order. */
export function inByteOrder(keys) {
  const encoded = [...keys].map((key) => ({ key, bytes: Buffer.from(key) }));
  return encoded.sort((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ key }) => key);
}

/** The entries that keys imply, in order `tree`: files as their keys, directories as the prefixes of their keys. */
export function treeOfKeys(keys) {
  const entries = new Set();
  for (const key of keys) {
    for (let slash = key.indexOf("/"); slash !== -1; slash = key.indexOf("/", slash + 1)) {
      entries.add(key.slice(0, slash + 1));
    }
    entries.add(key);
  }
  return inByteOrder(entries);
}

/** An entry of a page in the model's notation. */
export function toModelEntry({ path, kind }) {
  return `${path}${kind === "directory" ? "/" : ""}`;
}

/** An entry of the model as the argument `after`. */
export function toAfter(entry) {
  return renderCursor({ path: entry.replace(/\/$/, ""), kind: entry.endsWith("/") ? "directory" : "file" });
}

/** The entries of a listing, page by page, each page after the previous one. */
export async function readPages(fileSystem, dirPath, limit) {
  const entries = [];
  let pages = 0;
  let after;
  do {
    const page = await listDir({ fileSystem, dirPath, order: "tree", depth: 100, limit, after });
    for (const entry of page.entries) {
      if (entry.context !== true) {
        entries.push(toModelEntry(entry));
      }
    }
    pages += 1;
    after = page.next;
  } while (after !== undefined);
  return { entries, pages };
}
