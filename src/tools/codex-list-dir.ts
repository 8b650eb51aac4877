// The tool `list_dir` of Codex, at two revisions: it reads everything down to the depth, fails the call at the first directory that can't be
// read, sorts, and cuts the page. Only the operator's settings are ours.
import { relativePathError, settingsOf } from "../opening/place.ts";
import { checkPositive, pageTooLong } from "../opening/failure.ts";
import { withTree } from "../opening/open-tree.ts";
import { declareTool, type ToolDeclaration } from "./tool-declaration.ts";
import { DeadlineError } from "../core/call-clock.ts";
import { byteKey, compareByKey, shownKind, type SiblingKey } from "../core/entry.ts";
import { renderHeader, renderMore } from "../text/closing-lines.ts";
import { KIND_SUFFIX } from "../text/entry-label.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import { cutBytes, fitPage } from "../tooling/cut-text.ts";
import { offsetError, modelError } from "../tooling/function-call-error.ts";
import { problemOf, type Directory, type ReadOutcome } from "../tree/directory.ts";
import { scan, type ScanVisitor } from "../tree/scan.ts";

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
      const opening = { filters: undefined, keyOf: siblingKey, signal, onProgress };
      const all = await withTree(place, opening, async ({ root }) => {
        const collector = new Collector(path);
        const stop = await scan(root, root, { maxDepth: Math.min(depth, maxDepth) }, collector);
        if (stop === "time") {
          throw new DeadlineError();
        }
        return collector.all;
      });
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

/** Siblings have the order of their paths. */
const siblingKey: SiblingKey = ({ name }) => byteKey(name.replaceAll("\\", "/"));

/** Takes every entry, level by level. Throws a `FunctionCallError` for the first directory or entry that can't be read. */
class Collector implements ScanVisitor<Directory> {
  readonly all: CodexEntry[] = [];
  readonly #rootPath: string;

  constructor(rootPath: string) {
    this.#rootPath = rootPath.endsWith("/") ? rootPath : `${rootPath}/`;
  }

  enter(_parent: Directory, _entry: unknown, directory: Directory): Directory {
    return directory;
  }

  leave({ prefix, depth }: Directory, outcome: ReadOutcome | undefined): void {
    const problem = outcome && problemOf(outcome);
    if (problem !== undefined) {
      throw modelError(`failed to read directory: ${this.#rootPath}${prefix.slice(0, -1)}: ${problem}`, "unreadable");
    }
    for (const { name, kind } of outcome?.entries ?? []) {
      if (kind === "unknown") {
        const reason = "the file system does not say what kind of entry it is";
        throw modelError(`failed to inspect entry: ${this.#rootPath}${prefix}${name}: ${reason}`, "unreadable");
      }
      const line = "  ".repeat(depth) + cutBytes(name, MAX_BYTES) + KIND_SUFFIX[shownKind(kind)];
      this.all.push({ key: toSortKey(prefix + name), line });
    }
  }
}
