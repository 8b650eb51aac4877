// The slow, obvious model of a bucket: every key, and every directory that keys imply, in one sort.
import { ListObjectsV2Command, type S3Client } from "@aws-sdk/client-s3";

import type { FileSystem } from "../../src/core/file-system.ts";
import { listDir, type ListDirEntry } from "../../src/index.ts";
import { renderCursor } from "../../src/text/shown-path.ts";

/** All keys of a bucket, read with just the SDK, as text, in the store's order. */
export async function listAllKeys(client: S3Client, bucket: string): Promise<string[]> {
  const keys: string[] = [];
  let token: string | undefined;
  do {
    const command = new ListObjectsV2Command({ Bucket: bucket, EncodingType: "url", ContinuationToken: token });
    const answer = await client.send(command);
    keys.push(...(answer.Contents ?? []).map(({ Key = "" }) => decodeURIComponent(Key.replaceAll("+", " "))));
    token = answer.IsTruncated === true ? answer.NextContinuationToken : undefined;
  } while (token !== undefined);
  return keys;
}

/** Keys in byte order. */
export function inByteOrder(keys: Iterable<string>): string[] {
  const encoded = [...keys].map((key) => ({ key, bytes: Buffer.from(key) }));
  return encoded.sort((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ key }) => key);
}

/** The entries that keys imply, in order `tree`: files as their keys, directories as the prefixes of their keys. */
export function treeOfKeys(keys: Iterable<string>): string[] {
  const entries = new Set<string>();
  for (const key of keys) {
    for (let slash = key.indexOf("/"); slash !== -1; slash = key.indexOf("/", slash + 1)) {
      entries.add(key.slice(0, slash + 1));
    }
    entries.add(key);
  }
  return inByteOrder(entries);
}

/** An entry of a page in the model's notation. */
export function toModelEntry({ path, kind }: Pick<ListDirEntry, "path" | "kind">): string {
  return `${path}${kind === "directory" ? "/" : ""}`;
}

/** An entry of the model as the argument `after`. */
export function toAfter(entry: string): string {
  return renderCursor({ path: entry.replace(/\/$/, ""), kind: entry.endsWith("/") ? "directory" : "file" });
}

/** The entries of a listing, page by page, each page after the previous one. */
export async function readPages(
  fileSystem: FileSystem,
  dirPath: string,
  limit: number,
): Promise<{ entries: string[]; pages: number }> {
  const entries: string[] = [];
  let pages = 0;
  let after: string | undefined;
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
