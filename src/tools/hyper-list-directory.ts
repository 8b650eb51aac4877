// The tool `list_directory` of Hyper: the first names of a directory, sorted and paged, as compact JSON with four keys. Only the
// operator's settings, relative paths and the error for a missing path are ours.
import { toPlace } from "../opening/place.ts";
import { pageTooLong } from "../opening/failure.ts";
import { withTree } from "../opening/open-tree.ts";
import { MAX_RESULTS, NAMES_ARGUMENTS, type NamesArguments } from "./list-directory.ts";
import { declareTool, type ToolDeclaration } from "./tool-declaration.ts";
import { DeadlineError } from "../core/call-clock.ts";
import { nameKey } from "../core/entry.ts";
import { readPage } from "../list/page.ts";
import { writeDirectoryJson, toPageSchema } from "../text/directory-json.ts";
import { fitPage } from "../tooling/cut-text.ts";

const DESCRIPTION =
  "Lists the names in a directory as compact JSON: directory, count, summary, files. Sorted and paged: offset (default " +
  `${NAMES_ARGUMENTS.offset.default}) and maxResults (default ${NAMES_ARGUMENTS.maxResults.default}, at most ${MAX_RESULTS}).`;

export const hyperTool: ToolDeclaration = declareTool<NamesArguments>({
  name: "list_directory",
  arguments: NAMES_ARGUMENTS,
  outputSchema: toPageSchema({}),
  describe: () => DESCRIPTION,
  async answer({ path, ...request }, settings) {
    const declared = NAMES_ARGUMENTS;
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
