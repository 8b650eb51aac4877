// The tool `list_dir`: its arguments, its description for the model, and a page as text.
import { listDirCodex } from "../listing/list-dir-codex.ts";
import { toLeafSettings, toListDirSettings, type ListDirRequest } from "../listing/list-dir-settings.ts";
import { listDirText } from "../listing/list-dir-text.ts";
import { toGlobs } from "../listing/listing-filter.ts";
import { originalsOf, type ArgumentsFor } from "../tooling/argument.ts";
import type { CallControl } from "../tooling/call-control.ts";
import { parseArguments } from "../tooling/parse-arguments.ts";
import { toParameters } from "../tooling/tool-spec.ts";
import { FILTER_ARGUMENTS } from "./filter-arguments.ts";
import type { ToolDeclaration, ToolDefaults } from "./tool-declaration.ts";

/** What a model can ask for: everything a program can. */
export type ListDirArguments = Omit<ListDirRequest, keyof CallControl>;

const NAME = "list_dir";

/** The arguments, in the order in which the model sees them. */
export const LIST_DIR_ARGUMENTS: ArgumentsFor<ListDirArguments> = {
  dirPath: {
    kind: "text",
    name: "dir_path",
    isRequired: true,
    isOriginal: true,
    forModel: "Absolute path.",
    forPeople: "the directory to list: an absolute path",
  },
  offset: {
    kind: "count",
    default: 1,
    isOriginal: true,
    forModel: "First entry, from 1.",
    forPeople: "number of the first entry",
  },
  limit: {
    kind: "count",
    default: 25,
    isOriginal: true,
    isSettable: true,
    short: "n",
    forModel: "Entries.",
    forPeople: "entries to show at most",
  },
  depth: {
    kind: "count",
    default: 2,
    isOriginal: true,
    isSettable: true,
    short: "L",
    forModel: "Levels.",
    forPeople: "levels to list",
  },
  order: {
    kind: "choice",
    choices: ["breadth", "tree"],
    default: "breadth",
    mayBeEmpty: true,
    forModel: "By level or depth first.",
    forPeople: "by level, or depth first",
  },
  after: {
    kind: "text",
    mayBeEmpty: true,
    placeholder: "path",
    forModel: "Continue after this path, as shown. Stable while files change.",
    forPeople: "continue after this entry, as shown; order tree",
  },
  ...FILTER_ARGUMENTS,
  gitignore: { ...FILTER_ARGUMENTS.gitignore, default: "collapse", isSettable: true },
  hidden: {
    kind: "flag",
    default: true,
    isSettable: true,
    short: "aA",
    forModel: "Dot names.",
    forPeople: "show dot names",
    forPeopleOff: "leave out dot names",
  },
  details: {
    kind: "flag",
    default: false,
    forModel: "Sizes and times.",
    forPeople: "sizes and times of files in brackets",
  },
};

const CODEX_DESCRIPTION =
  "Lists a directory as an indented tree. Suffixes: / directory, @ symbolic link, ? other. A last line " +
  '"More than N entries found" means that there are more: call again with a higher offset or limit.';

const LEAF_DESCRIPTION =
  "Lists a directory as an indented tree: / directory, @ link, ? other; odd names C-quoted. A / with nothing below it and " +
  "no [mark] was not opened. The last line says how to go on. include searches all levels.";

export const listDirTool: ToolDeclaration = {
  name: NAME,
  arguments: LIST_DIR_ARGUMENTS,
  originals: ["codex-sorted", "codex-breadth"],
  create({ profile, guard, openGuard, defaults }) {
    const codex = profile === "codex-sorted" || profile === "codex-breadth" ? profile : undefined;
    const isLeaf = codex === undefined;
    // The original had no bounds.
    const guarded = isLeaf ? guard : openGuard();
    const declared = isLeaf ? listDirTool.arguments : originalsOf(listDirTool.arguments);
    const known = declared as unknown as typeof LIST_DIR_ARGUMENTS;
    return {
      name: NAME,
      description: isLeaf ? LEAF_DESCRIPTION : CODEX_DESCRIPTION,
      parameters: toParameters(declared, isLeaf ? { ...defaults } : {}),
      supportsParallelCalls: true,
      async handle(invocation) {
        const given = parseArguments<ListDirArguments>(invocation, NAME, known, { mayBeNull: isLeaf });
        const { signal, onProgress } = invocation;
        // The original read no rules.
        const asked = isLeaf ? withDefaults(given, defaults) : { ...given, gitignore: "off" as const };
        const request = { ...asked, signal, onProgress };
        const content =
          codex === undefined
            ? await listDirText(await toLeafSettings(request, guarded))
            : await listDirCodex(toListDirSettings(request, guarded), codex);
        return { content, success: true };
      },
    };
  },
};

/** A search covers all levels unless the model says otherwise, whatever depth the operator has set. */
function withDefaults(given: ListDirArguments, { depth, ...defaults }: ToolDefaults): ListDirArguments {
  const isSearch = toGlobs(given.include) !== undefined;
  return { ...defaults, ...(depth !== undefined && !isSearch && { depth }), ...given };
}
