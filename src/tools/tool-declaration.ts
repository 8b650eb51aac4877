// The declaration of a tool: its name, its arguments, and how to create it for a router.
import type { CodexProfile } from "../originals/codex.ts";
import type { ToolRouterOptions } from "./create-tool-router.ts";
import type { Guard } from "./guard.ts";
import type { ListDirOptions } from "./list-dir.ts";
import type { MapDirOptions } from "./map-dir.ts";
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
