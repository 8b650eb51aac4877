// The tool `list_dir`: arguments to settings, a page to text.
import type { FileSystem } from "../core/file-system.ts";
import { renderListing } from "../render/render-listing.ts";
import { listDir } from "./list-dir.ts";
import { listDirCodex, type CodexProfile } from "./list-dir-codex.ts";
import { toListDirSettings } from "./list-dir-settings.ts";
import type { Tool, ToolInvocation } from "./tool.ts";
import { ToolArguments } from "./tool-arguments.ts";
import type { ParametersSchema, ParameterSchema } from "./tool-spec.ts";

/** Which revision of `list_dir` is spoken. */
export type Profile = "leaf" | CodexProfile;

export const PROFILES: readonly Profile[] = ["leaf", "codex-sorted", "codex-breadth"];

const NAME = "list_dir";

const CODEX_PROPERTIES: Readonly<Record<string, ParameterSchema>> = {
  dir_path: { type: "string", description: "Absolute path of the directory to list." },
  offset: { type: "integer", description: "Number of the first entry to show, 1 or more. Default 1." },
  limit: { type: "integer", description: "How many entries to show at most, 1 or more. Default 25." },
  depth: { type: "integer", description: "How many levels to list, 1 or more. Default 2." },
};

const LEAF_PROPERTIES: Readonly<Record<string, ParameterSchema>> = {
  ...CODEX_PROPERTIES,
  order: {
    type: "string",
    enum: ["breadth", "tree"],
    description: 'Which entries come first: level by level ("breadth") or depth first ("tree"). Default "breadth".',
  },
  after: {
    type: "string",
    description:
      'Continue behind this entry: its path relative to dir_path, as shown, a directory with its "/". Implies order ' +
      '"tree". Unlike offset it stays right when files come and go.',
  },
};

const CODEX_DESCRIPTION =
  "Lists a directory as an indented tree. Suffixes: / directory, @ symbolic link, ? other. A last line " +
  '"More than N entries found" means that there are more: call again with a higher offset or limit.';

const LEAF_DESCRIPTION =
  "Lists a directory as a tree, two spaces a level, each entry under its own directory. Suffixes: / directory, @ symbolic " +
  'link (not followed), ? other. Odd names are in "quotes" with C escapes. A directory that can\'t be read is marked in ' +
  'brackets. A last line "More than N entries found" means that there are more: call again with offset raised by N, or ' +
  'in order "tree" with after.';

/** The tool in one of its profiles. */
export function listDirTool({ profile, fileSystem }: { profile: Profile; fileSystem: FileSystem }): Tool {
  const isLeaf = profile === "leaf";
  return {
    name: NAME,
    description: isLeaf ? LEAF_DESCRIPTION : CODEX_DESCRIPTION,
    parameters: parametersOf(isLeaf ? LEAF_PROPERTIES : CODEX_PROPERTIES),
    supportsParallelCalls: true,
    async handle(invocation) {
      const options = { ...parseOptions(invocation, isLeaf), fileSystem };
      const content = isLeaf
        ? renderListing(await listDir(options))
        : await listDirCodex(toListDirSettings(options), profile);
      return { content, success: true };
    },
  };
}

function parametersOf(properties: Readonly<Record<string, ParameterSchema>>): ParametersSchema {
  return { type: "object", properties, required: ["dir_path"] };
}

function parseOptions(invocation: ToolInvocation, isLeaf: boolean) {
  const fields = ToolArguments.of(invocation, NAME);
  return {
    dirPath: fields.requiredString("dir_path"),
    offset: fields.optionalCount("offset"),
    limit: fields.optionalCount("limit"),
    depth: fields.optionalCount("depth"),
    order: isLeaf ? fields.optionalChoice("order", ["breadth", "tree"]) : undefined,
    after: isLeaf ? fields.optionalString("after") : undefined,
    signal: invocation.signal,
  };
}
