// The profiles that answer as the two revisions of the original `list_dir` did: read everything down to the depth, fail the call at the
// first directory that can't be read, sort, and cut the page.
import { compareByKey, joinPath, nameKey, shownKind, type Entry, type SiblingKey } from "../core/entry.ts";
import { refuseOffset, respondToModel } from "../tooling/function-call-error.ts";
import { isShown } from "../core/filter.ts";
import type { PageRequest } from "../list/read-page.ts";
import { renderHeader, renderMore } from "../text/closing-lines.ts";
import { KIND_SUFFIX } from "../text/entry-label.ts";
import type { Directory } from "../tree/directory.ts";

/** `codex-sorted` sorts everything by path, then takes the page. `codex-breadth` takes the page, then sorts it the same way. */
export type CodexProfile = "codex-sorted" | "codex-breadth";

/** The order in which entries are read. Entries with equal sort keys stay in this order. */
export const codexSiblingKey: SiblingKey = nameKey;

interface CodexEntry {
  readonly key: string;
  readonly line: string;
}

/** The longest name and the longest sort key, in bytes. */
const MAX_BYTES = 500;

/** The text of a page. `path` is the root as the caller wrote it. Throws a `FunctionCallError`. */
export async function listCodex(
  root: Directory,
  path: string,
  profile: CodexProfile,
  { skip, limit, depth }: PageRequest,
  maxBytes: number,
): Promise<string> {
  const all = await collect(root, path, depth);
  const header = renderHeader(path);
  if (all.length === 0) {
    return header;
  }
  if (skip >= all.length) {
    throw refuseOffset();
  }
  const ordered = profile === "codex-sorted" ? all.toSorted(compareByKey) : all;
  let page = ordered.slice(skip, Math.min(skip + limit, all.length));
  const renderPage = () => {
    const shown = profile === "codex-sorted" ? page : page.toSorted(compareByKey);
    const end = skip + page.length < all.length ? [renderMore(page.length)] : [];
    return [header, ...shown.map(({ line }) => line), ...end].join("\n");
  };
  if (Buffer.byteLength(renderPage()) > maxBytes) {
    let bytes = Buffer.byteLength([header, renderMore(page.length)].join("\n"));
    page = page.slice(
      0,
      page.findIndex(({ line }) => (bytes += 1 + Buffer.byteLength(line)) > maxBytes),
    );
    if (page.length === 0) {
      throw respondToModel(
        `entry ${skip + 1} is too long for an answer of at most ${maxBytes} bytes; pass over it:\noffset: ${skip + 2}`,
      );
    }
  }
  return renderPage();
}

/** Every entry, level by level. */
async function collect(root: Directory, rootPath: string, depth: number): Promise<CodexEntry[]> {
  const all: CodexEntry[] = [];
  const pathBelow = (path: string) => `${rootPath.endsWith("/") ? rootPath : `${rootPath}/`}${path}`;
  let level: readonly Directory[] = [root];
  for (let levels = 1; levels <= depth && level.length > 0; levels += 1) {
    const below: Directory[] = [];
    for (const directory of level) {
      await directory.read();
      if (directory.problem !== undefined) {
        throw respondToModel(`failed to read directory: ${pathBelow(directory.path)}: ${directory.problem}`);
      }
      const siblings: (CodexEntry & { readonly entry: Entry })[] = [];
      for (const entry of directory.entries) {
        const path = joinPath(directory.path, entry.name);
        if (entry.kind === "unknown") {
          const reason = "the file system does not say what kind of entry it is";
          throw respondToModel(`failed to inspect entry: ${pathBelow(path)}: ${reason}`);
        }
        if (isShown(entry.verdict)) {
          const line = "  ".repeat(directory.depth) + cutName(entry.name) + KIND_SUFFIX[shownKind(entry.kind)];
          siblings.push({ key: toSortKey(path), line, entry });
        }
      }
      for (const { key, line, entry } of siblings.toSorted(compareByKey)) {
        all.push({ key, line });
        if (entry.kind === "directory") {
          below.push(directory.child(entry));
        }
      }
      directory.dropEntries();
    }
    level = below;
  }
  return all;
}

/** The path with `/` in place of `\`, cut at 500 bytes. One character for each byte of UTF-8, so that `<` compares bytes. */
function toSortKey(path: string): string {
  return Buffer.from(cutName(path.replaceAll("\\", "/"))).toString("latin1");
}

/** Cuts a text at the last character boundary within 500 bytes. */
function cutName(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_BYTES) {
    return text;
  }
  let end = MAX_BYTES;
  while (((bytes[end] as number) & 0xc0) === 0x80) {
    end -= 1;
  }
  return bytes.toString("utf8", 0, end);
}
