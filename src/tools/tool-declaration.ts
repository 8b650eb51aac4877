// The declaration of a tool: its name, its arguments, and how to create it for a router with the operator's options.
import type { CodexProfile } from "../originals/codex.ts";
import type { FIND_BOUND_RULES, FindFilesOptions } from "./find-files.ts";
import type { Guard, GuardOptions } from "../calls/operator-settings.ts";
import type { ListDirOptions } from "./list-dir.ts";
import type { MAP_BOUND_RULES, MapDirOptions } from "./map-dir.ts";
import type { Arguments } from "../tooling/argument.ts";
import type { Tool } from "../tooling/tool.ts";

/** Whose answers to give: our own, those of Codex's `list_dir` at one of two revisions, or those of Hyper's `list_directory`. */
export type Profile = "leaf" | CodexProfile | "hyper";

/**
 * Defaults for arguments that a call leaves out: `depth` and `limit` of `list_dir`, `budget` of `map_dir`, `gitignore` and `hidden` of all
 * tools (`showHidden` of `list_directory`). The tool's description tells the model these values. `depth` does not apply to calls with
 * `include`.
 */
export interface ToolDefaults
  extends Pick<ListDirOptions, "depth" | "limit" | "gitignore" | "hidden">, Pick<MapDirOptions, "budget"> {}

/** Options of `createToolRouter`, and of every adapter. */
export interface ToolRouterOptions
  extends
    GuardOptions,
    Pick<MapDirOptions, keyof typeof MAP_BOUND_RULES>,
    Pick<FindFilesOptions, keyof typeof FIND_BOUND_RULES> {
  /**
   * The names of the tools to offer, among ours. The profiles `codex-*` ignore names that no tool has.
   * @default all tools, or those that the profiles are for
   */
  readonly experimentalSupportedTools?: readonly string[] | undefined;
  /**
   * Whose answers to give: our own (`leaf`), those of the original `list_dir` (`codex-sorted`, `codex-breadth`) or those of the
   * original `list_directory` (`hyper`). In a list there is at most one for each tool, and `leaf` stands for all other tools. The
   * profiles of the originals have only the bounds that are set explicitly.
   * @default "leaf"
   */
  readonly profile?: Profile | readonly Profile[] | undefined;
  /**
   * How many entries `list_directory` indexes, in order.
   * @default 1000
   */
  readonly maxIndexed?: number | undefined;
  /**
   * Defaults for arguments that a call leaves out. The profiles of the originals keep their own.
   * @default none: the tool's own defaults
   */
  readonly defaults?: ToolDefaults | undefined;
  /**
   * Your own tools, offered after ours. `roots` and `deny` do not apply to them; `maxOutputBytes` and `deadlineMs` do.
   * @default none
   */
  readonly extraTools?: readonly Tool[] | undefined;
}

export interface ToolDeclaration {
  readonly name: string;
  /** The arguments, keyed by the names of the options. */
  readonly arguments: Arguments;
  /**
   * The profiles in which it answers as an original did.
   * @default none: it has only `leaf`
   */
  readonly originals?: readonly Profile[];
  create(router: {
    /** The tool's own profile: `leaf`, or one of its originals. */
    readonly profile: Profile;
    /** The names of the tools on offer: a description names no others. */
    readonly offered: readonly string[];
    /** What may be listed, with the bounds that protect a model. */
    readonly guard: Guard;
    /** The same for an original: with only the bounds that were set explicitly, by the operator or by a front end. */
    readonly explicitGuard: () => Guard;
    /** The same, with only the bounds that the operator set. */
    readonly operatorGuard: () => Guard;
    readonly options: ToolRouterOptions;
  }): Tool;
}
