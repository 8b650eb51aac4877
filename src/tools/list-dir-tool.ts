// The tool `list_dir`: arguments to settings, a page to text.
import { listDirText } from "./list-dir.ts";
import { listDirCodex, type CodexProfile } from "./list-dir-codex.ts";
import { toListDirSettings, type ListDirRequest } from "./list-dir-settings.ts";
import type { ListingGuard } from "./listing-guard.ts";
import type { Tool, ToolInvocation } from "./tool.ts";
import { ToolArguments } from "./tool-arguments.ts";
import { FILTER_PROPERTIES, type ParametersSchema, type ParameterSchema } from "./tool-spec.ts";

/** Which revision of `list_dir` is spoken. */
export type Profile = "leaf" | CodexProfile;

export const PROFILES: readonly Profile[] = ["leaf", "codex-sorted", "codex-breadth"];

const NAME = "list_dir";

const CODEX_PROPERTIES: Readonly<Record<string, ParameterSchema>> = {
  dir_path: { type: "string", description: "Absolute path of the directory to list." },
  offset: { type: "integer", description: "Number of the first entry, 1 or more. Default 1." },
  limit: { type: "integer", description: "Most entries to show, 1 or more. Default 25." },
  depth: { type: "integer", description: "Levels to list, 1 or more. Default 2." },
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
      'Continue behind this entry: its path below dir_path, as shown, a directory with its "/". Implies order "tree". ' +
      "Unlike offset it stays right when files come and go.",
  },
  ...FILTER_PROPERTIES,
  hidden: { type: "boolean", description: "List dot names too. Default true." },
};

const CODEX_DESCRIPTION =
  "Lists a directory as an indented tree. Suffixes: / directory, @ symbolic link, ? other. A last line " +
  '"More than N entries found" means that there are more: call again with a higher offset or limit.';

const LEAF_DESCRIPTION =
  "Lists a directory as a tree, two spaces a level. Suffixes: / directory, @ symbolic link (not followed), ? other. Odd " +
  'names are in "quotes" with C escapes; a directory that is not read is marked in [brackets]. A last line "More than N ' +
  'entries found" means that there are more: call again with offset raised by N, or in order "tree" with after.';

/** The tool in one of its profiles, within a guard. */
export function listDirTool({ profile, guard }: { profile: Profile; guard: ListingGuard }): Tool {
  const isLeaf = profile === "leaf";
  return {
    name: NAME,
    description: isLeaf ? LEAF_DESCRIPTION : CODEX_DESCRIPTION,
    parameters: parametersOf(isLeaf ? LEAF_PROPERTIES : CODEX_PROPERTIES),
    supportsParallelCalls: true,
    async handle(invocation) {
      const settings = toListDirSettings(isLeaf ? parseLeaf(invocation) : parseCodex(invocation), guard);
      const content = isLeaf ? await listDirText(settings) : await listDirCodex(settings, profile);
      return { content, success: true };
    },
  };
}

function parametersOf(properties: Readonly<Record<string, ParameterSchema>>): ParametersSchema {
  return { type: "object", properties, required: ["dir_path"] };
}

function parseCodex(invocation: ToolInvocation): ListDirRequest {
  return parseCommon(ToolArguments.of(invocation, NAME), invocation);
}

function parseLeaf(invocation: ToolInvocation): ListDirRequest {
  const fields = ToolArguments.of(invocation, NAME);
  return {
    ...parseCommon(fields, invocation),
    order: fields.optionalChoice("order", ["breadth", "tree"]),
    after: fields.optionalString("after"),
    include: fields.optionalStrings("include"),
    exclude: fields.optionalStrings("exclude"),
    gitignore: fields.optionalChoice("gitignore", ["off", "collapse", "omit"]),
    hidden: fields.optionalBoolean("hidden"),
  };
}

function parseCommon(fields: ToolArguments, { signal }: ToolInvocation): ListDirRequest {
  return {
    dirPath: fields.requiredString("dir_path"),
    offset: fields.optionalCount("offset"),
    limit: fields.optionalCount("limit"),
    depth: fields.optionalCount("depth"),
    signal,
  };
}
