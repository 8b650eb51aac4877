// A tool as the list of tools holds it: what it is called, what it takes, and how it is made for a router.
import type { GitignoreMode } from "../listing/listing-filter.ts";
import type { ListingGuard } from "../listing/listing-guard.ts";
import type { Profile } from "../listing/profile.ts";
import type { Arguments } from "../tooling/argument.ts";
import type { Tool } from "../tooling/tool.ts";

/** What `list_dir` takes for arguments that a call leaves out. The model is told these values in the tool's description. */
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
   * What becomes of what git ignores.
   * @default "off"
   */
  readonly gitignore?: GitignoreMode | undefined;
  /**
   * Whether names that begin with a dot are listed.
   * @default true
   */
  readonly hidden?: boolean | undefined;
}

/** What the operator of a router has set, made complete. */
export interface ToolSettings {
  readonly profile: Profile;
  /** The places that may be listed, with the bounds that protect a model. */
  readonly guard: ListingGuard;
  /** The same places, with only those bounds that were set explicitly. */
  readonly openGuard: () => ListingGuard;
  readonly maxIndexed: number | undefined;
  readonly defaults: ToolDefaults;
}

export interface ToolDeclaration {
  readonly name: string;
  /** The arguments, by the names of the request's fields. */
  readonly arguments: Arguments;
  create(settings: ToolSettings): Tool;
}
