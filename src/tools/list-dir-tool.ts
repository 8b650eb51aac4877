// The tool `list_dir`: its description for the model, and a page as text.
import { listDirCodex } from "../listing/list-dir-codex.ts";
import {
  LIST_DIR_ARGUMENTS,
  toLeafSettings,
  toListDirSettings,
  type ListDirArguments,
  type ListDirSettings,
} from "../listing/list-dir-settings.ts";
import { listDirText, readLeafPage, toListDirPage } from "../listing/list-dir.ts";
import { toGlobs } from "../listing/listing-filter.ts";
import { originalsOf, parseArguments, toParameters } from "../tooling/argument.ts";
import type { ToolDeclaration, ToolDefaults } from "./tool-declaration.ts";

const NAME = "list_dir";

const CODEX_DESCRIPTION =
  "Lists a directory as an indented tree. Suffixes: / directory, @ symbolic link, ? other. A last line " +
  '"More than N entries found" means that there are more: call again with a higher offset or limit.';

/** The original takes no other paths. */
const CODEX_PATH = { ...LIST_DIR_ARGUMENTS.dirPath, forModel: "Absolute path." };

const LEAF_DESCRIPTION =
  "All of a directory as an indented tree, in pages: / directory, @ link, ? other; odd names C-quoted. A / with nothing below it " +
  "and no [mark] was not opened. The last line says how to go on. include searches all levels.";

export const listDirTool: ToolDeclaration = {
  name: NAME,
  arguments: LIST_DIR_ARGUMENTS,
  originals: ["codex-sorted", "codex-breadth"],
  create({ profile, guard, openGuard, defaults }) {
    const codex = profile === "codex-sorted" || profile === "codex-breadth" ? profile : undefined;
    const isLeaf = codex === undefined;
    // The original had no bounds.
    const guarded = isLeaf ? guard : openGuard();
    const declared = isLeaf ? listDirTool.arguments : originalsOf({ ...LIST_DIR_ARGUMENTS, dirPath: CODEX_PATH });
    const known = declared as unknown as typeof LIST_DIR_ARGUMENTS;
    return {
      name: NAME,
      description: isLeaf ? LEAF_DESCRIPTION : CODEX_DESCRIPTION,
      parameters: toParameters(declared, isLeaf ? { ...defaults } : {}),
      supportsParallelCalls: true,
      async handle(invocation) {
        const given = parseArguments<ListDirArguments>(invocation, NAME, known, { isStrict: !isLeaf });
        const { signal, onProgress, asData } = invocation;
        // The original read no rules.
        const asked = isLeaf ? withDefaults(given, defaults) : { ...given, gitignore: "off" as const };
        const request = { ...asked, signal, onProgress };
        const content =
          codex === undefined
            ? await answerLeaf(await toLeafSettings(request, guarded), asData === true)
            : await listDirCodex(toListDirSettings(request, guarded, false), codex);
        return { content, success: true };
      },
    };
  },
};

async function answerLeaf(settings: ListDirSettings, asData: boolean): Promise<string> {
  return asData ? JSON.stringify(toListDirPage(await readLeafPage(settings), settings)) : listDirText(settings);
}

/** A search covers all levels unless the model says otherwise, whatever depth the operator has set. */
function withDefaults(given: ListDirArguments, { depth, ...defaults }: ToolDefaults): ListDirArguments {
  const isSearch = toGlobs(given.include) !== undefined;
  return { ...defaults, ...(depth !== undefined && !isSearch && { depth }), ...given };
}
