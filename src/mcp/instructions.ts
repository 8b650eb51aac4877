// The server's instructions for a model: what its tools are for, which commands they stand for, and what they may list. Hosts show them before
// the first turn, so they decide whether the tools are used without being asked for. At most 70 words, true for any set of tools.
import { nameRoots } from "../opening/place.ts";
import { defaultRoots } from "../operator/operator-settings.ts";
import { findFilesTool } from "../tools/find-files.ts";
import { listDirTool } from "../tools/list-dir.ts";
import { mapDirTool } from "../tools/map-dir.ts";
import type { ToolName } from "../tools/tool-list.ts";
import type { McpSettings } from "./mcp-settings.ts";

/** The commands that a model would run instead, each with the tools that do the same. */
const COMMANDS: readonly (readonly [string, readonly ToolName[]])[] = [
  ["find", ["find_files"]],
  ["ls -R", ["map_dir", "list_dir", "list_directory"]],
  ["tree", ["map_dir", "list_dir"]],
  ["fd", ["find_files"]],
  ["rg --files", ["find_files"]],
];

const SAYINGS: Readonly<Record<ToolName, string>> = {
  map_dir: "map_dir shows a tree with counts.",
  find_files:
    "find_files takes ten to thirty guesses at once; a glob such as src/*/auth* among them lists that folder.",
  list_dir: "list_dir lists a directory in pages.",
  list_directory: "list_directory answers in JSON.",
};

/** The tools whose answers mark what git ignores, unless the operator or the call wants something else. */
const MARKING = new Set([mapDirTool, findFilesTool, listDirTool]);

export function writeInstructions({ offered, router, trustsClient }: McpSettings): string {
  const names = offered.map(({ name }) => name as ToolName);
  const commands = COMMANDS.filter(([, tools]) => tools.some((name) => names.includes(name))).map(
    ([command]) => command,
  );
  const { gitignore = "collapse" } = router.defaults ?? {};
  const marks = gitignore === "collapse" && offered.some((tool) => MARKING.has(tool));
  const roots = router.roots ?? defaultRoots(router) ?? "any";
  // A call from a client that says where it works is confined to that.
  const first = trustsClient && router.roots === undefined ? "the directory you work in, or else " : "";
  if (offered.length === 0) {
    return "";
  }
  return [
    `To see which files there are, use this server instead of ${joinWithAnd(commands)}.`,
    ...names.map((name) => SAYINGS[name]),
    ...(marks ? ["[ignored] marks what git ignores."] : []),
    ...(roots === "any" ? [] : [`dirleaf lists nothing outside ${first}${nameRoots(roots)}.`]),
  ].join(" ");
}

function joinWithAnd(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
