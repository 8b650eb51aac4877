// The tool `list_dir`: arguments to settings, a page to text.
import { listDirText } from "./list-dir-text.ts";
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
  dir_path: { type: "string", description: "Absolute path." },
  offset: { type: "integer", description: "First entry, from 1. Default 1." },
  limit: { type: "integer", description: "Most entries, from 1. Default 25." },
  depth: { type: "integer", description: "Levels, from 1. Default 2." },
};

const LEAF_PROPERTIES: Readonly<Record<string, ParameterSchema>> = {
  ...CODEX_PROPERTIES,
  order: {
    type: "string",
    enum: ["breadth", "tree"],
    description: "By level or depth first. Default breadth.",
  },
  after: {
    type: "string",
    description: 'Continue behind this path, as shown (directory with "/"), in order tree. Sure when files change.',
  },
  ...FILTER_PROPERTIES,
  hidden: { type: "boolean", description: "List dot names. Default true." },
};

const CODEX_DESCRIPTION =
  "Lists a directory as an indented tree. Suffixes: / directory, @ symbolic link, ? other. A last line " +
  '"More than N entries found" means that there are more: call again with a higher offset or limit.';

const LEAF_DESCRIPTION =
  "Lists a directory as an indented tree. Suffixes: / directory, @ symbolic link, ? other. Odd names are C-quoted; " +
  '[brackets] mark an unread directory. A last line "More than N entries found": call again with offset + N, or after.';

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

function parseCommon(fields: ToolArguments, { signal, onProgress }: ToolInvocation): ListDirRequest {
  return {
    dirPath: fields.requiredString("dir_path"),
    offset: fields.optionalCount("offset"),
    limit: fields.optionalCount("limit"),
    depth: fields.optionalCount("depth"),
    signal,
    onProgress,
  };
}
