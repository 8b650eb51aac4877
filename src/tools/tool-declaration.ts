// The declaration of a tool: its name, its arguments, and how to create it for a router.
import type { CodexProfile } from "../listing/list-dir-codex.ts";
import type { GitignoreMode } from "../listing/listing-filter.ts";
import type { ListingGuard } from "../listing/listing-guard.ts";
import type { MapBounds } from "../listing/map-dir-settings.ts";
import type { Arguments } from "../tooling/argument.ts";
import type { Tool } from "../tooling/tool.ts";

/** Whose answers to give: our own, those of Codex's `list_dir` at one of two revisions, or those of Hyper's `list_directory`. */
export type Profile = "leaf" | CodexProfile | "hyper";

/** Defaults for arguments of `list_dir` and `map_dir` that a call leaves out. The tool's definition shows the model these values. */
export interface ToolDefaults {
  /**
   * How many levels are listed. It does not apply to calls with `include`.
   * @default 2
   */
  readonly depth?: number | undefined;
  /**
   * The largest number of entries.
   * @default 25
   */
  readonly limit?: number | undefined;
  /**
   * What to do with entries that git ignores.
   * @default "collapse"
   */
  readonly gitignore?: GitignoreMode | undefined;
  /**
   * Whether names that begin with a dot are listed.
   * @default true
   */
  readonly hidden?: boolean | undefined;
  /**
   * How many tokens a map may take.
   * @default 500
   */
  readonly budget?: number | undefined;
}

/** The settings of a router's operator, with defaults filled in. */
export interface ToolSettings {
  /** The tool's own profile: `leaf`, or one of its originals. */
  readonly profile: Profile;
  /** The names of the tools on offer: a description names no others. */
  readonly offered: readonly string[];
  /** What may be listed, with the bounds that protect a model. */
  readonly guard: ListingGuard;
  /** The guard for an original: with only the bounds that were set explicitly, by the operator or by a face. */
  readonly openGuard: () => ListingGuard;
  /** The same, with only the bounds that the operator set. */
  readonly operatorGuard: () => ListingGuard;
  readonly maxIndexed: number | undefined;
  /** How much work a map may take, and how its tokens are counted. */
  readonly mapBounds: MapBounds;
  readonly defaults: ToolDefaults;
}

export interface ToolDeclaration {
  readonly name: string;
  /** The arguments, keyed by the request's field names. */
  readonly arguments: Arguments;
  /**
   * The profiles in which it answers as an original did.
   * @default none: it has only `leaf`
   */
  readonly originals?: readonly Profile[];
  create(settings: ToolSettings): Tool;
}
