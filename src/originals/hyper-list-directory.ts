// The tool `list_directory` of Hyper: the first names of a directory, sorted and paged, as compact JSON with four keys. Only the
// operator's settings, relative paths and the error for a missing path are ours.
import { toPlace } from "../calls/place.ts";
import { pageTooLong } from "../calls/failure.ts";
import { withTree } from "../calls/open-tree.ts";
import { declareTool, type ToolDeclaration } from "../calls/tool-declaration.ts";
import { DeadlineError } from "../core/call-clock.ts";
import { nameKey } from "../core/entry.ts";
import { readPage } from "../list/page.ts";
import { writeDirectoryJson, toPageSchema } from "../text/directory-json.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import { fitPage } from "../tooling/cut-text.ts";

/** What a model can ask for. */
export interface HyperArguments {
  /** The directory to list. A relative path is taken from the working directory, else from the only root. */
  readonly path: string;
  /**
   * How many entries to skip. Below 0 counts as 0.
   * @default 0
   */
  readonly offset?: number | undefined;
  /**
   * The largest number of entries. 0 or less counts as 100, above 1000 as 1000.
   * @default 100
   */
  readonly maxResults?: number | undefined;
  /**
   * Whether to list the directories below, too.
   * @default false
   */
  readonly recursive?: boolean | undefined;
  /**
   * Whether names that begin with a dot are listed. If not, directories with such names are not entered either.
   * @default false
   */
  readonly showHidden?: boolean | undefined;
}

/** The largest page. */
export const MAX_RESULTS = 1000;

export const HYPER_ARGUMENTS: ArgumentsFor<HyperArguments> = {
  path: { kind: "text", isRequired: true, forModel: "Path.", forPeople: "the directory to list" },
  offset: { kind: "integer", default: 0, forModel: "Entries to skip.", forPeople: "entries to skip" },
  maxResults: {
    kind: "integer",
    default: 100,
    forModel: `Up to ${MAX_RESULTS}.`,
    forPeople: `entries to show at most, up to ${MAX_RESULTS}`,
  },
  recursive: {
    kind: "flag",
    default: false,
    forModel: "All levels, as paths.",
    forPeople: "list all levels, as paths",
  },
  showHidden: { kind: "flag", default: false, forModel: "Dot names.", forPeople: "list dot names" },
};

const DESCRIPTION =
  "Lists the names in a directory as compact JSON: directory, count, summary, files. Sorted and paged: offset (default " +
  `${HYPER_ARGUMENTS.offset.default}) and maxResults (default ${HYPER_ARGUMENTS.maxResults.default}, at most ${MAX_RESULTS}).`;

export const hyperTool: ToolDeclaration = declareTool<HyperArguments>({
  name: "list_directory",
  arguments: HYPER_ARGUMENTS,
  outputSchema: toPageSchema({}),
  describe: () => DESCRIPTION,
  async answer({ path, ...request }, settings) {
    const declared = HYPER_ARGUMENTS;
    const { offset = declared.offset.default, maxResults = declared.maxResults.default } = request;
    const { recursive = declared.recursive.default, showHidden = declared.showHidden.default } = request;
    const { signal, onProgress } = request;
    const place = toPlace("path", path, settings, false);
    const { fileSystem, maxDepth, maxIndexed, maxOutputBytes } = place.settings;
    const directory = fileSystem.resolve("/", place.path);
    const filters = { hidden: showHidden, gitignore: "off" } as const;
    const opening = { filters, keyOf: nameKey, signal, onProgress };
    const depth = recursive ? maxDepth : 1;
    const names = await withTree(place, opening, async ({ root }) => {
      const page = await readPage(root, { order: "path", skip: 0, limit: maxIndexed, depth });
      if (page.isTimedOut) {
        // Its count would be a lie.
        throw new DeadlineError();
      }
      return page.entries.map((entry) => entry.path);
    });
    const count = names.length;
    const skip = Math.max(offset, 0);
    const limit = maxResults <= 0 ? declared.maxResults.default : Math.min(maxResults, MAX_RESULTS);
    const files = names.slice(skip, skip + limit);
    const write = (shown: number) =>
      writeDirectoryJson({ directory, count, summary: summarise(count, skip, shown), files: files.slice(0, shown) });
    const written = fitPage(files.length, write, maxOutputBytes);
    if (written === undefined) {
      throw pageTooLong("path", directory, files.length === 0 ? undefined : skip, maxOutputBytes);
    }
    return { text: () => written.text, data: () => written.page };
  },
});

function summarise(count: number, skip: number, shown: number): string {
  if (count === 0) {
    return "Directory is empty";
  }
  return shown === 0
    ? `Offset ${skip} exceeds total count ${count}`
    : `Showing ${skip + 1}-${skip + shown} of ${count} files`;
}
