// The tool `list_dir` of Codex, at two revisions: it reads everything down to the depth, fails the call at the first directory that can't be
// read, sorts, and cuts the page. Only the operator's settings are ours.
import { relativePathError, settingsOf } from "../opening/place.ts";
import { checkPositive, pageTooLong } from "../opening/failure.ts";
import { withTree } from "../opening/open-tree.ts";
import { declareTool, type ToolDeclaration } from "./tool-declaration.ts";
import { DeadlineError } from "../core/call-clock.ts";
import { compareByKey, nameKey, shownKind, type Entry } from "../core/entry.ts";
import { renderHeader, renderMore } from "../text/closing-lines.ts";
import { KIND_SUFFIX } from "../text/entry-label.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import { cutBytes, fitPage } from "../tooling/cut-text.ts";
import { offsetError, modelError } from "../tooling/function-call-error.ts";
import type { Directory } from "../tree/directory.ts";

interface CodexArguments {
  readonly dirPath: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly depth?: number | undefined;
}

const CODEX_ARGUMENTS: ArgumentsFor<CodexArguments> = {
  dirPath: {
    kind: "text",
    name: "dir_path",
    isRequired: true,
    forModel: "Absolute path.",
    forPeople: "the directory to list, as an absolute path",
  },
  offset: { kind: "count", default: 1, forModel: "First entry.", forPeople: "number of the first entry" },
  limit: { kind: "count", default: 25, forModel: "Entries.", forPeople: "entries to show at most" },
  depth: { kind: "count", default: 2, forModel: "Levels.", forPeople: "levels to list" },
};

const DESCRIPTION =
  "Lists a directory as an indented tree. Suffixes: / directory, @ symbolic link, ? other. A last line " +
  '"More than N entries found" means that there are more: call again with a higher offset or limit.';

/** At the first revision the page is cut, then sorted. */
export const codexBreadthTool: ToolDeclaration = declareCodexTool({ sortsFirst: false });

/** At the second everything is sorted, then the page is cut. */
export const codexSortedTool: ToolDeclaration = declareCodexTool({ sortsFirst: true });

function declareCodexTool({ sortsFirst }: { readonly sortsFirst: boolean }): ToolDeclaration {
  const declared = CODEX_ARGUMENTS;
  return declareTool<CodexArguments>({
    name: "list_dir",
    arguments: declared,
    isStrict: true,
    describe: () => DESCRIPTION,
    async answer({ dirPath: path, ...request }, operatorSettings) {
      const { offset = declared.offset.default, limit = declared.limit.default } = request;
      const { depth = declared.depth.default, signal, onProgress } = request;
      checkPositive("offset", offset, " must be a 1-indexed entry number");
      checkPositive("limit", limit);
      checkPositive("depth", depth);
      const settings = settingsOf(operatorSettings, path);
      const { maxLimit, maxDepth, maxOutputBytes } = settings;
      if (!settings.fileSystem.isAbsolute(path)) {
        throw relativePathError("dir_path", undefined);
      }
      const place = { written: path, path, settings };
      const opening = { filters: undefined, keyOf: nameKey, signal, onProgress };
      const all = await withTree(place, opening, ({ root }) => collect(root, path, Math.min(depth, maxDepth)));
      const ordered = sortsFirst ? all.toSorted(compareByKey) : all;
      const text = renderPage(path, ordered, offset - 1, Math.min(limit, maxLimit), maxOutputBytes);
      return { text: () => text };
    },
  });
}

interface CodexEntry {
  /** Sorts it among all entries. */
  readonly key: string;
  /** How a page shows it. */
  readonly line: string;
}

/** The longest name and the longest sort key, in bytes. */
const MAX_BYTES = 500;

/** The text of a page. `path` is the root as the caller wrote it. Throws a `FunctionCallError`. */
function renderPage(path: string, all: readonly CodexEntry[], skip: number, limit: number, maxBytes: number): string {
  if (all.length > 0 && skip >= all.length) {
    throw offsetError();
  }
  const write = (length: number) => {
    const shown = all.slice(skip, skip + length).toSorted(compareByKey);
    const end = skip + shown.length < all.length ? [renderMore(shown.length)] : [];
    return { text: [renderHeader(path), ...shown.map(({ line }) => line), ...end].join("\n") };
  };
  const written = fitPage(Math.max(0, Math.min(limit, all.length - skip)), write, maxBytes);
  if (written === undefined) {
    throw pageTooLong("dir_path", path, skip + 1, maxBytes);
  }
  return written.text;
}

/** The path with `/` in place of `\`, cut at 500 bytes. One character for each byte of UTF-8, so that `<` compares bytes. */
function toSortKey(path: string): string {
  return Buffer.from(cutBytes(path.replaceAll("\\", "/"), MAX_BYTES)).toString("latin1");
}

/** Every entry, level by level. Throws a `FunctionCallError` for the first directory or entry that can't be read. */
async function collect(root: Directory, rootPath: string, depth: number): Promise<CodexEntry[]> {
  const all: CodexEntry[] = [];
  let level: readonly Directory[] = [root];
  // Not `scan`, which goes by names: the order of siblings depends on where their paths are cut.
  for (let levels = 1; levels <= depth && level.length > 0; levels += 1) {
    const below: Directory[] = [];
    for (const directory of level) {
      for (const { key, line, entry } of await readSorted(directory, rootPath)) {
        all.push({ key, line });
        if (entry.kind === "directory") {
          below.push(directory.child(entry));
        }
      }
    }
    level = below;
  }
  return all;
}

/** The entries of one directory. */
async function readSorted(directory: Directory, rootPath: string): Promise<(CodexEntry & { readonly entry: Entry })[]> {
  const { prefix, depth } = directory;
  const pathBelow = (path: string) => `${rootPath.endsWith("/") ? rootPath : `${rootPath}/`}${path}`;
  const { entries, stopped } = await directory.read();
  if (stopped === "time") {
    throw new DeadlineError();
  }
  if (stopped !== undefined) {
    throw modelError(`failed to read directory: ${pathBelow(prefix.slice(0, -1))}: ${stopped}`, "unreadable");
  }
  const siblings = entries.map((entry) => {
    const path = prefix + entry.name;
    if (entry.kind === "unknown") {
      const reason = "the file system does not say what kind of entry it is";
      throw modelError(`failed to inspect entry: ${pathBelow(path)}: ${reason}`, "unreadable");
    }
    const line = "  ".repeat(depth) + cutBytes(entry.name, MAX_BYTES) + KIND_SUFFIX[shownKind(entry.kind)];
    return { key: toSortKey(path), line, entry };
  });
  return siblings.toSorted(compareByKey);
}
